// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Normals of a triangle mesh that is smooth but for its sharp edges: a corner's normal is the mean of those of its
// triangles that lie within an angle, and at sharp edges it becomes several corners.

import type { Vec3 } from "../link/protocol.ts";

const sharp = Math.cos((40 * Math.PI) / 180);
// Larger meshes are made smooth all over, which takes no further corners.
export const mostCreased = 60000; // triangles

export interface Creased {
  positions: Float32Array;
  normals: Float32Array;
  triangles: Uint32Array;
}

// Of each triangle, as long as it is large.
function crossProducts(positions: Float32Array, triangles: Uint32Array): Float32Array {
  const crosses = new Float32Array(triangles.length);
  for (let t = 0; t < triangles.length; t += 3) {
    const [a, b, c] = [3 * triangles[t]!, 3 * triangles[t + 1]!, 3 * triangles[t + 2]!];
    const ux = positions[b]! - positions[a]!;
    const uy = positions[b + 1]! - positions[a + 1]!;
    const uz = positions[b + 2]! - positions[a + 2]!;
    const vx = positions[c]! - positions[a]!;
    const vy = positions[c + 1]! - positions[a + 1]!;
    const vz = positions[c + 2]! - positions[a + 2]!;
    crosses[t] = uy * vz - uz * vy;
    crosses[t + 1] = uz * vx - ux * vz;
    crosses[t + 2] = ux * vy - uy * vx;
  }
  return crosses;
}

// The triangles around each corner: those of corner i are `around[first[i] .. first[i + 1]]`.
function trianglesAround(corners: number, triangles: Uint32Array): { first: Uint32Array; around: Uint32Array } {
  const first = new Uint32Array(corners + 1);
  for (const corner of triangles) ++first[corner + 1]!;
  for (let i = 0; i < corners; ++i) first[i + 1]! += first[i]!;
  const next = first.slice();
  const around = new Uint32Array(triangles.length);
  for (let i = 0; i < triangles.length; ++i) around[next[triangles[i]!]!++] = 3 * Math.floor(i / 3);
  return { first, around };
}

// The mean normal at a corner of those around it, longer ones counting more, that lie within the angle of its own.
function meanNormal(own: number, those: Uint32Array, crosses: Float32Array, lengths: Float32Array): Vec3 {
  let [x, y, z] = [0, 0, 0];
  for (const other of those) {
    const along =
      crosses[own]! * crosses[other]! +
      crosses[own + 1]! * crosses[other + 1]! +
      crosses[own + 2]! * crosses[other + 2]!;
    if (other !== own && along < sharp * lengths[own / 3]! * lengths[other / 3]!) continue;
    x += crosses[other]!;
    y += crosses[other + 1]!;
    z += crosses[other + 2]!;
  }
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
}

export function creased(positions: Float32Array, triangles: Uint32Array): Creased {
  const crosses = crossProducts(positions, triangles);
  const lengths = new Float32Array(triangles.length / 3);
  for (let t = 0; t < lengths.length; ++t) {
    lengths[t] = Math.hypot(crosses[3 * t]!, crosses[3 * t + 1]!, crosses[3 * t + 2]!);
  }
  const corners = positions.length / 3;
  const { first, around } = trianglesAround(corners, triangles);
  const made: number[] = []; // the corner that each new one was
  const normals: number[] = [];
  const cornerOf = new Uint32Array(triangles.length);
  for (let corner = 0; corner < corners; ++corner) {
    const those = around.subarray(first[corner]!, first[corner + 1]!);
    const begin = made.length;
    for (const own of those) {
      // Where the same ones were added, the sum has the same bits.
      const normal = meanNormal(own, those, crosses, lengths);
      let at = begin;
      while (at < made.length && normal.some((value, k) => value !== normals[3 * at + k])) ++at;
      if (at === made.length) {
        made.push(corner);
        normals.push(...normal);
      }
      for (let k = own; k < own + 3; ++k) if (triangles[k] === corner) cornerOf[k] = at;
    }
  }
  const places = new Float32Array(3 * made.length);
  made.forEach((corner, at) => places.set(positions.subarray(3 * corner, 3 * corner + 3), 3 * at));
  return { positions: places, normals: new Float32Array(normals), triangles: cornerOf };
}
