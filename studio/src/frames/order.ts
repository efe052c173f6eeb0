// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which frames are wanted first: the one at the playhead, then those ahead, in the order in which they are played, and
// a few behind it.

export interface Range {
  first: number;
  last: number;
}

export interface Way {
  frame: number; // at the playhead
  played: Range; // the range that is played
  looping: boolean;
  ahead: number; // how many frames at most
  behind: number;
}

// A step back counts as this many ahead.
const back = 3;

export function wantedOrder({ frame, played, looping, ahead, behind }: Way): number[] {
  const length = played.last - played.first + 1;
  const inside = frame >= played.first && frame <= played.last;
  const found: { at: number; cost: number }[] = [];
  for (let i = 0; i <= Math.min(ahead, Math.max(length - 1, 0)); ++i) {
    const at = frame + i;
    if (i === 0 || at <= played.last) found.push({ at, cost: i });
    else if (looping && inside) found.push({ at: at - length, cost: i });
  }
  for (let i = 1; i <= behind && frame - i >= played.first; ++i) found.push({ at: frame - i, cost: i * back });
  found.sort((a, b) => a.cost - b.cost);
  return [...new Set(found.map(({ at }) => at))];
}

export const isIn = (frame: number, ranges: readonly (readonly [number, number])[]): boolean =>
  ranges.some(([first, last]) => frame >= first && frame <= last);

// Frames as ranges, inclusive: [1, 2, 3, 7] is [[1, 3], [7, 7]].
export function rangesOf(frames: Iterable<number>): [number, number][] {
  const ranges: [number, number][] = [];
  for (const frame of [...frames].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last && frame <= last[1] + 1) last[1] = frame;
    else ranges.push([frame, frame]);
  }
  return ranges;
}

interface Had {
  have: readonly (readonly [number, number])[];
  editions?: readonly (readonly [number, number])[];
}

// Which edition of a live take a frame is of.
export const editionAt = (editions: Had["editions"], frame: number): number =>
  editions?.reduce((edition, [first, from]) => (frame >= first ? from : edition), 0) ?? 0;

// The frames that are gone or were made anew since then: a live take was branched.
export function staleFrames(before: Had, now: Had): number[] {
  const stale: number[] = [];
  for (const [first, last] of before.have) {
    for (let frame = first; frame <= last; ++frame) {
      const isSame = editionAt(before.editions, frame) === editionAt(now.editions, frame);
      if (!isSame || !isIn(frame, now.have)) stale.push(frame);
    }
  }
  return stale;
}
