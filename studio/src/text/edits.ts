// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Changes of a scene's text that leave every other byte as it is: comments, layout, order. Paths are those of messages,
// handles and the full scene; where the text has them is found by places.ts: in the text as it stands, in "set" where an
// included file has them, under a short name. What is known of the scene beyond its text (`known`) is that of the open one
// unless it is given. An Error with a sentence for the artist says what cannot be done.
//
//   setValue(text, "solids[0].shape.centre", [0, 1, 0])

import type { Json } from "../link/protocol.ts";
import { withoutDefaults } from "../schema/values.ts";
import { longForm } from "../schema/short_forms.ts";
import { forms, schemaAt } from "../schema/walk.ts";
import { parse, soundTreeOf } from "./parse.ts";
import { joined, type Segment, segments } from "./paths.ts";
import { fullPath, innerSets, isVariant, type Known, openScene, partAt, placeOf, standInFor } from "./places.ts";
import { printed } from "./print.ts";
import { replaced } from "./replace.ts";
import { nodeAt, spliced, withMember, withMoved, withoutMember } from "./splice.ts";

const valueWriter = (value: Json) => (place: Parameters<typeof printed>[1]) => printed(value, place);

const memberWriter = (name: string, value: Json) => (place: Parameters<typeof printed>[1]) => {
  const key = `${JSON.stringify(name)}: `;
  return key + printed(value, { ...place, column: place.column + key.length });
};

// Adds what is missing on the way.
export function setValue(text: string, path: string, value: Json, known: Known = openScene()): string {
  soundTreeOf(text);
  const inner = innerSets(parse(text), path, known);
  const clear = inner.reduce((before, key) => withoutMember(before, ["set", key]), text);
  return setAt(clear, placeOf(parse(clear), path, known), value, known);
}

function setAt(text: string, at: Segment[], value: Json, known: Known): string {
  const root = parse(text);
  if (partAt(root, at) !== undefined) return replaced(text, at, value);
  // The deepest part that is written.
  let depth = at.length - 1;
  while (depth > 0 && (partAt(root, at.slice(0, depth)) ?? null) === null) --depth;
  const written = at.slice(0, depth);
  const next = at[depth]!;
  const there = partAt(root, written);
  const usual = partAt(known.full, fullPath(root, [...written, next], known));
  const fresh = () => nested(at, depth + 1, value, usual);
  // A part that is null is as good as none.
  if (partAt(root, [...written, next]) === null) return replaced(text, [...written, next], fresh());
  const isList = Array.isArray(there);
  if (isList && next === there.length) return withMember(text, written, there.length, valueWriter(fresh()));
  if (there !== null && typeof there === "object" && !isList && typeof next === "string") {
    return withMember(text, written, rankOf(there, written, next, root, known), memberWriter(next, fresh()));
  }
  const long = there === undefined ? undefined : spelledOut(there, written, next, root, known);
  if (long === undefined) throw new Error(`There is no ${joined(at)} in this scene.`);
  return setAt(replaced(text, written, long), at, value, known);
}

// {"shape": {"radius": value}}, for what is not there yet from `depth` on. `usual`: what the scene has there anyway, of
// which one number may be set.
function nested(at: readonly Segment[], depth: number, value: Json, usual: Json | undefined): Json {
  const part = at[depth];
  if (part === undefined) return value;
  const inner = nested(at, depth + 1, value, partAt(usual, [part]));
  if (typeof part === "string") return { [part]: inner };
  const numbers = Array.isArray(usual) && usual.every((each) => typeof each === "number") ? usual : [];
  if (part < numbers.length) return numbers.map((each, index) => (index === part ? inner : each));
  if (part > 0) throw new Error(`There is no ${joined(at)} in this scene.`);
  return [inner];
}

function schemaOf(written: readonly Segment[], root: Json, known: Known) {
  return known.schema ? schemaAt(known.schema, fullPath(root, written, known), known.full ?? root) : null;
}

function spelledOut(value: Json, written: Segment[], next: Segment, root: Json, known: Known): Json | undefined {
  const schema = schemaOf(written, root, known) ?? (known.schema && schemaAt(known.schema, written, root));
  return schema && known.schema ? longForm(schema, value, next, known.schema) : undefined;
}

// Where a new parameter goes among those that are there: in the order of the schema, which is that of the full scene.
function rankOf(there: Json, written: Segment[], name: string, root: Json, known: Known): number {
  const names = Object.keys(there as object);
  const order = Object.keys(partAt(known.full, fullPath(root, written, known)) ?? {});
  const rank = order.indexOf(name);
  if (rank < 0 || Array.isArray(partAt(known.full, written))) return names.length;
  return names.findLastIndex((each) => order.indexOf(each) >= 0 && order.indexOf(each) < rank) + 1 || names.length;
}

// Back to the default: the parameter is no longer written. What an included file says of it is set to null, which is the
// default too.
export function removeValue(text: string, path: string, known: Known = openScene()): string {
  soundTreeOf(text);
  const inner = innerSets(parse(text), path, known);
  const clear = inner.reduce((before, key) => withoutMember(before, ["set", key]), text);
  const root = parse(clear);
  const at = placeOf(root, path, known);
  const isEntry = typeof segments(path).at(-1) === "number";
  if (partAt(root, at) === undefined) {
    if (!isVariant(root) || clear !== text) return withoutEmptySet(clear);
    if (isEntry) throw new Error("This comes from an included scene: remove it there.");
    return setAt(clear, at, null, known);
  }
  return withoutEmptySet(withoutEmptyBlocks(withoutMember(clear, at), at.slice(0, -1), known));
}

// Blocks in which nothing is written any more, and that are there anyway.
function withoutEmptyBlocks(text: string, at: Segment[], known: Known): string {
  const root = parse(text);
  const there = partAt(root, at);
  if (at.length === 0 || at[0] === "set" || typeof at.at(-1) === "number") return text;
  if (there === null || typeof there !== "object" || Array.isArray(there) || Object.keys(there).length > 0) return text;
  const node = nodeAt(text, at)!;
  const own = schemaOf(at, root, known);
  const isOptional = !own || !known.schema || forms(own, known.schema).some(({ type }) => type === "null");
  if (isOptional || own.default === undefined || node.length > 2) return text;
  return withoutEmptyBlocks(withoutMember(text, at), at.slice(0, -1), known);
}

function withoutEmptySet(text: string): string {
  const set = nodeAt(text, ["set"]);
  return set && set.children?.length === 0 && set.length === 2 ? withoutMember(text, ["set"]) : text;
}

// ---- lists ---------------------------------------------------------------------------------------------------------

// A new entry at the end of a list, which is made where there is none.
export function appendTo(text: string, list: string, value: Json, known: Known = openScene()): string {
  return insertAt(text, list, Infinity, value, known);
}

export function insertAt(text: string, list: string, index: number, value: Json, known: Known = openScene()): string {
  soundTreeOf(text);
  const ready = withListOf(text, list, known);
  const root = parse(ready);
  const at = placeOf(root, list, known);
  const there = partAt(root, at);
  if (Array.isArray(there)) return withMember(ready, at, Math.min(index, there.length), valueWriter(value));
  const included = partAt(known.full, segments(list));
  if (isVariant(root) && Array.isArray(included) && included.length > 0) {
    return setValue(ready, `${list}[${freeIndex(root, list, included.length, known)}]`, value, known);
  }
  const before = isVariant(root) ? [] : usualEntries(list, known);
  before.splice(Math.min(index, before.length), 0, value);
  return setAt(ready, at, before, known);
}

// A list that is not written may have entries by default.
function usualEntries(list: string, known: Known): Json[] {
  const entries = partAt(known.full, segments(list));
  const schema = schemaOf([...segments(list), 0], known.full, known);
  if (!Array.isArray(entries) || !schema || !known.schema) return [];
  return entries.map((entry) => withoutDefaults(entry, schema, known.schema!));
}

// An included list grows by entries of "set"; what was added a moment ago may not be in the full scene yet.
function freeIndex(root: Json, list: string, from: number, known: Known): number {
  const set = partAt(root, ["set"]);
  let index = from;
  while (set && typeof set === "object" && `${list}[${index}]` in set) ++index;
  return partAt(known.full, segments(list)) === undefined ? 0 : index;
}

// "phase": X becomes "phases": [X], so that there can be more.
function withListOf(text: string, list: string, known: Known): string {
  const alone = standInFor(parse(text), list, known).find(({ key, list: name }) => `${key}s` === name);
  if (!alone) return text;
  const node = nodeAt(text, [alone.key])!;
  const key = node.parent!.children![0]!;
  const source = text.slice(node.offset, node.offset + node.length);
  return spliced(text, [
    { from: node.offset, to: node.offset + node.length, by: `[${source}]` },
    { from: key.offset, to: key.offset + key.length, by: JSON.stringify(list) },
  ]);
}

const entryOf = (path: string): { list: string; index: number } => {
  const at = segments(path);
  const index = at.at(-1);
  if (typeof index !== "number") throw new Error(`${path} is not an entry of a list.`);
  return { list: joined(at.slice(0, -1)), index };
};

export const removeEntry = removeValue;

// The copy comes right behind it. `change`: what is another in the copy, its name for example.
export function duplicateEntry(
  text: string,
  path: string,
  change: { [name: string]: Json } = {},
  known: Known = openScene(),
): string {
  const { list, index } = entryOf(path);
  const root = soundTreeOf(text) && parse(text);
  const at = placeOf(root, path, known);
  const node = at.at(-1) === index ? nodeAt(text, at) : undefined;
  if (!node) {
    const whole = partAt(known.full, segments(path));
    const schema = schemaOf(segments(path), known.full, known);
    const value = whole !== undefined && schema && known.schema ? withoutDefaults(whole, schema, known.schema) : whole;
    if (value === undefined) throw new Error(`There is no ${path} in this scene.`);
    const copy = value !== null && typeof value === "object" && !Array.isArray(value) ? { ...value, ...change } : value;
    return appendTo(text, list, copy, known);
  }
  const source = text.slice(node.offset, node.offset + node.length);
  let copied = withMember(text, at.slice(0, -1), index + 1, () => source);
  const isObject = node.type === "object";
  for (const [name, value] of isObject ? Object.entries(change) : []) {
    copied = setAt(copied, [...at.slice(0, -1), index + 1, name], value, known);
  }
  return copied;
}

export function moveEntry(text: string, path: string, to: number, known: Known = openScene()): string {
  const { list, index } = entryOf(path);
  const at = placeOf(soundTreeOf(text) && parse(text), list, known);
  const there = nodeAt(text, at);
  if (there?.type !== "array") throw new Error("This list comes from an included scene: order it there.");
  return withMoved(text, at, index, to);
}

// ---- where things are ----------------------------------------------------------------------------------------------

// From and to which character something is written; null: not in this text.
export function rangeOf(text: string, path: string, known: Known = openScene()): { from: number; to: number } | null {
  try {
    const node = nodeAt(text, placeOf(parse(text), path, known));
    return node ? { from: node.offset, to: node.offset + node.length } : null;
  } catch {
    return null; // a text with a mistake
  }
}
