// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pointer on rows: what is under it, and what pressing it there does.

import { signal } from "@preact/signals";
import { document as scene } from "../model/document.ts";
import { frame } from "../model/playhead.ts";
import { hovered, select } from "../model/selection.ts";
import { startDrag } from "./gesture.ts";
import { toggleKey } from "./key_acts.ts";
import { openMenu } from "./menu.tsx";
import { dragPart } from "./row_drag.ts";
import { menuOf } from "./row_name.tsx";
import { keysIn, nameWidth, partAt, type Row, rowHeight } from "./rows.ts";
import * as state from "./state.ts";
import { frameAt, scrolled, xOf } from "./time_view.ts";

// Drawn around keys.
export const box = signal<{ x: number; y: number; width: number; height: number } | null>(null);

interface Under {
  row: Row | null;
  number: number;
  x: number; // in the lane; negative on the names
  list: HTMLElement;
}

function under(event: MouseEvent): Under {
  const list = event.currentTarget as HTMLElement;
  const { left, top: above } = list.getBoundingClientRect();
  const number = Math.floor((event.clientY - above + list.scrollTop) / rowHeight);
  return { row: state.rows.peek()[number] ?? null, number, x: event.clientX - left - nameWidth, list };
}

const place = (at: number): number => xOf(state.timeView.peek(), state.laneWidth.peek(), at);

export function press(event: PointerEvent): void {
  const { row, x, list } = under(event);
  if (x < 0 || event.clientX > list.getBoundingClientRect().left + list.clientWidth) return;
  if (event.button === 1) return pan(event);
  if (event.button !== 0) return;
  const part = row ? partAt(row, x, place) : ({ kind: "nothing" } as const);
  if (part.kind === "nothing") return drawBox(event);
  event.preventDefault();
  dragPart(event, row!, part);
}

function pan(from: PointerEvent): void {
  from.preventDefault();
  const before = state.timeView.peek();
  const perPixel = (before.to - before.from) / state.laneWidth.peek();
  startDrag(from, {
    move: (event) => (state.timeView.value = scrolled(before, (from.clientX - event.clientX) * perPixel)),
  });
}

// Around keys; with Shift to those that are selected already. A click on nothing selects the row's thing.
function drawBox(from: PointerEvent): void {
  const start = under(from);
  const before = from.shiftKey ? state.selectedKeys.peek() : new Set<string>();
  const { left, top: above } = start.list.getBoundingClientRect();
  const y0 = from.clientY - above + start.list.scrollTop;
  startDrag(from, {
    move: (event) => {
      const [x, y] = [event.clientX - left - nameWidth, event.clientY - above + start.list.scrollTop];
      const [x0, x1] = [Math.max(0, Math.min(start.x, x)), Math.max(start.x, x)];
      box.value = { x: x0 + nameWidth, y: Math.min(y0, y), width: x1 - x0, height: Math.abs(y - y0) };
      const [first, last] = [Math.floor(Math.min(y0, y) / rowHeight), Math.floor(Math.max(y0, y) / rowHeight)];
      const at = (pixel: number): number => frameAt(state.timeView.peek(), state.laneWidth.peek(), pixel);
      state.selectKeys([...before, ...keysIn(state.rows.peek(), first, last, at(x0), at(x1))]);
    },
    end: (hasMoved) => {
      box.value = null;
      if (hasMoved) return;
      state.selectKeys([]);
      if (start.row) select(start.row.thing.path || null);
    },
    cancel: () => {
      box.value = null;
      state.selectKeys(before);
    },
  });
}

const cursors = {
  key: "pointer",
  mark: "ew-resize",
  begin: "w-resize",
  end: "e-resize",
  body: "grab",
  group: "grab",
  nothing: "",
};

export function hover(event: PointerEvent): void {
  if (event.buttons) return;
  const { row, x, list } = under(event);
  const part = row && x >= 0 ? partAt(row, x, place).kind : "nothing";
  list.style.cursor = cursors[part];
  const help = {
    begin: "Pull to crop its beginning; with Alt, to change its speed",
    end: "Pull to crop its end; with Alt, to change its speed",
    body: "Drag to move it and its keys",
    group: "Drag to move all that is in it",
    mark: "Drag to move it",
    key: "Drag to move it; with Alt, to copy it",
    nothing: row?.property ? "Double-click sets a key" : "",
  }[part];
  if (list.title !== help && x >= 0) list.title = help;
  if (x < 0) list.title = "";
  hovered.value = row?.thing.path || null;
}

export function doubleClick(event: MouseEvent): void {
  const { row, x } = under(event);
  if (!row?.property || x < 0 || partAt(row, x, place).kind !== "nothing") return;
  frame.value = Math.round(frameAt(state.timeView.peek(), state.laneWidth.peek(), x));
  toggleKey(row.property);
}

export function rightClick(event: MouseEvent): void {
  const { row, x } = under(event);
  if (!row) return;
  event.preventDefault();
  select(row.thing.path || null);
  const part = x < 0 ? null : partAt(row, x, place);
  if (part?.kind === "key" && !part.keys.every((name) => state.selectedKeys.value.has(name)))
    state.selectKeys(part.keys);
  if (!scene.value?.readonly) openMenu(event.clientX, event.clientY, row.thing.name, menuOf(row));
}
