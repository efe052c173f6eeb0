// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays that the page has are not sent again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { NamedArrays } from "../src/link/named_arrays.ts";
import { type Packed, partOf } from "../src/link/packed.ts";
import type { Part } from "../src/link/protocol.ts";

interface Header {
  parts: Part[];
}
const partsOf = ({ parts }: Header): Part[] => parts;

// As the server makes it: arrays of the names it was told are left out.
function answerOf(arrays: Record<string, number[]>, has = ""): Packed<Header> {
  const [parts, numbers]: [Part[], number[]] = [[], []];
  for (const [name, values] of Object.entries(arrays)) {
    const at = has.split(" ").includes(name) ? null : 4 * numbers.length;
    parts.push({ at, count: values.length, width: 1, type: "f32", name });
    if (at !== null) numbers.push(...values);
  }
  return { header: { parts }, bytes: new Float32Array(numbers).buffer, start: 0 };
}

const valuesOf = (answer: Packed<Header>): number[][] =>
  answer.header.parts.map((part) => [...partOf(answer, part, "f32")]);

test("arrays that were there before need not come again", () => {
  const arrays = new NamedArrays();
  assert.equal(arrays.names(), "");
  assert.deepEqual(valuesOf(arrays.complete(answerOf({ a: [1, 2], b: [3] }), partsOf)), [[1, 2], [3]]);
  assert.equal(arrays.names(), "a b");
  const second = answerOf({ b: [3], c: [4, 5] }, arrays.names());
  assert.equal(second.bytes.byteLength, 8);
  assert.deepEqual(valuesOf(arrays.complete(second, partsOf)), [[3], [4, 5]]);
  assert.equal(arrays.names(), "a b c");
});

test("parts without a name lie in their answer", () => {
  const bytes = new Float32Array([7, 8]).buffer;
  const part: Part = { at: 4, count: 1, width: 1, type: "f32" };
  assert.deepEqual(valuesOf(new NamedArrays().complete({ header: { parts: [part] }, bytes, start: 0 }, partsOf)), [
    [8],
  ]);
});

test("what is not there is told", () => {
  assert.throws(() => new NamedArrays().complete(answerOf({ a: [1] }, "a"), partsOf), /damaged/);
});

test("the oldest are forgotten, those of the answer are shown all the same", () => {
  const arrays = new NamedArrays();
  const many = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`n${n}`, [n]]));
  const answer = arrays.complete(answerOf(many), partsOf);
  assert.deepEqual(valuesOf(answer)[0], [0]);
  const names = arrays.names().split(" ");
  assert.equal(names.length, 64);
  assert.equal(names.at(-1), "n99");
  arrays.complete(answerOf({ n40: [40] }, arrays.names()), partsOf);
  assert.equal(arrays.names().split(" ").at(-1), "n40");
});
