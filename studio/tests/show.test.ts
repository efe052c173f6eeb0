// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { kindOf, listed } from "../src/show/results.ts";
import { pictureOf, sameForm, settingOf } from "../src/show/settings.ts";

test("results are what their names say", () => {
  assert.equal(kindOf("exports/drop/001/sheet.PNG"), "picture");
  assert.equal(kindOf("exports/drop/001/preview.mp4"), "film");
  assert.equal(kindOf("exports/drop/001/0001.ply"), "file");
  assert.equal(kindOf("README"), "file");
});

test("a few files are listed by name, many by their number", () => {
  const files = Array.from({ length: 84 }, (_, index) => `exports/drop/ply/${index}.ply`);
  const many = listed(files);
  assert.deepEqual([many.files.length, many.more, many.folder], [3, 81, "exports/drop/ply"]);
  assert.deepEqual([listed(files.slice(0, 4)).files.length, listed(files.slice(0, 4)).more], [4, 0]);
  const film = listed(["exports/drop/preview.mp4"]);
  assert.deepEqual(
    [film.films, film.files, film.more, film.folder],
    [["exports/drop/preview.mp4"], [], 0, "exports/drop"],
  );
  assert.deepEqual(listed([]).folder, "");
});

test("pictures are as the scene says", () => {
  assert.deepEqual(pictureOf(null), { width: 640, height: 360, samples: 32 });
  const scene = { picture: { width: 320, height: 240, samples: 8, look: "night" } };
  assert.deepEqual(pictureOf(scene), { width: 320, height: 240, samples: 8 });
});

test("settings are whole numbers within the limits", () => {
  assert.equal(settingOf("width", "640"), 640);
  assert.equal(settingOf("width", "3"), 16);
  assert.equal(settingOf("samples", "1e9"), 65536);
  assert.equal(settingOf("height", "99.6"), 100);
  assert.equal(settingOf("height", " "), null);
  assert.equal(settingOf("height", "tall"), null);
});

test("scaled pictures keep their form and even sides, as films want them", () => {
  const scene = { width: 640, height: 360, samples: 32 };
  assert.equal(sameForm(scene, 320), 180);
  assert.equal(sameForm(scene, 1280), 720);
  assert.equal(sameForm({ ...scene, height: 361 }, 320) % 2, 0);
  assert.equal(sameForm(scene, 16), 16);
});
