// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What things of a scene are called, wherever the page speaks of them: by their own name; an instance by its template;
// else by their kind, or by what they are, with a number where there are several of them.

import type { Json } from "../link/protocol.ts";
import { labelOf } from "../schema/fields.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { schemaAt } from "../schema/walk.ts";
import { joined, segments, valueAt } from "../text/paths.ts";
import { setPath } from "../text/places.ts";
import { full, written } from "./document.ts";
import { schema } from "./project.ts";

const textIn = (value: Json | undefined, member: string): string => {
  const text = value !== null && typeof value === "object" && !Array.isArray(value) ? value[member] : undefined;
  return typeof text === "string" ? text : "";
};

export const nameIn = (value: Json | undefined): string => textIn(value, "name") || textIn(value, "preset");
export const kindIn = (value: Json | undefined): string => textIn(value, "kind");

// "solid", "control mesh": of the entries of a list.
export function singular(entries: JsonSchema): string {
  const reference = entries.$ref ?? entries.anyOf?.find(({ $ref }) => $ref)?.$ref ?? "";
  return (reference.replace("#/$defs/", "").split(".")[0] ?? "").replaceAll("_", " ") || "entry";
}

const known = new WeakMap<readonly Json[], { what: string; titles: string[] }>(); // of the same list the same answer

// Of all entries of a list; `what` they are: "solid".
export function titlesIn(list: readonly Json[], what: string): string[] {
  const before = known.get(list);
  if (before?.what === what) return before.titles;
  const own = list.map((entry) => nameIn(entry) || (typeof entry === "string" ? entry : ""));
  const others = list.map((entry) => textIn(entry, "template") || labelOf(kindIn(entry) || what));
  const alike = new Map<string, number>();
  others.forEach((other, index) => own[index] || alike.set(other, (alike.get(other) ?? 0) + 1));
  const told = new Map<string, number>();
  const titles = own.map((name, index) => {
    const other = others[index]!;
    if (name || alike.get(other) === 1) return name || other;
    told.set(other, (told.get(other) ?? 0) + 1);
    return `${other} ${told.get(other)}`;
  });
  known.set(list, { what, titles });
  return titles;
}

// Of what is at `path`; of a parameter its label. Nothing is "the scene".
export function titleOf(path: string, scene: Json, root: JsonSchema | null): string {
  const at = segments(path);
  const last = at.at(-1);
  if (last === undefined) return "the scene";
  if (typeof last === "string") return labelOf(last);
  const entries = root && schemaAt(root, at, scene);
  const what = entries ? singular(entries) : joined(at.slice(0, -1));
  const list = valueAt(scene, joined(at.slice(0, -1)));
  return (Array.isArray(list) && titlesIn(list, what)[last]) || `${labelOf(what)} ${last + 1}`;
}

// In the open scene, also of what was written a moment ago and is not in the full scene yet.
export function titleNow(path: string): string {
  const isFull = valueAt(full.value, path) !== undefined;
  return titleOf(path, isFull ? full.value : written.value, schema.value);
}

// The same of a path with names in it, as the program tells changes: "directors[splashes].instances[0]".
export function titleOfNamed(path: string): string | null {
  const at = setPath(path, written.value, { full: full.value, schema: schema.value });
  return at && titleNow(joined(at));
}

// "ball" of "solids[0].shape.radius": the thing that a parameter belongs to.
export function thingOf(path: string): string {
  const at = segments(path);
  const entry = at.findLastIndex((part) => typeof part === "number");
  return entry >= 0 ? joined(at.slice(0, entry + 1)) : at.length > 1 ? joined(at.slice(0, -1)) : "";
}

// The thing that a thing is in: the director of an instance; "" is the scene.
export const outerOf = (path: string): string => {
  const at = segments(path);
  return thingOf(joined(at.slice(0, typeof at.at(-1) === "number" ? -2 : -1)));
};

export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, "");
  let number = 2;
  while (taken.includes(`${stem} ${number}`)) ++number;
  return `${stem} ${number}`;
}
