// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pointer on the graph: points are dragged, boxes drawn, keys set, the picture moved and zoomed.

import { signal } from "@preact/signals";
import { edit } from "../model/document.ts";
import { frame } from "../model/playhead.ts";
import { applied } from "./apply.ts";
import { keyOnCurve, limitsOf, pointsMoved, stepOf } from "./curve_edits.ts";
import { axisWidth, frameOf, size, span, topHeight, valueAtY, valueHeight, x, y } from "./curve_place.ts";
import * as curve from "./curve_state.ts";
import * as view from "./curve_view.ts";
import { dragNote, editGesture, startDrag } from "./gesture.ts";
import { counted } from "./key_acts.ts";
import { keyName } from "./rows.ts";
import { scrub } from "./ruler.tsx";
import * as state from "./state.ts";
import type { Property } from "./things.ts";
import { scrolled, zoomed } from "./time_view.ts";

// Drawn around points.
export const box = signal<{ x: number; y: number; width: number; height: number } | null>(null);

const inGraph = (event: MouseEvent, graph: Element): [number, number] => {
  const { left, top } = graph.getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};

export function press(event: PointerEvent): void {
  const graph = event.currentTarget as HTMLElement;
  const [px, py] = inGraph(event, graph);
  if (event.button === 1) return pan(event);
  if (event.button !== 0) return;
  const isPlayhead = Math.abs(px - x(frame.value)) < 5 && !view.pointAt(curve.curves.value, px, py, x, y);
  if (py < topHeight || isPlayhead) return scrub(event, graph.querySelector(".cv-lane")!);
  const point = view.pointAt(curve.curves.value, px, py, x, y);
  if (point) dragPoint(event, point);
  else drawBox(event, graph);
}

function pan(from: PointerEvent): void {
  from.preventDefault();
  const [time, values] = [state.timeView.peek(), curve.valueView.peek()];
  const perX = (time.to - time.from) / (size.peek().width - axisWidth);
  const perY = (values.high - values.low) / valueHeight();
  startDrag(from, {
    move: (event) => {
      state.timeView.value = scrolled(time, (from.clientX - event.clientX) * perX);
      const up = (event.clientY - from.clientY) * perY;
      curve.valueView.value = { low: values.low + up, high: values.high + up };
    },
  });
}

// Of each parameter, which components of which keys.
function axesOf(points: readonly view.Point[]): Map<Property, Map<number, Set<number>>> {
  const those = new Map<Property, Map<number, Set<number>>>();
  for (const { curve: of, key } of points) {
    const keys = those.get(of.property) ?? new Map<number, Set<number>>();
    const at = of.frames[key]!;
    keys.set(at, (keys.get(at) ?? new Set()).add(of.axis));
    those.set(of.property, keys);
  }
  return those;
}

function dragPoint(from: PointerEvent, point: view.Point): void {
  const before = curve.selectedPoints.peek();
  const name = view.pointName(point);
  const isIn = before.some((each) => view.pointName(each) === name);
  if (from.ctrlKey || from.metaKey) {
    const names = before.map(view.pointName);
    return curve.selectPoints(isIn ? names.filter((each) => each !== name) : [...names, name]);
  }
  const points = isIn ? before : [point];
  curve.selectPoints(points.map(view.pointName));
  const axes = axesOf(points);
  const { from: first, to: last } = state.timeView.peek();
  const perX = (last - first) / (size.peek().width - axisWidth);
  const perY = span() / valueHeight();
  const gesture = editGesture(`Move ${counted(axes.size === 1 ? [...axes.values()][0]!.size : points.length)}`);
  const way = (event: PointerEvent): [number, number] => {
    const [dx, dy] = [event.clientX - from.clientX, from.clientY - event.clientY];
    // With Shift along one axis only.
    const [isX, isY] = event.shiftKey ? [Math.abs(dx) >= Math.abs(dy), Math.abs(dx) < Math.abs(dy)] : [true, true];
    return [isX ? Math.round(dx * perX) : 0, isY ? dy * perY : 0];
  };
  startDrag(from, {
    move: (event) => {
      const [byFrames, byValue] = way(event);
      const edits = [...axes].map(([property, keys]) =>
        pointsMoved(property, keys, byFrames, byValue, stepOf(perY), limitsOf(property.field)),
      );
      gesture.show(edits);
      curve.selectPoints(points.map((each) => movedName(each, byFrames)));
      const now = curve.curves.value.find(
        (each) => each.property.path === point.curve.property.path && each.axis === point.curve.axis,
      );
      const at = point.curve.frames[point.key]! + byFrames;
      const value = now ? view.valueOf(now, at) : 0;
      const text = `Frame ${at} · ${point.curve.letter} ${Number(value.toPrecision(6))} ${point.curve.property.field.unit}`;
      dragNote.value = { x: event.clientX, y: event.clientY, text };
    },
    end: (hasMoved) => {
      if (!hasMoved) return curve.selectPoints([name]);
      // What was dragged out of the picture is seen again.
      const { low, high } = curve.valueView.peek();
      const those = curve.curves.peek().flatMap(({ values }) => values);
      if (those.some((value) => value < low || value > high)) curve.fitValues();
    },
    cancel: () => {
      gesture.cancel();
      curve.selectPoints(points.map(view.pointName));
    },
  });
}

const movedName = ({ curve: of, key }: view.Point, by: number): string =>
  `${keyName({ path: of.property.path, frame: of.frames[key]! + by })}#${of.axis}`;

function drawBox(from: PointerEvent, graph: HTMLElement): void {
  const [x0, y0] = inGraph(from, graph);
  const before = from.shiftKey ? curve.selectedPoints.peek().map(view.pointName) : [];
  startDrag(from, {
    move: (event) => {
      const [x1, y1] = inGraph(event, graph);
      const [left, top, right, bottom] = [Math.min(x0, x1), Math.min(y0, y1), Math.max(x0, x1), Math.max(y0, y1)];
      box.value = { x: left, y: top, width: right - left, height: bottom - top };
      const inside = curve.curves.peek().flatMap((each) =>
        each.frames.flatMap((at, key) => {
          const [px, py] = [x(at), y(each.values[key]!)];
          const isIn = px >= left && px <= right && py >= top && py <= bottom;
          return isIn ? [view.pointName({ curve: each, key })] : [];
        }),
      );
      curve.selectPoints([...before, ...inside]);
    },
    end: (hasMoved) => {
      box.value = null;
      if (!hasMoved) curve.selectPoints([]);
    },
    cancel: () => {
      box.value = null;
      curve.selectPoints(before);
    },
  });
}

// A key on the curve that passes nearest.
export function doubleClick(event: MouseEvent): void {
  const [px, py] = inGraph(event, event.currentTarget as HTMLElement);
  if (py < topHeight || px < axisWidth || view.pointAt(curve.curves.value, px, py, x, y)) return;
  const at = Math.round(frameOf(px));
  const of = view.curveAt(curve.curves.value, at, valueAtY(py));
  if (!of) return;
  const step = stepOf(span() / valueHeight());
  const value = Number((Math.round(valueAtY(py) / step) * step).toPrecision(10));
  const { property, axis } = of;
  edit(`Set key: ${property.name}`, applied([keyOnCurve(property, axis, at, value, limitsOf(property.field))]));
  curve.selectPoints([`${keyName({ path: property.path, frame: at })}#${axis}`]);
}

export function wheel(event: WheelEvent): void {
  const [px, py] = inGraph(event, event.currentTarget as HTMLElement);
  const factor = Math.exp(Math.sign(event.deltaY) * 0.18);
  event.preventDefault();
  if (event.shiftKey || (!event.ctrlKey && event.deltaX)) {
    const { from, to } = state.timeView.value;
    const by = ((event.deltaX || event.deltaY) / (size.value.width - axisWidth)) * (to - from);
    state.timeView.value = scrolled(state.timeView.value, by);
    return;
  }
  if (px > axisWidth) state.timeView.value = zoomed(state.timeView.value, factor, frameOf(px));
  // Over the values only they are zoomed; with Ctrl only time is.
  if (!event.ctrlKey && !event.metaKey) {
    curve.valueView.value = view.zoomedValues(curve.valueView.value, factor, valueAtY(py));
  }
}
