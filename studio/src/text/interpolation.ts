// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a keyframed value is between its keys, as src/geometry/shapes/animated.cpp has it: numbers and vectors, component
// by component. Rotations are in rotation.ts.

import type { Json } from "../link/protocol.ts";
import type { Between, Key, Keyed } from "./keyframes.ts";
import { rotationAt } from "./rotation.ts";

interface Span {
  first: number; // of the key before; the span goes to the next one
  length: number; // frames
  t: number; // of the way, in [0, 1)
}

// null: before the first key or after the last, where the value stays.
function spanAt(frames: readonly number[], frame: number): Span | null {
  const after = frames.findIndex((key) => frame < key);
  if (after <= 0) return null;
  const length = frames[after]! - frames[after - 1]!;
  return { first: after - 1, length, t: (frame - frames[after - 1]!) / length };
}

// The parabola through three keys, at the middle one; at rest where the curve turns, and never so steep that it would
// overshoot.
function limitedSlope(s0: number, s1: number, h0: number, h1: number): number {
  if (s0 * s1 <= 0) return 0;
  const slope = (s0 * h1 + s1 * h0) / (h0 + h1);
  const limit = 3 * Math.min(Math.abs(s0), Math.abs(s1));
  return Math.abs(slope) > limit ? slope * (limit / Math.abs(slope)) : slope;
}

// Of the curve at both ends of a span, times its length: 0 at the first key and at the last one.
export function slopesOf(frames: readonly number[], values: readonly number[], first: number): [number, number] {
  const length = (key: number): number => frames[key + 1]! - frames[key]!;
  const meanSlope = (key: number): number => (values[key + 1]! - values[key]!) / length(key);
  const slope = (key: number): number => {
    if (key === 0 || key + 1 === frames.length) return 0;
    return limitedSlope(meanSlope(key - 1), meanSlope(key), length(key - 1), length(key));
  };
  return [slope(first) * length(first), slope(first + 1) * length(first)];
}

export function numberAt(
  frames: readonly number[],
  values: readonly number[],
  between: Between,
  frame: number,
): number {
  const span = spanAt(frames, frame);
  if (!span) return frame < frames[0]! ? values[0]! : values.at(-1)!;
  const a = values[span.first]!;
  const b = values[span.first + 1]!;
  if (between === "step") return a;
  const { t } = span;
  if (between === "linear") return a + (b - a) * t;
  const [m0, m1] = slopesOf(frames, values, span.first);
  const curve = a + (b - a) * t * t * (3 - 2 * t) + m0 * t * (1 - t) * (1 - t) - m1 * t * t * (1 - t);
  return Math.min(Math.max(curve, Math.min(a, b)), Math.max(a, b));
}

export const isNumbers = (value: Json | undefined): value is number[] =>
  Array.isArray(value) && value.every((part) => typeof part === "number");

// The values of one component; a plain number among vectors stands for all three.
export const component = (keys: readonly Key[], axis: number): number[] =>
  keys.map(({ value }) => (typeof value === "number" ? value : isNumbers(value) ? (value[axis] ?? 0) : 0));

// How many numbers its keys have: 1 or 3; 0 for what is no number.
export function components(keys: readonly Key[]): number {
  if (keys.some(({ value }) => isNumbers(value))) return 3;
  return keys.every(({ value }) => typeof value === "number") && keys.length ? 1 : 0;
}

// At any frame, in the form in which keys have it.
export function valueAtFrame(keyed: Keyed, frame: number, isRotation = false): Json {
  const { keys, between } = keyed;
  const exact = keys.find((key) => key.frame === frame);
  if (exact) return exact.value;
  const frames = keys.map((key) => key.frame);
  const count = components(keys);
  if (count === 0) return keys[0]?.value ?? null;
  if (count === 1) return numberAt(frames, component(keys, 0), between, frame);
  const axes = [0, 1, 2].map((axis) => component(keys, axis));
  if (isRotation) {
    const places = keys.map((_, key) => [axes[0]![key]!, axes[1]![key]!, axes[2]![key]!] as [number, number, number]);
    return rotationAt(frames, places, between, frame);
  }
  return axes.map((values) => numberAt(frames, values, between, frame));
}
