// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import { firstBox, firstFrames, wrongWithBox, wrongWithFrames } from "../src/library/box.ts";
import { aboutText, jobShare, lengthText, misfit, placeText, sizeText } from "../src/library/facts.ts";
import { fitsOf, fitText, movedBy, withFit } from "../src/library/fit_answer.ts";
import { instanceNames, onTheFloor, pathOfLast, type Placed, tidy, withInstance } from "../src/library/place.ts";
import { playedFrames } from "../src/library/played_frames.ts";
import { found, recordingsOf, tagsIn } from "../src/library/shelf.ts";
import type { Fit, Job, Json, Template } from "../src/link/protocol.ts";
import { parse } from "../src/text/parse.ts";
import { valueAt } from "../src/text/paths.ts";
import type { Known } from "../src/text/places.ts";
import { Random } from "./random.ts";

const unknown: Known = { full: null, schema: null };
const placed: Placed = { template: "splash", start: 12, at: [0.1, 0.7, -0.3] };

const addedTo = (
  text: string,
  what = placed,
  known = unknown,
): { text: string; path: string; added: Json | undefined } => {
  const after = withInstance(text, what, known);
  const path = pathOfLast(text, after, known)!;
  return { text: after, path, added: valueAt(parse(after), path) };
};

test("a scene without directors gets a templates director", () => {
  const { path, added, text } = addedTo('// A pool.\n{\n  "dimensions": 2\n}\n');
  assert.equal(path, "directors[0].instances[0]");
  assert.deepEqual(added, {
    name: "splash",
    template: "splash",
    start: 12,
    transform: { translate: [0.1, 0.7, -0.3] },
  });
  assert.equal(valueAt(parse(text), "directors[0].kind"), "templates");
  assert.ok(text.startsWith("// A pool.\n{\n"));
});

test("an instance joins those of the templates director, and comments stay", () => {
  const before = `{
  "directors": [
    {"kind": "rig", "points": []}, // first
    {"kind": "templates", "name": "jets", "instances": [
      {"name": "splash", "template": "splash", "start": 6}  // upright
    ]}
  ]
}
`;
  const { path, added, text } = addedTo(before, { ...placed, anchor: "waterline", first: 4 });
  assert.equal(path, "directors[1].instances[1]");
  assert.deepEqual(added, {
    name: "splash-2",
    template: "splash",
    start: 12,
    first: 4,
    anchor: "waterline",
    transform: { translate: [0.1, 0.7, -0.3] },
  });
  for (const comment of ["// first", "// upright"]) assert.ok(text.includes(comment));
});

test("instances placed one after the other have names and paths of their own", () => {
  const dice = new Random(3);
  let text = '{"directors": [{"kind": "guide"}]}';
  const paths = new Set<string>();
  for (let count = 0; count < 40; ++count) {
    const template = ["splash", "jet", "hand"][Math.floor(dice.next() * 3)]!;
    const at: [number, number, number] = [dice.next(), dice.next(), dice.next()];
    const result = addedTo(text, { template, start: count, at });
    assert.equal(valueAt(result.added!, "start"), count);
    text = result.text;
    paths.add(result.path);
  }
  const names = instanceNames(parse(text));
  assert.equal(paths.size, 40);
  assert.equal(new Set(names).size, 40);
});

test("where the directors are included, the instance is laid over them", () => {
  const full: Json = { directors: [{ kind: "templates", instances: [{ name: "jet", template: "jet" }] }] };
  const before = '{\n  "include": "pool.json"\n}\n';
  const { path, text } = addedTo(before, placed, { full, schema: null });
  assert.equal(path, "directors[0].instances[1]");
  assert.equal(valueAt(parse(text), "directors"), undefined);
  assert.ok(text.includes('"directors[0].instances[1]"'));
});

test("places have the digits that the spacing gives a meaning", () => {
  assert.deepEqual(tidy([0.194291, 0.732016, -0], 0.0125), [0.194, 0.732, 0]);
  assert.deepEqual(tidy([12345.678, -3.14159, 0], 25), [12346, -3, 0]);
  assert.deepEqual(tidy([0.1 + 0.2, 1, 1], 0), [0.3, 1, 1]);
});

test("without a pointer a template stands on the floor", () => {
  assert.deepEqual(onTheFloor({ lower: [-1, 0.2, -3], upper: [3, 2, 1] }, 1, false), [1, 0.7, -1]);
  assert.deepEqual(onTheFloor({ lower: [-1, 0, -3], upper: [3, 2, 1] }, 1, true), [1, 0.5, 0]);
});

test("the first box is around the middle, and has all the depth of what is flat", () => {
  const take = { lower: [-1, 0, -2], upper: [1, 2, 2] } as {
    lower: [number, number, number];
    upper: [number, number, number];
  };
  assert.deepEqual(firstBox({ ...take, dimensions: 3 }), { lower: [-0.5, 0, -1], upper: [0.5, 2, 1] });
  assert.deepEqual(firstBox({ ...take, dimensions: 2 }), { lower: [-0.5, 0, -2], upper: [0.5, 2, 2] });
  assert.equal(wrongWithBox(firstBox({ ...take, dimensions: 3 }), false), null);
  assert.match(wrongWithBox({ lower: [0, 0, 0], upper: [1, 0, 1] }, false)!, /size/);
  assert.equal(wrongWithBox({ lower: [0, 0, 0], upper: [1, 1, 0] }, true), null);
  assert.match(wrongWithBox({ lower: [NaN, 0, 0], upper: [1, 1, 1] }, false)!, /numbers/);
});

test("the first frames are those of the loop that the take has", () => {
  const have: [number, number][] = [
    [1, 20],
    [30, 60],
  ];
  assert.deepEqual(firstFrames(have, 5, null), { first: 1, last: 20 });
  assert.deepEqual(firstFrames(have, 40, { first: 10, last: 50 }), { first: 30, last: 50 });
  assert.deepEqual(firstFrames(have, 25, null), { first: 30, last: 60 });
  assert.deepEqual(firstFrames(have, 5, { first: 40, last: 50 }), { first: 1, last: 20 });
  assert.equal(firstFrames([], 5, null), null);
  const dice = new Random(11);
  for (let round = 0; round < 300; ++round) {
    const loop = { first: Math.floor(dice.next() * 70), last: Math.floor(dice.next() * 70) };
    const range = firstFrames(have, Math.floor(dice.next() * 70), round % 3 ? loop : null)!;
    assert.equal(wrongWithFrames(range, have), null);
  }
  assert.match(wrongWithFrames({ first: 10, last: 40 }, have)!, /1 to 20, 30 to 60/);
  assert.match(wrongWithFrames({ first: 9, last: 3 }, have)!, /before/);
  assert.match(wrongWithFrames({ first: NaN, last: 3 }, have)!, /whole/);
});

test("a thumbnail plays all of the template at its own speed", () => {
  assert.deepEqual(playedFrames(1, 24).each, [1]);
  const { each, pause } = playedFrames(240, 24);
  assert.equal(each[0], 1);
  assert.equal(each.at(-1), 240);
  assert.ok(each.length <= 24);
  assert.equal(Math.round(pause * each.length), 10000);
  for (let frames = 2; frames < 100; ++frames) {
    const { each: those } = playedFrames(frames, 24);
    assert.equal(new Set(those).size, those.length);
    assert.ok(those.every((frame) => frame >= 1 && frame <= frames));
  }
});

const template = (name: string, tags: string[], about = ""): Template => ({
  name,
  tags,
  about,
  frames: 12,
  rate: 24,
  particles: 100,
  flat: true,
  picture: true,
  lower: [-0.5, -0.25, -0.5],
  upper: [0.5, 0.25, 0.5],
  spacing: 0.02,
});

test("templates are found by words and tags", () => {
  const those = [template("crown", ["splash", "flat"]), template("jet", ["flat"], "Of a Fountain.")];
  assert.deepEqual(
    found(those, "fountain", []).map(({ name }) => name),
    ["jet"],
  );
  assert.deepEqual(
    found(those, "", ["flat", "splash"]).map(({ name }) => name),
    ["crown"],
  );
  assert.deepEqual(tagsIn(those), ["flat", "splash"]);
});

test("recordings are read from scenes in any form", () => {
  const scene: Json = {
    recordings: [
      { name: "a", scene: "x.json", first: 2, last: 9, tags: ["b"], region: { size: [1, 2, 3] } },
      null,
      { name: "c" },
    ],
  };
  assert.deepEqual(recordingsOf(scene), [
    { name: "a", scene: "x.json", tags: ["b"], first: 2, last: 9, size: [1, 2, 3] },
    { name: "c", scene: "", tags: [], first: null, last: null, size: null },
  ]);
  for (const none of [null, 3, [], {}, { recordings: {} }] as Json[]) assert.deepEqual(recordingsOf(none), []);
});

test("facts have units", () => {
  assert.equal(lengthText(12, 24), "0.5 s, 12 frames at 24/s");
  assert.equal(sizeText(template("a", [])), "1 × 0.5 m");
  assert.equal(placeText([0.123, -1, 2], false), "0.12, -1.00, 2.00 m");
  assert.equal(aboutText("run /shots/takes/drop/001", "/shots"), "run takes/drop/001");
  assert.equal(aboutText("/elsewhere/a.vdb", ""), "/elsewhere/a.vdb");
  assert.equal(misfit(template("a", []), 2), null);
  assert.match(misfit(template("a", []), 3)!, /3D/);
});

const job = (more: Partial<Job>): Job => ({
  job: "1",
  what: "fit",
  take: null,
  state: "done",
  progress: null,
  said: [],
  error: "",
  results: [],
  ...more,
});

const score = (value: number) => ({ score: value, density: value, velocity: value });
const fit: Fit = {
  instance: "directors[0].instances[0]",
  start: 6,
  offset: [0.1, 0, 0],
  transform: { translate: [0.3, 1, 0] },
  first: 4,
  lower: [-0.2, 0.5, -0.5],
  upper: [0.8, 1.5, 0.5],
  before: score(0.2),
  after: score(0.9),
};

test("the answer of a fit is there when its job is done", () => {
  assert.deepEqual(fitsOf(job({ answer: { fits: [fit] } })), [fit]);
  assert.deepEqual(fitsOf(job({ answer: { fits: [fit] }, state: "running" })), []);
  assert.deepEqual(fitsOf(job({ answer: null })), []);
  assert.deepEqual(fitsOf(null), []);
  assert.equal(fitText(fit, true), "0.30, 1.00 m, from its frame 4");
});

test("a fit places what is not there, and moves what is", () => {
  const placedText = withFit("{}", fit, "splash", null, unknown);
  assert.deepEqual(valueAt(parse(placedText), fit.instance), {
    name: "splash",
    template: "splash",
    start: 6,
    first: 4,
    transform: { translate: [0.3, 1, 0] },
  });
  const before =
    '{"directors": [{"kind": "templates", "instances": [{"template": "splash", "start": 1, "speed": 2}]}]}';
  const there: Known = { full: parse(before), schema: null };
  const after = parse(withFit(before, fit, "splash", null, there));
  assert.equal(valueAt(after, "directors[0].instances[0].speed"), 2);
  assert.equal(valueAt(after, "directors[0].instances[0].start"), 6);
  assert.deepEqual(valueAt(after, "directors[0].instances[0].transform.translate"), [0.3, 1, 0]);
  assert.equal(valueAt(after, "directors[0].instances[1]"), undefined);
  // Another template at that path is not moved.
  const other = parse(withFit(before, fit, "jet", null, there));
  assert.equal(valueAt(other, "directors[0].instances[1].template"), "jet");
});

test("another place of a fit takes the place of the one before, as long as that is there", () => {
  // Where the fit would have put it the scene has something else: the instance has joined the director that was there.
  const before = '{"directors": [{"kind": "templates", "instances": [{"name": "jet", "template": "jet"}]}]}';
  const known: Known = { full: parse(before), schema: null };
  const one: Fit = { ...fit, instance: "directors[1].instances[0]" };
  const two: Fit = { ...one, first: 9, transform: { translate: [-2, 1, 0], rotate: [0, 30, 0] } };
  const first = withFit(before, one, "splash", null, known);
  const placed = { path: pathOfLast(before, first, known)!, name: "splash" };
  assert.equal(placed.path, "directors[0].instances[1]");
  // What is known of the whole scene is of the text before.
  const second = withFit(first, two, "splash", placed, known);
  assert.deepEqual(valueAt(parse(second), "directors[0].instances"), [
    { name: "jet", template: "jet" },
    { name: "splash", template: "splash", start: 6, first: 9, transform: { translate: [-2, 1, 0] } },
  ]);
  assert.equal(movedBy(first, two, "splash", placed, known), placed.path);
  // It was undone, or something else has come there.
  assert.equal(movedBy(before, two, "splash", placed, { full: parse(first), schema: null }), null);
  const again = parse(withFit(before, two, "splash", placed, { full: parse(first), schema: null }));
  assert.deepEqual(valueAt(again, "directors[0].instances[1].transform"), {
    translate: [-2, 1, 0],
    rotate: [0, 30, 0],
  });
  assert.equal(movedBy(first, two, "splash", { ...placed, name: "other" }, known), null);
});

test("the share of a job lies between nothing and all", () => {
  const progress = {
    task: "recording",
    item: "frame",
    current: 3,
    first: 1,
    last: 5,
    seconds: 1,
    left: null,
    numbers: {},
  };
  assert.equal(jobShare(job({ progress })), 0.5);
  assert.equal(jobShare(job({ progress: { ...progress, current: 9 } })), 1);
  assert.equal(jobShare(job({ progress: { ...progress, first: 5 } })), null);
  assert.equal(jobShare(job({})), null);
});
