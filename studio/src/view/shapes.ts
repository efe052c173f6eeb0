// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Line segments of simple forms: x, y, z of one end and of the other.

import { Vector3 } from "three";
import type { Vec3 } from "../link/protocol.ts";

export function boxLines(lower: Vec3, upper: Vec3, flat = false): Float32Array {
  const segments: number[] = [];
  const corner = (i: number): Vec3 => [
    i & 1 ? upper[0] : lower[0],
    i & 2 ? upper[1] : lower[1],
    flat ? 0 : i & 4 ? upper[2] : lower[2],
  ];
  for (let i = 0; i < (flat ? 4 : 8); ++i) {
    for (const bit of flat ? [1, 2] : [1, 2, 4]) if (!(i & bit)) segments.push(...corner(i), ...corner(i | bit));
  }
  return new Float32Array(segments);
}

export function polylineSegments(lines: readonly Float32Array[]): Float32Array {
  const pieces = lines.reduce((sum, line) => sum + Math.max(line.length / 3 - 1, 0), 0);
  const segments = new Float32Array(6 * pieces);
  let at = 0;
  for (const line of lines) {
    for (let i = 0; i + 6 <= line.length; i += 3, at += 6) segments.set(line.subarray(i, i + 6), at);
  }
  return segments;
}

// A shaft, and four barbs that can be seen from everywhere.
export function arrowLines(from: Vec3, to: Vec3): Float32Array {
  const [tail, tip] = [new Vector3(...from), new Vector3(...to)];
  const way = tip.clone().sub(tail);
  const length = way.length();
  if (length === 0) return new Float32Array();
  way.divideScalar(length);
  const across = new Vector3(...(Math.abs(way.y) < 0.9 ? [0, 1, 0] : [1, 0, 0])).cross(way).normalize();
  const other = way.clone().cross(across);
  const head = length * 0.22;
  const segments = [...from, ...to];
  for (const side of [across, other]) {
    for (const sign of [1, -1]) {
      const barb = tip
        .clone()
        .addScaledVector(way, -head)
        .addScaledVector(side, sign * head * 0.42);
      segments.push(...to, ...barb.toArray());
    }
  }
  return new Float32Array(segments);
}
