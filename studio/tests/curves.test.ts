// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Values between keys are those of the program. The tables are what value_at of src/geometry/shapes/animated.cpp
// answers for the same keys.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Vec3 } from "../src/link/protocol.ts";
import { numberAt, valueAtFrame } from "../src/text/interpolation.ts";
import { type Between, type Key, keyedOf } from "../src/text/keyframes.ts";
import { fromDegrees, rotationAt, rotationsAlong, toDegrees } from "../src/text/rotation.ts";
import { keyOnCurve, pointsMoved } from "../src/timeline/curve_edits.ts";
import { type Curve, curveAt, curvesOf, drawn, fittedValues, pointAt } from "../src/timeline/curve_view.ts";
import { Random } from "./random.ts";
import { property, sceneText } from "./timeline_scene.ts";

const betweens: Between[] = ["linear", "smooth", "step"];

const numberFrames = [1, 9, 10, 20, 33.5, 40];
const numberKeys = [0, 3, 3.5, -2, -2.25, 7];
const numbers: [Between, number, number][] = [
  ["linear", 0, 0],
  ["linear", 1, 0],
  ["linear", 4.25, 1.21875],
  ["linear", 9, 3],
  ["linear", 9.5, 3.25],
  ["linear", 12, 2.4],
  ["linear", 15, 0.75],
  ["linear", 21.75, -2.03240740741],
  ["linear", 33.5, -2.25],
  ["linear", 36, 1.30769230769],
  ["linear", 39.9, 6.85769230769],
  ["linear", 45, 7],
  ["smooth", 0, 0],
  ["smooth", 1, 0],
  ["smooth", 4.25, 0.701989067925],
  ["smooth", 9, 3],
  ["smooth", 9.5, 3.31076388889],
  ["smooth", 12, 2.94577777778],
  ["smooth", 15, 0.819444444444],
  ["smooth", 21.75, -2.08516391048],
  ["smooth", 33.5, -2.25],
  ["smooth", 36, 0.802457897132],
  ["smooth", 39.9, 6.99349931725],
  ["smooth", 45, 7],
  ["step", 0, 0],
  ["step", 1, 0],
  ["step", 4.25, 0],
  ["step", 9, 3],
  ["step", 9.5, 3],
  ["step", 12, 3.5],
  ["step", 15, 3.5],
  ["step", 21.75, -2],
  ["step", 33.5, -2.25],
  ["step", 36, -2.25],
  ["step", 39.9, -2.25],
  ["step", 45, 7],
];

const turnFrames = [1, 10, 24, 30];
const turnKeys: Vec3[] = [
  [0, 0, 0],
  [20, 40, -30],
  [-60, 70, 200],
  [0, 120, 10],
];
const turns: [Between, number, [number, number, number, number]][] = [
  ["linear", 0, [1, 0, 0, 0]],
  ["linear", 5.5, [0.96915226, 0.12629198, 0.146062732, -0.153166286]],
  ["linear", 10, [0.878512206, 0.244792316, 0.283114053, -0.296882905]],
  ["linear", 13, [0.803446483, 0.294007133, 0.34143582, -0.389172372]],
  ["linear", 20, [0.569066222, 0.384524904, 0.44924014, -0.571390873]],
  ["linear", 26, [-0.488235412, -0.276340048, -0.690081843, 0.457219215]],
  ["linear", 29, [-0.51587036, -0.0154264271, -0.851949813, 0.0884381887]],
  ["linear", 31, [0.498097349, -0.0754790873, 0.862729916, 0.0435778714]],
  ["smooth", 0, [1, 0, 0, 0]],
  ["smooth", 5.5, [0.981865131, 0.0989863898, 0.113816905, -0.114840199]],
  ["smooth", 10, [0.878512206, 0.244792316, 0.283114053, -0.296882905]],
  ["smooth", 13, [0.783120631, 0.310867102, 0.359089569, -0.401420482]],
  ["smooth", 20, [0.484222934, 0.406874254, 0.475177083, -0.611709271]],
  ["smooth", 26, [-0.474032156, -0.310889779, -0.651094535, 0.504694924]],
  ["smooth", 29, [-0.507638568, 0.0351793992, -0.860718099, 0.0151607227]],
  ["smooth", 31, [0.498097349, -0.0754790873, 0.862729916, 0.0435778714]],
  ["step", 0, [1, 0, 0, 0]],
  ["step", 5.5, [1, 0, 0, 0]],
  ["step", 10, [0.878512206, 0.244792316, 0.283114053, -0.296882905]],
  ["step", 13, [0.878512206, 0.244792316, 0.283114053, -0.296882905]],
  ["step", 20, [0.878512206, 0.244792316, 0.283114053, -0.296882905]],
  ["step", 26, [-0.405618403, -0.418063163, -0.489610208, 0.64882875]],
  ["step", 29, [-0.405618403, -0.418063163, -0.489610208, 0.64882875]],
  ["step", 31, [0.498097349, -0.0754790873, 0.862729916, 0.0435778714]],
];

test("numbers between keys are those of the program", () => {
  for (const [between, frame, expected] of numbers) {
    const value = numberAt(numberFrames, numberKeys, between, frame);
    assert.ok(Math.abs(value - expected) < 1e-9, `${between} at ${frame}: ${value}, not ${expected}`);
  }
});

test("rotations between keys are those of the program", () => {
  for (const [between, frame, expected] of turns) {
    const q = fromDegrees(rotationAt(turnFrames, turnKeys, between, frame));
    const same = Math.abs(q.reduce((sum, part, n) => sum + part * expected[n]!, 0));
    assert.ok(Math.abs(same - 1) < 1e-7, `${between} at ${frame}: ${q}, not ${expected}`);
  }
});

test("a turn about one axis is drawn as that angle, the shorter way round", () => {
  const along = rotationsAlong(
    [1, 25],
    [
      [0, 0, 0],
      [0, 170, 0],
    ],
    "linear",
    0,
    1,
    10,
  );
  along.forEach((degrees, step) => {
    assert.ok(Math.abs(degrees[1] - 17 * step) < 1e-6, `${degrees}`);
    assert.ok(Math.abs(degrees[0]) < 1e-6 && Math.abs(degrees[2]) < 1e-6, `${degrees}`);
  });
  const back = rotationsAlong(
    [1, 25],
    [
      [0, 0, 0],
      [0, 0, 270],
    ],
    "smooth",
    0,
    1,
    10,
  ).at(-1)!;
  assert.ok(Math.abs(back[2] + 90) < 1e-6, `${back}`);
});

test("degrees of a rotation are the same rotation, near what they go on from", () => {
  const random = new Random(5);
  const angles = (): Vec3 => [0, 1, 2].map(() => random.between(-400, 400)) as Vec3;
  for (let n = 0; n < 500; ++n) {
    const [degrees, near] = [angles(), angles()];
    const again = toDegrees(fromDegrees(degrees), near);
    const [a, b] = [fromDegrees(degrees), fromDegrees(again)];
    assert.ok(Math.abs(Math.abs(a.reduce((sum, part, k) => sum + part * b[k]!, 0)) - 1) < 1e-9);
    const same = toDegrees(fromDegrees(degrees), degrees);
    same.forEach((angle, axis) => assert.ok(Math.abs(angle - degrees[axis]!) < 1e-4, `${same} of ${degrees}`));
  }
});

test("a smooth curve passes its keys and never overshoots them", () => {
  const random = new Random(11);
  for (let n = 0; n < 200; ++n) {
    const frames = [random.between(-5, 5)];
    for (let key = random.whole(1, 6); key > 0; --key) frames.push(frames.at(-1)! + random.between(0.3, 20));
    const values = frames.map(() => random.between(-10, 10));
    for (const between of betweens) {
      frames.forEach((frame, key) =>
        assert.ok(Math.abs(numberAt(frames, values, between, frame) - values[key]!) < 1e-9),
      );
      const frame = random.between(frames[0]!, frames.at(-1)!);
      const after = frames.findIndex((key) => frame < key);
      const [a, b] = [values[after - 1]!, values[after]!];
      const value = numberAt(frames, values, between, frame);
      assert.ok(value >= Math.min(a, b) && value <= Math.max(a, b));
    }
  }
});

test("values have the form of their keys", () => {
  const keyed = (between: Between, ...keys: [number, Key["value"]][]) => ({
    between,
    keys: keys.map(([frame, value]) => ({ frame, value })),
  });
  assert.equal(valueAtFrame(keyed("linear", [1, 0], [11, 5]), 3), 1);
  assert.deepEqual(valueAtFrame(keyed("linear", [1, [0, 0, 0]], [11, [10, 20, -10]]), 2), [1, 2, -1]);
  assert.deepEqual(valueAtFrame(keyed("linear", [1, 2], [11, [4, 2, 0]]), 6), [3, 2, 1]);
  assert.deepEqual(valueAtFrame(keyed("smooth", [1, 2]), 30), 2);
});

const curveOf = (text: string, path: string): Curve[] => curvesOf(property(text, path));
const rotate = "solids[1].shape.transform.rotate";
const strength = "directors[0].instances[1].strength";

test("curves are drawn through their keys, one for each component", () => {
  const [x, y, z] = curveOf(sceneText, rotate);
  assert.deepEqual([x!.letter, y!.letter, z!.letter], ["x", "y", "z"]);
  assert.deepEqual(y!.values, [0, 90, 0]);
  assert.equal(curveOf(sceneText, strength)[0]!.letter, "");
  const line = drawn(
    curveOf(sceneText, strength)[0]!,
    (frame) => frame,
    (value) => value,
    1,
    96,
  ).line;
  assert.equal(line, "M1.0 0.0H40.0L50.0 1.0L50.5 2.0H96.0");
  const smooth = sceneText.replace("[50.5, 2]]}", '[50.5, 2]], "between": "smooth"}');
  const bezier = drawn(
    curveOf(smooth, strength)[0]!,
    (frame) => frame,
    (value) => value,
    1,
    96,
  ).line;
  // It starts at rest: its first handle is as high as its key.
  assert.match(bezier, /^M1.0 0.0H40.0C43.3 0.0 /);
  const steps = sceneText.replace("[50.5, 2]]}", '[50.5, 2]], "between": "step"}');
  const jumps = drawn(
    curveOf(steps, strength)[0]!,
    (frame) => frame,
    (value) => value,
    45,
    96,
  ).line;
  assert.equal(jumps, "M40.0 0.0H50.0V1.0H50.5V2.0H96.0");
});

test("a turn the shorter way round ends below its key, and a dotted line leads there", () => {
  const text = sceneText.replace("[24, [0, 90, 0]]", "[24, [0, 270, 0]]");
  const [, y] = curveOf(text, rotate);
  const { jumps } = drawn(
    y!,
    (frame) => frame,
    (value) => value,
    1,
    96,
  );
  assert.match(jumps, /^M24.0 -90.0V270.0/);
});

test("all of a curve is seen, and points are found where they are drawn", () => {
  const curves = curveOf(sceneText, rotate);
  const { low, high } = fittedValues(curves);
  assert.ok(low < 0 && high > 90);
  const flat = fittedValues(curveOf(sceneText.replace("[50, 1], [50.5, 2]", "[50, 0]"), strength));
  assert.ok(flat.low < 0 && flat.high > 0);
  const found = pointAt(
    curves,
    243,
    88,
    (frame) => frame * 10,
    (value) => value,
  );
  assert.deepEqual([found?.curve.letter, found?.key], ["y", 1]);
  assert.equal(
    pointAt(
      curves,
      300,
      88,
      (frame) => frame * 10,
      (value) => value,
    ),
    null,
  );
  assert.equal(curveAt(curves, 24, 60)?.letter, "y");
});

test("points that are dragged stay in order and within their limits, and only their components change", () => {
  const random = new Random(17);
  const of = property(sceneText, rotate);
  for (let n = 0; n < 300; ++n) {
    const frames = of.keyed.keys.map(({ frame }) => frame).filter(() => random.next() < 0.6);
    const axes = new Map(frames.map((frame) => [frame, new Set([random.whole(0, 2)])]));
    const [byFrames, byValue] = [random.whole(-60, 60), random.between(-300, 300)];
    const limits = { low: -100, high: 100 };
    const edit = pointsMoved(of, axes, byFrames, byValue, 0.1, limits);
    const keys = keyedOf({ keys: edit.value! })!.keys;
    keys.slice(1).forEach(({ frame }, key) => assert.ok(frame > keys[key]!.frame));
    for (const [frame, own] of axes) {
      const before = of.keyed.keys.find((key) => key.frame === frame)!.value as number[];
      const after = keys.find((key) => key.frame === frame + byFrames)!.value as number[];
      before.forEach((value, axis) => {
        if (!own.has(axis)) assert.equal(after[axis], value);
        else {
          const wanted = Math.min(100, Math.max(-100, value + byValue));
          assert.ok(Math.abs(after[axis]! - wanted) <= 0.05 + 1e-9, `${after[axis]}, not ${wanted}`);
        }
      });
    }
  }
});

test("a key that is set on a curve leaves the other components where they are", () => {
  const set = keyOnCurve(property(sceneText, "picture.camera.position"), 1, 48.5, 3, {
    low: -Infinity,
    high: Infinity,
  });
  assert.deepEqual(set.value, [
    [1, [0, 0, 1]],
    [48.5, [0.5, 3, 1]],
    [96, [1, 0, 1]],
  ]);
});
