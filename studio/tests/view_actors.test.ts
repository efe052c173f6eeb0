// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { Matrix4, Vector3 } from "three";
import { carryOf, pathNow } from "../src/view/actor_layer.ts";
import { framed, refitted, startLook } from "../src/view/navigation.ts";

const solids = [{ name: "rock" }, { name: "boat" }, {}];

test("a body is found by its name where the solids stand in another order", () => {
  assert.equal(pathNow({ path: "solids[1]", name: "boat" }, solids), "solids[1]");
  assert.equal(pathNow({ path: "solids[0]", name: "boat" }, solids), "solids[1]");
  assert.equal(pathNow({ path: "solids[2]", name: "" }, solids), "solids[2]");
  assert.equal(pathNow({ path: "solids[1]", name: "raft" }, solids), null);
  assert.equal(pathNow({ path: "solids[1]", name: "boat" }, undefined), null);
});

test("a body that was moved in the scene stays where the take has it", () => {
  const taken = new Matrix4().makeRotationZ(0.5).setPosition(1, 2, 3);
  const body = { path: "solids[0]", name: "", matrix: taken.toArray() };
  const corner = new Vector3(0.1, 0.2, 0.3);
  for (const place of [new Matrix4(), new Matrix4().makeRotationX(1).setPosition(4, 0, -2)]) {
    const drawn = corner.clone().applyMatrix4(place); // as the setup has it
    drawn.applyMatrix4(carryOf(body, place.toArray()));
    assert.ok(drawn.distanceTo(corner.clone().applyMatrix4(taken)) < 1e-9);
  }
  // A shape without a transform of its own stands where it is written.
  assert.ok(carryOf(body, undefined).equals(taken));
});

test("a view that is halved is fitted to its half, and back", () => {
  const box = { lower: [-1, 0, -1] as [number, number, number], upper: [1, 1, 1] as [number, number, number] };
  const whole = framed(startLook, box, 1.6);
  const half = refitted(whole, box, 1.6, 0.8);
  assert.ok(Math.abs(half.distance - framed(startLook, box, 0.8).distance) < 1e-9);
  const nearer = { ...whole, distance: 0.5 * whole.distance };
  const back = refitted(refitted(nearer, box, 1.6, 0.8), box, 0.8, 1.6);
  assert.ok(Math.abs(back.distance - nearer.distance) < 1e-9);
});
