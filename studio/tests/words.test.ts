// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { changeWords } from "../src/runs/change_words.ts";
import { brief } from "../src/style/brief.ts";

test("fields that are not typed in show four digits", () => {
  assert.deepEqual([0.0244821, 0.1, -1.23456, 12345.67, 1000000, 0, 1e-9].map(brief), [
    "0.02448",
    "0.1",
    "-1.235",
    "12346",
    "1000000",
    "0",
    "1e-9",
  ]);
});

test("changes of a take name the thing and the parameter", () => {
  assert.equal(changeWords("directors[0].instances[splash].strength: 1.0 → 0.0"), "splash: strength 1 → 0");
  assert.equal(changeWords("forces[0].drag: 2 → 5"), "forces 1: drag 2 → 5");
  assert.equal(changeWords("solids[ball].shape.radius: 0.20000001 → 0.25"), "ball: radius 0.2 → 0.25");
  assert.equal(changeWords("solids[ball].shape: new, {}"), "ball: shape new, {}");
  assert.equal(changeWords("solver.spacing: 0.025 → 0.02"), "solver: spacing 0.025 → 0.02");
  assert.equal(changeWords("gravity: [0,-9.81,0] → [0,-1.0,0]"), "gravity [0,-9.81,0] → [0,-1,0]");
  assert.equal(changeWords("solids[old_ball]: gone"), "old ball: gone");
  assert.equal(changeWords('title: "v 1.0" → "v 2.0"'), 'title "v 1.0" → "v 2.0"');
});
