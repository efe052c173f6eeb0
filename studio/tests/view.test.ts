// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the view computes before anything is drawn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { OrthographicCamera, PerspectiveCamera, Vector3 } from "three";
import type { Vec3 } from "../src/link/protocol.ts";
import { cameraFor } from "../src/view/camera_edit.ts";
import { bytesOf, colouringOf, cssOf, gradientOf, kindColours } from "../src/view/colours.ts";
import { movedTo, stretched } from "../src/view/dots.tsx";
import { gridLines, gridNumbers, planGrid } from "../src/view/grid.ts";
import { asBefore, choicesFor, covers, declutter, isLeftOf, type Label, type Plate } from "../src/view/labels.ts";
import * as nav from "../src/view/navigation.ts";
import { type Creased, creased } from "../src/view/normals.ts";
import { nearestId } from "../src/view/picker.ts";
import { inWindow, pictureIn, regionAt, regionsOf, widerAngle } from "../src/view/regions.ts";
import { arrowLines, boxLines, polylineSegments } from "../src/view/shapes.ts";
import { isSoftware } from "../src/view/software.ts";
import { lengthInWords, roundedTo, roundStep, shortNumber } from "../src/view/steps.ts";
import { Thinning } from "../src/view/thinning.ts";
import { Random } from "./random.ts";

const cameras = () => [new PerspectiveCamera(), new OrthographicCamera()] as const;

function seenAt(look: nav.Look, place: Vec3, aspect: number): Vector3 {
  const camera = nav.aim(look, aspect, ...cameras());
  return new Vector3(...place).project(camera);
}

function randomLook(random: Random): nav.Look {
  return {
    target: [random.between(-3, 3), random.between(-3, 3), random.between(-3, 3)],
    yaw: random.between(-7, 7),
    pitch: random.between(-1.5, 1.5),
    distance: random.between(0.1, 20),
    projection: random.next() < 0.5 ? "perspective" : "parallel",
  };
}

test("zooming leaves what is under the pointer where it is", () => {
  const random = new Random(1);
  for (let n = 0; n < 200; ++n) {
    const look = randomLook(random);
    const aspect = random.between(0.4, 3);
    const [x, y] = [random.between(-1, 1), random.between(-1, 1)];
    // The place under the pointer, as far away as what is looked at.
    const camera = nav.aim(look, aspect, ...cameras());
    const depth = new Vector3(...look.target).project(camera).z;
    const place = new Vector3(x, y, depth).unproject(camera).toArray();
    const after = seenAt(nav.zoomed(look, random.between(0.5, 2), x, y, aspect), place, aspect);
    assert.ok(Math.abs(after.x - x) < 1e-6 && Math.abs(after.y - y) < 1e-6);
  }
});

test("panning moves what is looked at with the pointer", () => {
  const random = new Random(2);
  for (let n = 0; n < 100; ++n) {
    const look = randomLook(random);
    const [dx, dy] = [random.between(-80, 80), random.between(-80, 80)];
    const after = seenAt(nav.panned(look, dx, dy, 400), look.target, 2);
    assert.ok(Math.abs(after.x * 400 - dx) < 1e-6 && Math.abs(after.y * 200 + dy) < 1e-6);
  }
});

test("a framed box is in the view, and fills it", () => {
  const random = new Random(3);
  for (let n = 0; n < 200; ++n) {
    const lower: Vec3 = [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)];
    const upper = lower.map((value) => value + random.between(0.01, 8)) as Vec3;
    const aspect = random.between(0.5, 2.5);
    const look = nav.framed(randomLook(random), { lower, upper }, aspect);
    let widest = 0;
    for (let i = 0; i < 8; ++i) {
      const corner: Vec3 = [i & 1 ? upper[0] : lower[0], i & 2 ? upper[1] : lower[1], i & 4 ? upper[2] : lower[2]];
      const at = seenAt(look, corner, aspect);
      widest = Math.max(widest, Math.abs(at.x), Math.abs(at.y));
    }
    assert.ok(widest <= 1 && widest > 0.4, `${widest}`);
  }
});

test("orbiting stops above and below, and the sides look straight", () => {
  assert.equal(nav.orbited(nav.startLook, 0, 1e5).pitch, Math.PI / 2);
  assert.equal(nav.orbited(nav.startLook, 0, -1e5).pitch, -Math.PI / 2);
  for (const side of ["front", "side", "top", "free"] as const) {
    assert.equal(nav.sideOf(nav.seenFrom(nav.startLook, side)), side);
  }
  const eye = nav.eyeOf({ ...nav.seenFrom(nav.startLook, "top"), target: [0, 0, 0], distance: 2 });
  assert.ok(eye.distanceTo(new Vector3(0, 2, 0)) < 1e-9);
});

test("a look from somewhere has its eye there", () => {
  const random = new Random(5);
  for (let n = 0; n < 100; ++n) {
    const eye: Vec3 = [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)];
    const target: Vec3 = [random.between(-5, 5), random.between(-5, 5), random.between(-5, 5)];
    assert.ok(nav.eyeOf(nav.lookFrom(eye, target)).distanceTo(new Vector3(...eye)) < 1e-9);
  }
});

test("a camera that is set to the view shows at its target what the frame showed", () => {
  const { position, target } = cameraFor(nav.startLook, 20, 0.8);
  const away = new Vector3(...position).distanceTo(new Vector3(...target));
  const height = (distance: number, angle: number): number => 2 * distance * Math.tan((angle * Math.PI) / 360);
  const share = height(away, 20) / height(nav.startLook.distance, nav.fieldOfView);
  assert.ok(Math.abs(share - 0.8) < 0.01);
});

test("two takes share the view, or lie over each other", () => {
  const side = regionsOf(800, 400, "side", 0.2);
  assert.deepEqual(side[1], {
    slot: 1,
    window: { x: 400, y: 0, width: 400, height: 400 },
    shown: { x: 400, y: 0, width: 400, height: 400 },
  });
  const wipe = regionsOf(800, 400, "wipe", 0.25);
  assert.equal(wipe[1]!.window.width, 800);
  assert.deepEqual([wipe[0]!.shown.width, wipe[1]!.shown.x], [200, 200]);
  assert.equal(regionAt(wipe, 100, 5).slot, 0);
  assert.equal(regionAt(wipe, 300, 5).slot, 1);
  assert.deepEqual(inWindow(600, 100, side[1]!.window), { x: 0, y: 0.5 });
});

test("the picture's frame keeps its shape, and what is in it its angle", () => {
  const box = pictureIn({ x: 10, y: 0, width: 800, height: 300 }, 16 / 9);
  assert.ok(Math.abs(box.width / box.height - 16 / 9) < 1e-9);
  assert.ok(Math.abs(box.x + box.width / 2 - 410) < 1e-9 && box.height < 300);
  assert.ok(Math.abs(widerAngle(35, 300, 300) - 35) < 1e-9);
  const half = Math.tan((widerAngle(35, 200, 300) * Math.PI) / 360) / 1.5;
  assert.ok(Math.abs(half - Math.tan((35 * Math.PI) / 360)) < 1e-9);
});

test("steps are round, lengths are said", () => {
  assert.deepEqual([0.03, 0.05, 0.7, 1, 1.2, 30].map(roundStep).map(shortNumber), [
    "0.05",
    "0.05",
    "1",
    "1",
    "2",
    "50",
  ]);
  assert.deepEqual([0, 0.004, 0.25, 1.5, -2, 3000].map(lengthInWords), [
    "0 m",
    "4 mm",
    "25 cm",
    "1.5 m",
    "-2 m",
    "3 km",
  ]);
  assert.equal(roundedTo(0.123456, 0.002), 0.123);
  assert.equal(roundedTo(-0.0001, 0.01), 0);
  assert.equal(shortNumber(0.1 + 0.2), "0.3");
});

test("the grid follows the zoom, and counts from the scene's zero", () => {
  const plan = planGrid({ ...nav.startLook, distance: 4 }, 480, false, 0, [0, 0, 0]);
  assert.deepEqual([plan.across, plan.along], [0, 2]);
  assert.ok(planGrid({ ...nav.startLook, distance: 40 }, 480, false, 0, [0, 0, 0]).step > plan.step);
  const { places, colours } = gridLines(plan);
  assert.equal(places.length / 3, colours.length / 4);
  const far = planGrid(nav.startLook, 480, true, 0, [10000, 0, 0]);
  const said = gridNumbers(far).map(({ text }) => text);
  assert.ok(said.includes("10 km"), said.join());
});

test("labels that have no room are left out, the less important ones first", () => {
  const plate = (x: number, weight: number, depth = 0): Plate => ({ x, y: 0, width: 50, height: 15, weight, depth });
  const shown = (plates: Plate[]): boolean[] => declutter(plates.map((each) => [each])).map((each) => each !== null);
  assert.deepEqual(shown([plate(0, 1), plate(30, 2), plate(100, 1)]), [false, true, true]);
  assert.deepEqual(shown([plate(0, 1, 5), plate(30, 1, 2)]), [false, true]);
  assert.deepEqual(declutter([[], [plate(0, 1)], [plate(20, 0), plate(-80, 0)]]), [null, plate(0, 1), plate(-80, 0)]);
  const random = new Random(4);
  const many = Array.from({ length: 100 }, () => {
    const [x, weight] = [random.between(0, 900), random.whole(0, 3)];
    return [plate(x, weight), plate(x - 64, weight)];
  });
  const all = declutter(many).filter((each) => each !== null);
  for (const a of all) for (const b of all) assert.ok(a === b || Math.abs(a.x - b.x) >= 50);
});

test("labels give way to the gizmo, beside which what is selected is named", () => {
  const within = { x: 0, y: 0, width: 600, height: 400 };
  const disc = { x: 300, y: 200, radius: 80 };
  const plate: Plate = { x: 0, y: 0, width: 90, height: 16, weight: 1, depth: 0 };
  const at = (x: number, y: number, kind: Label["kind"] = "thing"): number[] =>
    choicesFor(plate, { kind, minor: false }, { x, y }, within, disc).map((each) => each.x);
  assert.deepEqual(at(300, 200), []);
  assert.deepEqual(at(300, 200, "selected"), [383, 127]);
  assert.deepEqual(at(200, 200), [103], "to the left, away from it");
  assert.deepEqual(at(200, 20), [207, 103]);
  assert.deepEqual(at(30, 20), [37], "not out of the view");
  const random = new Random(9);
  for (let n = 0; n < 300; ++n) {
    const place = { x: random.between(0, 600), y: random.between(0, 400) };
    const kind = random.of(["thing", "number", "selected"] as const);
    for (const each of choicesFor(plate, { kind, minor: n % 2 === 0 }, place, within, disc))
      assert.ok(!covers(each, disc));
  }
});

test("thin things are hit from a few pixels away, others only straight", () => {
  const pixels = (hits: [number, number, number][]): Uint8Array => {
    const made = new Uint8Array(4 * 13 * 13);
    for (const [x, y, id] of hits) made[4 * (y * 13 + x)] = id;
    return made;
  };
  const isThin = (id: number): boolean => id >= 10;
  assert.equal(nearestId(pixels([]), isThin), 0);
  assert.equal(nearestId(pixels([[6, 6, 1]]), isThin), 1);
  assert.equal(nearestId(pixels([[7, 6, 1]]), isThin), 0);
  assert.equal(
    nearestId(
      pixels([
        [6, 6, 1],
        [8, 6, 10],
      ]),
      isThin,
    ),
    10,
  );
  assert.equal(
    nearestId(
      pixels([
        [6, 6, 1],
        [12, 6, 10],
      ]),
      isThin,
    ),
    1,
  );
});

test("colours get lighter evenly from low to high", () => {
  for (const by of ["speed", "heat", "thickness"]) {
    const { ramp } = colouringOf({ by, low: 0, high: 1 }, []);
    const light = Array.from({ length: 256 }, (_, i) => {
      const linear = [0, 1, 2].map((k) => (ramp[4 * i + k]! / 255) ** 2.2);
      return Math.cbrt(0.2126 * linear[0]! + 0.7152 * linear[1]! + 0.0722 * linear[2]!);
    });
    for (let i = 8; i < 256; i += 8) assert.ok(light[i]! > light[i - 8]!, `${by} at ${i}`);
  }
  assert.match(gradientOf(colouringOf({ by: "speed", low: 0, high: 1 }, []).ramp), /^linear-gradient\(to right, rgb/);
});

test("kinds have colours of their own, phases those of the take", () => {
  const phases = [
    { name: "water", colour: [0, 0, 1] as Vec3 },
    { name: "oil", colour: [1, 0.5, 0] as Vec3 },
  ];
  const phase = colouringOf({ by: "phase", low: 0, high: 1 }, phases);
  assert.deepEqual(
    phase.kinds!.map(({ name }) => name),
    ["water", "oil"],
  );
  assert.deepEqual([...phase.ramp.subarray(0, 3)], [0, 0, 255]);
  assert.deepEqual([...phase.ramp.subarray(1020, 1023)], bytesOf([1, 0.5, 0]));
  assert.equal(colouringOf({ by: "phase", low: 0, high: 1 }, phases.slice(0, 1)).kinds!.length, 1);
  const role = colouringOf({ by: "role", low: 0, high: 1 }, []);
  assert.deepEqual(
    role.kinds!.map(({ name }) => name),
    ["liquid", "temporary"],
  );
  assert.notEqual(cssOf(role.kinds![0]!.colour), cssOf(role.kinds![1]!.colour));
  assert.ok(colouringOf({ by: "paint", low: 0, high: 1 }, []).painted);
  assert.equal(new Set(kindColours.map(cssOf)).size, kindColours.length);
});

test("boxes, polylines and arrows become segments", () => {
  assert.equal(boxLines([0, 0, 0], [1, 1, 1]).length, 12 * 6);
  assert.equal(boxLines([0, 0, -1], [1, 1, 1], true).length, 4 * 6);
  const line = new Float32Array([0, 0, 0, 1, 0, 0, 1, 1, 0]);
  assert.deepEqual([...polylineSegments([line, new Float32Array([5, 5, 5])])], [0, 0, 0, 1, 0, 0, 1, 0, 0, 1, 1, 0]);
  assert.equal(arrowLines([0, 0, 0], [0, 2, 0]).length, 5 * 6);
  assert.equal(arrowLines([1, 1, 1], [1, 1, 1]).length, 0);
});

test("a cube's edges stay sharp, a fine ball is smooth", () => {
  // Two triangles at a right angle, along a common edge.
  const corner = creased(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]), new Uint32Array([0, 1, 2, 0, 3, 1]));
  const normalAt = ({ normals, triangles }: Creased, n: number): number[] => [
    ...normals.subarray(3 * triangles[n]!, 3 * triangles[n]! + 3),
  ];
  assert.deepEqual(normalAt(corner, 0), [0, 0, 1]);
  assert.deepEqual(normalAt(corner, 3), [0, 1, 0]);
  assert.equal(corner.positions.length, 3 * 6, "the two corners of the edge are there twice");
  // Nearly flat: the common corner has the mean.
  const bent = creased(new Float32Array([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, -1, 0.2]), new Uint32Array([0, 1, 2, 0, 3, 1]));
  const [, y] = normalAt(bent, 0);
  assert.ok(y! > 0.05 && y! < 0.15);
  assert.deepEqual(normalAt(bent, 3), normalAt(bent, 0));
  assert.equal(bent.positions.length, 3 * 4, "no corner is there twice");
});

test("a label stays on its side while there is room", () => {
  const plate = { x: 0, y: 0, width: 40, height: 16, weight: 1, depth: 1 };
  const label = { kind: "thing", minor: false } as const;
  const within = { x: 0, y: 0, width: 400, height: 200 };
  const place = { x: 200, y: 100 };
  const free = choicesFor(plate, label, place, within, null);
  assert.equal(isLeftOf(asBefore(free, place, undefined)[0]!, place), false);
  assert.equal(isLeftOf(asBefore(free, place, true)[0]!, place), true);
  assert.equal(asBefore(free, place, true).length, free.length);
  const edge = { x: 20, y: 100 };
  assert.equal(isLeftOf(asBefore(choicesFor(plate, label, edge, within, null), edge, true)[0]!, edge), false);
});

test("slow machines draw fewer particles while things move, fast ones all", () => {
  const slow = new Thinning();
  assert.equal(slow.everyOf(1e6), 1);
  for (let n = 0; n < 20; ++n) slow.learn(1e5, 100);
  assert.equal(slow.everyOf(1e5), 4);
  assert.equal(slow.everyOf(1e4), 1);
  assert.equal(slow.everyOf(1e8), 16);
  const fast = new Thinning();
  for (let n = 0; n < 20; ++n) fast.learn(1e6, 8);
  assert.equal(fast.everyOf(1e6), 1);
});

test("sides of the box do not go through each other, and it moves as it is", () => {
  const box = { lower: [0, 0, 0] as Vec3, upper: [1, 1, 1] as Vec3 };
  assert.deepEqual(stretched(box, { axis: 1, end: "lower" }, 5, 0.1).lower, [0, 0.9, 0]);
  assert.deepEqual(stretched(box, { axis: 0, end: "upper" }, 2, 0.1).upper, [2, 1, 1]);
  assert.deepEqual(movedTo(box, [1, 0.5, 0.5]), { lower: [0.5, 0, 0], upper: [1.5, 1, 1] });
});

test("graphics cards are told from processors", () => {
  assert.ok(isSoftware("ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)"));
  assert.ok(isSoftware("llvmpipe (LLVM 15.0.6, 256 bits)"));
  assert.ok(isSoftware("ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11)"));
  assert.ok(!isSoftware("ANGLE (NVIDIA Corporation, NVIDIA GeForce RTX 3060/PCIe/SSE2, OpenGL 4.5)"));
  assert.ok(!isSoftware("Mesa Intel(R) UHD Graphics 620 (KBL GT2)"));
  assert.ok(!isSoftware("Apple M2"));
});
