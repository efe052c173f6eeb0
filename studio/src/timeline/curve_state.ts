// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which curves are shown, how much of their values is seen, and which of their points are selected.

import { computed, effect, signal } from "@preact/signals";
import { type Curve, curvesOf, fittedValues, type Point, pointName, type ValueView } from "./curve_view.ts";
import { keyName, keyOfName } from "./rows.ts";
import { selectedKeys, selectedThing, selectKeys } from "./state.ts";
import { type Property, propertiesOf } from "./things.ts";

export const offered = computed<Property[]>(() => (selectedThing.value ? propertiesOf(selectedThing.value) : []));

const chosen = signal<ReadonlySet<string>>(new Set());
// Without a choice the first one, or those of the keys that are selected in the timeline.
export const shownProperties = computed<Property[]>(() => {
  const those = offered.value.filter(({ path }) => chosen.value.has(path));
  if (those.length) return those;
  const withKeys = new Set([...selectedKeys.value].map((name) => keyOfName(name).path));
  const selected = offered.value.filter(({ path }) => withKeys.has(path));
  return selected.length ? selected : offered.value.slice(0, 1);
});

export function showProperty(property: Property, on: boolean): void {
  const now = new Set(shownProperties.value.map(({ path }) => path));
  if (on) now.add(property.path);
  else now.delete(property.path);
  chosen.value = now;
  fitValues();
}
export function showOnly(property: Property): void {
  chosen.value = new Set([property.path]);
  fitValues();
}

export const curves = computed<Curve[]>(() => {
  return shownProperties.value.flatMap(curvesOf);
});

export const valueView = signal<ValueView>({ low: 0, high: 1 });
export const graphSize = signal({ width: 400, height: 120 });
export const fitValues = (): void => void (valueView.value = fittedValues(curves.peek()));

// ---- points ----

// Names of points; a key that is selected in the timeline has all of its points selected.
const points = signal<ReadonlySet<string>>(new Set());
export const selectedPoints = computed<Point[]>(() => {
  const all = curves.value.flatMap((curve) => curve.frames.map((_, key): Point => ({ curve, key })));
  const keyOf = ({ curve, key }: Point): string => keyName({ path: curve.property.path, frame: curve.frames[key]! });
  const isIn = all.filter((point) => selectedKeys.value.has(keyOf(point)));
  const some = new Set(isIn.filter((point) => points.value.has(pointName(point))).map(keyOf));
  return isIn.filter((point) => points.value.has(pointName(point)) || !some.has(keyOf(point)));
});

export function selectPoints(names: Iterable<string>): void {
  points.value = new Set(names);
  selectKeys([...points.value].map((name) => name.slice(0, name.lastIndexOf("#"))));
}

export function followCurves(): void {
  let before = "";
  effect(() => {
    const now = shownProperties.value.map(({ path }) => path).join();
    if (now === before) return;
    before = now;
    fitValues();
  });
  selectedThing.subscribe(() => {
    const there = new Set(offered.peek().map(({ path }) => path));
    if ([...chosen.peek()].some((path) => !there.has(path))) chosen.value = new Set();
  });
}
