// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { signal } from "@preact/signals";
import { spliced } from "../src/text/splice.ts";
import { shared, stable } from "../src/text/shared.ts";
import { Random } from "./random.ts";

test("what is as before is the same object, and what is not has its new value", () => {
  const before = { a: [1, 2], b: { c: { d: 1 }, e: [3] }, f: null };
  const copy = structuredClone(before);
  assert.equal(shared(before, copy), before);
  const after = shared(before, { ...copy, b: { c: { d: 2 }, e: [3] } });
  assert.deepEqual(after, { a: [1, 2], b: { c: { d: 2 }, e: [3] }, f: null });
  assert.equal(after.a, before.a);
  assert.equal(after.b.e, before.b.e);
  assert.notEqual(after.b, before.b);
});

test("members and entries that come or go are seen", () => {
  assert.deepEqual(shared({ a: 1, b: 2 }, { a: 1 }), { a: 1 });
  assert.deepEqual(shared({ a: 1 }, { a: 1, b: undefined }), { a: 1, b: undefined });
  assert.deepEqual(shared([1, 2, 3], [1, 2]), [1, 2]);
  assert.deepEqual(shared([], {}), {});
  assert.deepEqual(shared<unknown>({ a: 1 }, null), null);
});

test("what is shared already is not copied", () => {
  const part = { c: [1] };
  const now = { part, other: { d: 2 } };
  assert.equal(shared({ part, other: { d: 1 } }, now), now);
});

test("any values stay equal to what was given", () => {
  const random = new Random(7);
  const value = (depth: number): unknown => {
    const kind = depth === 0 ? 0 : random.whole(0, 2);
    if (kind === 0) return [null, true, "x", 0, 1, 2][random.whole(0, 5)];
    const parts = Array.from({ length: random.whole(0, 3) }, () => value(depth - 1));
    return kind === 1 ? parts : Object.fromEntries(parts.map((part, n) => ["abc"[n], part]));
  };
  for (let n = 0; n < 3000; ++n) {
    const [before, now] = [value(3), value(3)];
    assert.deepEqual(shared(before, structuredClone(now)), now);
  }
});

test("a stable value tells of changes only", () => {
  const text = signal("[1]");
  const value = stable(() => JSON.parse(text.value) as number[]);
  let told = 0;
  value.subscribe(() => void ++told);
  text.value = "[ 1 ]";
  assert.equal(told, 1);
  text.value = "[2]";
  assert.equal(told, 2);
});

test("cuts at the same place come in their order", () => {
  assert.equal(
    spliced("abc", [
      { from: 2, to: 3, by: "C" },
      { from: 1, to: 1, by: "1" },
      { from: 1, to: 1, by: "2" },
    ]),
    "a12bC",
  );
});
