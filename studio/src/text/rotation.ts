// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframed rotations between their keys, as src/geometry/shapes/animated.cpp has them: turns about x, then y, then z in
// degrees, which go the shorter way round. Answers are degrees again: of the many triples that are the same rotation
// the one that goes on best from the key before.

import type { Vec3 } from "../link/protocol.ts";
import type { Between } from "./keyframes.ts";

type Quaternion = [number, number, number, number]; // w, x, y, z

const radians = Math.PI / 180;
const length = (v: Vec3): number => Math.hypot(v[0], v[1], v[2]);
const scaled = (v: Vec3, by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];
const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

function times(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}
const conjugate = (q: Quaternion): Quaternion => [q[0], -q[1], -q[2], -q[3]];

export function fromDegrees(degrees: Vec3): Quaternion {
  const [x, y, z] = degrees.map((angle) => (angle * radians) / 2) as Vec3;
  return times(
    [Math.cos(z), 0, 0, Math.sin(z)],
    times([Math.cos(y), 0, Math.sin(y), 0], [Math.cos(x), Math.sin(x), 0, 0]),
  );
}

// The rotation vector (axis times angle) of the shorter way round, and back.
function log(q: Quaternion): Vec3 {
  const v: Vec3 = [q[1], q[2], q[3]];
  const s = length(v);
  if (s < 1e-12) return scaled(v, q[0] < 0 ? -2 : 2);
  return scaled(v, (2 * (q[0] < 0 ? Math.atan2(-s, -q[0]) : Math.atan2(s, q[0]))) / s);
}
function exp(rotation: Vec3): Quaternion {
  const angle = length(rotation);
  if (angle < 1e-12) return [1, rotation[0] / 2, rotation[1] / 2, rotation[2] / 2];
  const [x, y, z] = scaled(rotation, Math.sin(angle / 2) / angle);
  return [Math.cos(angle / 2), x, y, z];
}

function limitedSlope(s0: Vec3, s1: Vec3, h0: number, h1: number): Vec3 {
  if (dot(s0, s1) <= 0) return [0, 0, 0];
  const slope = [0, 1, 2].map((axis) => (s0[axis]! * h1 + s1[axis]! * h0) / (h0 + h1)) as Vec3;
  const limit = 3 * Math.min(length(s0), length(s1));
  return length(slope) > limit ? scaled(slope, limit / length(slope)) : slope;
}

// In the span of keys `first` and the next one, `t` of the way.
function quaternionIn(frames: readonly number[], keys: readonly Vec3[], between: Between, first: number, t: number) {
  const value = (key: number): Quaternion => fromDegrees(keys[key]!);
  const from = value(first);
  if (between === "step") return from;
  const turn = (key: number): Vec3 => log(times(conjugate(value(key)), value(key + 1)));
  if (between === "linear") return times(from, exp(scaled(turn(first), t)));
  const span = (key: number): number => frames[key + 1]! - frames[key]!;
  const slope = (key: number): Vec3 => {
    if (key === 0 || key + 1 === frames.length) return [0, 0, 0];
    const [h0, h1] = [span(key - 1), span(key)];
    return limitedSlope(scaled(turn(key - 1), 1 / h0), scaled(turn(key), 1 / h1), h0, h1);
  };
  const w1 = scaled(slope(first), span(first) / 3);
  const w3 = scaled(slope(first + 1), span(first) / 3);
  const whole = times(conjugate(from), value(first + 1));
  const w2 = log(times(times(exp(scaled(w1, -1)), whole), exp(scaled(w3, -1))));
  const u = 1 - t;
  const rest = times(exp(scaled(w2, t * t * (3 - 2 * t))), exp(scaled(w3, t * t * t)));
  return times(times(from, exp(scaled(w1, 1 - u * u * u))), rest);
}

const nearestTurn = (angle: number, to: number): number => angle + 360 * Math.round((to - angle) / 360);

// Of the triples of degrees that are this rotation, the nearest one.
export function toDegrees(q: Quaternion, near: Vec3): Vec3 {
  const [w, x, y, z] = q;
  const sine = Math.min(1, Math.max(-1, 2 * (w * y - z * x)));
  let [a, b, c] = [0, Math.asin(sine) / radians, 0];
  if (Math.abs(sine) > 1 - 1e-9) {
    // Turned by 90 degrees about y, x and z turn about the same axis: x stays, z has what is left.
    a = near[0];
    const both = (2 * Math.atan2(x, w)) / radians;
    c = sine > 0 ? a - both : both - a;
  } else {
    a = Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y)) / radians;
    c = Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z)) / radians;
  }
  const others: Vec3[] = [
    [a, b, c],
    [a + 180, 180 - b, c + 180],
  ];
  const candidates = others.map((those) => those.map((angle, axis) => nearestTurn(angle, near[axis]!)) as Vec3);
  const far = (those: Vec3): number => those.reduce((sum, angle, axis) => sum + Math.abs(angle - near[axis]!), 0);
  return far(candidates[0]!) <= far(candidates[1]!) ? candidates[0]! : candidates[1]!;
}

// From the key `first` on to `to` of the way to the next one, in that many equal steps; enough of them for the way round
// to be told.
export function rotationsAlong(
  frames: readonly number[],
  keys: readonly Vec3[],
  between: Between,
  first: number,
  to = 1,
  steps = 32,
): Vec3[] {
  const those: Vec3[] = [keys[first]!];
  for (let step = 1; step <= steps; ++step) {
    those.push(toDegrees(quaternionIn(frames, keys, between, first, (to * step) / steps), those.at(-1)!));
  }
  return those;
}

export function rotationAt(frames: readonly number[], keys: readonly Vec3[], between: Between, frame: number): Vec3 {
  const after = frames.findIndex((key) => frame < key);
  if (after <= 0) return frame < frames[0]! ? keys[0]! : keys.at(-1)!;
  const t = (frame - frames[after - 1]!) / (frames[after]! - frames[after - 1]!);
  return rotationsAlong(frames, keys, between, after - 1, t).at(-1)!;
}
