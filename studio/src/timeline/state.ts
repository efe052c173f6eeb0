// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the timeline and the curves show of the open scene, and what of it is selected. All of it follows from the
// document; only what is open, selected and seen is kept here.

import { computed, effect, signal } from "@preact/signals";
import type { Json } from "../link/protocol.ts";
import { full, sceneName, written } from "../model/document.ts";
import { titleNow } from "../model/names.ts";
import { frames } from "../model/playhead.ts";
import { schema } from "../model/project.ts";
import { selected } from "../model/selection.ts";
import { schemaAt } from "../schema/walk.ts";
import { joined, segments, valueAt } from "../text/paths.ts";
import { fullPath, isVariant, writtenAt } from "../text/places.ts";
import { stable } from "../text/shared.ts";
import { isBlock, mayBeKeyed } from "./parameters.ts";
import { keyOfName, rowsOf } from "./rows.ts";
import { sourceOf } from "./sources.ts";
import { allOf, type Property, type Thing, thingAt, thingsOf } from "./things.ts";
import { fitted, type TimeView } from "./time_view.ts";

// The scene as its text has it; where that is laid over other files, as the server has read them all.
export const sceneNow = computed<Json>(() => {
  const text = written.value;
  return isLaidOver(text) ? (full.value ?? text) : text;
});
const isLaidOver = (text: Json): boolean => isVariant(text) || (isBlock(text) && text["set"] !== undefined);

const known = computed(() => ({ full: full.value, schema: schema.value }));
// Paths as other panels have them.
const fullPathOf = (path: string): string => joined(fullPath(written.value, segments(path), known.value));

// The value of a parameter as it stands; undefined where it is not written.
export const valueNow = (path: string): Json | undefined =>
  isLaidOver(written.value) ? valueAt(sceneNow.value, path) : writtenAt(written.value, path, known.value);
export function canHaveKeys(path: string): boolean {
  const at = schema.value && schemaAt(schema.value, segments(path), full.value ?? sceneNow.value);
  return !!at && mayBeKeyed(at, schema.value!);
}

export const things = stable<Thing[]>(() => {
  if (!schema.value || !isBlock(sceneNow.value)) return [];
  const source = sourceOf(sceneNow.value, frames.value.rate);
  const names = { pathOf: fullPathOf, titleOf: titleNow };
  return thingsOf(sceneNow.value, schema.value, { frames: frames.value, source }, names);
});

// Keyframed parameters by their paths.
export const properties = computed<ReadonlyMap<string, Property>>(
  () => new Map(allOf(things.value).flatMap(({ properties }) => properties.map((each) => [each.path, each] as const))),
);
export const propertyAt = (path: string): Property | null => properties.value.get(path) ?? null;
export const selectedThing = computed(() => thingWith(selected.value));
// The innermost thing that has this path in it.
const thingWith = (path: string | null): Thing | null =>
  path === null ? null : thingAt(things.value, fullPathOf(path));

// ---- what is seen ----

export const toggled = signal<ReadonlySet<string>>(new Set());
export const rows = computed(() => rowsOf(things.value, toggled.value));
export function toggle(path: string): void {
  const now = new Set(toggled.value);
  if (!now.delete(path)) now.add(path);
  toggled.value = now;
}

// All keys, or as it is at first.
export const allOpen = computed(() => rows.value.every(({ canOpen, open }) => !canOpen || open));
export function toggleAll(): void {
  const closed = allOf(things.value).filter(({ properties, children }) => properties.length && !children.length);
  toggled.value = new Set(allOpen.value ? [] : closed.map(({ path }) => path));
}

export const timeView = signal<TimeView>(fitted(1, 48));
export const laneWidth = signal(400); // pixels
export const inSeconds = signal(false);
export const fit = (): void => void (timeView.value = fitted(frames.value.first, frames.value.last));

// ---- selected keys ----

const names = signal<ReadonlySet<string>>(new Set());
// Those that are still there.
export const selectedKeys = computed<ReadonlySet<string>>(() => {
  const there = (name: string): boolean => {
    const { path, frame } = keyOfName(name);
    return !!properties.value.get(path)?.keyed.keys.some((key) => key.frame === frame);
  };
  return new Set([...names.value].filter(there));
});

export function selectKeys(those: Iterable<string>): void {
  names.value = new Set(those);
}

export function followScene(): void {
  let shown = "";
  effect(() => {
    const { first, last } = frames.value;
    const now = `${sceneName.value} ${first} ${last}`;
    if (now === shown) return;
    shown = now;
    timeView.value = fitted(first, last);
  });
  sceneName.subscribe(() => {
    names.value = new Set();
    toggled.value = new Set();
  });
  // Keys of something else are no longer meant.
  selected.subscribe((path) => {
    const isOf = (name: string): boolean => thingAt(things.peek(), keyOfName(name).path) === selectedThing.peek();
    if (path !== null && ![...names.peek()].some(isOf)) names.value = new Set();
  });
}
