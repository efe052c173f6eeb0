// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where in a scene's text a parameter is written, or has to be. That is not always where its path says:
//
//   "set": {"solids[blade].shape.radius": 0.2}   changes what an included file (or the scene itself) has
//   "phase": "honey"                             stands for phases[0]
//   "reversal": {...}                            stands for an entry of directors
//
// What such names stand for follows from the scene with every parameter spelled out, where they are null, and from the
// schema. Whether an included file has something follows from the text alone: there is an "include", and the parent of
// what is to be set is not written.

import type { Json } from "../link/protocol.ts";
import { full } from "../model/document.ts";
import { schema } from "../model/project.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { blockOf, forms, kindOfForm } from "../schema/walk.ts";
import { type Segment, segments, valueAt } from "./paths.ts";

export interface Known {
  full: Json; // the scene with every parameter spelled out; null: not known
  schema: JsonSchema | null;
}

export const openScene = (): Known => ({ full: full.peek(), schema: schema.peek() });

type Members = { [key: string]: Json };
const membersOf = (value: Json | undefined): Members =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : {};
const entriesOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);

export const isVariant = (root: Json): boolean => membersOf(root)["include"] !== undefined;

export function partAt(root: Json | undefined, at: readonly Segment[]): Json | undefined {
  return at.reduce<Json | undefined>(
    (value, part) => (Array.isArray(value) ? value[Number(part)] : membersOf(value)[String(part)]),
    root,
  );
}

const startsWith = (path: readonly Segment[], start: readonly Segment[]): boolean =>
  start.length <= path.length && start.every((part, index) => part === path[index]);

// ---- names that stand for an entry of a list -----------------------------------------------------------------------

interface StandIn {
  key: string;
  list: string;
  index: number;
}

// Of the latest scene: every row of every panel asks for them.
let latest: { root: Json; full: Json; schema: JsonSchema | null; found: StandIn[] } | null = null;

function standIns(root: Json, known: Known): readonly StandIn[] {
  const isLatest = latest?.root === root && latest.full === known.full && latest.schema === known.schema;
  if (!isLatest) latest = { root, full: known.full, schema: known.schema, found: findStandIns(root, known) };
  return latest!.found;
}

function findStandIns(root: Json, known: Known): StandIn[] {
  const whole = membersOf(known.full);
  const found: StandIn[] = [];
  for (const [key, value] of Object.entries(membersOf(root))) {
    if (value === null || whole[key] !== null) continue;
    const list = listFor(key, known);
    if (list) found.push({ key, list, index: 0 });
  }
  // They follow what the list has, in the order of the schema.
  const order = Object.keys(whole);
  found.sort((a, b) => order.indexOf(a.key) - order.indexOf(b.key));
  for (const each of found) {
    const others = found.filter(({ list }) => list === each.list);
    each.index = Math.max(0, entriesOf(whole[each.list]).length - others.length) + others.indexOf(each);
  }
  return found;
}

// The list of which `key` is an entry: one whose entries are written alike, or have a kind of that name.
function listFor(key: string, known: Known): string | null {
  if (!known.schema) return null;
  const root = known.schema;
  const all = blockOf(root, known.full, root)?.properties ?? {};
  const alike = (schema: JsonSchema): string => JSON.stringify(schema.anyOf ?? schema.$ref ?? null);
  const own = all[key];
  for (const [name, { items }] of Object.entries(all)) {
    if (!items || !own) continue;
    if (alike(items) === alike(own) || forms(items, root).some((form) => kindOfForm(form) === key)) return name;
  }
  return null;
}

// Whether a parameter of the scene is only another way to write an entry of a list.
export const isStandIn = (key: string, known: Known): boolean =>
  membersOf(known.full)[key] === null && listFor(key, known) !== null;

export const standInFor = (root: Json, list: string, known: Known): readonly StandIn[] =>
  standIns(root, known).filter((each) => each.list === list);

// "phase.viscosity" → "phases[0].viscosity", as other panels and the server have it.
export function fullPath(root: Json, at: readonly Segment[], known: Known): Segment[] {
  const found = standIns(root, known).find(({ key }) => key === at[0]);
  return found ? [found.list, found.index, ...at.slice(1)] : [...at];
}

function ownPath(root: Json, at: readonly Segment[], known: Known): Segment[] {
  const found = standIns(root, known).find(({ list, index }) => list === at[0] && index === at[1]);
  return found ? [found.key, ...at.slice(2)] : [...at];
}

// ---- "set" ---------------------------------------------------------------------------------------------------------

const nameOf = (entry: Json | undefined): Json | undefined => membersOf(entry)["name"] || membersOf(entry)["preset"];

// "solids[blade].shape" → solids, 0, shape. Null where there is no such entry, as far as is known.
export function setPath(key: string, root: Json, known: Known): Segment[] | null {
  const found: Segment[] = [];
  for (const [, entry, name] of key.matchAll(/\[([^\]]*)\]|([^.[\]]+)/g)) {
    if (name !== undefined) {
      found.push(name);
    } else if (/^\d+$/.test(entry!)) {
      found.push(Number(entry));
    } else {
      const list = partAt(known.full, found) ?? partAt(root, found);
      const index = entriesOf(list).findIndex((each) => nameOf(each) === entry);
      if (index < 0) return null;
      found.push(index);
    }
  }
  return found;
}

// The other way round; entries by their names, which stay when others come before them.
export function setKey(at: readonly Segment[], known: Known): string {
  let key = "";
  at.forEach((part, index) => {
    if (typeof part === "string") {
      key += key ? `.${part}` : part;
      return;
    }
    const list = entriesOf(partAt(known.full, at.slice(0, index)));
    const name = nameOf(list[part]);
    const first = list.findIndex((each) => nameOf(each) === name);
    const usable = typeof name === "string" && !/^\d*$|\]/.test(name) && first === part;
    key += `[${usable ? name : part}]`;
  });
  return key;
}

// ---- all of it -----------------------------------------------------------------------------------------------------

// Whether all lists on the way are written as far as the entries that are meant.
const listsReach = (value: Json | undefined, at: readonly Segment[]): boolean =>
  at.every((part, index) => {
    if (typeof part !== "number") return true;
    const list = partAt(value, at.slice(0, index));
    return !Array.isArray(list) ? false : part <= list.length;
  });

// Where it is written, or has to be written. A path that begins with "set" goes through one entry of it.
export function placeOf(root: Json, path: string, known: Known): Segment[] {
  const whole = segments(path);
  const at = ownPath(root, whole, known);
  const set = membersOf(membersOf(root)["set"]);
  let place: Segment[] | null = null;
  for (const [key, value] of Object.entries(set)) {
    const outer = setPath(key, root, known);
    if (!outer || outer.length === 0) continue;
    const inside = [at, whole].find((those) => startsWith(those, outer))?.slice(outer.length);
    if (inside && listsReach(value, inside)) place = ["set", key, ...inside];
  }
  if (place) return place;
  if (!isVariant(root)) return at;
  const parent = at.slice(0, -1);
  const isWritten = partAt(root, parent) !== undefined && listsReach(root, at);
  return isWritten ? at : ["set", setKey(at, known)];
}

// The entries of "set" for what is inside of `path`: they are laid over it.
export function innerSets(root: Json, path: string, known: Known): string[] {
  const at = segments(path);
  return Object.keys(membersOf(membersOf(root)["set"])).filter((key) => {
    const inner = setPath(key, root, known);
    return inner !== null && inner.length > at.length && startsWith(inner, at);
  });
}

// What the text itself says of a parameter; undefined: nothing, so that it has its default or comes from another file.
export function writtenAt(root: Json, path: string, known: Known = openScene()): Json | undefined {
  if (path === "") return root;
  const found = partAt(root, placeOf(root, path, known));
  if (found !== undefined) return found;
  const inner = innerSets(root, path, known);
  if (inner.length === 0) return undefined;
  // Only parts of it are set.
  return valueAt(known.full, path);
}
