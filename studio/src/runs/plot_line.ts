// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The line of a measure over frames, as the path of an SVG.

const place = (value: number): string => String(Math.round(value * 10) / 10);

// `x`, `y`: pixels of a frame, of a value (NaN: nowhere). The line is interrupted where there is no value, and where frames
// are missing. Of more values than pixels, the lowest and the highest of each pixel are drawn.
export function linePath(
  frames: readonly number[],
  values: readonly (number | null)[],
  x: (frame: number) => number,
  y: (value: number) => number,
): string {
  let path = "";
  let open = false;
  let pixel: { at: number; low: number; high: number; last: number } | null = null;
  const flush = (): void => {
    if (!pixel) return;
    const column = place(pixel.at);
    const stops = pixel.low === pixel.high ? [pixel.low] : [pixel.low, pixel.high, pixel.last];
    for (const stop of stops) {
      path += `${open ? "L" : "M"}${column} ${place(stop)}`;
      open = true;
    }
    pixel = null;
  };
  const dense = frames.length > 1 && Math.abs(x(frames.at(-1)!) - x(frames[0]!)) < frames.length;
  frames.forEach((frame, index) => {
    const value = values[index];
    const height = value === null || value === undefined ? NaN : y(value);
    const gap = index > 0 && frame - frames[index - 1]! > 1;
    if (gap || Number.isNaN(height)) {
      flush();
      open = false;
    }
    if (Number.isNaN(height)) return;
    const at = dense ? Math.round(x(frame)) : x(frame);
    if (pixel && pixel.at !== at) flush();
    pixel = pixel
      ? { at, low: Math.min(pixel.low, height), high: Math.max(pixel.high, height), last: height }
      : { at, low: height, high: height, last: height };
  });
  flush();
  return path;
}

// The value at a frame, or the nearest one before it that is not farther than two frames.
export function valueAtFrame(
  frames: readonly number[],
  values: readonly (number | null)[],
  frame: number,
): number | null {
  let low = 0;
  let high = frames.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (frames[middle]! <= frame) low = middle + 1;
    else high = middle;
  }
  const found = low - 1;
  if (found < 0 || frame - frames[found]! > 2) return null;
  return values[found] ?? null;
}
