// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rows of the timeline: things, and below those that are open their parameters with keys. Rows are of one height, so
// that those to be drawn and what is under the pointer follow from numbers alone.

import type { Mark, Property, Thing } from "./things.ts";
import { propertiesOf } from "./things.ts";

export const rowHeight = 22; // pixels, as in timeline.css
export const nameWidth = 220; // of the names, left of the lanes

export interface Row {
  id: string;
  depth: number;
  thing: Thing;
  property: Property | null; // null: the row of the thing itself
  canOpen: boolean;
  open: boolean;
}

// `toggled`: things that are not as they are at first, which is open where there are things in them, else closed.
export function rowsOf(things: readonly Thing[], toggled: ReadonlySet<string>, depth = 0): Row[] {
  return things.flatMap((thing) => {
    const canOpen = thing.properties.length > 0 || thing.children.length > 0;
    const open = canOpen && thing.children.length > 0 !== toggled.has(thing.path);
    const own: Row = { id: thing.path, depth, thing, property: null, canOpen, open };
    if (!open) return [own];
    const inner = thing.properties.map((property): Row => ({
      id: property.path,
      depth: depth + 1,
      thing,
      property,
      canOpen: false,
      open: false,
    }));
    return [own, ...inner, ...rowsOf(thing.children, toggled, depth + 1)];
  });
}

// Those that are seen, and one more at each end.
export function visibleRows(count: number, top: number, height: number): { from: number; to: number } {
  const from = Math.max(0, Math.floor(top / rowHeight) - 1);
  return { from, to: Math.min(count, Math.ceil((top + height) / rowHeight) + 1) };
}

// A key as it is selected and moved.
export interface KeyId {
  path: string;
  frame: number;
}
export const keyName = ({ path, frame }: KeyId): string => `${path}@${frame}`;
export function keyOfName(name: string): KeyId {
  const cut = name.lastIndexOf("@");
  return { path: name.slice(0, cut), frame: Number(name.slice(cut + 1)) };
}

// The keys of a row by their frames, in order; a thing's row has those of all its parameters, and where it is closed
// those of the things in it.
export function keysOf(row: Row): Map<number, string[]> {
  const properties = row.property
    ? [row.property]
    : row.open || row.thing.children.length === 0
      ? row.thing.properties
      : propertiesOf(row.thing);
  const found = new Map<number, string[]>();
  for (const { path, keyed } of properties) {
    for (const { frame } of keyed.keys) {
      const there = found.get(frame);
      if (there) there.push(keyName({ path, frame }));
      else found.set(frame, [keyName({ path, frame })]);
    }
  }
  return new Map([...found].sort(([a], [b]) => a - b));
}

// From the first beginning to the last end of what is in a thing: a bar by which all of it can be moved.
export function spanOf(thing: Thing): { begin: number; end: number } | null {
  const spans = thing.children.flatMap((inner) => {
    const own = inner.clip ? [{ begin: inner.clip.begin, end: inner.clip.end }] : [];
    const deeper = spanOf(inner);
    return deeper ? [...own, deeper] : own;
  });
  if (!spans.length) return null;
  return { begin: Math.min(...spans.map(({ begin }) => begin)), end: Math.max(...spans.map(({ end }) => end)) };
}

export type Part =
  | { kind: "key"; frame: number; keys: string[] }
  | { kind: "mark"; mark: Mark }
  | { kind: "begin" | "end" | "body" }
  | { kind: "group" }
  | { kind: "nothing" };

const nearKey = 6; // pixels
const nearEnd = 7;
const flagWidth = 12; // of what is at one frame only

// What of a row is at x; `xOf` gives the place of a frame.
export function partAt(row: Row, x: number, xOf: (frame: number) => number): Part {
  let nearest: Part = { kind: "nothing" };
  let far = nearKey;
  for (const [frame, keys] of keysOf(row)) {
    const away = Math.abs(xOf(frame) - x);
    if (away <= far) [nearest, far] = [{ kind: "key", frame, keys }, away];
  }
  if (row.property) return nearest;
  const { clip, marks } = row.thing;
  for (const mark of marks) {
    const away = Math.abs(xOf(mark.frame) - x);
    if (away < far) [nearest, far] = [{ kind: "mark", mark }, away];
  }
  if (nearest.kind !== "nothing") return nearest;
  if (clip) {
    const [begin, end] = [xOf(clip.begin), xOf(clip.end)];
    // Of a short clip the ends are outside, so that it can still be taken in its middle.
    const reach = end - begin < 3 * nearEnd ? 1 : nearEnd;
    if (x >= end - reach && x <= end + nearEnd && clip.kind !== "lasting") return { kind: "end" };
    if (x >= begin - nearEnd && x <= begin + reach && clip.kind !== "lasting") return { kind: "begin" };
    if (clip.kind === "lasting" && end > begin && Math.abs(x - end) <= nearEnd) return { kind: "end" };
    const flag = clip.kind === "lasting" && clip.end === clip.begin ? flagWidth : 1;
    if (x >= begin - nearEnd && x <= end + flag) return { kind: "body" };
  }
  const span = clip ? null : spanOf(row.thing);
  return span && x >= xOf(span.begin) && x <= xOf(span.end) ? { kind: "group" } : nearest;
}

// The keys in a box over rows and frames.
export function keysIn(rows: readonly Row[], first: number, last: number, from: number, to: number): string[] {
  const inside = rows.slice(Math.max(0, first), last + 1);
  const those = inside.flatMap((row) => [...keysOf(row)].filter(([frame]) => frame >= from && frame <= to));
  return [...new Set(those.flatMap(([, names]) => names))];
}
