// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { type Marker, marked, moved, renamed } from "../src/timeline/markers.ts";
import { besides, recordedSource } from "../src/timeline/sources.ts";
import { Random } from "./random.ts";

test("markers are in order, one at a frame, with names and numbers of their own", () => {
  const random = new Random(4);
  let those: Marker[] = [];
  for (let n = 0; n < 300; ++n) {
    const at = random.whole(1, 30);
    const there = those.map(({ frame }) => frame);
    const from = there.length ? random.of(there) : at;
    those = random.of([marked(those, at), moved(those, from, at), renamed(those, at, random.of(["", "hit"]))]);
    const frames = those.map(({ frame }) => frame);
    assert.deepEqual(
      frames,
      [...new Set(frames)].sort((a, b) => a - b),
    );
    assert.equal(new Set(those.map(({ id }) => id)).size, those.length);
  }
  assert.deepEqual(
    marked(marked([], 5), 2).map(({ name }) => name),
    ["Marker 2", "Marker 1"],
  );
});

test("a recorded scene is found from the scene that records it", () => {
  assert.equal(besides("templates/letters.json", "recorded/letter-W.json"), "templates/recorded/letter-W.json");
  assert.equal(besides("examples:sph/a.json", "../templates/./b.json"), "examples:templates/b.json");
  assert.equal(besides("a.json", "b.json"), "b.json");
});

test("a recording has the frames that it says, or those of its scene", () => {
  const known = new Map([["t/b.json", { first: 1, last: 72, rate: 48 }]]);
  const source = (entry: Record<string, string | number>) => recordedSource(entry, "t/a.json", known);
  assert.deepEqual(source({ scene: "b.json" }), { frames: 72, rate: 48 });
  assert.deepEqual(source({ scene: "b.json", first: 5, last: 10 }), { frames: 6, rate: 48 });
  assert.equal(source({ scene: "c.json" }), null);
  assert.equal(source({ first: 5, last: 10 }), null);
});
