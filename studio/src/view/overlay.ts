// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What stands over the picture at places of the scene: labels, numbers of the grid, dots of handles. Components give
// their elements here, and they are put in their places after every picture.

import { Vector3 } from "three";
import { selected, hovered } from "../model/selection.ts";
import { isInside } from "../text/paths.ts";
import type { Vec3 } from "../link/protocol.ts";
import { showing } from "./api.ts";
import { bytesOf, cssOf } from "./colours.ts";
import { gridNumbers } from "./grid.ts";
import { type Label, LabelLayer, type Place } from "./labels.ts";
import type { Stage } from "./stage.ts";
import { setup } from "./setup_feed.ts";
import { beginnings } from "./tools.ts";

interface Pinned {
  element: HTMLElement;
  at: () => Vec3;
}
const pinned = new Set<Pinned>();
let placeAgain: () => void = () => {};

// Keeps an element at a place of the scene until the function is called that this answers.
export function pin(element: HTMLElement, at: () => Vec3): () => void {
  const own = { element, at };
  pinned.add(own);
  placeAgain();
  return () => pinned.delete(own);
}

export function followOverlay(stage: Stage, parent: HTMLElement): () => void {
  const layer = new LabelLayer(parent);
  const place = (): void => {
    drawLabels(stage, layer);
    for (const { element, at } of pinned) {
      const there = stage.project(at());
      element.style.visibility = there ? "visible" : "hidden";
      if (there) element.style.transform = `translate(${there.x.toFixed(1)}px, ${there.y.toFixed(1)}px)`;
    }
  };
  stage.afterDrawing = place;
  placeAgain = () => stage.invalidate();
  return () => {
    stage.afterDrawing = () => {};
    placeAgain = () => {};
    layer.clear();
  };
}

// Side by side each half has its own.
function drawLabels(stage: Stage, layer: LabelLayer): void {
  const labels: Label[] = [];
  const places: Place[] = [];
  const regions = stage.split === "side" ? stage.regions : stage.regions.slice(0, 1);
  for (const region of regions) {
    const add = (label: Label, at: Vec3): void => {
      labels.push(label);
      const there = stage.project(at, region);
      places.push(there && { ...there, within: region.window });
    };
    if (showing.peek().setup && showing.peek().labels) addNames(stage, region.slot, add);
    if (stage.grid.object.visible && stage.grid.plan) {
      for (const { at, text } of gridNumbers(stage.grid.plan)) {
        add({ text, kind: "number", colour: "", path: "", weight: 0 }, at);
      }
    }
  }
  layer.draw(labels, places);
}

function addNames(stage: Stage, slot: 0 | 1, add: (label: Label, at: Vec3) => void): void {
  const { carries } = stage.takes[slot];
  for (const { path, at, text, colour, minor } of setup.peek()?.header.labels ?? []) {
    const chosen = selected.peek();
    const isChosen = chosen !== null && isInside(path, chosen);
    const isUnder = hovered.peek() === path;
    if (!isChosen && !isUnder && stage.setup.isHidden(path, beginnings.peek())) continue;
    const kind = isChosen ? "selected" : isUnder ? "hovered" : minor ? "minor" : "thing";
    const weight = { selected: 4, hovered: 3, thing: 2, minor: 1 }[kind];
    const carry = carries.get(path);
    const place = carry ? new Vector3(...at).applyMatrix4(carry).toArray() : at;
    add({ text, kind, colour: kind === "thing" ? readable(colour) : "", path, weight }, place);
  }
}

// Light enough to be read over the dark view.
export function readable(linear: Vec3): string {
  const bytes = bytesOf(linear);
  const least = 170;
  const brightest = Math.max(...bytes, 1);
  const light = bytes.map((value) => Math.min(255, 90 + (value * (255 - 90)) / Math.max(brightest, least))) as Vec3;
  return cssOf(light.map(Math.round) as Vec3);
}
