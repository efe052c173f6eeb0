// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which frames are seen, and where: zoom, scroll, and the numbers on the ruler.

export interface TimeView {
  from: number; // frame at the left edge
  to: number; // and at the right one
}

const least = 4; // frames from edge to edge
const most = 100000;

export const fitted = (first: number, last: number): TimeView => {
  const room = Math.max(1, (last - first) * 0.02);
  return { from: first - room, to: Math.max(last, first + 1) + room };
};

export const xOf = (view: TimeView, width: number, frame: number): number =>
  ((frame - view.from) / (view.to - view.from)) * width;
export const frameAt = (view: TimeView, width: number, x: number): number =>
  view.from + (x / Math.max(1, width)) * (view.to - view.from);

// `at`: the frame that stays where it is.
export function zoomed(view: TimeView, factor: number, at: number): TimeView {
  const length = view.to - view.from;
  const wanted = Math.min(most, Math.max(least, length * factor));
  const from = at - (at - view.from) * (wanted / length);
  return { from, to: from + wanted };
}

export const scrolled = (view: TimeView, by: number): TimeView => ({ from: view.from + by, to: view.to + by });

// So that the frame is seen; while playing it turns pages.
export function following(view: TimeView, frame: number): TimeView {
  const length = view.to - view.from;
  if (frame >= view.from && frame <= view.to) return view;
  const from = frame > view.to ? frame - length * 0.05 : frame - length * 0.95;
  return { from, to: from + length };
}

export interface Tick {
  frame: number;
  label: string; // "": a small one
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000];
const parts: Record<number, number> = { 1: 1, 2: 1, 5: 1, 10: 2, 20: 5, 50: 10, 100: 20, 200: 50, 500: 100 };

export function frameTicks(view: TimeView, width: number): Tick[] {
  const pixels = width / (view.to - view.from);
  const step = steps.find((each) => each * pixels >= 46) ?? steps.at(-1)!;
  const small = parts[step] ?? step / 5;
  const ticks: Tick[] = [];
  for (let frame = Math.ceil(view.from / small) * small; frame <= view.to; frame += small) {
    ticks.push({ frame, label: frame % step === 0 ? String(frame) : "" });
  }
  return ticks;
}

const secondSteps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];

// `zero`: the frame at which seconds begin.
export function secondTicks(view: TimeView, width: number, zero: number, rate: number): Tick[] {
  const pixels = (width / (view.to - view.from)) * rate;
  const step = secondSteps.find((each) => each * pixels >= 54) ?? secondSteps.at(-1)!;
  const digits = step < 0.1 ? 2 : step < 1 ? 1 : 0;
  const ticks: Tick[] = [];
  const seconds = (frame: number): number => (frame - zero) / rate;
  for (let n = Math.ceil((seconds(view.from) / step) * 5); n <= (seconds(view.to) / step) * 5; ++n) {
    const at = (n * step) / 5;
    ticks.push({ frame: zero + at * rate, label: n % 5 === 0 ? `${at.toFixed(digits)} s` : "" });
  }
  return ticks;
}

// Round numbers over a range of values, for the axis of curves.
export function valueTicks(low: number, high: number, height: number): number[] {
  const span = Math.max(1e-12, high - low);
  const rough = (span / Math.max(1, height)) * 34;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((n) => n * power).find((each) => each >= rough)!;
  const ticks: number[] = [];
  for (let n = Math.ceil(low / step); n * step <= high; ++n) ticks.push(Number((n * step).toPrecision(12)));
  return ticks;
}
