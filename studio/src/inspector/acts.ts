// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the inspector does to a parameter: sets, resets and keys it, gives it another kind. Each is an edit of the text
// with a label for undo, "Radius of ball: 0.2".

import type { Json, Vec3 } from "../link/protocol.ts";
import { edit, written } from "../model/document.ts";
import { autoKey, frame } from "../model/playhead.ts";
import { schema } from "../model/project.ts";
import { type BlockKind, fieldsOf } from "../schema/fields.ts";
import { longForm } from "../schema/short_forms.ts";
import { firstBlock } from "../schema/values.ts";
import { removeValue, setValue } from "../text/edits.ts";
import { valueAtFrame } from "../text/interpolation.ts";
import { keyedOf, withKey, withoutKeys } from "../text/keyframes.ts";
import { openScene, writtenAt } from "../text/places.ts";
import { onOneLine } from "../text/print.ts";
import { same } from "../text/replace.ts";
import { surroundings } from "./facts.ts";
import type { Row } from "./rows.ts";
import { thingOf, titleNow } from "../model/names.ts";

export function labelFor(row: Row, what = ""): string {
  const thing = thingOf(row.path);
  const of = thing === row.path ? "" : ` of ${titleNow(thing)}`;
  return `${row.field.label || titleNow(row.path)}${of}${what}`;
}

const told = (value: Json): string => {
  const text = typeof value === "string" ? value : onOneLine(value);
  return text.length > 32 ? "" : `: ${text}`;
};

// The value at the playhead, where it has keyframes.
export function valueNow(row: Row): Json {
  const keyed = row.field.keyed ? keyedOf(row.value) : null;
  // Only what has keyframes is drawn anew while the scene plays.
  return keyed ? valueAtFrame(keyed, frame.value, row.field.isRotation) : row.value;
}

export function setRow(row: Row, value: Json, merge?: string): void {
  const now = frame.peek();
  const keyed = row.field.keyed && (keyedOf(row.value) !== null || autoKey.peek());
  const next = keyed ? withKey(row.value, now, value) : value;
  const label = labelFor(row, told(value) + (keyed ? ` at frame ${now}` : ""));
  edit(label, (text) => setValue(text, row.path, next), merge);
}

export const resetRow = (row: Row): void => edit(`Reset ${labelFor(row)}`, (text) => removeValue(text, row.path));

export type KeyState = "none" | "keyed" | "here";
export function keyState(row: Row): KeyState {
  const keyed = keyedOf(row.value);
  if (!keyed || row.origin === "default") return "none"; // what the program makes of it has keys, but is not written
  return keyed.keys.some((key) => key.frame === frame.value) ? "here" : "keyed";
}

export function toggleKey(row: Row): void {
  const now = frame.peek();
  const isHere = keyState(row) === "here";
  const next = isHere ? withoutKeys(row.value, new Set([now])) : withKey(row.value, now, valueNow(row));
  const label = labelFor(row, `: ${isHere ? "key removed" : "key"} at frame ${now}`);
  const isUsual = isHere && same(next, row.field.default);
  edit(label, (text) => (isUsual ? removeValue(text, row.path) : setValue(text, row.path, next)));
}

// ---- kinds ---------------------------------------------------------------------------------------------------------

type Members = { [key: string]: Json };
const isMembers = (value: Json | undefined): value is Members =>
  value !== null && typeof value === "object" && !Array.isArray(value);

// The centre of a ball becomes the place of a box.
function placeIn(value: Members): Vec3 {
  const places = Object.values(value).filter(
    (each): each is Vec3 => Array.isArray(each) && each.length === 3 && each.every((part) => typeof part === "number"),
  );
  return places.length === 1 && !("transform" in value) ? places[0]! : [0, 0, 0];
}

// What is written and the new kind has too stays; what it requires is added.
export function ofKind(before: Json | undefined, block: BlockKind): Members {
  const root = schema.peek();
  if (!root) return {};
  const fields = fieldsOf(block.schema, root);
  const kept = isMembers(before) ? before : {};
  const first = firstBlock(block, root, { ...surroundings(), middle: placeIn(kept), size: 4 });
  const value: Members = block.kind === null ? {} : { kind: block.kind };
  for (const { name, default: usual, required } of fields) {
    const own = kept[name];
    if (own !== undefined && (required || !same(own, usual))) value[name] = own;
    else if (name in first) value[name] = first[name]!;
  }
  return value;
}

// The written value as a block, also where it is written in short.
function asBlock(row: Row): Json | undefined {
  const root = schema.peek();
  const own = writtenAt(written.peek(), row.path);
  if (own === undefined || own === null || isMembers(own) || !root) return own;
  return longForm(row.field.schema, own, "", root) ?? undefined;
}

export function chooseBlock(row: Row, block: BlockKind): void {
  const value = ofKind(asBlock(row), block);
  const what = block.kind ?? "own values";
  edit(labelFor(row, `: ${what}`), (text) => setValue(text, row.path, value));
}

// Parts that are there or not.
export function switchOn(row: Row): void {
  const block = row.field.blocks[0];
  const root = schema.peek();
  if (!block || !root) return;
  const value = firstBlock(block, root, surroundings());
  edit(`Add ${labelFor(row)}`, (text) => setValue(text, row.path, value));
}

export function switchOff(row: Row): void {
  const known = openScene();
  edit(`Remove ${labelFor(row)}`, (text) => removeValue(text, row.path, known));
}
