// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What inspector, outline and text pane make of a scene, without the page.

import assert from "node:assert/strict";
import test from "node:test";
import {
  colourOf,
  hexOf,
  numberOf,
  rangeText,
  shown,
  stepOf,
  stepped,
  unitText,
  within,
} from "../src/inspector/numbers.ts";
import { addables, thingAt, type Thing, treeOf, visibleThings } from "../src/inspector/outline_tree.ts";
import { countFindings, type Facts, found, type Row, rowOf, words } from "../src/inspector/rows.ts";
import { movedCaret, pathAt, placed, typedChange } from "../src/inspector/text_spots.ts";
import { linesOfTokens, tokensOf } from "../src/inspector/text_tokens.ts";
import type { Finding, Json } from "../src/link/protocol.ts";
import { fieldOf } from "../src/schema/fields.ts";
import { blockOf, schemaAt } from "../src/schema/walk.ts";
import { parse } from "../src/text/parse.ts";
import { segments } from "../src/text/paths.ts";
import { Random } from "./random.ts";
import { skip, weirSchema } from "./weir_schema.ts";

const free = { minimum: null, above: null, maximum: null, unit: "m", whole: false };

test("sums and units", () => {
  const known: [string, string, number | null][] = [
    ["1/24", "s", 1 / 24],
    ["5cm", "m", 0.05],
    ["5 cm + 2mm*2", "m", 0.054],
    ["-(1 + 2) * 3", "", -9],
    ["90deg", "degrees", 90],
    ["pi/2 rad", "degrees", 90],
    ["1 - 5cm", "m", 0.95],
    ["(pi/2) rad", "degrees", 90],
    ["2 turns", "degrees", 720],
    ["0,5", "m", 0.5],
    [".5", "m", 0.5],
    ["1e-3", "m", 0.001],
    ["50%", "", 0.5],
    ["250ms", "s", 0.25],
    ["3 m/s", "m/s", 3],
    ["20cm", "m/s", 0.2],
    ["5cm", "degrees", null],
    ["1/0", "m", null],
    ["", "m", null],
    ["2 3", "m", null],
    ["(1", "m", null],
    ["five", "m", null],
  ];
  for (const [typed, unit, value] of known) {
    const got = numberOf(typed, unit);
    if (value === null) assert.equal(got, null, typed);
    else assert.ok(got !== null && Math.abs(got - value) < 1e-9, `${typed}: ${got}`);
  }
});

test("steps are as large as the value, and stay in the range", () => {
  assert.equal(stepOf(0.3, free), 0.01);
  assert.equal(stepOf(25, free), 1);
  assert.equal(stepOf(0, free), 0.01);
  assert.equal(stepOf(0.5, { ...free, minimum: 0, maximum: 1 }), 0.01);
  assert.equal(stepOf(300, { ...free, unit: "degrees" }), 1);
  assert.equal(stepped(0.3, 1, 0.1, "usual", free), 0.4);
  assert.equal(stepped(0.3, 1, 0.1, "fine", free), 0.31);
  assert.equal(stepped(0.1, -5, 0.1, "usual", { ...free, minimum: 0 }), 0);
  assert.ok(stepped(0.1, -5, 0.1, "usual", { ...free, above: 0 }) > 0);
  assert.equal(stepped(3, 1, 1, "fine", { ...free, whole: true }), 4);
  assert.equal(within(7.6, { ...free, whole: true, maximum: 7 }), 7);
  const random = new Random(5);
  for (let round = 0; round < 300; ++round) {
    const range = { ...free, minimum: random.of([null, -1]), maximum: random.of([null, 2]) };
    const from = within(random.between(-3, 3), range);
    const to = stepped(
      from,
      random.whole(-9, 9),
      stepOf(from, range),
      random.of(["fine", "usual", "coarse"] as const),
      range,
    );
    assert.ok(to >= (range.minimum ?? -Infinity) && to <= (range.maximum ?? Infinity));
    assert.ok(String(to).length < 12, String(to));
  }
});

test("numbers, ranges, units and colours as they are shown", () => {
  assert.equal(shown(0.1 + 0.2), "0.3");
  assert.equal(shown(123456.789), "123456.79");
  assert.equal(rangeText({ ...free, above: 0 }), "above 0 m");
  assert.equal(rangeText({ ...free, minimum: 0, maximum: 1, unit: "" }), "0 to 1");
  assert.equal(unitText("m/s2"), "m/s²");
  assert.equal(unitText("degrees Celsius"), "°C");
  assert.equal(hexOf([0, 1, 0.2140411]), "#00ff7f");
  for (const hex of ["#000000", "#ffffff", "#123456", "#c0ffee"]) assert.equal(hexOf(colourOf(hex)), hex);
});

// ---- over the schema of the program --------------------------------------------------------------------------------

const text = `{
  "solver": {"kind": "sph", "spacing": 0.02},
  "liquids": [{"shape": {"kind": "sphere", "radius": -1}}],
  "solids": [
    {"name": "cup", "shape": {"kind": "difference", "shapes": [{"kind": "sphere"}, {"kind": "box"}]}, "visible": false}
  ],
  "directors": [{"kind": "templates", "name": "jets", "instances": [{"name": "one", "template": "t"}]}]
}`;
const finding = (path: string, more: Partial<Finding> = {}): Finding => ({
  severity: "error",
  path,
  line: 0,
  file: "",
  sentence: "no",
  ...more,
});
const findings = [finding("liquids[0].shape.radius"), finding("solids[0]", { severity: "hint" }), finding("")];
const scene = parse(text);
const facts: Facts = { root: weirSchema!, text: scene, known: { full: scene, schema: weirSchema }, findings };
const rowAt = (path: string): Row =>
  rowOf(fieldOf("", schemaAt(weirSchema!, segments(path), scene)!, weirSchema!), path, facts);
const inner = (row: Row, path: string): Row =>
  row.path === path
    ? row
    : inner(
        row.rows.find((each) => path.startsWith(each.path))!,
        path,
      );

test("rows of a thing", { skip }, () => {
  const liquid = rowAt("liquids[0]");
  const radius = inner(liquid, "liquids[0].shape.radius");
  assert.deepEqual([radius.value, radius.origin, radius.findings.length], [-1, "written", 1]);
  const centre = inner(liquid, "liquids[0].shape.centre");
  assert.deepEqual([centre.value, centre.origin], [[0, 0, 0], "default"]);
  assert.equal(countFindings(liquid), 1);
  assert.equal(liquid.findings.length, 0);
  // itself, its shape and the radius
  assert.equal(liquid.written, 3);
  const solver = rowAt("solver");
  assert.equal(solver.block?.kind, "sph");
  const shapes = inner(rowAt("solids[0]"), "solids[0].shape.shapes");
  assert.deepEqual(
    shapes.rows.map(({ block }) => block?.kind),
    ["sphere", "box"],
  );
});

test("search and what was changed", { skip }, () => {
  const { rows } = rowAt("liquids[0]");
  const names = (those: Row[]): string[] => those.flatMap((row) => [row.field.name, ...names(row.rows)]);
  assert.deepEqual(names(found(rows, [], true)), ["shape", "radius"]);
  assert.deepEqual(names(found(rows, words("RADI us"), false)), ["shape", "radius"]);
  assert.deepEqual(found(rows, words("nothing of that kind"), false), []);
  assert.equal(found(rows, [], false).length, rows.length);
});

test("the outline", { skip }, () => {
  const tree = treeOf(facts);
  const paths = (thing: Thing): string[] => [thing.path, ...thing.children.flatMap(paths)];
  const all = paths(tree);
  for (const path of ["solver", "liquids", "liquids[0]", "solids[0].shape.shapes[1]", "directors[0].instances[0]"]) {
    assert.ok(all.includes(path), path);
  }
  assert.equal(new Set(all).size, all.length);
  const at = (path: string): Thing => visibleThings(tree, () => true).find(({ thing }) => thing.path === path)!.thing;
  assert.deepEqual([at("liquids[0]").errors, at("solids[0]").others, tree.errors], [1, 1, 1]);
  assert.deepEqual([at("solids[0]").visible, at("liquids[0]").visible], [false, null]);
  assert.equal(at("directors[0].instances[0]").title, "one");
  assert.equal(thingAt(tree, "directors[0].instances[0].transform.translate"), "directors[0].instances[0]");
  assert.equal(thingAt(tree, "gravity"), null);
});

test("what can be added", { skip }, () => {
  const whole = addables(blockOf(weirSchema!, scene, weirSchema!)!, scene, "", facts);
  for (const name of ["Liquid", "Force: wind", "Director: rig", "Recording"]) {
    assert.ok(
      whole.some((item) => item.name === name && item.isList),
      name,
    );
  }
  const value = (scene as { directors: Json[] }).directors[0];
  const block = blockOf(schemaAt(weirSchema!, segments("directors[0]"), scene)!, value, weirSchema!)!;
  const own = addables(block, value, "directors[0]", facts);
  assert.deepEqual(
    own.map(({ path }) => path),
    ["directors[0].instances"],
  );
});

// ---- the text ------------------------------------------------------------------------------------------------------

test("the pieces of a text are the text", () => {
  const random = new Random(3);
  const bits = ['"a": ', '"', "// x\n", "/* y\n */", "/*", "{", "}", "[1, -2e3]", "true", "\\", "\n", "ü ", "nulls"];
  for (let round = 0; round < 300; ++round) {
    const made = Array.from({ length: random.whole(0, 12) }, () => random.of(bits)).join("");
    assert.equal(
      tokensOf(made)
        .map((token) => token.text)
        .join(""),
      made,
    );
    assert.equal(
      linesOfTokens(made)
        .map((line) => line.map((token) => token.text).join(""))
        .join("\n"),
      made,
    );
  }
  assert.deepEqual(
    tokensOf('"a": "b" // c').map(({ kind }) => kind),
    ["key", "sign", "plain", "text", "plain", "comment"],
  );
});

test("from the text to its things", { skip }, () => {
  const at = (part: string): string => pathAt(text, text.indexOf(part) + 1, facts.known);
  assert.equal(at("-1}"), "liquids[0].shape.radius");
  assert.equal(at('"cup"'), "solids[0].name");
  assert.equal(pathAt("{ no json", 4, facts.known), "");
  const variant = '{"include": "a.json", "set": {"solids[cup].shape.radius": 2}}';
  assert.equal(pathAt(variant, variant.indexOf("2}"), facts.known), "solids[0].shape.radius");
});

test("findings by lines", { skip }, () => {
  const those = [
    finding("solids[0].shape"),
    finding("", { line: 2 }),
    finding("x", { line: 7, file: "other.json" }),
    finding("liquids[0]", { severity: "hint", line: 99 }),
  ];
  assert.deepEqual(
    placed(those, text, "scene.json", facts.known).map(({ line }) => line),
    [0, 2, 5, 8],
  );
});

test("typing is made again where the text was changed elsewhere", () => {
  const change = typedChange('{"a": 1, "b": 2}', '{"a": 1, "b": 25}');
  assert.equal(change('{"a": 1, "b": 2}'), '{"a": 1, "b": 25}');
  assert.equal(change('{"new": 0, "a": 1, "b": 2}'), '{"new": 0, "a": 1, "b": 25}');
  assert.equal(change('{"a": 1, "b": 2, "c": 3}'), '{"a": 1, "b": 25, "c": 3}');
  assert.throws(() => change('{"b": 3}'), /another page/);
  assert.equal(movedCaret("abc", "aXbc", 2), 3);
  assert.equal(movedCaret("abc", "abXc", 1), 1);
});
