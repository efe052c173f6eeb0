// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Live: the scene is simulated while it is edited. What is changed takes effect from the next frame that is simulated; when
// the artist has gone back, from the playhead: its frames after that are made anew. At the end all of them are.

import { computed, effect } from "@preact/signals";
import { checked, document } from "../model/document.ts";
import { tell, told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { hasFrame, live, liveTake } from "../model/takes.ts";
import { mistakeOf } from "./run_kinds.ts";

export const isLive = computed(() => {
  const state = liveTake.value?.state;
  return state === "running" || state === "waiting" || state === "done";
});

export function toggleLive(): void {
  if (isLive.value) return told(live(false, null));
  const mistake = mistakeOf(checked.value);
  if (mistake) return tell(mistake, "error");
  const take = liveTake.value;
  const goesOn = take !== null && hasFrame(take, frame.value) && frame.value < take.frames.last;
  told(live(true, goesOn ? frame.value : null));
}

// Frames that playing is behind what is simulated, at most, without having gone back.
export const following = 3;

export const hasGoneBack = (playhead: number, newest: number): boolean => playhead < newest - following;

// Edits of a drag come faster than they are answered: one request at a time, then one for all that came meanwhile.
let asking = false;
let changed = false;

async function goOnFromPlayhead(): Promise<void> {
  changed = true;
  if (asking) return;
  asking = true;
  try {
    while (changed) {
      changed = false;
      const take = liveTake.peek();
      const newest = take?.have.at(-1)?.[1];
      if (!take || !isLive.peek() || newest === undefined) return;
      if (hasFrame(take, frame.peek()) && hasGoneBack(frame.peek(), newest)) await live(true, frame.peek());
      else if (newest >= take.frames.last) await live(true, null);
    }
  } finally {
    asking = false;
  }
}

let last: { scene: string; version: number } | null = null;

effect(() => {
  const now = document.value;
  const before = last;
  last = now && { scene: now.scene, version: now.version };
  const isEdit = now !== null && before?.scene === now.scene && before.version !== now.version;
  if (isEdit && isLive.peek()) told(goOnFromPlayhead());
});
