// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The box and the frames that are recorded.

import type { Take, Vec3 } from "../link/protocol.ts";
import type { Box } from "../view/api.ts";

// Half the size of the take's domain about its middle, as high as the domain; all of the depth where it is flat.
export function firstBox(take: Pick<Take, "lower" | "upper" | "dimensions">): Box {
  const part: Vec3 = [0.5, 1, take.dimensions === 2 ? 1 : 0.5];
  const bound = (side: -1 | 1): Vec3 =>
    [0, 1, 2].map((axis) => {
      const [low, high] = [take.lower[axis]!, take.upper[axis]!];
      return Number(((low + high) / 2 + (side * (high - low) * part[axis]!) / 2).toFixed(4));
    }) as Vec3;
  return { lower: bound(-1), upper: bound(1) };
}

// The loop where there is one, else all that the take has from the playhead's part on; within one range of its frames.
export function firstFrames(
  have: readonly [number, number][],
  frame: number,
  loop: { first: number; last: number } | null,
): { first: number; last: number } | null {
  const range = have.find(([first, last]) => frame >= first && frame <= last) ?? have.at(-1);
  if (!range) return null;
  const first = Math.max(range[0], loop?.first ?? range[0]);
  const last = Math.min(range[1], loop?.last ?? range[1]);
  return first <= last ? { first, last } : { first: range[0], last: range[1] };
}

export function wrongWithBox(box: Box, flat: boolean): string | null {
  const axes = flat ? [0, 1] : [0, 1, 2];
  if ([...box.lower, ...box.upper].some((value) => !Number.isFinite(value))) return "The box needs six numbers.";
  if (axes.some((axis) => box.upper[axis]! - box.lower[axis]! <= 0))
    return "The box needs a size: its upper corner must be above, right and in front of the lower one.";
  return null;
}

export function wrongWithFrames(
  frames: { first: number; last: number },
  have: readonly [number, number][],
): string | null {
  const { first, last } = frames;
  if (!Number.isInteger(first) || !Number.isInteger(last)) return "Frames are whole numbers.";
  if (last < first) return "The last frame is before the first one.";
  if (!have.some(([from, to]) => first >= from && last <= to)) {
    const ranges = have.map(([from, to]) => (from === to ? `${from}` : `${from} to ${to}`)).join(", ");
    return ranges ? `The take has frames ${ranges}.` : "The take has no frames yet.";
  }
  return null;
}
