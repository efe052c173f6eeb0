// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Drags: the pointer is held until it is let go; Escape, a lost pointer and a lost window take back what was done. The
// edits of one drag are one step of undo, always made to the scene as it was when the drag began.

import { signal } from "@preact/signals";
import { document as scene, edit, written } from "../model/document.ts";
import { openScene, writtenAt } from "../text/places.ts";
import { applied } from "./apply.ts";
import type { Edit } from "./clip_edits.ts";

// What is told beside the pointer during a drag.
export const dragNote = signal<{ x: number; y: number; text: string } | null>(null);

export interface Drag {
  move: (event: PointerEvent) => void; // at most once a picture, and only after the pointer really moved
  end?: (hasMoved: boolean, event: PointerEvent) => void;
  cancel?: () => void;
}

const slack = 3; // pixels that a click may slip

export function startDrag(from: PointerEvent, { move, end, cancel }: Drag): void {
  const target = from.currentTarget as HTMLElement;
  let latest: PointerEvent | null = null;
  let hasMoved = false;
  let asked = 0;
  const show = (): void => {
    asked = 0;
    if (latest) move(latest);
    latest = null;
  };
  const moving = (event: PointerEvent): void => {
    hasMoved ||= Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > slack;
    if (!hasMoved) return;
    latest = event;
    asked ||= requestAnimationFrame(show);
  };
  const stop = (): void => {
    if (asked) cancelAnimationFrame(asked);
    asked = 0;
    target.removeEventListener("pointermove", moving);
    target.removeEventListener("pointerup", up);
    target.removeEventListener("pointercancel", lost);
    target.removeEventListener("lostpointercapture", lost);
    window.removeEventListener("keydown", key, true);
    window.removeEventListener("blur", lost);
    if (target.hasPointerCapture(from.pointerId)) target.releasePointerCapture(from.pointerId);
    dragNote.value = null;
  };
  const up = (event: PointerEvent): void => {
    if (hasMoved) move(event);
    stop();
    end?.(hasMoved, event);
  };
  const lost = (): void => {
    stop();
    cancel?.();
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    event.stopPropagation();
    lost();
  };
  target.setPointerCapture(from.pointerId);
  target.addEventListener("pointermove", moving);
  target.addEventListener("pointerup", up);
  target.addEventListener("pointercancel", lost);
  target.addEventListener("lostpointercapture", lost);
  window.addEventListener("keydown", key, true);
  window.addEventListener("blur", lost);
}

let count = 0;

export interface EditGesture {
  show: (edits: readonly Edit[]) => void;
  cancel: () => void;
}

export function editGesture(label: string): EditGesture {
  const merge = `timeline ${Date.now()} ${++count}`;
  const [before, known] = [written.peek(), openScene()];
  const textBefore = scene.peek()?.text ?? "";
  const touched = new Set<string>();
  let textNow = textBefore;
  const restored = (but: ReadonlySet<string>): Edit[] =>
    [...touched].filter((path) => !but.has(path)).map((path) => ({ path, value: writtenAt(before, path, known) }));
  return {
    show(edits) {
      const all = [...restored(new Set(edits.map(({ path }) => path))), ...edits];
      for (const { path } of edits) touched.add(path);
      edit(label, applied(all), merge);
      textNow = scene.peek()?.text ?? "";
    },
    // Byte for byte, unless another page has edited the scene in the meantime.
    cancel() {
      const [made, edits] = [textNow, restored(new Set())];
      if (touched.size) edit(label, (text) => (text === made ? textBefore : applied(edits)(text)), merge);
    },
  };
}
