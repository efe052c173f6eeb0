// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What stands over the picture at places of the scene: labels, numbers of the grid, dots of handles. Components give
// their elements here, and they are put in their places after every picture.

import { Vector3 } from "three";
import { selected, hovered } from "../model/selection.ts";
import { isInside, valueAt } from "../text/paths.ts";
import type { SetupHeader, Vec3 } from "../link/protocol.ts";
import { full } from "../model/document.ts";
import { kindIn, titleNow } from "../model/names.ts";
import { showing } from "./api.ts";
import { bytesOf, cssOf } from "./colours.ts";
import { gridNumbers } from "./grid.ts";
import { type Disc, type Label, LabelLayer, type Place } from "./labels.ts";
import type { Stage } from "./stage.ts";
import { setup } from "./setup_feed.ts";
import { beginnings, gizmoDisc } from "./tools.ts";

interface Pinned {
  element: HTMLElement;
  at: () => Vec3;
  slot: 0 | 1;
}
const pinned = new Set<Pinned>();
let placeAgain: () => void = () => {};

// Keeps an element at a place of the scene until the function is called that this answers. `slot`: of the take over
// which it is, where two stand side by side.
export function pin(element: HTMLElement, at: () => Vec3, slot: 0 | 1 = 0): () => void {
  const own = { element, at, slot };
  pinned.add(own);
  placeAgain();
  return () => pinned.delete(own);
}

export function followOverlay(stage: Stage, parent: HTMLElement): () => void {
  const layer = new LabelLayer(parent);
  const place = (): void => {
    drawLabels(stage, layer);
    for (const { element, at, slot } of pinned) {
      const region = stage.regions[slot] ?? stage.regions[0]!;
      const there = stage.project(at(), region);
      const isSeen = there !== null && there.x >= region.window.x && there.x <= region.window.x + region.window.width;
      element.style.visibility = isSeen ? "visible" : "hidden";
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
  const discs: Disc[] = [];
  const gizmo = gizmoDisc.current();
  const regions = stage.split === "side" ? stage.regions : stage.regions.slice(0, 1);
  for (const region of regions) {
    const middle = gizmo && stage.project(gizmo.at, region);
    if (middle) discs.push({ x: middle.x, y: middle.y, radius: gizmo.radius });
    const add = (label: Label, at: Vec3): void => {
      labels.push(label);
      const there = stage.project(at, region);
      places.push(there && { ...there, within: region.window });
    };
    if (showing.peek().setup && showing.peek().labels) addNames(stage, region.slot, add);
    if (stage.grid.object.visible && stage.grid.plan) {
      for (const { at, text } of gridNumbers(stage.grid.plan)) {
        add({ text, kind: "number", colour: "", weight: 0, minor: false }, at);
      }
    }
  }
  layer.draw(labels, places, discs);
}

function addNames(stage: Stage, slot: 0 | 1, add: (label: Label, at: Vec3) => void): void {
  const { carries } = stage.takes[slot];
  const header = setup.peek()?.header;
  for (const { path, at, text, colour, minor } of header?.labels ?? []) {
    const chosen = selected.peek();
    const isChosen = chosen !== null && isInside(path, chosen);
    const isUnder = hovered.peek() === path;
    if (!isChosen && !isUnder && stage.setup.isHidden(path, beginnings.peek())) continue;
    const kind = isChosen ? "selected" : isUnder ? "hovered" : minor ? "minor" : "thing";
    const weight = { selected: minor ? 3 : 4, hovered: 3, thing: 2, minor: 1 }[kind];
    const carry = carries.get(path);
    const place = carry ? new Vector3(...at).applyMatrix4(carry).toArray() : at;
    const own = kind === "thing" ? readable(colour) : "";
    add({ text: named(text, path, header!.legend), kind, colour: own, weight, minor }, place);
  }
}

// "rig  30 x 10 cm" → "Rig 1  30 x 10 cm": the server calls what has no name by what it is, or by its kind.
function named(text: string, path: string, legend: SetupHeader["legend"]): string {
  const [what, ...more] = text.split("  ");
  const isName = kindIn(valueAt(full.peek(), path)) !== what && !legend.some((entry) => entry.what === what);
  return isName ? text : [titleNow(path), ...more].join("  ");
}

// Light enough to be read over the dark view.
export function readable(linear: Vec3): string {
  const bytes = bytesOf(linear);
  const least = 170;
  const brightest = Math.max(...bytes, 1);
  const light = bytes.map((value) => Math.min(255, 90 + (value * (255 - 90)) / Math.max(brightest, least))) as Vec3;
  return cssOf(light.map(Math.round) as Vec3);
}
