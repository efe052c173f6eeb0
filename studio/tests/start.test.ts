// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import { test } from "node:test";
import type { SceneCard } from "../src/link/protocol.ts";
import type { Command } from "../src/model/commands.ts";
import {
  firstSentence,
  fits,
  grouped,
  newestFirst,
  nextCard,
  noFilter,
  type Spot,
  waysOf,
} from "../src/start/cards.ts";
import { helpGroups, keySigns } from "../src/start/help_list.ts";
import {
  freeName,
  nameFrom,
  sceneFile,
  tagsOf,
  titleOf,
  wrongWithScene,
  wrongWithTemplate,
} from "../src/start/names.ts";
import { whereTo } from "../src/start/uploads.ts";
import { groupWords, wayName } from "../src/start/ways.ts";
import { Random } from "./random.ts";

const card = (scene: string, more: Partial<SceneCard> = {}): SceneCard => ({
  scene,
  title: "",
  about: "",
  picture: null,
  ways: ["sph"],
  flat: false,
  takes: 0,
  unsaved: false,
  ...more,
});

test("the first sentence does not end at an abbreviation", () => {
  assert.equal(firstSentence("A drop falls. Look for the crown."), "A drop falls.");
  assert.equal(
    firstSentence("A splash is repeated (Schoentgen et al. 2020, Fig. 8). Look for: the jet."),
    "A splash is repeated (Schoentgen et al. 2020, Fig. 8).",
  );
  assert.equal(firstSentence("A stream of 0.6 m/s flows.\nLook on."), "A stream of 0.6 m/s flows.");
  assert.equal(
    firstSentence("letters-2d.json with a skin of curl noise. Look for: x"),
    "letters-2d.json with a skin of curl noise.",
  );
  assert.equal(firstSentence("no full stop"), "no full stop");
  assert.equal(firstSentence(""), "");
});

test("a card must have all words, the dimensions and the way", () => {
  const drop = card("shots/drop.json", {
    title: "A drop",
    about: "Falls into a pool.",
    flat: true,
    ways: ["sph", "rig"],
  });
  assert.ok(fits(drop, noFilter));
  assert.ok(fits(drop, { ...noFilter, words: "POOL drop" }));
  assert.ok(!fits(drop, { ...noFilter, words: "pool smoke" }));
  assert.ok(fits(drop, { ...noFilter, dimensions: "flat", way: "rig" }));
  assert.ok(!fits(drop, { ...noFilter, dimensions: "deep" }));
  assert.ok(!fits(drop, { ...noFilter, way: "guide" }));
});

test("examples are grouped by folder, known ones first, inner folders last", () => {
  const those = ["zebra/a", "templates/recorded/drop", "sph/drop", "templates/boat", "recipes/ball", "sph/jet"];
  const groups = grouped(those.map((name) => card(`examples:${name}.json`)));
  assert.deepEqual(
    groups.map(({ name }) => name),
    ["recipes", "sph", "templates", "zebra", "templates/recorded"],
  );
  assert.equal(groups[1]!.cards.length, 2);
  assert.equal(groupWords("templates/recorded").title, "Templates: recorded");
  assert.equal(groupWords("zebra").title, "Zebra");
  assert.equal(wayName("whirl"), "Whirl");
});

test("ways are counted once a card, the most frequent first", () => {
  const cards = [card("a", { ways: ["flip", "flip"] }), card("b"), card("c", { ways: ["sph", "rig"] })];
  assert.deepEqual(waysOf(cards)[0], { way: "sph", count: 2 });
  assert.deepEqual(
    waysOf(cards).find(({ way }) => way === "flip"),
    { way: "flip", count: 1 },
  );
});

test("what was worked on last comes first", () => {
  const cards = [card("a", { modified: 1 }), card("b", { modified: 3 }), card("c", { modified: 2 })];
  assert.equal(
    newestFirst(cards)
      .map(({ scene }) => scene)
      .join(""),
    "bca",
  );
});

const rows = (...counts: number[]): Spot[] =>
  counts.flatMap((count, row) =>
    Array.from({ length: count }, (_, at) => ({ left: at * 110, top: row * 90, width: 100 })),
  );

test("arrow keys lead to the card beside, above and below", () => {
  const spots = rows(3, 1, 4);
  assert.equal(nextCard(spots, 0, "ArrowRight"), 1);
  assert.equal(nextCard(spots, 0, "ArrowLeft"), 0);
  assert.equal(nextCard(spots, 2, "ArrowDown"), 3);
  assert.equal(nextCard(spots, 3, "ArrowDown"), 4);
  assert.equal(nextCard(spots, 7, "ArrowUp"), 3);
  assert.equal(nextCard(spots, 3, "ArrowUp"), 0);
  assert.equal(nextCard(spots, 5, "End"), 7);
  assert.equal(nextCard(spots, 5, "Home"), 0);
  assert.equal(nextCard(spots, 5, "a"), null);
  assert.equal(nextCard([], 0, "ArrowDown"), null);
});

test("down and up lead through every row and end at the first and the last one", () => {
  const dice = new Random(7);
  for (let round = 0; round < 200; ++round) {
    const counts = Array.from({ length: 1 + Math.floor(dice.next() * 6) }, () => 1 + Math.floor(dice.next() * 5));
    const spots = rows(...counts);
    let at = Math.floor(dice.next() * counts[0]!);
    for (let row = 0; row < counts.length + 2; ++row) {
      assert.equal(spots[at]!.top, Math.min(row, counts.length - 1) * 90);
      at = nextCard(spots, at, "ArrowDown")!;
    }
    for (let row = 0; row < counts.length + 2; ++row) at = nextCard(spots, at, "ArrowUp")!;
    assert.equal(spots[at]!.top, 0);
  }
});

test("proposed names are free", () => {
  assert.equal(freeName("splash", []), "splash");
  assert.equal(freeName("splash", ["Splash"]), "splash-2");
  assert.equal(freeName("splash-2", ["splash", "splash-2", "splash-3"]), "splash-4");
  assert.equal(nameFrom("A recorded splash"), "recorded-splash");
  assert.equal(nameFrom("Über die Düne!"), "über-die-düne");
  assert.equal(nameFrom("…"), "scene");
  assert.equal(sceneFile("a"), "a.json");
  assert.equal(sceneFile("a.json"), "a.json");
});

test("a scene without a title is called as its file", () => {
  assert.equal(titleOf({ scene: "examples:recipes/dolphin-mesh.json", title: "dolphin-mesh" }), "dolphin mesh");
  assert.equal(titleOf({ scene: "shots/a_b.json", title: "" }), "a b");
  assert.equal(titleOf({ scene: "shots/a.json", title: "The flood" }), "The flood");
});

test("bad names are told in a sentence", () => {
  for (const good of ["splash", "shots/splash", "Ölfleck 2", "a.json"]) assert.equal(wrongWithScene(good, []), null);
  for (const bad of ["", " a", "../a", "/a", "a//b", ".a", "a/.b", "c:a", "a\u0000"]) {
    assert.match(wrongWithScene(bad, []) ?? "none", /\.$|>/);
  }
  assert.match(wrongWithScene("Splash", ["splash.json"])!, /already/);
  assert.equal(wrongWithTemplate("splash 2", []), null);
  for (const bad of ["", "-a", ".a", "a/b", "a "]) assert.ok(wrongWithTemplate(bad, []));
  assert.match(wrongWithTemplate("a", ["a"])!, /already/);
});

test("tags are words", () => {
  assert.deepEqual(tagsOf(" crown, small  flat,,crown "), ["crown", "small", "flat"]);
  assert.deepEqual(tagsOf(""), []);
});

test("files go where their kind belongs", () => {
  assert.equal(whereTo("dragon.OBJ", 5).path, "meshes/dragon.OBJ");
  assert.equal(whereTo("points.0012.bgeo", 5).path, "points/points.0012.bgeo");
  assert.equal(whereTo("C:\\shots\\..a b.png", 5).path, "pictures/a b.png");
  assert.equal(whereTo("../../x.stl", 5).path, "meshes/x.stl");
  assert.equal(whereTo("flood.json", 5).path, "flood.json");
  assert.match(whereTo("a.exe", 5).wrong!, /a\.exe is no mesh/);
  assert.match(whereTo(".obj", 5).wrong!, /no mesh/);
  assert.match(whereTo("a.obj", 300e6).wrong!, /256 MB/);
});

const commands: Command[] = [
  { name: "Undo", group: "Edit", keys: ["Ctrl+Z"], act: () => undefined },
  { name: "Step", group: "Play", keys: ["ArrowLeft", "ArrowRight"], act: () => undefined },
  { name: "Undo", group: "Edit", keys: ["Ctrl+Z", "F4"], act: () => undefined },
];

test("the help lists every command once, in its group, and finds it by words and keys", () => {
  const all = helpGroups(commands, "", false);
  assert.deepEqual(
    all.map(({ name }) => name),
    ["Edit", "Play", "Mouse in the view"],
  );
  assert.deepEqual(all[0]!.lines, [{ name: "Undo", keys: [["Ctrl", "Z"], ["F4"]] }]);
  assert.equal(helpGroups(commands, "ctrl+z", false)[0]!.lines[0]!.name, "Undo");
  assert.deepEqual(helpGroups(commands, "nothing of that", false), []);
  assert.deepEqual(keySigns("Ctrl+Shift+ArrowLeft", true), ["⌘", "⇧", "←"]);
});
