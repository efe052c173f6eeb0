// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How the playhead moves while it plays. Time is that of the clock, so that slow drawing drops frames and does not
// slow the scene down.

export interface Running {
  position: number; // in frames, with the part of the frame that has passed
  rate: number;
  first: number;
  last: number;
  looping: boolean;
  hold: number | null; // the last frame of a take that is being computed: no further yet
}

export interface Moved {
  position: number;
  ended: boolean;
}

// A page that was hidden goes on where it was.
const longest = 0.25;

export function advance(running: Running, seconds: number): Moved {
  const { rate, first, last, looping, hold } = running;
  const from = Math.min(Math.max(running.position, first), last + 1);
  const to = from + Math.min(Math.max(seconds, 0), longest) * rate;
  if (hold !== null && from < hold + 1 && to >= hold + 1 && hold < last)
    return { position: hold + 0.999, ended: false };
  if (to < last + 1) return { position: to, ended: false };
  if (!looping) return { position: last, ended: true };
  const length = last - first + 1;
  return { position: first + ((to - first) % length), ended: false };
}

// How many frames went by unseen within the last second.
export class Dropped {
  private readonly times: number[] = [];

  add(count: number, now: number): void {
    for (let i = 0; i < count; ++i) this.times.push(now);
  }
  count(now: number): number {
    while (this.times.length > 0 && this.times[0]! < now - 1000) this.times.shift();
    return this.times.length;
  }
  clear(): void {
    this.times.length = 0;
  }
}
