// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// No key does two things: where commands have the same one, what is open and selected decides which of them can be given.

import assert from "node:assert/strict";
import test from "node:test";
import "../src/inspector/edit_commands.ts";
import "../src/library/library_panel.tsx";
import { type Command, commands, matches } from "../src/model/commands.ts";
import { document, full } from "../src/model/document.ts";
import { schema as known } from "../src/model/project.ts";
import { select } from "../src/model/selection.ts";
import "../src/runs/run_commands.ts";
import "../src/runs/top_bar.tsx";
import "../src/start/filter_bar.tsx";
import "../src/start/help.tsx";
import "../src/start/tour_steps.ts";
import { parse } from "../src/text/parse.ts";
import "../src/timeline/play_commands.ts";
import { selectedKeys, selectKeys } from "../src/timeline/state.ts";
import { view, type ViewApi } from "../src/view/api.ts";
import "../src/view/view_commands.ts";
import { schema, sceneText } from "./timeline_scene.ts";

// Nothing of the page is marked as text.
Object.assign(globalThis, { document: { activeElement: null }, getSelection: () => ({ isCollapsed: true }) });

const shared = (a: Command, b: Command): string[] => a.keys.filter((key) => b.keys.includes(key));

const pairs = commands.flatMap((a, n) =>
  commands.slice(n + 1).flatMap((b) => shared(a, b).map((key) => ({ key, a, b }))),
);

function states(): Record<string, () => void> {
  const open = (): void => {
    known.value = schema;
    full.value = parse(sceneText);
    document.value = {
      scene: "a.json",
      text: sceneText,
      version: 1,
      saved: false,
      undo: "Move",
      redo: "Move",
      readonly: false,
      recovered: false,
      differs: false,
    };
    view.current = {} as ViewApi;
  };
  const closed = (): void => {
    document.value = null;
    view.current = null;
    select(null);
    selectKeys([]);
  };
  const ball = (): void => (open(), selectKeys([]), select("solids[1]"));
  const keys = (): void => (ball(), selectKeys(["solids[1].shape.transform.rotate@24"]));
  return { closed, open: () => (closed(), open()), ball, keys };
}

test("commands that share a key are these, and never can be given at once", () => {
  const told = pairs.map(({ key, a, b }) => `${key}: ${[a.name, b.name].sort().join(" / ")}`).sort();
  assert.deepEqual(told, [
    "Ctrl+D: Duplicate keys / Duplicate what is selected",
    "Delete: Delete keys / Remove what is selected",
  ]);
  for (const [state, enter] of Object.entries(states())) {
    enter();
    if (state === "keys") assert.equal(selectedKeys.value.size, 1);
    for (const { key, a, b } of pairs)
      assert.ok(!((a.can?.() ?? true) && (b.can?.() ?? true)), `${state}: ${key} is ${a.name} and ${b.name}`);
  }
});

test("with keys selected they are meant, else the thing", () => {
  const meant = (key: string): string[] =>
    commands.filter(({ keys, can }) => keys.includes(key) && (can?.() ?? true)).map(({ name }) => name);
  const { ball, keys } = states();
  ball!();
  assert.deepEqual([meant("Delete"), meant("Ctrl+D")], [["Remove what is selected"], ["Duplicate what is selected"]]);
  keys!();
  assert.deepEqual([meant("Delete"), meant("Ctrl+D")], [["Delete keys"], ["Duplicate keys"]]);
});

const pressed = (key: string, code: string, ctrlKey = false): KeyboardEvent =>
  ({ key, code, ctrlKey, metaKey: false, altKey: false, shiftKey: false }) as KeyboardEvent;

test("keys are those that are typed: z of a German keyboard, and places where no Latin letters are typed", () => {
  assert.ok(matches(pressed("z", "KeyY", true), "Ctrl+Z"));
  assert.ok(!matches(pressed("y", "KeyZ", true), "Ctrl+Z"));
  assert.ok(matches(pressed("я", "KeyZ", true), "Ctrl+Z"));
});
