// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which frames are fetched and kept.

import assert from "node:assert/strict";
import { someTake } from "./some_take.ts";
import { test } from "node:test";
import { cachedFrames, FrameCache, type Stream } from "../src/frames/cache.ts";
import type { Fetching } from "../src/frames/fetching.ts";
import { editionAt, rangesOf, staleFrames, wantedOrder } from "../src/frames/order.ts";
import type { Packed } from "../src/link/packed.ts";
import { streamsOf, volumeOf } from "../src/view/take_streams.ts";
import type { Take } from "../src/link/protocol.ts";
import { Random } from "./random.ts";

const way = { frame: 10, played: { first: 1, last: 20 }, looping: false, ahead: 4, behind: 2 };

test("the frame at the playhead comes first, then those ahead, then a few behind", () => {
  assert.deepEqual(wantedOrder(way), [10, 11, 12, 13, 9, 14, 8]);
});

test("ahead of the last frame are the first ones, when it loops", () => {
  const end = { ...way, frame: 19, behind: 0 };
  assert.deepEqual(wantedOrder(end), [19, 20]);
  assert.deepEqual(wantedOrder({ ...end, looping: true }), [19, 20, 1, 2, 3]);
});

test("no frame is wanted twice, and none outside of what is played but the playhead's own", () => {
  const random = new Random(7);
  for (let n = 0; n < 300; ++n) {
    const first = random.whole(-5, 5);
    const played = { first, last: first + random.whole(0, 12) };
    const given = { frame: random.whole(-8, 20), played, looping: random.next() < 0.5, ahead: 30, behind: 30 };
    const order = wantedOrder(given);
    assert.equal(order[0], given.frame);
    assert.equal(new Set(order).size, order.length);
    const isPlayed = given.frame >= played.first && given.frame <= played.last;
    if (isPlayed) assert.ok(order.every((frame) => frame >= played.first && frame <= played.last));
    if (isPlayed && given.looping) assert.equal(order.length, played.last - played.first + 1);
  }
});

test("frames become ranges", () => {
  assert.deepEqual(rangesOf([3, 1, 2, 9, 7, 8, 5]), [
    [1, 3],
    [5, 5],
    [7, 9],
  ]);
  assert.deepEqual(rangesOf([]), []);
});

test("what a branched live take has made anew is stale", () => {
  const before = { have: [[1, 30]] as [number, number][], editions: [[1, 1]] as [number, number][] };
  assert.deepEqual(staleFrames(before, { have: [[1, 31]], editions: [[1, 1]] }), []);
  assert.deepEqual(staleFrames(before, { have: [[1, 27]], editions: [[1, 1]] }), [28, 29, 30]);
  const anew: [number, number][] = [
    [1, 1],
    [29, 2],
  ];
  assert.deepEqual(staleFrames(before, { have: [[1, 40]], editions: anew }), [29, 30]);
  assert.equal(editionAt(anew, 28), 1);
  assert.equal(editionAt(anew, 50), 2);
  assert.equal(editionAt(undefined, 3), 0);
});

// A server that answers when it is told to.
class Server {
  readonly asked: string[] = [];
  readonly cancelled: string[] = [];
  private readonly answers = new Map<string, (bytes: number) => void>();
  private readonly refusals = new Map<string, () => void>();

  readonly fetch = (address: string): Fetching => {
    this.asked.push(address);
    const packed = new Promise<Packed<unknown>>((resolve, reject) => {
      this.answers.set(address, (bytes) => resolve({ header: address, bytes: new ArrayBuffer(bytes), start: 0 }));
      this.refusals.set(address, () => reject(new Error("frame is being written")));
    });
    return { packed, cancel: () => this.cancelled.push(address) };
  };
  async answer(address: string, bytes = 100): Promise<void> {
    this.answers.get(address)!(bytes);
    await new Promise((resolve) => setImmediate(resolve));
  }
  async refuse(address: string): Promise<void> {
    this.refusals.get(address)!();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const stream = (wanted: number[], lanes = 2): Stream => ({
  name: "particles|a",
  take: "a",
  address: (frame) => String(frame),
  wanted,
  lanes,
});

test("frames are fetched in order, a few at a time", async () => {
  const server = new Server();
  const cache = new FrameCache(1e8, server.fetch, () => {});
  cache.want([stream([5, 6, 7, 4])]);
  assert.deepEqual(server.asked, ["5", "6"]);
  await server.answer("5");
  assert.deepEqual(server.asked, ["5", "6", "7"]);
  assert.equal(cache.get("particles|a", 5)?.packed.header, "5");
  assert.equal(cache.get("particles|a", 6), null);
  assert.deepEqual(cachedFrames.value, { a: [[5, 5]] });
});

test("what is no longer wanted is given up, and an answer that comes all the same is not kept", async () => {
  const server = new Server();
  const cache = new FrameCache(1e8, server.fetch, () => {});
  cache.want([stream([5, 6])]);
  cache.want([stream([50])]);
  assert.deepEqual(server.cancelled, ["5", "6"]);
  assert.deepEqual(server.asked, ["5", "6", "50"]);
  await server.answer("5");
  assert.equal(cache.get("particles|a", 5), null);
});

test("the budget holds, and the nearest frames are kept", async () => {
  const server = new Server();
  const cache = new FrameCache(350, server.fetch, () => {});
  const all = Array.from({ length: 10 }, (_, i) => i + 1);
  cache.want([stream(all, 1)]);
  for (const frame of all) if (server.asked.includes(String(frame))) await server.answer(String(frame));
  assert.deepEqual(cachedFrames.value["a"], [[1, 3]]);
  const later = [7, 8, 9, 10];
  cache.want([stream(later, 1)]);
  for (const frame of later) if (server.asked.includes(String(frame))) await server.answer(String(frame));
  assert.ok(cache.size <= 350);
  assert.ok(cache.get("particles|a", 7) && cache.get("particles|a", 8) && cache.get("particles|a", 9));
});

test("the frame at the playhead is fetched though it is larger than the budget", async () => {
  const server = new Server();
  const cache = new FrameCache(10, server.fetch, () => {});
  cache.want([stream([5, 6])]);
  await server.answer("5", 100);
  assert.ok(cache.get("particles|a", 5));
  assert.deepEqual(server.asked, ["5"]);
});

test("stale frames are dropped, also those under way", async () => {
  const server = new Server();
  const cache = new FrameCache(1e8, server.fetch, () => {});
  cache.want([stream([5, 6, 7], 3)]);
  await server.answer("5");
  await server.answer("6");
  cache.drop("a", (frame) => frame > 5);
  assert.ok(cache.get("particles|a", 5));
  assert.equal(cache.get("particles|a", 6), null);
  await server.answer("7");
  assert.equal(cache.get("particles|a", 7), null);
  assert.deepEqual(cachedFrames.value["a"], [[5, 5]]);
});

test("a frame that fails is told, left for a while, and tried again", async () => {
  const server = new Server();
  let now = 0;
  let told = 0;
  const cache = new FrameCache(
    1e8,
    server.fetch,
    () => ++told,
    () => now,
  );
  cache.want([stream([5], 1)]);
  await server.refuse("5");
  assert.equal(cache.failure("particles|a", 5), "frame is being written");
  assert.equal(told, 1);
  cache.want([stream([5], 1)]);
  assert.equal(server.asked.length, 1);
  now = 2000;
  cache.want([stream([5], 1)]);
  assert.equal(server.asked.length, 2);
  await server.answer("5");
  assert.equal(cache.failure("particles|a", 5), null);
});

const take: Take = {
  ...someTake,
  frames: { first: 1, last: 84, rate: 24 },
  have: [[1, 40]],
  dimensions: 3,
  upper: [1, 1, 1],
};
const at = { frame: 38, played: { first: 1, last: 84 }, looping: true, playing: false };
const parts = { particles: true, surface: true, volume: true, directs: false };

test("only frames that there are are asked for, and only what a take holds", () => {
  const streams = streamsOf(take, "speed", parts, at);
  assert.ok(streams.particles!.wanted.every((frame) => frame <= 40));
  assert.ok(streams.particles!.wanted.includes(38));
  assert.deepEqual(streams.surface!.wanted, [38]);
  assert.equal(streams.volume, null);
  assert.equal(streamsOf({ ...take, dimensions: 2 }, "speed", parts, at).surface, null);
  assert.equal(streamsOf({ ...take, particles: false }, "speed", parts, at).particles, null);
  assert.equal(volumeOf({ ...take, volumes: ["heat", "density"] }), "density");
});

test("colouring by something else is another stream", () => {
  const one = streamsOf(take, "speed", parts, at).particles!;
  const other = streamsOf(take, "phase", parts, at).particles!;
  assert.notEqual(one.name, other.name);
  assert.match(other.address(7), /^\/api\/particles\?take=takes%2Fdrop%2F001&frame=7&by=phase/);
});
