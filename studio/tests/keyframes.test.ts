// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Json } from "../src/link/protocol.ts";
import { type Key, keyedOf, movedKeys, withKey, withoutKeys } from "../src/text/keyframes.ts";
import { parse } from "../src/text/parse.ts";
import { valueAt } from "../src/text/paths.ts";
import { applied } from "../src/timeline/apply.ts";
import * as edits from "../src/timeline/key_edits.ts";
import { keyName } from "../src/timeline/rows.ts";
import { Random } from "./random.ts";
import { property, sceneText, thing } from "./timeline_scene.ts";

const inOrder = (keys: readonly Key[]): boolean => keys.every(({ frame }, n) => n === 0 || frame > keys[n - 1]!.frame);

function someKeys(random: Random): Key[] {
  const frames = new Set(Array.from({ length: random.whole(1, 12) }, () => random.whole(0, 40) / random.of([1, 2])));
  return [...frames].sort((a, b) => a - b).map((frame) => ({ frame, value: random.whole(-9, 9) }));
}

test("keys that are moved stay in order, and no two are at one frame", () => {
  const random = new Random(1);
  for (let n = 0; n < 500; ++n) {
    const keys = someKeys(random);
    const frames = new Set(keys.filter(() => random.next() < 0.5).map(({ frame }) => frame));
    const by = random.whole(-30, 30);
    const moved = movedKeys(keys, frames, by);
    assert.ok(inOrder(moved));
    for (const frame of frames) {
      const before = keys.find((key) => key.frame === frame)!;
      assert.equal(moved.find((key) => key.frame === frame + by)?.value, before.value);
    }
    const copies = movedKeys(keys, frames, by, true);
    assert.ok(inOrder(copies) && copies.length >= keys.length);
    // Where none is in the way, they can be moved back.
    if (moved.length === keys.length) {
      const there = new Set([...frames].map((frame) => frame + by));
      assert.deepEqual(movedKeys(moved, there, -by), keys);
    }
  }
});

test("keys are set and taken away", () => {
  assert.deepEqual(withKey(2, 10, 3), { keys: [[10, 3]], between: "smooth" });
  assert.deepEqual(
    withKey(
      {
        keys: [
          [1, 0],
          [20, 5],
        ],
      },
      10,
      3,
    ),
    {
      keys: [
        [1, 0],
        [10, 3],
        [20, 5],
      ],
    },
  );
  assert.deepEqual(withKey({ keys: [[1, 0]] }, 1, 3), { keys: [[1, 3]] });
  assert.deepEqual(
    withoutKeys(
      {
        keys: [
          [1, 0],
          [20, 5],
        ],
        between: "step",
      },
      new Set([1]),
    ),
    { keys: [[20, 5]], between: "step" },
  );
  assert.equal(
    withoutKeys(
      {
        keys: [
          [1, 0],
          [20, 5],
        ],
      },
      new Set([1, 20]),
    ),
    5,
  );
});

const rotate = "solids[1].shape.transform.rotate";
const strength = "directors[0].instances[1].strength";
const find = (path: string) => property(sceneText, path);
const after = (those: ReturnType<typeof edits.keysMoved>, path: string): Json | undefined =>
  valueAt(parse(applied(those)(sceneText)), path);

test("moving keys of several parameters and back gives the same text", () => {
  const names = [`${rotate}@24`, `${rotate}@48`, `${strength}@50.5`];
  const moved = applied(edits.keysMoved(names, find, 7, false))(sceneText);
  assert.deepEqual(
    property(moved, rotate).keyed.keys.map(({ frame }) => frame),
    [1, 31, 55],
  );
  assert.deepEqual(
    property(moved, strength).keyed.keys.map(({ frame }) => frame),
    [40, 50, 57.5],
  );
  const back = applied(edits.keysMoved(edits.namesMoved(names, 7), (path) => property(moved, path), -7, false))(moved);
  assert.deepEqual(parse(back), parse(sceneText));
  assert.ok(moved.includes("// the first one"));
});

test("a key that is taken away leaves the others; the last one leaves its value", () => {
  assert.deepEqual(after(edits.keysRemoved([`${rotate}@24`], find), rotate), {
    keys: [
      [1, [0, 0, 0]],
      [48, [0, 0, 0]],
    ],
    between: "smooth",
  });
  const all = find(rotate).keyed.keys.map(({ frame }) => keyName({ path: rotate, frame }));
  assert.deepEqual(after(edits.keysRemoved(all, find), rotate), [0, 0, 0]);
});

test("a key is set with what the curve has there, and taken away again", () => {
  const once = applied([edits.keyToggled(find(strength), 45)])(sceneText);
  assert.deepEqual(property(once, strength).keyed.keys[1], { frame: 45, value: 0.5 });
  const twice = applied([edits.keyToggled(property(once, strength), 45)])(once);
  assert.deepEqual(parse(twice), parse(sceneText));
});

test("a key that is dragged onto another one takes its place", () => {
  const random = new Random(6);
  for (let n = 0; n < 100; ++n) {
    const keys = someKeys(random);
    const from = random.of(keys).frame;
    const to = { frame: random.whole(0, 20), value: 100 };
    const edit = edits.keyChanged({ ...find(strength), keyed: { keys, between: "linear" } }, from, to);
    const changed = keyedOf({ keys: edit.value! })!.keys;
    assert.ok(inOrder(changed));
    assert.equal(changed.find(({ frame }) => frame === to.frame)?.value, 100);
    assert.equal(
      changed.some(({ frame }) => frame === from && from !== to.frame),
      false,
    );
  }
});

test("keys are pasted at the playhead, also to another thing", () => {
  const thingOf = (path: string): string => path.match(/^directors\[0\]\.instances\[\d\]|^[a-z]+\[\d\]/)![0];
  const copy = edits.copied([`${strength}@40`, `${strength}@50`], find, thingOf)!;
  const now = (path: string) => valueAt(parse(sceneText), path);
  const mayBeKeyed = (path: string) => /^directors\[0\]\.instances\[\d\]\.strength$/.test(path);
  const same = edits.pasted(copy, 60, null, mayBeKeyed, now);
  assert.deepEqual(same.names, [`${strength}@60`, `${strength}@70`]);
  assert.equal(keyedOf(after(same.edits, strength))!.keys.length, 5);
  const other = edits.pasted(copy, 3, "directors[0].instances[0]", mayBeKeyed, now);
  const there = applied(other.edits)(sceneText);
  assert.deepEqual(thing(there, "directors[0].instances[0]").value["strength"], {
    keys: [
      [3, 0],
      [13, 1],
    ],
  });
  assert.equal(edits.pasted(copy, 3, "emitters[0]", mayBeKeyed, now).edits.length, 0);
});
