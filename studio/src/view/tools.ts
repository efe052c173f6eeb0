// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The view's own state: which tool is in the hand, which handle of the selected thing it holds, what is drawn.

import { computed, signal } from "@preact/signals";
import type { Handle, Vec3 } from "../link/protocol.ts";
import { frame } from "../model/playhead.ts";
import { selected } from "../model/selection.ts";
import { shown } from "../model/takes.ts";
import { isInside } from "../text/paths.ts";
import { type Look, startLook } from "./navigation.ts";
import { minus, type Placed, plus } from "./moves.ts";
import { setup } from "./setup_feed.ts";
import type { Beginnings } from "./setup_layer.ts";
import type { Drawn } from "./take_layer.ts";

export type Tool = "translate" | "rotate" | "scale";

export const tool = signal<Tool>("translate");
export const snapping = signal(false);
export const space = signal<"world" | "local">("world");
export const look = signal<Look>(startLook);
export const wipe = signal(0.5); // where the line between two takes is

// Of the takes in the view, as they were last drawn.
export const drawnTakes = signal<readonly (Drawn | null)[]>([null, null]);

// The handles of what is selected: its own, or those of what is in it, or of what it is in.
export function handlesFor(handles: readonly Handle[], path: string | null): Handle[] {
  if (!path) return [];
  const inside = handles.filter((handle) => isInside(handle.path, path) || isInside(handle.edits, path));
  if (inside.length > 0) return inside;
  const around = handles.filter((handle) => isInside(path, handle.path));
  const longest = Math.max(...around.map((handle) => handle.path.length));
  return around.filter((handle) => handle.path.length === longest);
}

export const handles = computed(() =>
  handlesFor(setup.value?.header.handles ?? [], selected.value).filter((handle) => !isFlat.value || isInPlane(handle)),
);
// In flat scenes what points at the artist cannot be pulled.
const isInPlane = ({ kind, translate: [x, y] }: Handle): boolean => kind !== "direction" || Math.hypot(x, y) > 0;

// Chosen by its dot; where none is, the first.
export const chosenHandle = signal<string | null>(null);
export const activeHandle = computed<Handle | null>(() => {
  const those = handles.value;
  const chosen = those.find(({ edits }) => edits === chosenHandle.value);
  if (chosen) return chosen;
  // Many handles of many things: none of them by itself. Of one thing its place is held, not which way it points.
  if (those.some(({ path }) => path !== those[0]?.path)) return null;
  return those.find(({ kind }) => kind !== "direction") ?? those[0] ?? null;
});

// How long an arrow of the length 1 is drawn for a direction, as the setup draws it; else so that it can be seen.
export function arrowScale({ path, pivot, translate }: Handle): number {
  const strength = Math.hypot(...translate);
  const drawn = setup.value?.header.arrows.find(
    (arrow) => arrow.path === path && Math.hypot(...minus(arrow.from, pivot)) < 1e-4 * (1 + Math.hypot(...pivot)),
  );
  const length = drawn ? Math.hypot(...minus(drawn.to, drawn.from)) : 0.15 * look.value.distance;
  return length / (strength || 1);
}

// Where a handle is taken hold of: a direction at the tip of its arrow.
export function gripOf(handle: Handle): Vec3 {
  if (handle.kind !== "direction") return handle.pivot;
  const scale = arrowScale(handle);
  return plus(handle.pivot, handle.translate.map((value) => value * scale) as Vec3);
}

// What is being dragged, as it is to become, until the server's answer shows it so.
export interface Held {
  handle: Handle; // as it was before
  placed: Placed;
  done: boolean; // let go of
}
export const held = signal<Held | null>(null);

// Where the gizmo stands in the view, and how far it reaches, px; null: there is none.
export const gizmoDisc: { current: () => { at: Vec3; radius: number } | null } = { current: () => null };

// From where places in the view are counted; not zero in scenes far from zero.
export const origin = computed<Vec3>(() => setup.value?.header.origin ?? [0, 0, 0]);
// How liquids are shown where they begin.
export const beginnings = computed<Beginnings>(() => {
  if (!drawnTakes.value.some((drawn) => drawn?.frame != null)) return "whole";
  return frame.value === shown.value?.frames.first ? "outlined" : "hidden";
});
export const isFlat = computed(() => setup.value?.header.dimensions === 2);
