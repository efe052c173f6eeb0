// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How the playhead moves while it plays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { advance, Dropped } from "../src/frames/clock.ts";
import { lastThere, Riding } from "../src/frames/player.ts";
import type { Take } from "../src/link/protocol.ts";
import { Random } from "./random.ts";

const running = { position: 10, rate: 24, first: 1, last: 48, looping: true, hold: null };

test("a second is as many frames as the rate says", () => {
  let position = 1;
  for (let n = 0; n < 60; ++n) position = advance({ ...running, position }, 1 / 60).position;
  assert.ok(Math.abs(position - 25) < 1e-9);
});

test("the end leads to the beginning when it loops, and else ends there", () => {
  const end = { ...running, position: 48.9 };
  assert.ok(Math.abs(advance(end, 0.01).position - (48.9 + 0.24 - 48)) < 1e-9);
  assert.deepEqual(advance({ ...end, looping: false }, 0.01), { position: 48, ended: true });
});

test("it holds where a running take has come to, and goes on with it", () => {
  const held = advance({ ...running, hold: 10 }, 0.2);
  assert.equal(Math.floor(held.position), 10);
  const still = advance({ ...running, position: held.position, hold: 10 }, 0.2);
  assert.equal(Math.floor(still.position), 10);
  const on = advance({ ...running, position: still.position, hold: 12 }, 0.02);
  assert.equal(Math.floor(on.position), 11);
});

test("it never leaves its range, and a page that was hidden goes on where it was", () => {
  const random = new Random(3);
  for (let n = 0; n < 2000; ++n) {
    const first = random.whole(-10, 10);
    const last = first + random.whole(0, 30);
    const position = random.between(first - 20, last + 20);
    const hold = random.next() < 0.3 ? random.whole(first, last) : null;
    const given = { position, rate: random.between(1, 120), first, last, looping: random.next() < 0.5, hold };
    const moved = advance(given, random.between(0, 100));
    assert.ok(Math.floor(moved.position) >= first && Math.floor(moved.position) <= last, JSON.stringify(given));
  }
  assert.ok(advance(running, 1000).position <= 10 + 0.25 * 24);
});

test("dropped frames are those of the last second", () => {
  const dropped = new Dropped();
  dropped.add(2, 0);
  dropped.add(3, 600);
  assert.equal(dropped.count(700), 5);
  assert.equal(dropped.count(1100), 3);
  assert.equal(dropped.count(2000), 0);
});

test("the last frame there is lies before the next gap", () => {
  const have: [number, number][] = [
    [1, 10],
    [20, 30],
  ];
  assert.equal(lastThere(have, 5), 10);
  assert.equal(lastThere(have, 15), 10);
  assert.equal(lastThere(have, 22), 30);
  assert.equal(lastThere([], 5), -Infinity);
});

const take = (state: Take["state"], have: [number, number][]): Take =>
  ({ take: "takes/a/001", state, have, frames: { first: 1, last: 48, rate: 24 } }) as Take;

test("whoever stands at the newest frame of a running take goes on with it, to its end", () => {
  const riding = new Riding();
  assert.equal(riding.next(take("running", []), 1), null);
  assert.equal(riding.next(take("running", [[1, 1]]), 1), null);
  assert.equal(riding.next(take("running", [[1, 4]]), 1), 4);
  assert.equal(riding.next(take("running", [[1, 4]]), 4), null);
  assert.equal(riding.next(take("running", [[1, 7]]), 4), 7);
  // The artist goes back, and to the newest again.
  assert.equal(riding.next(take("running", [[1, 7]]), 3), null);
  assert.equal(riding.next(take("running", [[1, 8]]), 3), null);
  assert.equal(riding.next(take("running", [[1, 8]]), 8), null);
  assert.equal(riding.next(take("done", [[1, 9]]), 8), 9);
  const other = { ...take("running", [[1, 12]]), take: "takes/a/002" };
  assert.equal(riding.next(other, 9), null);
  // From the beginning, also where some frames are there already.
  assert.equal(new Riding().next(other, 1), 12);
});

test("whoever waits at a later frame stays there when it is reached", () => {
  const riding = new Riding();
  for (const last of [2, 7, 8, 9]) assert.equal(riding.next(take("running", [[1, last]]), 7), null);
});

test("frames that are made anew from the playhead on are followed", () => {
  const riding = new Riding();
  assert.equal(riding.next(take("running", [[1, 9]]), 5), null);
  assert.equal(riding.next(take("running", [[1, 5]]), 5), null);
  assert.equal(riding.next(take("running", [[1, 6]]), 5), 6);
  const live = { ...take("running", [[1, 9]]), editions: [[1, 3]] as [number, number][] };
  assert.equal(riding.next(live, 6), null);
  const changed: [number, number][] = [
    [1, 3],
    [7, 4],
  ];
  assert.equal(riding.next({ ...live, editions: changed }, 6), 9);
  assert.equal(riding.next({ ...live, editions: changed }, 4), null);
  const branch = { ...take("running", []), take: "takes/a/002", from: { take: "takes/a/001", frame: 5 } };
  assert.equal(riding.next(branch, 5), null);
  assert.equal(riding.next({ ...branch, have: [[1, 7]] }, 5), 7);
});
