// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { parse } from "../src/text/parse.ts";
import { applied } from "../src/timeline/apply.ts";
import * as edits from "../src/timeline/clip_edits.ts";
import { canBeMuted, isMuted } from "../src/timeline/clips.ts";
import { keysIn, keysOf, partAt, rowsOf, visibleRows } from "../src/timeline/rows.ts";
import { allOf, thingAt } from "../src/timeline/things.ts";
import { fitted, frameAt, frameTicks, secondTicks, valueTicks, xOf, zoomed } from "../src/timeline/time_view.ts";
import { Random } from "./random.ts";
import { sceneText, thing, things } from "./timeline_scene.ts";

const templates = "directors[0].instances";

test("what has a place in time is found, directors first", () => {
  const names = allOf(things(sceneText)).map(({ path }) => path);
  assert.deepEqual(names, [
    "directors[0]",
    `${templates}[0]`,
    `${templates}[1]`,
    `${templates}[2]`,
    "directors[1]",
    "directors[1].meshes[0]",
    "reversal",
    "reversal.targets[0]",
    "reversal.targets[1]",
    "emitters[0]",
    "emitters[1]",
    "solids[1]",
    "solids[2]",
    "recordings[1]",
    "picture.camera",
  ]);
  assert.equal(thing(sceneText, `${templates}[0]`).name, "hop");
  assert.equal(thing(sceneText, "directors[1]").name, "Meshes");
  const [rotate] = thing(sceneText, "solids[1]").properties;
  assert.deepEqual(
    [rotate!.name, rotate!.where, rotate!.field.unit, rotate!.field.isRotation],
    ["Rotate", "shape.transform", "degrees", true],
  );
  assert.equal(thingAt(things(sceneText), "solids[1].shape.transform")?.path, "solids[1]");
});

test("clips are where they play", () => {
  const clip = (path: string) => thing(sceneText, path).clip!;
  const ends = (path: string) => [clip(path).begin, clip(path).end, clip(path).openBegin, clip(path).openEnd];
  assert.deepEqual(ends(`${templates}[0]`), [6, 27, false, false]);
  assert.deepEqual(ends(`${templates}[1]`), [40.5, 74.5, false, false]);
  assert.equal(clip(`${templates}[2]`).openEnd, true);
  assert.deepEqual(ends("emitters[0]"), [5, 96, false, true]);
  assert.deepEqual(ends("emitters[1]"), [1, 96, true, true]);
  assert.deepEqual(ends("recordings[1]"), [10, 30, false, false]);
  assert.deepEqual(ends("reversal.targets[0]"), [24, 71, false, false]);
  assert.deepEqual(ends("reversal.targets[1]"), [80, 80, false, false]);
  assert.deepEqual(ends("directors[1].meshes[0]"), [8, 32, false, false]);
  assert.equal(thing(sceneText, "solids[1]").clip, null);
  assert.deepEqual(thing(sceneText, "solids[2]").marks, [
    { path: "solids[2].shape.first_frame", frame: 12, name: "First frame", isEntry: false },
  ]);
});

test("a template of another rate is played in the scene's time", () => {
  const text = sceneText.replace('"template": "nowhere"', '"template": "fast", "speed": 2');
  const { clip } = thing(text, `${templates}[2]`);
  assert.equal(clip!.pace, 2);
  assert.equal(clip!.end, 1 + 99 / 4);
});

test("moving a clip and back gives the same values, and takes its keys along", () => {
  const random = new Random(3);
  const text = sceneText.replace('"nowhere"', '"nowhere", "start": 1');
  for (const { path } of allOf(things(text))) {
    const by = random.whole(1, 30) * random.of([-1, 1]);
    const there = applied(edits.moved(thing(text, path), by))(text);
    assert.deepEqual(parse(applied(edits.moved(thing(there, path), -by))(there)), parse(text), path);
    assert.equal(there === text, !edits.canMove(thing(text, path)), path);
  }
  const lost = `${templates}[2]`;
  assert.equal(thing(applied(edits.moved(thing(sceneText, lost), 4))(sceneText), lost).value["start"], 5);
  const slow = thing(applied(edits.moved(thing(sceneText, `${templates}[1]`), 10))(sceneText), `${templates}[1]`);
  assert.equal(slow.clip!.begin, 50.5);
  assert.deepEqual(
    slow.properties[0]!.keyed.keys.map(({ frame }) => frame),
    [50, 60, 60.5],
  );
  assert.equal(edits.canMove(thing(sceneText, "emitters[1]")), false);
});

test("a clip that is pulled keeps its other end, and plays what it did", () => {
  const random = new Random(8);
  const ownAt = (text: string, path: string, frame: number): number => {
    const { begin, first, last, speed, pace, reverse } = thing(text, path).clip!;
    const played = (frame - begin) * speed * pace;
    return reverse ? last - played : first + played;
  };
  for (let n = 0; n < 300; ++n) {
    const speed = random.of([0.5, 1, 1.7, 3]);
    const [first, last] = [random.whole(1, 8), random.whole(15, 22)];
    const text = sceneText.replace(
      '"reverse": true',
      `"reverse": ${random.of(["true", "false"])}, "speed": ${speed}, "first": ${first}, "last": ${last}`,
    );
    const path = `${templates}[0]`;
    const own = thing(text, path);
    const before = own.clip!;
    const by = random.whole(-30, 30);
    const [begin, end] = [edits.croppedBegin(own, before, by), edits.croppedEnd(own, before, by)].map((each) =>
      applied(each)(text),
    );
    const middle = (before.begin + before.end) / 2;
    for (const text of [begin!, end!]) {
      const { clip } = thing(text, path);
      assert.ok(
        clip!.end - clip!.begin > 1 - 1e-4 && clip!.first >= 1 - 1e-6 && clip!.last <= 22 + 1e-6,
        `${JSON.stringify(clip)}`,
      );
    }
    assert.ok(Math.abs(ownAt(begin!, path, middle) - ownAt(text, path, middle)) < 1e-4);
    assert.ok(Math.abs(thing(begin!, path).clip!.end - before.end) < 1e-4);
    assert.ok(Math.abs(ownAt(end!, path, middle) - ownAt(text, path, middle)) < 1e-4);
    assert.equal(thing(end!, path).clip!.begin, before.begin);
    const [slower, later] = [edits.stretchedEnd(own, before, by), edits.stretchedBegin(own, before, by)].map(
      (each) => thing(applied(each)(text), path).clip!,
    );
    assert.equal(slower!.begin, before.begin);
    assert.ok(Math.abs(later!.end - before.end) < 1e-3);
    const wanted = Math.max(1, before.end - before.begin + by);
    assert.ok(Math.abs(slower!.end - slower!.begin - wanted) < 1e-3, `${slower!.end - slower!.begin}, not ${wanted}`);
    assert.deepEqual([slower!.first, slower!.last], [first, last]);
  }
});

test("pulling a clip back to all of its template writes no frames", () => {
  const path = `${templates}[1]`;
  const whole = applied(edits.croppedEnd(thing(sceneText, path), thing(sceneText, path).clip!, 50))(sceneText);
  assert.equal("last" in thing(whole, path).value, false);
  assert.equal(thing(whole, path).value["first"], 3);
});

test("spans and moments are pulled", () => {
  const pulled = (path: string, by: number, end: boolean) => {
    const own = thing(sceneText, path);
    const text = applied((end ? edits.croppedEnd : edits.croppedBegin)(own, own.clip!, by))(sceneText);
    return thing(text, path).value;
  };
  assert.equal(pulled("emitters[1]", 9, false)["first"], 10);
  assert.equal(pulled("emitters[1]", -6, true)["last"], 90);
  assert.equal(pulled("emitters[0]", 500, false)["first"], 95);
  assert.equal(pulled("reversal.targets[0]", 5, true)["last"], 76);
  assert.equal("last" in pulled("reversal.targets[0]", -60, true), false);
  assert.equal(pulled("reversal.targets[1]", 6, true)["last"], 86);
  assert.equal(pulled("directors[1].meshes[0]", 4, true)["last"], 36);
});

test("reversing twice and muting and back leave the scene as it was", () => {
  for (const path of [`${templates}[0]`, `${templates}[1]`]) {
    const own = thing(sceneText, path);
    const once = applied(edits.reversed(own))(sceneText);
    assert.equal(thing(once, path).clip!.reverse, !own.clip!.reverse);
    assert.deepEqual(parse(applied(edits.reversed(thing(once, path)))(once)), parse(sceneText));
    assert.ok(canBeMuted(own) && !isMuted(own));
    const { edits: quiet, kept } = edits.muted(own);
    const text = applied(quiet)(sceneText);
    assert.ok(isMuted(thing(text, path)));
    assert.equal(thing(text, path).value["temporary"], false);
    assert.deepEqual(parse(applied(edits.unmuted(thing(text, path), kept))(text)), parse(sceneText));
    assert.equal("strength" in thing(applied(edits.unmuted(thing(text, path), undefined))(text), path).value, false);
  }
  assert.equal(canBeMuted(thing(sceneText, "emitters[0]")), false);
});

test("rows open and close, and tell what is under the pointer", () => {
  const closed = rowsOf(things(sceneText), new Set());
  assert.equal(closed[0]!.open, true);
  assert.equal(
    closed.some(({ property }) => property),
    false,
  );
  const open = rowsOf(things(sceneText), new Set(["solids[1]", "directors[0]"]));
  assert.equal(
    open.some(({ thing: { path } }) => path.startsWith(templates)),
    false,
  );
  const row = open.find(({ property }) => property)!;
  assert.equal(row.property!.path, "solids[1].shape.transform.rotate");
  assert.deepEqual([...keysOf(row).keys()], [1, 24, 48]);
  // A closed one has the keys of what is in it.
  assert.deepEqual([...keysOf(open[0]!).keys()], [40, 50, 50.5]);
  const x = (frame: number): number => frame * 10;
  assert.deepEqual(partAt(row, 243, x), { kind: "key", frame: 24, keys: [`${row.property!.path}@24`] });
  assert.equal(partAt(row, 300, x).kind, "nothing");
  const hop = closed[1]!;
  assert.deepEqual(
    [58, 62, 160, 268, 274, 290].map((at) => partAt(hop, at, x).kind),
    ["begin", "begin", "body", "end", "end", "nothing"],
  );
  assert.equal(partAt(closed[0]!, 300, x).kind, "group");
  assert.deepEqual(keysIn(open, 0, open.length, 20, 45).sort(), [
    "directors[0].instances[1].strength@40",
    "emitters[0].velocity@20",
    "solids[1].shape.transform.rotate@24",
  ]);
  assert.deepEqual(visibleRows(50, 220, 132), { from: 9, to: 17 });
});

test("what is where on the ruler", () => {
  const random = new Random(21);
  for (let n = 0; n < 200; ++n) {
    const from = random.between(-100, 1000);
    const view = { from, to: from + random.between(5, 2000) };
    const width = random.between(200, 2000);
    const frame = random.between(from, view.to);
    assert.ok(Math.abs(frameAt(view, width, xOf(view, width, frame)) - frame) < 1e-6);
    const near = zoomed(view, random.between(0.3, 3), frame);
    assert.ok(Math.abs(xOf(near, width, frame) - xOf(view, width, frame)) < 1e-6 || near.to - near.from <= 4);
    const ticks = frameTicks(view, width);
    assert.ok(ticks.length < width / 4 && ticks.every((tick) => Number.isInteger(tick.frame)));
    assert.ok(secondTicks(view, width, 1, 24).length < width / 4);
    const values = valueTicks(from, view.to, 150);
    assert.ok(values.length > 0 && values.length < 8, `${values}`);
  }
  assert.deepEqual(
    frameTicks({ from: 0.5, to: 24.5 }, 600)
      .filter(({ label }) => label)
      .map(({ label }) => label),
    ["2", "4", "6", "8", "10", "12", "14", "16", "18", "20", "22", "24"],
  );
  assert.ok(fitted(1, 48).from < 1);
});
