// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What keys and buttons do in the view.

import { type Command, command } from "../model/commands.ts";
import { document as scene } from "../model/document.ts";
import { autoKey } from "../model/playhead.ts";
import { selected } from "../model/selection.ts";
import { showing, throughCamera, view } from "./api.ts";
import { type Side, seenFrom, zoomed } from "./navigation.ts";
import { setup } from "./setup_feed.ts";
import { isFlat, look, snapping, space, type Tool, tool } from "./tools.ts";

const there = (): boolean => view.current !== null;
const solid = (): boolean => there() && !isFlat.value;

const added = (name: string, keys: string[], act: () => void, can: () => boolean = there): Command =>
  command({ name, group: "View", keys, act, can });

const hold = (name: string, key: string, which: Tool): Command => added(name, [key], () => (tool.value = which));
export const tools = {
  translate: hold("Move", "W", "translate"),
  rotate: hold("Turn", "E", "rotate"),
  scale: hold("Scale", "R", "scale"),
};

const from = (name: string, key: string, side: Side): Command =>
  added(
    name,
    [key],
    () => {
      throughCamera.value = false;
      look.value = seenFrom(look.value, side);
    },
    solid,
  );
export const sides = {
  free: from("Look in perspective", "Shift+P", "free"),
  front: from("Look from the front", "Shift+F", "front"),
  side: from("Look from the side", "Shift+S", "side"),
  top: from("Look from above", "Shift+T", "top"),
};

export const frameEverything = added("Show all", ["A", "Home"], () => view.current?.frameAll());
export const frameChosen = added(
  "Show what is selected",
  ["F"],
  () => view.current?.frameSelected(),
  () => there() && selected.value !== null,
);
const closer = (name: string, key: string, factor: number): Command =>
  added(name, [key], () => {
    throughCamera.value = false;
    look.value = zoomed(look.value, factor, 0, 0, 1);
  });
closer("Come closer", "Z", 1 / 1.25);
closer("Go further away", "Shift+Z", 1.25);
export const lookThrough = added(
  "Look through the scene's camera",
  ["C"],
  () => (throughCamera.value = !throughCamera.value),
  () => solid() && setup.value?.header.camera != null,
);
export const snap = added("Snap while dragging", ["S"], () => (snapping.value = !snapping.value));
export const turnSpace = added("Drag along the thing's own axes or the world's", ["G"], () => {
  space.value = space.value === "world" ? "local" : "world";
});
export const keyByDragging = added("Set keyframes by dragging", ["Shift+K"], () => (autoKey.value = !autoKey.value));
export const showSurface = added(
  "Show the surface or the particles",
  ["O"],
  () => {
    const { surface } = showing.value;
    showing.value = { ...showing.value, surface: !surface, particles: surface };
  },
  solid,
);
export const canEdit = (): boolean => scene.value !== null && !scene.value.readonly;
