// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random changes of the examples and of made-up texts: the value is that of the same change in plain JavaScript, comments
// outside of what changes stay, and what is undone by the opposite change gives the same bytes.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import test from "node:test";
import type { Json } from "../src/link/protocol.ts";
import { appendTo, insertAt, moveEntry, removeValue, setValue } from "../src/text/edits.ts";
import { parse, soundTreeOf } from "../src/text/parse.ts";
import { joined, type Segment } from "../src/text/paths.ts";
import { partAt } from "../src/text/places.ts";
import { nodeAt } from "../src/text/splice.ts";
import { Random } from "./random.ts";

const nothing = { full: null, schema: null };

function examples(): string[] {
  let folder = resolve(".");
  while (!existsSync(join(folder, "examples"))) folder = resolve(folder, "..");
  const root = join(folder, "examples");
  const files = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => readdirSync(join(root, name)).map((file) => join(root, name, file)))
    .filter((file) => file.endsWith(".json"));
  return files.map((file) => readFileSync(file, "utf8")).filter((text) => !text.includes('"include"'));
}

// ---- made-up texts -------------------------------------------------------------------------------------------------

const leaf = (random: Random): Json =>
  random.of<Json>([true, false, null, 'ü " // no comment', "a", 0, -1.5, 1e-3, random.whole(0, 999), [1, 2, 3]]);

function value(random: Random, depth: number): Json {
  if (depth === 0 || random.next() < 0.3) return leaf(random);
  const count = random.whole(0, 4);
  const parts = Array.from({ length: count }, () => value(random, depth - 1));
  if (random.next() < 0.5) return parts;
  return Object.fromEntries(parts.map((part, index) => [`k${index}`, part]));
}

// With white space and comments wherever they may be.
function scribbled(random: Random, those: Json, newline: string, isRoot: boolean): string {
  let count = 0;
  const gap = (): string => {
    const kind = random.whole(0, 9);
    if (kind < 5) return " ".repeat(random.whole(0, 2));
    if (kind === 5) return newline + " ".repeat(random.whole(0, 6));
    if (kind === 6) return newline + newline + "\t";
    if (kind === 7) return ` /* c${count++}${random.next() < 0.2 ? newline : ""} */ `;
    return `${kind === 8 ? "" : newline}// c${count++}${newline}`;
  };
  const write = (each: Json): string => {
    if (each === null || typeof each !== "object") return JSON.stringify(each);
    const parts = Array.isArray(each)
      ? each.map(write)
      : Object.entries(each).map(([name, part]) => `${JSON.stringify(name)}:${gap()}${write(part)}`);
    const [open, close] = Array.isArray(each) ? "[]" : "{}";
    if (parts.length === 0) return `${open}${close}`;
    return `${open}${parts.map((part) => gap() + part + gap()).join(",")}${close}`;
  };
  return isRoot ? `// head${newline}${write(those)}` : write(those);
}

function madeUp(random: Random): string {
  const root = Object.fromEntries([1, 2, 3].map((index) => [`m${index}`, value(random, 3)]));
  return scribbled(random, root, random.of(["\n", "\r\n"]), true) + random.of(["", "\n"]);
}

// ---- the same in plain JavaScript ----------------------------------------------------------------------------------

function paths(root: Json, at: Segment[] = []): Segment[][] {
  if (root === null || typeof root !== "object") return [at];
  const parts: [Segment, Json][] = Array.isArray(root) ? [...root.entries()] : Object.entries(root);
  return [at, ...parts.flatMap(([part, each]) => paths(each, [...at, part]))];
}

function changedAt(root: Json, at: Segment[], change: (container: never, last: Segment) => void): Json {
  const copy = structuredClone(root);
  change(partAt(copy, at.slice(0, -1)) as never, at.at(-1)!);
  return copy;
}

const comments = (text: string): string[] =>
  text.replace(/"(\\.|[^"\\])*"/g, '""').match(/\/\/.*|\/\*[^]*?\*\//g) ?? [];

function check(label: string, body: (text: string, random: Random) => void): void {
  const all = examples();
  assert.ok(all.length > 50);
  test(label, () => {
    for (let seed = 0; seed < 500; ++seed) {
      const random = new Random(seed);
      const text = seed % 4 === 0 ? random.of(all) : madeUp(random);
      try {
        body(text, random);
      } catch (error) {
        console.error(`seed ${seed}:\n${text}`);
        throw error;
      }
    }
  });
}

check("setting a value", (text, random) => {
  const root = parse(text);
  const at = random.of(paths(root).slice(1));
  const to = random.next() < 0.3 ? value(random, 2) : leaf(random);
  const after = setValue(text, joined(at), to, nothing);
  assert.deepEqual(
    parse(after),
    changedAt(root, at, (container: Record<Segment, Json>, last) => (container[last] = to)),
  );
  const node = nodeAt(text, at)!;
  const end = text.length - node.offset - node.length;
  assert.equal(after.slice(0, node.offset), text.slice(0, node.offset));
  assert.equal(after.slice(after.length - end), text.slice(text.length - end));
  // A value without parts comes back as it was.
  const old = partAt(root, at)!;
  const plain = (those: Json): boolean => those === null || typeof those !== "object";
  const original = text.slice(node.offset, node.offset + node.length);
  if (plain(old) && plain(to) && original === JSON.stringify(old)) {
    assert.equal(setValue(after, joined(at), old, nothing), text);
  }
});

check("appending and removing again", (text, random) => {
  const root = parse(text);
  const lists = paths(root).filter((at) => Array.isArray(partAt(root, at)));
  if (lists.length === 0) return;
  const list = random.of(lists);
  const added = random.of<Json>([{ name: "new", at: [1, 2] }, 7, [1, [2]], { shape: { transform: { spin: 3 } } }]);
  const count = (partAt(root, list) as Json[]).length;
  const index = random.whole(0, count);
  const after =
    index === count
      ? appendTo(text, joined(list), added, nothing)
      : insertAt(text, joined(list), index, added, nothing);
  const expected = structuredClone(root);
  (partAt(expected, list) as Json[]).splice(index, 0, added);
  assert.deepEqual(parse(after), expected);
  assert.deepEqual(comments(after), comments(text));
  assert.equal(removeValue(after, joined([...list, index]), nothing), text);
});

check("a new parameter and its removal", (text, random) => {
  const root = parse(text);
  const isObject = (those: Json | undefined): boolean => !!those && typeof those === "object" && !Array.isArray(those);
  const at = [...random.of(paths(root).filter((each) => isObject(partAt(root, each)))), "new"];
  const after = setValue(text, joined(at), 5, nothing);
  assert.deepEqual(
    parse(after),
    changedAt(root, at, (container: Record<Segment, Json>, last) => (container[last] = 5)),
  );
  assert.deepEqual(comments(after), comments(text));
  assert.equal(removeValue(after, joined(at), nothing), text);
});

check("removing", (text, random) => {
  const root = parse(text);
  const at = random.of(paths(root).slice(1));
  const after = removeValue(text, joined(at), nothing);
  soundTreeOf(after);
  assert.deepEqual(
    parse(after),
    changedAt(root, at, (container: Record<Segment, Json> & Json[], last) => {
      if (Array.isArray(container)) container.splice(Number(last), 1);
      else delete container[last];
    }),
  );
  // Comments of the others stay, in their order.
  const left = comments(after);
  let next = 0;
  for (const each of comments(text)) if (each === left[next]) ++next;
  assert.equal(next, left.length);
  const container = nodeAt(text, at.slice(0, -1))!;
  assert.equal(after.slice(0, container.offset), text.slice(0, container.offset));
});

check("moving", (text, random) => {
  const root = parse(text);
  const lists = paths(root).filter(
    (at) => ((partAt(root, at) as Json[] | null)?.length ?? 0) > 1 && Array.isArray(partAt(root, at)),
  );
  if (lists.length === 0) return;
  const list = random.of(lists);
  const count = (partAt(root, list) as Json[]).length;
  const from = random.whole(0, count - 1);
  const to = random.whole(0, count - 1);
  const after = moveEntry(text, joined([...list, from]), to, nothing);
  soundTreeOf(after);
  const expected = structuredClone(root);
  const entries = partAt(expected, list) as Json[];
  entries.splice(to, 0, ...entries.splice(from, 1));
  assert.deepEqual(parse(after), expected);
  assert.deepEqual(comments(after).sort(), comments(text).sort());
});
