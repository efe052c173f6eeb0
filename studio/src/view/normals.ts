// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Normals of a triangle mesh that is smooth but for its sharp edges: every triangle gets corners of its own, whose
// normals are the mean of the neighbours' that lie within an angle.

const sharp = Math.cos((40 * Math.PI) / 180);
// Larger meshes are made smooth all over, which takes no further corners.
export const mostCreased = 60000; // triangles

export interface Creased {
  positions: Float32Array;
  normals: Float32Array;
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

export function creased(positions: Float32Array, triangles: Uint32Array): Creased {
  const crosses = crossProducts(positions, triangles);
  const { first, around } = trianglesAround(positions.length / 3, triangles);
  const lengths = new Float32Array(triangles.length / 3);
  for (let t = 0; t < lengths.length; ++t) {
    lengths[t] = Math.hypot(crosses[3 * t]!, crosses[3 * t + 1]!, crosses[3 * t + 2]!);
  }
  const made = { positions: new Float32Array(3 * triangles.length), normals: new Float32Array(3 * triangles.length) };
  for (let i = 0; i < triangles.length; ++i) {
    const corner = triangles[i]!;
    const own = 3 * Math.floor(i / 3);
    let [x, y, z] = [0, 0, 0];
    for (let n = first[corner]!; n < first[corner + 1]!; ++n) {
      const other = around[n]!;
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
    made.normals.set([x / length, y / length, z / length], 3 * i);
    made.positions.set(positions.subarray(3 * corner, 3 * corner + 3), 3 * i);
  }
  return made;
}
