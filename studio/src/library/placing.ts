// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Placing a template in the open scene: by a drag into the view, or by a button.

import { signal } from "@preact/signals";
import type { Fit, Json, Vec3 } from "../link/protocol.ts";
import { checked, document as scene, edit, full } from "../model/document.ts";
import { rightTab } from "../model/layout.ts";
import { frame } from "../model/playhead.ts";
import { select } from "../model/selection.ts";
import { shown } from "../model/takes.ts";
import { parse } from "../text/parse.ts";
import { valueAt } from "../text/paths.ts";
import { view } from "../view/api.ts";
import { type Before, movedBy, withFit } from "./fit_answer.ts";
import { type Anchor, onTheFloor, pathOfLast, type Placed, tidy, withInstance } from "./place.ts";

// What of a template comes to where it is dropped.
export const anchor = signal<Anchor>("");

export function place(placed: Placed): void {
  change(`Place ${placed.template}`, (text) => withInstance(text, placed), null);
}

// Of the proposals of a fit, the one that was placed.
export interface PlacedFit extends Before {
  number: number; // of the proposal
  was: boolean; // the scene had the instance before
}

// In place of the proposal that was placed before. Null: the scene could not be changed.
export function placeFit(fit: Fit, template: string, number: number, before: PlacedFit | null): PlacedFit | null {
  const text = scene.value?.text;
  if (text === undefined) return null;
  const there = movedBy(text, fit, template, before);
  const path = change(
    `Place ${template} where it fits (${number})`,
    (now) => withFit(now, fit, template, before),
    there,
  );
  if (path === null) return null;
  const known = before?.path === path ? before : null;
  const name = known ? known.name : nameAt(path);
  return { number, path, name, was: known ? known.was : there !== null };
}

function nameAt(path: string): Json {
  const own = parse(scene.value?.text ?? "");
  const set = valueAt(own, "set");
  const added = typeof set === "object" && set !== null && !Array.isArray(set) ? set[path] : undefined;
  return valueAt(added ?? {}, "name") ?? valueAt(own, `${path}.name`) ?? valueAt(full.value, `${path}.name`) ?? null;
}

// Then selects the instance at `path`, or the one that was added; answers its path. Null: nothing was changed.
function change(label: string, how: (text: string) => string, path: string | null): string | null {
  const before = scene.value?.text;
  edit(label, how);
  const after = scene.value?.text;
  if (before === undefined || after === undefined || after === before) return null;
  const changed = path ?? pathOfLast(before, after);
  select(changed);
  rightTab.value = "inspector";
  return changed;
}

export function placeAt(name: string, at: Vec3): void {
  const tidied = tidy(at, checked.value?.spacing ?? 0);
  place({ template: name, start: frame.value, at: tidied, anchor: anchor.value });
}

const isVec3 = (value: Json | undefined): value is Vec3 =>
  Array.isArray(value) && value.length === 3 && value.every((each) => typeof each === "number");

function domain(): { lower: Vec3; upper: Vec3 } {
  const [lower, upper] = [valueAt(full.value, "domain.lower"), valueAt(full.value, "domain.upper")];
  if (isVec3(lower) && isVec3(upper)) return { lower, upper };
  return shown.value ?? { lower: [0, 0, 0], upper: [0, 0, 0] };
}

// By the keyboard: there is no pointer to say where. `height`: of its region.
export function placeOnTheFloor(name: string, height: number): void {
  const floor = onTheFloor(domain(), height, checked.value?.dimensions === 2);
  const at = tidy(floor, checked.value?.spacing ?? 0);
  place({ template: name, start: frame.value, at });
}

// ---- drags ---------------------------------------------------------------------------------------------------------

interface Dragged {
  name: string;
  x: number; // on the page
  y: number;
  at: Vec3 | null; // in the scene; null beside the view
}

export const dragged = signal<Dragged | null>(null);
// Whether the pointer that was just let go had dragged something: its click is none.
export const wasDragged = { current: false };

const farEnough = 6; // px, before a press becomes a drag

const overView = (x: number, y: number): boolean =>
  window.document.elementFromPoint(x, y)?.closest("main.middle") != null;

export function beginDrag(from: PointerEvent, name: string): void {
  if (from.button !== 0) return;
  wasDragged.current = false;
  const follow = new AbortController();
  const options = { signal: follow.signal };
  const end = (): void => {
    follow.abort();
    dragged.value = null;
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== from.pointerId) return;
    const { clientX: x, clientY: y } = event;
    if (!dragged.value && Math.hypot(x - from.clientX, y - from.clientY) < farEnough) return;
    event.preventDefault();
    wasDragged.current = true;
    dragged.value = { name, x, y, at: overView(x, y) ? (view.current?.placeAt(x, y) ?? null) : null };
  };
  const drop = (event: PointerEvent): void => {
    if (event.pointerId !== from.pointerId) return;
    const at = dragged.value?.at;
    end();
    if (at) placeAt(name, at);
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    end();
  };
  window.addEventListener("pointermove", move, options);
  window.addEventListener("pointerup", drop, options);
  window.addEventListener("pointercancel", end, options);
  window.addEventListener("blur", end, options);
  window.addEventListener("keydown", escape, { ...options, capture: true });
}
