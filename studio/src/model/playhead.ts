// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the playhead is and whether it runs. Frames are the scene's; frames/player.ts moves it while playing.

import { effect, signal } from "@preact/signals";
import { stable } from "../text/shared.ts";
import { checked, sceneName } from "./document.ts";

export const frame = signal(1); // whole while it stands; always a frame of the scene
export const playing = signal(false);
export const looping = signal(true);
export const loopRange = signal<{ first: number; last: number } | null>(null); // null: all frames
export const autoKey = signal(false); // a drag sets a keyframe
export const droppedFrames = signal(0); // in the last second of playing

export const frames = stable(() => checked.value?.frames ?? { first: 1, last: 48, rate: 24 });

export function goTo(to: number): void {
  const { first, last } = frames.value;
  frame.value = Math.min(last, Math.max(first, Math.round(to)));
}
export const step = (by: number): void => goTo(frame.value + by);
export const togglePlaying = (): void => {
  playing.value = !playing.value;
};
export const secondsAt = (at: number): number => (at - frames.value.first) / frames.value.rate;

// Another scene begins at its first frame, which is known when it has been read.
export function followPlayhead(): void {
  let placed: string | null = null;
  effect(() => {
    const scene = sceneName.value;
    if (scene !== placed) {
      playing.value = autoKey.value = false;
      loopRange.value = null;
      placed = null;
    }
    if (!checked.value || placed === scene) return;
    placed = scene;
    frame.value = checked.value.frames.first;
  });
}
