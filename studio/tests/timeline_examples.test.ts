// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The timeline of all examples, with the schema of the program.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Json } from "../src/link/protocol.ts";
import { parse } from "../src/text/parse.ts";
import { applied } from "../src/timeline/apply.ts";
import { canMove, moved } from "../src/timeline/clip_edits.ts";
import { isBlock } from "../src/timeline/parameters.ts";
import { rowsOf } from "../src/timeline/rows.ts";
import { allOf, type Thing, thingsOf } from "../src/timeline/things.ts";
import { around } from "./timeline_scene.ts";
import { checkout, skip, weirSchema } from "./weir_schema.ts";

const folder = join(checkout(), "examples");
const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".json"));
const examples = files
  .map((name) => ({ name, text: readFileSync(join(folder, name), "utf8") }))
  .filter(({ text }) => isBlock(parse(text)) && !text.includes('"include"'));

// Wherever it stands: {"keys": [[...], ...]}.
function keyedIn(value: Json): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, each) => sum + keyedIn(each), 0);
  if (!isBlock(value)) return 0;
  const own = Array.isArray(value["keys"]) && Array.isArray(value["keys"][0]) ? 1 : 0;
  return own + Object.values(value).reduce<number>((sum, each) => sum + keyedIn(each), 0);
}

const thingsIn = (text: string): Thing[] => allOf(thingsOf(parse(text), weirSchema!, around));

// Directors of other programs are not in the schema.
const known = examples.filter(({ name }) => !name.startsWith("library"));

test("every keyframed value of the examples has a row", { skip }, () => {
  assert.ok(known.length > 40);
  for (const { name, text } of known) {
    const found = thingsIn(text).flatMap(({ properties }) => properties);
    assert.equal(found.length, keyedIn(parse(text)), name);
    const all = rowsOf(thingsOf(parse(text), weirSchema!, around), new Set());
    assert.equal(new Set(all.map(({ id }) => id)).size, all.length, name);
  }
});

test("instances, targets, emitters and meshes of the examples have clips", { skip }, () => {
  const kinds = new Map<string, Set<string>>();
  for (const { text } of known) {
    for (const { what, clip } of thingsIn(text)) {
      if (clip) kinds.set(what, (kinds.get(what) ?? new Set()).add(clip.kind));
    }
  }
  assert.deepEqual(Object.fromEntries([...kinds].map(([what, of]) => [what, [...of]]).sort()), {
    "control mesh": ["span"],
    emitter: ["span"],
    instance: ["played"],
    "reversal target": ["lasting"],
    rig: ["span"],
  });
});

test("what is moved in an example and back is as it was, with its comments", { skip }, () => {
  for (const { name, text } of known) {
    for (const { path } of thingsIn(text).filter(canMove)) {
      const of = (from: string): Thing => thingsIn(from).find((thing) => thing.path === path)!;
      const there = applied(moved(of(text), 7))(text);
      const back = applied(moved(of(there), -7))(there);
      assert.notEqual(there, text, `${name} ${path}`);
      assert.deepEqual(parse(back), parse(text), `${name} ${path}`);
      assert.equal(back.match(/\/\/.*/g)?.join(), text.match(/\/\/.*/g)?.join());
    }
  }
});
