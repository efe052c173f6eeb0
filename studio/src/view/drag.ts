// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A drag of a handle, as one step of undo: the text follows while it lasts, and Escape puts it back.

import { edit, document as scene, full } from "../model/document.ts";
import { autoKey, frame } from "../model/playhead.ts";
import type { Handle } from "../link/protocol.ts";
import { matrixOf, type Move, type Placed, placedAfter } from "./moves.ts";
import { labelOf, withPlaced } from "./placing.ts";
import type { Matrix4 } from "three";
import { held, type Tool } from "./tools.ts";

const pause = 40; // ms between two edits
let drags = 0;

export const placedOf = ({ translate, rotate, scale }: Handle): Placed => ({ translate, rotate, scale });

export class Drag {
  private readonly before: Placed;
  private readonly merge = `drag ${Date.now()} ${++drags}`;
  private readonly textBefore = scene.value?.text ?? "";
  private sent: Placed;
  private last = 0;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private now: Placed;

  constructor(
    private readonly handle: Handle,
    private readonly what: Tool,
    private readonly rounded: (placed: Placed) => Placed,
  ) {
    this.before = this.sent = this.now = placedOf(handle);
  }

  move(move: Move): void {
    this.set(placedAfter(this.handle, move));
  }

  set(placed: Placed): void {
    this.now = this.rounded(placed);
    held.value = { handle: this.handle, placed: this.now, done: false };
    const wait = this.last + pause - performance.now();
    if (wait <= 0) this.send();
    else this.timer ??= setTimeout(() => this.send(), wait);
  }

  private send(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.last = performance.now();
    const { handle, now, before } = this;
    if (JSON.stringify(now) === JSON.stringify(this.sent)) return;
    this.sent = now;
    const keying = { frame: frame.peek(), always: autoKey.peek(), full: full.peek() };
    edit(labelOf(this.what, handle), (text) => withPlaced(text, handle, before, now, keying), this.merge);
  }

  end(): void {
    this.send();
    if (held.value) held.value = { ...held.value, done: true };
  }

  cancel(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    held.value = null;
    if (this.sent === this.before) return;
    const text = this.textBefore;
    edit(labelOf(this.what, this.handle), () => text, this.merge);
  }
}

// By what the things of a setup in which a handle is `shown` are moved to where it is dragged.
export const shiftOf = ({ handle, placed }: { handle: Handle; placed: Placed }, shown: Handle): Matrix4 =>
  matrixOf(handle, placed).multiply(matrixOf(shown, placedOf(shown)).invert());

export const isReached = (placed: Placed, shown: Handle): boolean =>
  (["translate", "rotate", "scale"] as const).every((name) =>
    placed[name].every((value, i) => Math.abs(value - shown[name][i]!) <= 1e-5 * Math.max(1, Math.abs(value))),
  );
