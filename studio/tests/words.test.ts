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
  const titles: Record<string, string> = {
    "forces[0]": "Wind",
    solver: "Solver",
    "directors[0].instances[1]": "hop 2",
  };
  const words = (change: string): string => changeWords(change, (path) => titles[path] ?? null);
  assert.equal(words("directors[0].instances[splash].strength: 1.0 → 0.0"), "splash: strength 1 → 0");
  assert.equal(words("directors[0].instances[1].strength: 1.0 → 0.0"), "hop 2: strength 1 → 0");
  assert.equal(words("forces[0].drag: 2 → 5"), "Wind: drag 2 → 5");
  assert.equal(words("forces[4].drag: 2 → 5"), "forces 5: drag 2 → 5");
  assert.equal(words("solids[ball].shape.radius: 0.20000001 → 0.25"), "ball: radius 0.2 → 0.25");
  assert.equal(words("solids[ball].shape: new, {}"), "ball: shape new, {}");
  assert.equal(words("solver.spacing: 0.025 → 0.02"), "Solver: spacing 0.025 → 0.02");
  assert.equal(words("gravity: [0,-9.81,0] → [0,-1.0,0]"), "gravity [0,-9.81,0] → [0,-1,0]");
  assert.equal(words("solids[old_ball]: gone"), "old_ball: gone");
  assert.equal(words('title: "v 1.0" → "v 2.0"'), 'title "v 1.0" → "v 2.0"');
});
