// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of a scene has a place in time: things with keyframes, clips or frames at which something is, as a tree. Found in
// the scene by walking it along its schema.

import type { Json } from "../link/protocol.ts";
import { kindIn, singular, titleOf } from "../model/names.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { type Field, fieldOf, labelOf, plainName } from "../schema/fields.ts";
import { blockOf } from "../schema/walk.ts";
import { isInside, joined } from "../text/paths.ts";
import { type Keyed, keyedOf } from "../text/keyframes.ts";
import { type Around, type Clip, clipOf, role } from "./clips.ts";
import * as p from "./parameters.ts";

// A keyframed parameter.
export interface Property {
  path: string;
  name: string; // "Scale"
  where: string; // between the thing and it: "shape.transform"
  keyed: Keyed;
  field: Field;
}

// A frame at which something of a thing is: a form of a control mesh, the beginning of a sequence of files.
export interface Mark {
  path: string; // of the number
  frame: number;
  name: string;
  isEntry: boolean; // of a list of the thing: the thing lasts from the first of them to the last
}

export interface Thing {
  path: string;
  list: string | null; // path of the list whose entry it is
  name: string;
  what: string; // "instance", "emitter", "templates"; "" of a block that has no kinds
  value: p.Block;
  block: JsonSchema;
  children: Thing[];
  properties: Property[];
  marks: Mark[];
  clip: Clip | null;
}

const directors = "directors";
const roles: readonly string[] = Object.values(role);

interface Walk {
  root: JsonSchema;
  around: Around;
  names: Names;
}

export interface Names {
  // Where the scene has what is written under a name of the scene itself: "reversal" is an entry of its directors.
  pathOf: (name: string) => string;
  titleOf: (path: string) => string; // what a thing is called
}

// What a deeper block of the thing has: its properties and marks go to the thing.
function collect(walk: Walk, thing: Thing, path: string, schema: JsonSchema, value: Json, isTop: boolean): void {
  if (!p.isBlock(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    const declared = p.declared(schema, walk.root, value, name);
    if (declared) collectParameter(walk, thing, path ? `${path}.${name}` : name, declared, inner, isTop);
  }
}

function collectParameter(
  walk: Walk,
  thing: Thing,
  path: string,
  schema: JsonSchema,
  value: Json,
  isTop: boolean,
): void {
  const inThing = thing.path ? path.slice(thing.path.length + 1) : path;
  const cut = inThing.lastIndexOf(".");
  const name = inThing.slice(cut + 1);
  const where = cut < 0 ? "" : inThing.slice(0, cut);
  const keyed = p.mayBeKeyed(schema, walk.root) ? keyedOf(value) : null;
  if (keyed) {
    const field = fieldOf(name, schema, walk.root);
    if (keyed.keys.length) thing.properties.push({ path, name: field.label, where, keyed, field });
  } else if (p.isInFrames(schema)) {
    if (isTop && roles.includes(name)) return;
    const frames: Json[] = Array.isArray(value) ? value : [value];
    frames.forEach((frame, n) => {
      if (!p.isNumber(frame) || frame === schema.default) return;
      const at = Array.isArray(value) ? `${path}[${n}]` : path;
      thing.marks.push({ path: at, frame, name: labelOf(name), isEntry: false });
    });
  } else if (Array.isArray(value)) {
    const entry = p.entryOf(schema, walk.root);
    if (entry) value.forEach((each, n) => collectEntry(walk, thing, path, n, entry, each, isTop));
  } else {
    collect(walk, thing, path, schema, value, false);
  }
}

function collectEntry(
  walk: Walk,
  thing: Thing,
  list: string,
  n: number,
  schema: JsonSchema,
  value: Json,
  isTop: boolean,
): void {
  if (!p.isBlock(value)) return;
  const path = `${list}[${n}]`;
  if (!isTop) {
    collect(walk, thing, path, schema, value, false);
    return;
  }
  const block = blockOf(schema, value, walk.root);
  const isMoment = block?.properties?.[role.frame] && !block.properties[role.last] && p.isNumber(value[role.frame]);
  if (isMoment) {
    const name = walk.names.titleOf(path);
    thing.marks.push({ path: `${path}.${role.frame}`, frame: value[role.frame] as number, name, isEntry: true });
    const { [role.frame]: _, ...others } = value;
    collect(walk, thing, path, schema, others, false);
    return;
  }
  const inner = thingOf(walk, path, list, schema, value);
  if (inner && hasTime(inner)) thing.children.push(inner);
}

const hasTime = ({ clip, properties, marks, children }: Thing): boolean =>
  clip !== null || properties.length > 0 || marks.length > 0 || children.length > 0;

function thingOf(walk: Walk, path: string, list: string | null, schema: JsonSchema, value: Json): Thing | null {
  const block = blockOf(schema, value, walk.root);
  if (!block || !p.isBlock(value)) return null;
  const name = walk.names.titleOf(path);
  const what = plainName(kindIn(value)) || (list ? singular(schema) : "");
  const thing: Thing = { path, list, name, what, value, block, children: [], properties: [], marks: [], clip: null };
  collect(walk, thing, path, schema, value, true);
  if (path) thing.clip = clipOf(thing, walk.around);
  return thing;
}

// A block of the scene itself, such as its solver. Where only one block in it can have keyframes, that one stands for it:
// the camera for the picture.
function blockThing(walk: Walk, path: string, schema: JsonSchema, value: Json): Thing | null {
  const block = blockOf(schema, value, walk.root);
  if (!block || !p.isBlock(value)) return null;
  const thing = thingOf(walk, path, null, schema, value);
  const inside = Object.keys(value).filter((name) => p.isBlock(value[name]));
  const only = inside.find((name) => thing?.properties.every(({ where }) => where.split(".")[0] === name));
  if (thing?.properties.length && only && !thing.children.length) {
    return thingOf(walk, `${path}.${only}`, null, block.properties![only]!, value[only]!);
  }
  // Its frames are those of the scene itself.
  if (thing) thing.clip = null;
  return thing;
}

// Directors first, then the others in the order of the schema; last the scene's own keyframes.
export function thingsOf(scene: Json, root: JsonSchema, around: Around, names?: Names): Thing[] {
  const asWritten: Names = { pathOf: (name) => name, titleOf: (path) => titleOf(path, scene, root) };
  const walk = { root, around, names: names ?? asWritten };
  const { pathOf } = walk.names;
  const block = blockOf(root, scene, root);
  if (!block || !p.isBlock(scene)) return [];
  const [first, others]: [Thing[], Thing[]] = [[], []];
  const own: Thing = thingOf(walk, "", null, root, {})!;
  Object.assign(own, { name: "Scene", what: "", value: scene });
  for (const name of Object.keys(block.properties ?? {})) {
    const value = scene[name];
    if (value === undefined || value === null) continue;
    const schema = block.properties![name]!;
    const entry = p.entryOf(schema, root);
    if (p.mayBeKeyed(schema, root)) {
      collectParameter(walk, own, pathOf(name), schema, value, true);
    } else if (entry && Array.isArray(value)) {
      value.forEach((each, n) => {
        const thing = thingOf(walk, joined([name, n]), name, entry, each);
        if (thing && (name === directors || hasTime(thing))) (name === directors ? first : others).push(thing);
      });
    } else {
      const thing = blockThing(walk, pathOf(name), schema, value);
      if (thing && (thing.properties.length || thing.children.length))
        (thing.children.length ? first : others).push(thing);
    }
  }
  return [...first, ...others, ...(own.properties.length ? [own] : [])];
}

// Beside the name of a thing: what it is, where the name does not say so already.
export const aboutThing = ({ name, what }: Thing): string =>
  name.toLowerCase().replace(/ \d+$/, "") === what ? "" : what;
// Beside that of a parameter: what it is in. Forms and places of things need not be told of.
export const aboutProperty = ({ where }: Property): string =>
  plainName(where.replace(/^shape(\.|$)/, "").replace(/^transform$/, "")).replaceAll(".", " ");

export const allOf = (things: readonly Thing[]): Thing[] =>
  things.flatMap((thing) => [thing, ...allOf(thing.children)]);

// The innermost thing that has this path in it.
export function thingAt(things: readonly Thing[], path: string | null): Thing | null {
  if (path === null) return null;
  const holds = ({ path: outer }: Thing): boolean => outer === path || (outer !== "" && isInside(path, outer));
  const found = allOf(things).filter(holds);
  return found.sort((a, b) => b.path.length - a.path.length)[0] ?? null;
}

export const propertiesOf = (thing: Thing): Property[] => [
  ...thing.properties,
  ...thing.children.flatMap((inner) => propertiesOf(inner)),
];
