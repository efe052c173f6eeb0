// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small scenes for journeys: a second or two each on two cores.

export const drop = `// A drop falls into a pool (2D).
{
  "title": "drop",
  "dimensions": 2,
  "frames": {"last": 24},
  "domain": {"lower": [-0.6, 0, -1], "upper": [0.6, 0.8, 1]},   // a small tank
  "solver": {"kind": "sph", "spacing": 0.025},
  "liquids": [
    {"name": "pool", "shape": {"kind": "box", "lower": [-0.6, 0, -1], "upper": [0.6, 0.2, 1]}},
    /* what falls */
    {"name": "ball",
     "shape": {"kind": "sphere", "centre": [0, 0.5,   0], "radius": 0.1}} // round
  ]
}
`;

export const pool = `// Water at rest (2D), for a splash to be placed in.
{
  "title": "pool",
  "dimensions": 2,
  "frames": {"last": 30},
  "domain": {"lower": [-1, 0, -1], "upper": [1, 0.8, 1]},
  "solver": {"kind": "sph", "spacing": 0.025},
  "liquids": [{"name": "pool", "shape": {"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.2, 1]}}]
}
`;

// Two such drops; the one on the right is as the other is four frames later.
export const twoDrops = `{
  "title": "two drops",
  "dimensions": 2,
  "frames": {"last": 12},
  "domain": {"lower": [-1.5, 0, -1], "upper": [1.5, 0.8, 1]},
  "solver": {"kind": "sph", "spacing": 0.025},
  "liquids": [
    {"name": "pool", "shape": {"kind": "box", "lower": [-1.5, 0, -1], "upper": [1.5, 0.2, 1]}},
    {"name": "left", "shape": {"kind": "sphere", "centre": [-0.8, 0.5, 0], "radius": 0.1}},
    {"name": "right", "velocity": [0, -1.635, 0],
     "shape": {"kind": "sphere", "centre": [0.8, 0.364, 0], "radius": 0.1}}
  ]
}
`;
