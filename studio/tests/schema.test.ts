// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fields from the schema that the program prints: every parameter has one, with help.

import assert from "node:assert/strict";
import test from "node:test";
import { fieldOf, fieldsOf, labelOf } from "../src/schema/fields.ts";
import type { JsonSchema } from "../src/schema/schema.ts";
import { firstBlock, firstValue } from "../src/schema/values.ts";
import { forms, isBlock, schemaAt } from "../src/schema/walk.ts";
import { segments } from "../src/text/paths.ts";
import { skip, weirSchema } from "./weir_schema.ts";

const root = weirSchema as JsonSchema;
const around = { middle: [1, 2, 3] as [number, number, number], size: 4, frame: 12, names: () => ["name"] };
const field = (path: string, scene: never | object = {}) =>
  fieldOf(path.split(".").at(-1)!, schemaAt(root, segments(path), scene as never)!, root);

test("every parameter is a field with help", { skip }, () => {
  let count = 0;
  for (const [name, definition] of Object.entries(root.$defs ?? {})) {
    for (const each of isBlock(definition) ? fieldsOf(definition, root) : []) {
      const where = `${name}.${each.name}`;
      ++count;
      assert.notEqual(each.help, "", where);
      assert.doesNotMatch(each.help, /\(m\)$/, where);
      const isOdd = each.plain === "other" || (each.plain === "none" && each.blocks.length === 0);
      assert.equal(isOdd && where !== "scene.set", false, where);
      if (each.plain === "choice") assert.ok(each.choices.length > 1, where);
      if (each.plain === "vector" || each.plain === "colour") assert.equal(each.size, 3, where);
      if (each.plain === "list") assert.ok(each.item, where);
    }
  }
  assert.ok(count > 300);
});

test("what the fields say", { skip }, () => {
  const centre = field("liquids[0].shape.centre", { liquids: [{ shape: { kind: "sphere" } }] });
  assert.deepEqual([centre.plain, centre.unit, centre.keyed], ["vector", "m", false]);
  const radius = field("liquids[0].shape.radius", { liquids: [{ shape: { kind: "sphere" } }] });
  assert.deepEqual([radius.plain, radius.above, radius.default], ["number", 0, 0.5]);
  const gravity = field("gravity");
  assert.deepEqual(
    [gravity.plain, gravity.unit, gravity.keyed, gravity.help],
    ["vector", "m/s2", true, "Pulls the liquid."],
  );
  const walls = field("domain.walls");
  assert.deepEqual([walls.plain, walls.choices, walls.blocks.length], ["choice", ["closed", "open"], 1]);
  const velocity = field("liquids[0].velocity");
  assert.equal(velocity.plain, "vector");
  assert.ok(velocity.blocks.some(({ kind }) => kind === "spin"));
  const scale = field("solids[0].shape.transform.scale", { solids: [{ shape: { kind: "box" } }] });
  assert.equal(scale.oneForAll, true);
  assert.equal(field("domain").nullable, true);
  assert.equal(field("solver").blocks.length, 4);
  assert.equal(field("liquids[0].colour").plain, "colour");
  const rotate = field("solids[0].shape.transform.rotate", { solids: [{ shape: { kind: "box" } }] });
  assert.equal(rotate.isRotation, true);
  assert.equal(labelOf("surface_tension"), "Surface tension");
  assert.equal(labelOf("cfl"), "CFL");
});

test("first values have what is required", { skip }, () => {
  const solid = field("solids[0]");
  assert.deepEqual(firstValue(solid, root, around), { shape: { kind: "box", transform: { translate: [1, 2, 3] } } });
  // It fits into a small domain.
  const small = { ...around, middle: [0, 0, 0] as [number, number, number], size: 0.4 };
  assert.deepEqual(firstValue(solid, root, small), { shape: { kind: "box", transform: { scale: 0.1 } } });
  const force = field("forces[0]").blocks.find(({ kind }) => kind === "attract")!;
  assert.deepEqual(firstBlock(force, root, around), { kind: "attract", point: [1, 2, 3] });
  for (const list of ["liquids", "emitters", "sinks", "solids", "forces", "probes", "directors", "recordings"]) {
    for (const block of field(`${list}[0]`).blocks) {
      const value = firstBlock(block, root, around);
      for (const name of block.schema.required ?? []) assert.notEqual(value[name] ?? null, null, `${list} ${name}`);
    }
  }
});

test("forms of a made-up schema", () => {
  const small: JsonSchema = {
    $ref: "#/$defs/a",
    $defs: { a: { type: "object", properties: { b: { anyOf: [{ type: "number" }, { type: "null" }] } } } },
  };
  assert.equal(forms(small, small).length, 1);
  assert.deepEqual([fieldOf("b", schemaAt(small, ["b"], {})!, small).nullable], [true]);
  assert.equal(schemaAt(small, ["c"], {}), null);
});
