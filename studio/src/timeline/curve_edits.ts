// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is to be written when points of curves are dragged or typed, or a key is set on a curve.

import type { Json } from "../link/protocol.ts";
import type { Field } from "../schema/fields.ts";
import { isNumbers, valueAtFrame } from "../text/interpolation.ts";
import { jsonOfKeys, type Key, ordered, tidy } from "../text/keyframes.ts";
import type { Edit } from "./clip_edits.ts";
import { rounded } from "./key_edits.ts";
import type { Property } from "./things.ts";

export interface Limits {
  low: number;
  high: number;
}

// What the schema lets a number of the parameter be.
export const limitsOf = ({ minimum, above, maximum }: Field): Limits => ({
  low: minimum ?? above ?? -Infinity,
  high: maximum ?? Infinity,
});

// With one component set; a number that stands for all three becomes three.
export function withComponent(value: Json, axis: number, to: number, isVector: boolean): Json {
  if (!isVector) return to;
  const three = isNumbers(value) ? value : [0, 1, 2].map(() => Number(value));
  return three.map((part, n) => (n === axis ? to : part));
}

// `axes`: of which keys which components go up or down with the drag; the keys go to other frames as a whole.
export function pointsMoved(
  property: Property,
  axes: ReadonlyMap<number, ReadonlySet<number>>,
  byFrames: number,
  byValue: number,
  step: number,
  { low, high }: Limits,
): Edit {
  const isVector = property.keyed.keys.some(({ value }) => isNumbers(value));
  const snapped = (value: number): number => Math.min(high, Math.max(low, tidyStep(value + byValue, step)));
  const moved = property.keyed.keys.flatMap((key): Key[] => {
    const own = axes.get(key.frame);
    if (!own) return [];
    let value = key.value;
    for (const axis of byValue === 0 ? [] : own) {
      const before = isNumbers(key.value) ? key.value[axis]! : Number(key.value);
      value = withComponent(value, axis, snapped(before), isVector);
    }
    return [{ frame: tidy(key.frame + byFrames), value }];
  });
  const taken = new Set(moved.map(({ frame }) => frame));
  const stays = property.keyed.keys.filter(({ frame }) => !axes.has(frame) && !taken.has(frame));
  return { path: `${property.path}.keys`, value: jsonOfKeys(ordered([...stays, ...moved])) };
}

// Round numbers as fine as the picture shows them.
export const stepOf = (perPixel: number): number => 10 ** Math.round(Math.log10(Math.max(1e-9, perPixel)));
const tidyStep = (value: number, step: number): number => Number((Math.round(value / step) * step).toPrecision(10));

// A key of a component at a place of the graph; the other components stay on their curves.
export function keyOnCurve(property: Property, axis: number, frame: number, to: number, limits: Limits): Edit {
  const isVector = property.keyed.keys.some(({ value }) => isNumbers(value));
  const there = rounded(valueAtFrame(property.keyed, frame, property.field.isRotation));
  const value = withComponent(there, axis, Math.min(limits.high, Math.max(limits.low, to)), isVector);
  const others = property.keyed.keys.filter((key) => key.frame !== frame);
  return { path: `${property.path}.keys`, value: jsonOfKeys(ordered([...others, { frame, value }])) };
}
