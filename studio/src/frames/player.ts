// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Moves the playhead at the scene's rate while playing, and after the last frame of a take that is being computed while
// it stands there.

import { effect, untracked } from "@preact/signals";
import type { Take } from "../link/protocol.ts";
import { droppedFrames, frame, frames, goTo, looping, loopRange, playing } from "../model/playhead.ts";
import { hasFrame, isBusy, shown } from "../model/takes.ts";
import { advance, Dropped } from "./clock.ts";
import type { Range } from "./order.ts";

// The frames that are played.
export function playedRange(): Range {
  const { first, last } = frames.value;
  const range = loopRange.value;
  if (!range) return { first, last };
  return { first: Math.max(first, range.first), last: Math.min(last, Math.max(range.first, range.last)) };
}

// The last frame that there is without a gap from `at` on; before `at` when it is not there.
export function lastThere(have: readonly [number, number][], at: number): number {
  const around = have.find(([first, last]) => at >= first && at <= last);
  if (around) return around[1];
  return have.reduce((last, range) => (range[1] < at ? Math.max(last, range[1]) : last), -Infinity);
}

// Where playing has to wait: a take that is being computed has come this far.
function holdAt(take: Take | null, at: number, { first }: Range): number | null {
  if (!take || !isBusy(take)) return null;
  const last = lastThere(take.have, at);
  return Number.isFinite(last) ? last : first;
}

let lastSeen: number | null = null;
// The view has drawn this frame.
export function sawFrame(seen: number): void {
  lastSeen = seen;
}

function play(): () => void {
  const dropped = new Dropped();
  let position = frame.peek();
  let before = performance.now();
  let asked = requestAnimationFrame(function tick(now: number): void {
    asked = requestAnimationFrame(tick);
    const seconds = (now - before) / 1000;
    before = now;
    const at = frame.peek();
    if (Math.floor(position) !== at) position = at; // somebody has moved it
    const range = untracked(playedRange);
    const take = shown.peek();
    const rate = frames.peek().rate;
    const moved = advance(
      { position, rate, ...range, looping: looping.peek(), hold: holdAt(take, at, range) },
      seconds,
    );
    const to = Math.floor(moved.position);
    // What a drawn frame replaces was seen; what was leapt over was not.
    if (to !== at) {
      const leapt = to > at ? to - at - 1 : 0;
      const unseen = take && hasFrame(take, at) && lastSeen !== at ? 1 : 0;
      dropped.add(leapt + unseen, now);
    }
    droppedFrames.value = dropped.count(now);
    position = moved.position;
    frame.value = to;
    if (moved.ended) playing.value = false;
  });
  return () => {
    cancelAnimationFrame(asked);
    droppedFrames.value = 0;
  };
}

const newestOf = ({ have, from, frames: all }: Take): number => have.at(-1)?.[1] ?? from?.frame ?? all.first;

// From which frame on a take has been computed last: from its beginning, from where it branched, or from where a live take
// was changed.
const begunAt = ({ editions, from, frames: all }: Take): number => {
  const anew = editions?.at(-1);
  return anew && anew[0] > all.first ? anew[0] - 1 : (from?.frame ?? all.first);
};

// Who stands at the newest frame of a take that is computed, or at where that begins, goes on with it. Who waits at a
// later one stays there, also when it is reached.
export class Riding {
  private before: Take | null = null;
  private at = NaN;
  private rides = false;

  // The frame to go to; null: none other.
  next(now: Take | null, at: number): number | null {
    const { before } = this;
    const isSame = before !== null && before.take === now?.take;
    const isComputed = now !== null && (isBusy(now) || (isSame && isBusy(before)));
    const newest = isComputed ? newestOf(now) : NaN;
    const isAnew = !isSame || editionOf(now) !== editionOf(before) || newest < newestOf(before);
    if (isAnew) this.rides = isComputed && (at === begunAt(now) || at === newest);
    else if (at !== this.at) this.rides = at === newest;
    const to = this.rides && newest > at ? newest : null;
    this.before = now;
    this.at = to ?? at;
    return to;
  }
}

const editionOf = ({ editions }: Take): number => editions?.at(-1)?.[1] ?? 0;

export function followPlayer(): void {
  effect(() => {
    if (!playing.value) return undefined;
    // Playing from the end begins anew.
    untracked(() => {
      const { first, last } = playedRange();
      if (frame.value >= last || frame.value < first) frame.value = first;
    });
    return play();
  });
  const riding = new Riding();
  effect(() => {
    const to = riding.next(shown.value, frame.value);
    if (to !== null && !playing.peek()) untracked(() => goTo(to));
  });
  // A scene with fewer frames than before.
  effect(() => {
    const { first, last } = frames.value;
    untracked(() => {
      if (frame.value < first || frame.value > last) goTo(frame.value);
    });
  });
}
