// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a drag on a row does: clips are moved and pulled, keys and marks moved, or a box is drawn around keys.

import { frames } from "../model/playhead.ts";
import { select } from "../model/selection.ts";
import { counted } from "./key_acts.ts";
import * as clips from "./clip_edits.ts";
import { dragNote, editGesture, startDrag } from "./gesture.ts";
import * as keys from "./key_edits.ts";
import { type Part, type Row } from "./rows.ts";
import * as state from "./state.ts";
import type { Thing } from "./things.ts";

const signed = (by: number): string => (by > 0 ? `+${by}` : `${by}`);

// How many whole frames the pointer has gone.
function framesMoved(from: PointerEvent, to: PointerEvent): number {
  const { from: first, to: last } = state.timeView.peek();
  return Math.round(((to.clientX - from.clientX) * (last - first)) / state.laneWidth.peek());
}

function dragEdits(
  from: PointerEvent,
  label: string,
  edits: (by: number, event: PointerEvent) => clips.Edit[],
  note: (by: number, event: PointerEvent) => string,
  after?: { shown?: (by: number) => void; clicked?: () => void; cancelled?: () => void },
): void {
  const gesture = editGesture(label);
  let done = ""; // several pictures of a drag may be at the same frame
  startDrag(from, {
    move: (event) => {
      const by = framesMoved(from, event);
      const wanted = `${by} ${event.altKey}`;
      if (wanted !== done) {
        done = wanted;
        gesture.show(edits(by, event));
        after?.shown?.(by);
      }
      dragNote.value = { x: event.clientX, y: event.clientY, text: note(by, event) };
    },
    end: (hasMoved) => {
      if (!hasMoved) after?.clicked?.();
    },
    cancel: () => {
      gesture.cancel();
      after?.cancelled?.();
    },
  });
}

function dragBody(from: PointerEvent, thing: Thing): void {
  const begin = thing.clip?.begin ?? clipsBegin(thing);
  const note = (by: number): string => `Begins at ${begin + by} (${signed(by)})`;
  if (clips.canMove(thing)) dragEdits(from, `Move ${thing.name}`, (by) => clips.moved(thing, by), note);
}

const clipsBegin = (thing: Thing): number =>
  Math.min(...thing.children.map((inner) => inner.clip?.begin ?? frames.peek().first));

function dragEnd(from: PointerEvent, thing: Thing, end: "begin" | "end"): void {
  const clip = thing.clip!;
  const isFast = (event: PointerEvent): boolean => event.altKey && clip.kind === "played";
  const edits = (by: number, event: PointerEvent): clips.Edit[] => {
    if (isFast(event))
      return end === "begin" ? clips.stretchedBegin(thing, clip, by) : clips.stretchedEnd(thing, clip, by);
    return end === "begin" ? clips.croppedBegin(thing, clip, by) : clips.croppedEnd(thing, clip, by);
  };
  const note = (by: number, event: PointerEvent): string => {
    const of = edits(by, event);
    const written = (name: string): string => {
      const found = of.find(({ path }) => path === `${thing.path}.${name}`)?.value;
      return typeof found === "number" ? String(Math.round(found * 100) / 100) : "";
    };
    if (isFast(event)) return `Speed × ${written("speed")}`;
    if (clip.kind === "played")
      return clip.openEnd ? "How long it is is not known yet" : `${signed(by)} frames · Alt: speed`;
    return end === "begin"
      ? `From frame ${written("first") || written("frame")}`
      : `To frame ${written("last") || clip.begin}`;
  };
  dragEdits(from, `${from.altKey ? "Speed" : "Length"} of ${thing.name}`, edits, note);
}

function dragKeys(from: PointerEvent, row: Row, part: Extract<Part, { kind: "key" }>): void {
  const more = from.shiftKey || from.ctrlKey || from.metaKey;
  const before = state.selectedKeys.peek();
  const isIn = part.keys.every((name) => before.has(name));
  if (!isIn || more) select(row.thing.path);
  if (more) {
    const now = new Set(before);
    for (const name of part.keys) isIn ? now.delete(name) : now.add(name);
    state.selectKeys(now);
    return;
  }
  const names = isIn ? [...before] : part.keys;
  state.selectKeys(names);
  const there = state.properties.peek();
  const edits = (by: number, event: PointerEvent): clips.Edit[] =>
    keys.keysMoved(names, (path) => there.get(path) ?? null, by, event.altKey);
  const what = counted(names.length);
  dragEdits(
    from,
    `Move ${what}`,
    edits,
    (by, event) => `${event.altKey ? "Copy at" : "Frame"} ${part.frame + by} (${signed(by)})`,
    {
      shown: (by) => state.selectKeys(keys.namesMoved(names, by)),
      clicked: () => state.selectKeys(part.keys),
      cancelled: () => state.selectKeys(names),
    },
  );
}

function dragMark(from: PointerEvent, { name }: Thing, { mark }: Extract<Part, { kind: "mark" }>): void {
  const edits = (by: number): clips.Edit[] => [{ path: mark.path, value: mark.frame + by }];
  dragEdits(from, `Move ${mark.name} of ${name}`, edits, (by) => `Frame ${mark.frame + by} (${signed(by)})`);
}

export function dragPart(from: PointerEvent, row: Row, part: Part): void {
  const { thing } = row;
  switch (part.kind) {
    case "key":
      return dragKeys(from, row, part);
    case "mark":
      select(thing.path);
      return dragMark(from, thing, part);
    case "begin":
    case "end":
      select(thing.path);
      return dragEnd(from, thing, part.kind);
    case "body":
    case "group":
      select(thing.path);
      state.selectKeys([]);
      return dragBody(from, thing);
    case "nothing":
      return;
  }
}
