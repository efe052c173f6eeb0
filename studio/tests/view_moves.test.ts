// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Gizmos: what a drag writes into the scene.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Euler, Matrix4, Quaternion, Vector3 } from "three";
import type { Handle, Json, Vec3 } from "../src/link/protocol.ts";
import { parse } from "../src/text/parse.ts";
import { valueAt } from "../src/text/paths.ts";
import { isReached, placedOf, shiftOf } from "../src/view/drag.ts";
import { alongAxis, anglesOf, matrixOf, type Move, onPlane, ownTurn, placedAfter } from "../src/view/moves.ts";
import { withPlaced } from "../src/view/placing.ts";
import { handlesFor } from "../src/view/tools.ts";
import { canUse } from "../src/view/gizmo.ts";
import { Random } from "./random.ts";

const degrees = Math.PI / 180;
const turn = ([x, y, z]: Vec3): Quaternion =>
  new Quaternion().setFromEuler(new Euler(x * degrees, y * degrees, z * degrees, "ZYX"));
const vector = (random: Random, size: number): Vec3 => [
  random.between(-size, size),
  random.between(-size, size),
  random.between(-size, size),
];

// As the program places it (src/geometry/shapes/transform.cpp), inside something that carries it.
function handleOf(random: Random, carried: boolean): Handle {
  const [translate, rotate, about] = [vector(random, 2), vector(random, 80), vector(random, 1)];
  const scale: Vec3 = [random.between(0.3, 2), random.between(0.3, 2), random.between(0.3, 2)];
  const spin = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), random.between(-3, 3));
  const parent = carried
    ? new Matrix4().makeRotationFromQuaternion(turn(vector(random, 180))).setPosition(...vector(random, 3))
    : new Matrix4();
  const own = new Matrix4()
    .makeTranslation(...(translate.map((value, i) => value + about[i]!) as Vec3))
    .multiply(new Matrix4().makeRotationFromQuaternion(turn(rotate).multiply(spin)))
    .scale(new Vector3(...scale))
    .multiply(new Matrix4().makeTranslation(-about[0], -about[1], -about[2]));
  const matrix = parent.clone().multiply(own);
  const pivot = new Vector3(...vector(random, 1)).applyMatrix4(matrix).toArray();
  return {
    path: "solids[0]",
    edits: "solids[0].shape.transform",
    kind: "transform",
    can: ["translate", "rotate", "scale"],
    pivot,
    matrix: matrix.toArray(),
    parent: parent.toArray(),
    about,
    translate,
    rotate,
    scale,
  };
}

const near = (a: Vector3, b: Vector3): boolean => a.distanceTo(b) < 1e-6;

function movedPoint(handle: Handle, move: Move, point: Vector3): Vector3 {
  const gizmo = new Vector3(...handle.pivot);
  if (move.kind === "translate") return point.clone().add(new Vector3(...move.by));
  const away = point.clone().sub(gizmo);
  if (move.kind === "rotate") return away.applyQuaternion(move.by).add(gizmo);
  const own = ownTurn(handle);
  away.applyQuaternion(own.clone().invert()).multiply(new Vector3(...move.by));
  return away.applyQuaternion(own).add(gizmo);
}

test("what is written moves every point as the gizmo did", () => {
  const random = new Random(11);
  for (let n = 0; n < 300; ++n) {
    const handle = handleOf(random, n % 2 === 0);
    const before = matrixOf(handle, placedOf(handle));
    assert.ok(before.elements.every((value, i) => Math.abs(value - handle.matrix[i]!) < 1e-9));
    const moves: Move[] = [
      { kind: "translate", by: vector(random, 2) },
      { kind: "rotate", by: turn(vector(random, 170)) },
      { kind: "scale", by: [random.between(0.5, 2), random.between(0.5, 2), random.between(0.5, 2)] },
    ];
    for (const move of moves) {
      const after = matrixOf(handle, placedAfter(handle, move));
      for (let k = 0; k < 4; ++k) {
        const own = new Vector3(...vector(random, 1));
        const was = own.clone().applyMatrix4(before);
        const is = own.clone().applyMatrix4(after);
        assert.ok(near(is, movedPoint(handle, move, was)), move.kind);
      }
    }
  }
});

test("a drag that goes back writes what was there", () => {
  const random = new Random(12);
  for (let n = 0; n < 100; ++n) {
    const handle = handleOf(random, true);
    const none: Move[] = [
      { kind: "translate", by: [0, 0, 0] },
      { kind: "rotate", by: new Quaternion() },
      { kind: "scale", by: [1, 1, 1] },
    ];
    for (const move of none) {
      const after = placedAfter(handle, move);
      assert.deepEqual(after.translate, handle.translate);
      assert.deepEqual(after.scale, handle.scale);
      after.rotate.forEach((angle, i) => assert.ok(Math.abs(angle - handle.rotate[i]!) < 1e-6));
    }
  }
});

test("angles do not leap, also after whole turns", () => {
  const random = new Random(13);
  for (let n = 0; n < 200; ++n) {
    const before: Vec3 = [random.between(-700, 700), random.between(-85, 85), random.between(-700, 700)];
    const angles = anglesOf(turn(before), before);
    angles.forEach((angle, i) => assert.ok(Math.abs(angle - before[i]!) < 1e-4, `${before} ${angles}`));
  }
});

test("things are shown where they are dragged, whatever the server has answered so far", () => {
  const random = new Random(14);
  const handle = handleOf(random, true);
  const halfway = placedAfter(handle, { kind: "translate", by: [0.5, 0, 0] });
  const placed = placedAfter(handle, { kind: "translate", by: [1, 2, 0] });
  const shown: Handle = { ...handle, ...halfway, matrix: matrixOf(handle, halfway).toArray() };
  const place = new Vector3(0.3, 0.1, 0.2);
  const drawn = place.clone().applyMatrix4(matrixOf(handle, halfway)).applyMatrix4(shiftOf({ handle, placed }, shown));
  assert.ok(near(drawn, place.clone().applyMatrix4(matrixOf(handle, placed))));
  assert.ok(!isReached(placed, shown));
  assert.ok(isReached(halfway, shown));
});

test("a region's size is written as its size", () => {
  const handle: Handle = {
    ...handleOf(new Random(15), false),
    edits: "recordings[0].region",
    can: ["translate", "rotate", "size"],
    scale: [2, 1, 3],
    matrix: new Matrix4().setPosition(1, 2, 3).toArray(),
    pivot: [1, 2, 3],
    translate: [1, 2, 3],
    rotate: [0, 0, 0],
    about: [0, 0, 0],
  };
  const after = placedAfter(handle, { kind: "scale", by: [2, 1, 1] });
  assert.deepEqual(after, { translate: [1, 2, 3], rotate: [0, 0, 0], scale: [4, 1, 3] });
  const text = `{"recordings": [{"region": {"size": [2, 1, 3]}}]}`;
  const changed = withPlaced(text, handle, placedOf(handle), after, { frame: 1, always: false, full: null });
  assert.deepEqual(valueAt(parse(changed), "recordings[0].region"), { size: [4, 1, 3] });
  assert.ok(canUse(handle, "scale") && canUse(handle, "rotate"));
});

// ---- the text ----

const text = `{
  // A ball.
  "solids": [{"shape": {"kind": "sphere", "radius": 0.2, "transform": {"translate": [0, 1, 0]}}}] // kept
}
`;
const handle: Handle = {
  ...handleOf(new Random(16), false),
  translate: [0, 1, 0],
  rotate: [0, 0, 0],
  scale: [1, 1, 1],
};
const before = placedOf(handle);
const keying = { frame: 12, always: false, full: null as Json };
const transform = (of: string): Json => valueAt(parse(of), "solids[0].shape.transform") ?? null;

test("only what is different is written, and everything else stays", () => {
  const changed = withPlaced(text, handle, before, { ...before, translate: [0, 1.5, 0] }, keying);
  assert.equal(changed, text.replace("[0, 1, 0]", "[0, 1.5, 0]"));
  assert.equal(withPlaced(text, handle, before, before, keying), text);
});

test("a scale that is the same all around is one number", () => {
  const even = withPlaced(text, handle, before, { ...before, scale: [2, 2, 2] }, keying);
  assert.deepEqual(transform(even), { translate: [0, 1, 0], scale: 2 });
  const uneven = withPlaced(text, handle, before, { ...before, scale: [2, 1, 1] }, keying);
  assert.deepEqual(transform(uneven), { translate: [0, 1, 0], scale: [2, 1, 1] });
});

test("what is keyframed gets a key at the playhead, and everything with auto-key", () => {
  const keyed = text.replace("[0, 1, 0]", '{"keys": [[1, [0, 1, 0]]]}');
  const moved = { ...before, translate: [0, 3, 0] as Vec3 };
  const added = withPlaced(keyed, handle, before, moved, keying);
  assert.deepEqual(valueAt(transform(added), "translate.keys"), [
    [1, [0, 1, 0]],
    [12, [0, 3, 0]],
  ]);
  const anew = withPlaced(text, handle, before, moved, { ...keying, always: true });
  assert.deepEqual(valueAt(transform(anew), "translate.keys"), [[12, [0, 3, 0]]]);
});

test("a transform that is not there yet is made, a place is written where it is", () => {
  const none = `{"solids": [{"shape": {"kind": "sphere"}}]}`;
  const made = withPlaced(none, handle, before, { ...before, rotate: [0, 45, 0] }, keying);
  assert.deepEqual(transform(made), { rotate: [0, 45, 0] });
  const place: Handle = { ...handle, edits: "forces[0].centre", kind: "place", can: ["value"] };
  const force = `{"forces": [{"centre": [0, 1, 0]}]}`;
  const moved = withPlaced(force, place, before, { ...before, translate: [1, 1, 0] }, keying);
  assert.equal(moved, `{"forces": [{"centre": [1, 1, 0]}]}`);
});

test("the selected thing's handles: its own, else those in it, else those of what it is in", () => {
  const of = (path: string): Handle => ({ ...handle, path, edits: `${path}.transform` });
  const all = [of("solids[0]"), of("directors[0].instances[0]"), of("directors[0].instances[1]")];
  const paths = (path: string | null): string[] => handlesFor(all, path).map((each) => each.path);
  assert.deepEqual(paths("solids[0]"), ["solids[0]"]);
  assert.deepEqual(paths("directors[0]"), ["directors[0].instances[0]", "directors[0].instances[1]"]);
  assert.deepEqual(paths("solids[0].shape"), ["solids[0]"]);
  assert.deepEqual(paths("solids[1]"), []);
  assert.deepEqual(paths(null), []);
});

test("rays meet axes and planes", () => {
  const ray = { origin: new Vector3(0, 0, 5), direction: new Vector3(0.6, 0, -0.8).normalize() };
  const along = alongAxis(ray, new Vector3(), new Vector3(1, 0, 0));
  assert.ok(Math.abs(along! - 3.75) < 1e-9);
  assert.equal(alongAxis({ ...ray, direction: new Vector3(1, 0, 0) }, new Vector3(), new Vector3(1, 0, 0)), null);
  assert.ok(near(onPlane(ray, new Vector3(), new Vector3(0, 0, 1))!, new Vector3(3.75, 0, 0)));
  assert.equal(onPlane(ray, new Vector3(0, 0, 9), new Vector3(0, 0, 1)), null);
});
