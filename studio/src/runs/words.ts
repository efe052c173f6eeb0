// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Times, sizes and numbers as people say them.

// "40 s", "3 min 20 s", "25 min", "2 h 10 min": as precise as one wants to know it.
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const tens = Math.round(whole / 10);
  if (tens < 60) return tens % 6 ? `${Math.floor(tens / 6)} min ${(tens % 6) * 10} s` : `${tens / 6} min`;
  const minutes = Math.round(whole / 60);
  if (minutes < 60) return `${minutes} min`;
  return minutes % 60 ? `${Math.floor(minutes / 60)} h ${minutes % 60} min` : `${minutes / 60} h`;
}

export const timeLeft = (seconds: number | null): string =>
  seconds === null ? "time left not known yet" : seconds < 1 ? "almost done" : `${duration(seconds)} left`;

export function bytesInWords(bytes: number): string {
  if (bytes < 1e3) return `${Math.round(bytes)} B`;
  const [size, unit] =
    bytes < 999.5e3 ? [bytes / 1e3, "kB"] : bytes < 999.5e6 ? [bytes / 1e6, "MB"] : [bytes / 1e9, "GB"];
  return `${size < 9.95 ? Number(size.toFixed(1)) : Math.round(size)} ${unit}`;
}

// Four digits of a number, without zeros that say nothing.
export function figure(value: number): string {
  if (value === 0) return "0";
  const size = Math.abs(value);
  if (size >= 1e9 || size < 1e-4) return value.toExponential(2).replace(/\.?0*e\+?/, "e");
  if (Number.isInteger(value) || size >= 1e3) return Math.round(value).toLocaleString("en");
  return String(Number(value.toPrecision(4)));
}

export const counted = (count: number, what: string): string =>
  `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;

// "14:05" of today, else "Nov 19".
export function whenMade(made: string, now: Date): string {
  const then = new Date(made);
  if (Number.isNaN(then.getTime())) return "";
  if (then.toDateString() === now.toDateString()) {
    return then.toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  }
  return then.toLocaleDateString("en", { month: "short", day: "numeric" });
}

// "1-20, 25" of ranges of frames.
export const rangesInWords = (ranges: readonly (readonly [number, number])[]): string =>
  ranges.map(([first, last]) => (first === last ? `${first}` : `${first}–${last}`)).join(", ");
