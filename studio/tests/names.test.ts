// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import { freeName, outerOf, thingOf, titleOf } from "../src/model/names.ts";
import { parse } from "../src/text/parse.ts";
import { allOf, thingsOf } from "../src/timeline/things.ts";
import { around, schema, sceneText } from "./timeline_scene.ts";

test("things are called by their names, their templates or what they are", () => {
  const scene = parse(`{
    "solids": [{"name": "ball"}, {}, {"shape": {"kind": "ball"}}],
    "emitters": [{}],
    "phases": [{"preset": "honey"}],
    "directors": [{"kind": "meshes"}, {"kind": "templates", "instances": [
      {"template": "hop"}, {"name": "second", "template": "hop"}, {"template": "drop"}, {"template": "hop"}]}]}`);
  const titles: Record<string, string> = {
    "": "the scene",
    gravity: "Gravity",
    "solids[0]": "ball",
    "solids[1]": "Solid 1",
    "solids[2]": "Solid 2",
    "solids[7]": "Solid 8", // not there yet
    "emitters[0]": "Emitter",
    "phases[0]": "honey",
    "directors[0]": "Meshes",
    "directors[1]": "Templates",
    "directors[1].instances[0]": "hop 1",
    "directors[1].instances[1]": "second",
    "directors[1].instances[2]": "drop",
    "directors[1].instances[3]": "hop 2",
  };
  for (const [path, title] of Object.entries(titles)) assert.equal(titleOf(path, scene, schema), title, path);
});

test("the timeline calls things as the outline does", () => {
  const scene = parse(sceneText);
  for (const { path, name } of allOf(thingsOf(scene, schema, around))) assert.equal(name, titleOf(path, scene, schema));
});

test("what a parameter belongs to, and names that are free", () => {
  assert.equal(freeName("ball", ["box"]), "ball");
  assert.equal(freeName("ball", ["ball", "ball 2"]), "ball 3");
  assert.equal(freeName("ball 2", ["ball 2"]), "ball 3");
  assert.equal(thingOf("solids[0].shape.radius"), "solids[0]");
  assert.equal(thingOf("domain.lower"), "domain");
  assert.equal(outerOf("directors[0].instances[1]"), "directors[0]");
  assert.equal(outerOf("solids[0].shape.shapes[1]"), "solids[0]");
  assert.equal(outerOf("solids[0]"), "");
});
