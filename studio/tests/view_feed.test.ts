// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How the view asks for what the scene sets up.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { SetupHeader } from "../src/link/protocol.ts";
import { commonRange } from "../src/view/particles.ts";
import { type Setup, setup, setupError, SetupFeed } from "../src/view/setup_feed.ts";

const answerOf = (scene: string, version: number, frame: number, unfinished: boolean): Setup => ({
  header: { scene, version, frame, unfinished } as SetupHeader,
  bytes: new ArrayBuffer(8),
  start: 8,
});
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5));

class Server {
  version = 1;
  unfinished = false;
  readonly asked: string[] = [];
  private answer: ((work: Setup) => void) | null = null;
  private refuse: ((error: Error) => void) | null = null;

  readonly fetch = (scene: string, frame: number): Promise<Setup> => {
    assert.equal(this.answer, null, "two questions at a time");
    this.asked.push(`${scene}@${frame}`);
    return new Promise((resolve, reject) => {
      this.answer = (work) => resolve(work);
      this.refuse = reject;
    });
  };
  async reply(): Promise<void> {
    const [scene, frame] = this.asked.at(-1)!.split("@");
    const answer = this.answer!;
    this.answer = null;
    answer(answerOf(scene!, this.version, Number(frame), this.unfinished));
    await settled();
  }
  async fail(): Promise<void> {
    this.answer = null;
    this.refuse!(new Error("the scene cannot be read"));
    await settled();
  }
}

beforeEach(() => {
  setup.value = null;
  setupError.value = null;
});
const question = (frame: number, version = 1, scene = "drop.json") => ({ scene, version, frame });

test("there is one question at a time, and the latest is asked next", async () => {
  const server = new Server();
  const feed = new SetupFeed(server.fetch);
  for (const frame of [1, 2, 3, 4]) feed.want(question(frame), 0);
  await settled();
  assert.deepEqual(server.asked, ["drop.json@1"]);
  await server.reply();
  assert.equal(setup.value?.header.frame, 1);
  assert.deepEqual(server.asked, ["drop.json@1", "drop.json@4"]);
  await server.reply();
  assert.equal(setup.value?.header.frame, 4);
  assert.equal(server.asked.length, 2);
});

test("what was answered is shown until the next comes, and kept for when it is wanted again", async () => {
  const server = new Server();
  const feed = new SetupFeed(server.fetch);
  feed.want(question(1), 0);
  await settled();
  await server.reply();
  feed.want(question(2), 0);
  await settled();
  assert.equal(setup.value?.header.frame, 1);
  await server.reply();
  feed.want(question(1), 0);
  await settled();
  assert.equal(setup.value?.header.frame, 1);
  assert.equal(server.asked.length, 2);
  feed.want(question(1, 2), 0);
  await settled();
  assert.equal(server.asked.length, 3);
});

test("what is no longer true is asked for anew", async () => {
  const server = new Server();
  const feed = new SetupFeed(server.fetch);
  feed.want(question(1), 0);
  await settled();
  await server.reply();
  feed.forget();
  feed.want(question(1), 0);
  await settled();
  assert.equal(server.asked.length, 2);
});

test("another scene's setup is not shown", async () => {
  const server = new Server();
  const feed = new SetupFeed(server.fetch);
  feed.want(question(1), 0);
  await settled();
  feed.want(question(1, 1, "other.json"), 0);
  await server.reply();
  assert.equal(setup.value, null);
  assert.equal(server.asked.at(-1), "other.json@1");
  await server.reply();
  assert.equal(setup.value!.header.scene, "other.json");
});

test("a question that fails is told, and what was shown stays", async () => {
  const server = new Server();
  const feed = new SetupFeed(server.fetch);
  feed.want(question(1), 0);
  await settled();
  await server.reply();
  feed.want(question(2), 0);
  await settled();
  await server.fail();
  assert.equal(setupError.value, "the scene cannot be read");
  assert.equal(setup.value?.header.frame, 1);
  feed.want(question(3), 0);
  await settled();
  await server.reply();
  assert.equal(setupError.value, null);
});

test("two takes share their colours' range", () => {
  assert.deepEqual(commonRange({ low: 0, high: 2 }, { low: 1, high: 5 }), { low: 0, high: 5 });
});

test("what is not finished is asked for again until it is", async () => {
  const server = new Server();
  server.unfinished = true;
  const feed = new SetupFeed(server.fetch, undefined, 10);
  feed.want(question(1), 0);
  await settled();
  for (let round = 1; round <= 3; ++round) {
    await server.reply();
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(server.asked.length, round + 1);
  }
  server.unfinished = false;
  await server.reply();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(server.asked.length, 4);
});
