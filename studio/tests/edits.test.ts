// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Changes of a scene's text: what they make of the value, and that every other byte stays.

import assert from "node:assert/strict";
import test from "node:test";
import type { Json } from "../src/link/protocol.ts";
import { appendTo, duplicateEntry, insertAt, moveEntry, removeValue, setValue } from "../src/text/edits.ts";
import { parse, soundTreeOf } from "../src/text/parse.ts";
import { onOneLine, printed, shortNumber } from "../src/text/print.ts";

const nothing = { full: null, schema: null };
const set = (text: string, path: string, value: Json): string => setValue(text, path, value, nothing);
const remove = (text: string, path: string): string => removeValue(text, path, nothing);
const append = (text: string, path: string, value: Json): string => appendTo(text, path, value, nothing);

const scene = `// A pool.
{
  "frames": {"last": 48, "rate": 24}, // two seconds
  /* the tank */
  "domain": {"lower": [0, 1,  2], "upper": [1, 2, 3]},  // [m]

  // Things.

  // The pool.
  // Still.
  "liquids": [
    // left
    {"name": "pool", "velocity": [0, 0, 0]}, // calm
    {"name": "drop"} // falls
    // that is all
  ]
}
`;

test("a number in a list is replaced alone", () => {
  assert.equal(set(scene, "domain.lower", [0, 5, 2]), scene.replace("[0, 1,  2]", "[0, 5,  2]"));
  assert.equal(set(scene, "domain.lower[2]", 0.1 + 0.2), scene.replace("[0, 1,  2]", "[0, 1,  0.3]"));
  assert.equal(set(scene, "frames", { last: 48, rate: 25 }), scene.replace('"rate": 24', '"rate": 25'));
});

test("what is equal stays as it is written", () => {
  const text = '{"a": [1.0, 2e0, 0.50]}';
  assert.equal(set(text, "a", [1, 3, 0.5]), '{"a": [1.0, 3, 0.50]}');
});

test("a new parameter is written as its neighbours are", () => {
  assert.equal(set(scene, "frames.first", 0), scene.replace('"rate": 24}', '"rate": 24, "first": 0}'));
  const titled = set(scene, "title", "pool");
  assert.equal(titled, scene.replace("  ]\n}\n", '  ],\n  "title": "pool"\n}\n'));
  const deep = set(scene, "liquids[1].shape.radius", 0.5);
  assert.equal(deep, scene.replace('{"name": "drop"}', '{"name": "drop", "shape": {"radius": 0.5}}'));
});

test("a new entry comes behind the comment of the last one", () => {
  const more = append(scene, "liquids", { name: "third" });
  assert.equal(more, scene.replace('{"name": "drop"} // falls', '{"name": "drop"}, // falls\n    {"name": "third"}'));
});

test("the comments of a member go with it", () => {
  const without = remove(scene, "liquids[0]");
  const drop = '    // left\n    {"name": "pool", "velocity": [0, 0, 0]}, // calm\n';
  assert.equal(without, scene.replace(drop, ""));
  assert.equal(remove(scene, "liquids[1]"), scene.replace(', // calm\n    {"name": "drop"} // falls', " // calm"));
  assert.equal(remove(scene, "frames"), scene.replace('  "frames": {"last": 48, "rate": 24}, // two seconds\n', ""));
  assert.equal(remove(scene, "domain"), scene.replace(/  \/\* the tank.*\[m\]\n/s, ""));
  const empty = remove(remove(scene, "liquids[0]"), "liquids[0]");
  assert.match(empty, /\/\/ that is all/);
  assert.deepEqual(parse(empty), { ...(parse(scene) as object), liquids: [] });
  assert.equal(remove(scene, "liquids").includes("// Things."), true);
  assert.equal(remove(scene, "liquids").includes("// Still."), false);
});

test("members of a line", () => {
  assert.equal(remove('{"a": 1, "b": 2, "c": 3}', "a"), '{"b": 2, "c": 3}');
  assert.equal(remove('{"a": 1, "b": 2, "c": 3}', "b"), '{"a": 1, "c": 3}');
  assert.equal(remove('{"a": 1, "b": 2, "c": 3}', "c"), '{"a": 1, "b": 2}');
  assert.equal(remove('{ "a": 1 }', "a"), "{}");
  assert.equal(remove('{"a": 1, /* of b */ "b": 2, "c": 3}', "b"), '{"a": 1, "c": 3}');
  assert.equal(remove('{"a": 1 /* of a */, "b": 2}', "b"), '{"a": 1 /* of a */}');
  assert.equal(remove('{"a": 1, // of a\n "b": 2}', "b"), '{"a": 1 // of a\n }');
  assert.equal(remove('{"a": 1,\n "b": 2}', "a"), '{"b": 2}');
});

test("Windows' ends of lines, tabs and no end of the last line", () => {
  const text = '{\r\n\t"a": 1, // ä\r\n\t"liste": [\r\n\t\t{"größe": 1}\r\n\t]\r\n}';
  const more = append(text, "liste", { größe: 2 });
  assert.equal(more, text.replace("1}\r\n", '1},\r\n\t\t{"größe": 2}\r\n'));
  assert.equal(remove(more, "liste[1]"), text);
  assert.equal(remove(text, "a"), text.replace('\t"a": 1, // ä\r\n', ""));
});

test("a list is made where there is none", () => {
  const made = append('{\n  "title": "x"\n}\n', "solids", { name: "ball", shape: { kind: "sphere", radius: 1 } });
  assert.equal(
    made,
    `{
  "title": "x",
  "solids": [
    {"name": "ball", "shape": {"kind": "sphere", "radius": 1}}
  ]
}
`,
  );
});

test("entries are inserted, moved and duplicated with their comments", () => {
  const list = '{"a": [\n  1, // one\n  // two\n  2,\n  3\n]}';
  assert.equal(moveEntry(list, "a[2]", 0, nothing), '{"a": [\n  3,\n  1, // one\n  // two\n  2\n]}');
  assert.equal(moveEntry(list, "a[0]", 2, nothing), '{"a": [\n  // two\n  2,\n  3,\n  1 // one\n]}');
  assert.equal(insertAt(list, "a", 1, 9, nothing), '{"a": [\n  1, // one\n  9,\n  // two\n  2,\n  3\n]}');
  const copied = duplicateEntry(scene, "liquids[0]", { name: "copy" }, nothing);
  assert.equal(copied, scene.replace("// calm\n", '// calm\n    {"name": "copy", "velocity": [0, 0, 0]},\n'));
});

test("keyframes keep their layout", () => {
  const text = '{"spin": {"keys": [[1, 0], [48,  720]], "between": "smooth"}}';
  const keys = {
    keys: [
      [1, 0],
      [24, 90],
      [48, 720],
    ],
    between: "smooth",
  };
  assert.equal(set(text, "spin", keys), text.replace("[48,", "[24, 90], [48,"));
  assert.equal(
    set(text, "spin", {
      keys: [
        [1, 0],
        [48, 720],
      ],
    }),
    '{"spin": {"keys": [[1, 0], [48,  720]]}}',
  );
});

test("a text with a mistake is not touched", () => {
  assert.throws(() => set('{"a": 1,,}', "a", 2), /line 1/);
  assert.throws(() => set('{\n"a": [1,]\n}', "a", 2), /line 2/);
  assert.throws(() => set('{"a": [1]}', "a[5]", 2), /no a\[5\]/);
});

test("numbers are short, and as exact as they were typed", () => {
  assert.equal(shortNumber(0.1 + 0.2), "0.3");
  assert.equal(shortNumber(1 / 3), "0.333333");
  assert.equal(shortNumber(0.123456789), "0.123456789");
  assert.equal(shortNumber(10000 + 1 / 3), "10000.3333");
  assert.equal(shortNumber(6.123233995736766e-17), "0");
  assert.equal(shortNumber(-0), "0");
  assert.equal(shortNumber(9007199254740991), "9007199254740991");
  assert.equal(shortNumber(1e-7), "1e-7");
});

test("long values are broken as in the examples", () => {
  const shape = {
    kind: "box",
    lower: [-0.6, -0.05, -0.1],
    upper: [0.6, 0.05, 0.1],
    transform: { translate: [0, 0.6, 0] },
  };
  const place = { indent: "  ", column: 2, unit: "  ", newline: "\n" };
  const text = printed({ name: "blade", colour: [0.5, 0.5, 0.5], friction: 0.25, shape }, place);
  for (const line of text.split("\n")) assert.ok(line.length <= 118, line);
  assert.match(text, /^\{"name": "blade", .*,\n   "shape": \{"kind"/);
  assert.deepEqual(parse(text), { name: "blade", colour: [0.5, 0.5, 0.5], friction: 0.25, shape });
  assert.equal(onOneLine(parse(text)), JSON.stringify(parse(text)).replace(/([:,])/g, "$1 "));
  soundTreeOf(text);
});
