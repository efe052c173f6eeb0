// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers as artists type, drag and read them: sums and units are understood ("1/24", "5cm", "pi/2 rad"), steps are as
// large as the value asks for.

export interface Range {
  minimum: number | null;
  above: number | null;
  maximum: number | null;
  unit: string;
  whole: boolean;
}

// What one of the unit is in that of the parameter; by what the parameter's unit begins with.
const units: Record<string, Record<string, number>> = {
  m: { mm: 1e-3, cm: 1e-2, dm: 0.1, m: 1, km: 1e3, in: 0.0254, ft: 0.3048 },
  s: { ms: 1e-3, s: 1, min: 60, h: 3600 },
  degrees: { deg: 1, degrees: 1, "°": 1, rad: 180 / Math.PI, turn: 360, turns: 360 },
  frame: { f: 1, frame: 1, frames: 1 },
  "": { "%": 0.01 },
};
const unitsOf = (unit: string): Record<string, number> => ({
  ...units[""],
  ...(units[unit.split("/")[0] ?? ""] ?? {}),
  [unit]: 1,
});

class Sum {
  private at = 0;
  constructor(
    private readonly text: string,
    private readonly known: Record<string, number>,
  ) {}

  whole(): number | null {
    const value = this.terms();
    return this.at === this.text.length && value !== null && Number.isFinite(value) ? value : null;
  }
  private taken(sign: RegExp): string | null {
    sign.lastIndex = this.at;
    const found = sign.exec(this.text);
    if (!found) return null;
    this.at += found[0].length;
    return found[1] ?? found[0];
  }
  private terms(): number | null {
    let value = this.factors();
    for (let sign = this.taken(/\s*([+-])/y); sign && value !== null; sign = this.taken(/\s*([+-])/y)) {
      const next = this.factors();
      value = next === null ? null : sign === "+" ? value + next : value - next;
    }
    return value;
  }
  private factors(): number | null {
    let value = this.part();
    for (let sign = this.taken(/\s*([*/])/y); sign && value !== null; sign = this.taken(/\s*([*/])/y)) {
      const next = this.part();
      value = next === null ? null : sign === "*" ? value * next : value / next;
    }
    return value;
  }
  private part(): number | null {
    if (this.taken(/\s*-/y) !== null) {
      const next = this.part();
      return next === null ? null : -next;
    }
    let value: number | null = null;
    if (this.taken(/\s*\(/y) !== null) {
      value = this.terms();
      if (this.taken(/\s*\)/y) === null) return null;
    } else if (this.taken(/\s*pi\b/y) !== null) {
      value = Math.PI;
    } else {
      const number = this.taken(/\s*((?:\d+[.,]?\d*|[.,]\d+)(?:e[+-]?\d+)?)/iy);
      value = number === null ? null : Number(number.replace(",", "."));
    }
    const unit = value === null ? null : this.taken(/\s*([a-z°%][a-z/0-9]*)/iy);
    if (unit !== null && value !== null) value = unit in this.known ? value * this.known[unit]! : null;
    this.taken(/\s*/y);
    return value;
  }
}

// Null: it cannot be understood. A unit behind a fraction is that of all of it: "pi/2 rad".
export function numberOf(typed: string, unit: string): number | null {
  const known = unitsOf(unit);
  const [, fraction, last] = /^((?:[\d.,\s*/()]|pi)+?)\s*([a-z°%][a-z/0-9]*)$/i.exec(typed.trim()) ?? [];
  if (fraction === undefined || last === undefined || !(last in known)) return new Sum(typed.trim(), known).whole();
  const value = new Sum(fraction, {}).whole();
  return value === null ? null : value * known[last]!;
}

export function shown(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(Math.abs(value) >= 1e5 ? 8 : 6)));
}

export function within(value: number, { minimum, above, maximum, whole }: Range): number {
  let low = minimum ?? -Infinity;
  if (above !== null && value <= above) low = above + (above === 0 ? 1e-3 : Math.abs(above) * 1e-3);
  const limited = Math.min(Math.max(value, low), maximum ?? Infinity);
  return whole ? Math.round(limited) : limited;
}

// Of arrow keys, and of a few pixels of a drag: a hundredth of a small range, else one of the second digit.
export function stepOf(value: number, range: Range): number {
  if (range.whole || range.unit === "frame") return 1;
  if (range.unit === "degrees") return 1;
  const width = (range.maximum ?? Infinity) - (range.minimum ?? range.above ?? -Infinity);
  if (width <= 10) return 10 ** Math.floor(Math.log10(width / 50));
  const size = Math.abs(value);
  const usual = range.unit === "m" || range.unit === "m/s" || range.unit === "s" ? 0.01 : 0.1;
  return size > 0 ? 10 ** Math.floor(Math.log10(size) - 1 + 1e-9) : usual;
}

export type Pace = "fine" | "usual" | "coarse";
const paces: Record<Pace, number> = { fine: 0.1, usual: 1, coarse: 10 };

// `steps` steps on, on the grid of the steps.
export function stepped(from: number, steps: number, step: number, pace: Pace, range: Range): number {
  const size = range.whole ? Math.max(1, step * paces[pace]) : step * paces[pace];
  const on = from + steps * size;
  return within(Number((Math.round(on / size) * size).toPrecision(12)), range);
}

// As artists read it: m/s², °.
export const unitText = (unit: string): string =>
  unit
    .replace("degrees Celsius", "°C")
    .replace("degrees", "°")
    .replace(/([a-z])2\b/g, "$1²")
    .replace(/([a-z])3\b/g, "$1³");

export function rangeText({ minimum, above, maximum, unit }: Range): string {
  const low = minimum ?? above;
  const tail = unit ? ` ${unitText(unit)}` : "";
  if (low === null && maximum === null) return "";
  if (low === null) return `up to ${maximum}${tail}`;
  if (maximum === null) return above !== null ? `above ${above}${tail}` : `at least ${low}${tail}`;
  return `${above !== null ? "above " : ""}${low} to ${maximum}${tail}`;
}

// ---- colours: scenes have them in linear light, the browser as sRGB ------------------------------------------------

const toSrgb = (linear: number): number => (linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055);
const fromSrgb = (srgb: number): number => (srgb <= 0.04045 ? srgb / 12.92 : ((srgb + 0.055) / 1.055) ** 2.4);

export const hexOf = (colour: readonly number[]): string =>
  `#${colour
    .map((part) =>
      Math.round(toSrgb(Math.min(1, Math.max(0, part))) * 255)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

export const colourOf = (hex: string): number[] =>
  [1, 3, 5].map((at) => Number(fromSrgb(parseInt(hex.slice(at, at + 2), 16) / 255).toPrecision(3)));
