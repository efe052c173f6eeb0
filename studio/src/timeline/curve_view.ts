// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Curves of keyframed parameters as they are drawn: one for each component. Numbers and vectors are exact: a smooth span
// is one Bezier curve. Rotations are drawn by points of the way that they turn, in degrees; where that ends in other
// degrees than its key has (270 for -90), a dotted line leads there.

import type { Vec3 } from "../link/protocol.ts";
import { component, components, numberAt, slopesOf, valueAtFrame } from "../text/interpolation.ts";
import { rotationsAlong } from "../text/rotation.ts";
import { keyName } from "./rows.ts";
import type { Property } from "./things.ts";

export interface Curve {
  property: Property;
  axis: number;
  letter: string; // "x"; "" where there is but one
  frames: number[];
  values: number[];
}

export interface ValueView {
  low: number;
  high: number;
}

export function curvesOf(property: Property): Curve[] {
  const { keys } = property.keyed;
  const count = components(keys);
  const letters = count === 1 ? [""] : property.field.plain === "colour" ? ["r", "g", "b"] : ["x", "y", "z"];
  const frames = keys.map(({ frame }) => frame);
  return letters
    .slice(0, count)
    .map((letter, axis) => ({ property, axis, letter, frames, values: component(keys, axis) }));
}

const turnSteps = 24;

function turning(curve: Curve, span: number): { frames: number[]; values: number[] } {
  const keys = curve.property.keyed.keys.map(
    (_, key) => [0, 1, 2].map((axis) => component(curve.property.keyed.keys, axis)[key]!) as Vec3,
  );
  const along = rotationsAlong(curve.frames, keys, curve.property.keyed.between, span, 1, turnSteps);
  const [from, to] = [curve.frames[span]!, curve.frames[span + 1]!];
  return {
    frames: along.map((_, step) => from + ((to - from) * step) / turnSteps),
    values: along.map((degrees) => degrees[curve.axis]!),
  };
}

const near = (x: number): string => x.toFixed(1);

export interface Drawn {
  line: string;
  jumps: string; // from where a turn ends to its key
}

// `x` and `y` give the place of a frame and of a value; `from` and `to` what is seen.
export function drawn(
  curve: Curve,
  x: (frame: number) => number,
  y: (value: number) => number,
  from: number,
  to: number,
): Drawn {
  const { frames, values, property } = curve;
  const { between } = property.keyed;
  if (!frames.length) return { line: "", jumps: "" };
  const last = frames.length - 1;
  let line = "";
  let jumps = "";
  const begin = (frame: number, value: number): string => (line ? "" : `M${near(x(frame))} ${near(y(value))}`);
  if (frames[0]! > from) line += `M${near(x(from))} ${near(y(values[0]!))}H${near(x(frames[0]!))}`;
  for (let span = 0; span < last; ++span) {
    const [f, g, a, b] = [frames[span]!, frames[span + 1]!, values[span]!, values[span + 1]!];
    if (g < from || f > to) continue;
    line += begin(f, a);
    if (between === "step") line += `H${near(x(g))}V${near(y(b))}`;
    else if (property.field.isRotation) {
      const way = turning(curve, span);
      line += way.frames.map((frame, n) => `L${near(x(frame))} ${near(y(way.values[n]!))}`).join("");
      if (Math.abs(way.values.at(-1)! - b) > 0.01)
        jumps += `M${near(x(g))} ${near(y(way.values.at(-1)!))}V${near(y(b))}`;
      line += `M${near(x(g))} ${near(y(b))}`;
    } else if (between === "linear") line += `L${near(x(g))} ${near(y(b))}`;
    else {
      const [m0, m1] = slopesOf(frames, values, span);
      const third = (g - f) / 3;
      line += `C${near(x(f + third))} ${near(y(a + m0 / 3))} ${near(x(g - third))} ${near(y(b - m1 / 3))} ${near(x(g))} ${near(y(b))}`;
    }
  }
  if (frames[last]! < to) line += `${begin(frames[last]!, values[last]!)}H${near(x(to))}`;
  return { line, jumps };
}

export function valueOf(curve: Curve, frame: number): number {
  const { property, axis, frames, values } = curve;
  if (!property.field.isRotation) return numberAt(frames, values, property.keyed.between, frame);
  return (valueAtFrame(property.keyed, frame, true) as number[])[axis]!;
}

// All of the curves, with a little room.
export function fittedValues(curves: readonly Curve[]): ValueView {
  const values = curves.flatMap((curve) => [
    ...curve.values,
    ...(curve.property.field.isRotation && curve.property.keyed.between !== "step"
      ? curve.frames.slice(1).flatMap((_, span) => turning(curve, span).values)
      : []),
  ]);
  if (!values.length) return { low: 0, high: 1 };
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const room = high > low ? (high - low) * 0.12 : Math.max(0.5, Math.abs(high) * 0.2);
  return { low: low - room, high: high + room };
}

// A component of a key.
export interface Point {
  curve: Curve;
  key: number;
}
export const pointName = ({ curve, key }: Point): string =>
  `${keyName({ path: curve.property.path, frame: curve.frames[key]! })}#${curve.axis}`;

type Place = (value: number) => number;

// The nearest point within reach.
export function pointAt(curves: readonly Curve[], px: number, py: number, x: Place, y: Place, reach = 8): Point | null {
  let found: Point | null = null;
  let far = reach;
  for (const curve of curves) {
    curve.frames.forEach((frame, key) => {
      const away = Math.hypot(x(frame) - px, y(curve.values[key]!) - py);
      if (away < far) [found, far] = [{ curve, key }, away];
    });
  }
  return found;
}

// The curve that passes nearest, up or down.
export function curveAt(curves: readonly Curve[], frame: number, value: number): Curve | null {
  const away = (curve: Curve): number => Math.abs(valueOf(curve, frame) - value);
  return [...curves].sort((a, b) => away(a) - away(b))[0] ?? null;
}

export const zoomedValues = ({ low, high }: ValueView, factor: number, at: number): ValueView => {
  const scale = Math.min(1e12, Math.max(1e-6, (high - low) * factor)) / (high - low);
  return { low: at - (at - low) * scale, high: at + (high - at) * scale };
};
