// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Axes of plots: round numbers to stand at them, and where a value is between two ends.

// Steps of 1, 2 or 5 times a power of ten.
export function roundStep(span: number, most: number): number {
  const raw = span / Math.max(1, most);
  const unit = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].find((times) => raw <= times * unit * (1 + 1e-9)) ?? 10;
  return step * unit;
}

const stepOver = (low: number, high: number, most: number, whole: boolean): number =>
  Math.max(whole ? 1 : 0, roundStep(high - low, most));

// Round numbers from `low` to `high`, at most `most` steps of them.
export function ticks(low: number, high: number, most: number, whole = false): number[] {
  if (!(high > low) || !Number.isFinite(high - low)) return Number.isFinite(low) ? [low] : [];
  return levelsBy(stepOver(low, high, most, whole), low, high);
}

function levelsBy(step: number, low: number, high: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  // As text and back, so that 0.1 + 0.2 is 0.3.
  return Array.from({ length: last - first + 1 }, (_, index) => Number(((first + index) * step).toPrecision(12)));
}

// Powers of ten; where they are too many every second, third, ...; where there are less than two, round numbers.
export function logTicks(low: number, high: number, most: number): number[] {
  const from = Math.ceil(Math.log10(low) - 1e-9);
  const to = Math.floor(Math.log10(high) + 1e-9);
  if (to - from < 1) return ticks(low, high, most).filter((tick) => tick > 0);
  const every = Math.ceil((to - from + 1) / Math.max(1, most));
  const powers: number[] = [];
  for (let power = from; power <= to; power += every) powers.push(Number(`1e${power}`));
  return powers;
}

export interface Scale {
  low: number;
  high: number;
  levels: number[]; // round numbers that stand at it
  at: (value: number) => number; // 0 at `low`, 1 at `high`; NaN where a log scale has no place for it
}

// Over all the values with round ends; from zero where that is near.
export function scaleOver(values: Iterable<number | null>, log: boolean, most: number): Scale {
  let low = Infinity;
  let high = -Infinity;
  let whole = true;
  for (const value of values) {
    if (value === null || !Number.isFinite(value) || (log && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    whole &&= Number.isInteger(value);
  }
  if (low > high) [low, high] = log ? [0.1, 1] : [0, 1];
  if (log) return logScale(...(low === high ? ([low / 2, low * 2] as const) : ([low, high] as const)), most);
  if (low > 0 && low < 0.5 * high) low = 0;
  if (high < 0 && high > 0.5 * low) high = 0;
  if (low === high) [low, high] = around(low);
  const step = stepOver(low, high, most, whole);
  const below = Math.floor(low / step + 1e-9) * step + 0; // + 0: never -0
  const above = Math.ceil(high / step - 1e-9) * step + 0;
  return {
    low: below,
    high: above,
    levels: levelsBy(step, below, above),
    at: (value) => (value - below) / (above - below),
  };
}

const around = (value: number): [number, number] =>
  value === 0 ? [0, 1] : value > 0 ? [0, value * 1.25] : [value * 1.25, 0];

function logScale(low: number, high: number, most: number): Scale {
  const at = (value: number): number => (value > 0 ? Math.log(value / low) / Math.log(high / low) : NaN);
  return { low, high, levels: logTicks(low, high, most), at };
}

// "0.25", "12k", "3.5M": all digits of a tick, as ticks are round.
export function tickWords(value: number): string {
  const size = Math.abs(value);
  const digits = (of: number): string => Number(of.toPrecision(9)).toLocaleString("en", { maximumFractionDigits: 9 });
  if (size >= 1e9 || (size > 0 && size < 1e-4))
    return String(Number(value.toPrecision(6)).toExponential()).replace("e+", "e");
  if (size >= 1e6) return `${digits(value / 1e6)}M`;
  return size >= 1e4 ? `${digits(value / 1e3)}k` : digits(value);
}
