// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which frames of a template its thumbnail plays.

const most = 24; // each is a picture that the server draws

// Evenly spread over all, from 1, with the time in ms that each is shown, so that all plays at its own speed; no faster
// than pictures come.
export function playedFrames(frames: number, rate: number): { each: number[]; pause: number } {
  const count = Math.max(1, Math.min(most, frames));
  const each = Array.from({ length: count }, (_, at) =>
    count === 1 ? 1 : 1 + Math.round((at * (frames - 1)) / (count - 1)),
  );
  return { each, pause: Math.max(50, (1000 * frames) / (rate * count)) };
}
