// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What colours particles have: ramps of even lightness from low to high, made of a few colours in OKLab, and a few well
// apart colours for kinds. All as sRGB bytes.

import type { ParticlesHeader, Vec3 } from "../link/protocol.ts";

export type Ramp = Uint8Array; // 256 colours, RGBA

interface Stop {
  light: number; // 0 to 1
  chroma: number;
  hue: number; // degrees
}

const blues: Stop[] = [
  { light: 0.42, chroma: 0.15, hue: 262 },
  { light: 0.62, chroma: 0.15, hue: 248 },
  { light: 0.81, chroma: 0.1, hue: 226 },
  { light: 0.98, chroma: 0.015, hue: 210 },
];
const glow: Stop[] = [
  { light: 0.25, chroma: 0.09, hue: 20 },
  { light: 0.5, chroma: 0.18, hue: 30 },
  { light: 0.74, chroma: 0.17, hue: 62 },
  { light: 0.97, chroma: 0.07, hue: 100 },
];
const plain: Stop[] = [
  { light: 0.38, chroma: 0.13, hue: 300 },
  { light: 0.57, chroma: 0.11, hue: 220 },
  { light: 0.75, chroma: 0.14, hue: 155 },
  { light: 0.93, chroma: 0.16, hue: 105 },
];
// Roles, and whatever else comes in kinds; the first is that of ordinary liquid.
export const kindColours: Vec3[] = [
  [84, 164, 240],
  [245, 166, 66],
  [222, 92, 158],
  [118, 204, 120],
  [172, 138, 240],
  [232, 222, 100],
  [236, 108, 92],
  [140, 214, 214],
];

const encode = (linear: number): number =>
  linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055;
const byte = (linear: number): number => Math.round(255 * Math.min(1, Math.max(0, encode(linear))));

export const bytesOf = (linear: Vec3): Vec3 => [byte(linear[0]), byte(linear[1]), byte(linear[2])];
export const cssOf = ([r, g, b]: Vec3): string => `rgb(${r}, ${g}, ${b})`;

// Of a line or a point: colours that were chosen for white paper are made light enough for the dark view.
export function onDark(linear: Vec3): Vec3 {
  const bytes = bytesOf(linear);
  const brightest = Math.max(...bytes, 1);
  if (brightest >= leastBright) return bytes;
  const grey = leastBright * 0.35;
  return bytes.map((value) => Math.round(grey + ((leastBright - grey) * value) / brightest)) as Vec3;
}
const leastBright = 165;

// Of small things over liquid, whose shades tell something: black is still to be seen on the dark ground.
export const lifted = (linear: Vec3): Vec3 =>
  bytesOf(linear).map((value) => Math.round(leastLifted + (value * (255 - leastLifted)) / 255)) as Vec3;
const leastLifted = 64;

function bytesOfLab(light: number, a: number, b: number): Vec3 {
  const l = (light + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (light - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (light - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return bytesOf([
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]);
}

function labOf({ light, chroma, hue }: Stop): Vec3 {
  const angle = (hue * Math.PI) / 180;
  return [light, chroma * Math.cos(angle), chroma * Math.sin(angle)];
}

function rampOf(stops: Stop[]): Ramp {
  const labs = stops.map(labOf);
  const ramp = new Uint8Array(1024);
  for (let i = 0; i < 256; ++i) {
    const at = (i / 255) * (labs.length - 1);
    const left = Math.min(Math.floor(at), labs.length - 2);
    const [from, to] = [labs[left]!, labs[left + 1]!];
    const mixed = from.map((value, k) => value + (to[k]! - value) * (at - left)) as Vec3;
    ramp.set([...bytesOfLab(...mixed), 255], 4 * i);
  }
  return ramp;
}

const ramps = { blues: rampOf(blues), glow: rampOf(glow), plain: rampOf(plain) };

// The colours of kinds 0 to count - 1, over the whole ramp, so that a value in the middle of none is still one of them.
export function rampOfKinds(colours: readonly Vec3[]): Ramp {
  const ramp = new Uint8Array(1024);
  const last = Math.max(colours.length - 1, 1);
  for (let i = 0; i < 256; ++i) ramp.set([...(colours[Math.round((i / 255) * last)] ?? colours[0]!), 255], 4 * i);
  return ramp;
}

export interface Colouring {
  ramp: Ramp;
  kinds: { name: string; colour: Vec3 }[] | null; // null: a ramp from low to high
  painted: boolean; // the values are colours themselves: 5, 6 and 5 bits of sRGB
}

const named: Record<string, string[]> = { temporary: ["liquid", "temporary"], role: ["liquid", "temporary"] };

// `phases`: of the take, linear.
export function colouringOf(
  { by, low, high }: Pick<ParticlesHeader, "by" | "low" | "high">,
  phases: readonly { name: string; colour: Vec3 }[],
): Colouring {
  if (by === "paint") return { ramp: ramps.plain, kinds: [], painted: true };
  if (by !== "phase" && !(by in named)) {
    return {
      ramp: by === "speed" ? ramps.blues : by === "heat" ? ramps.glow : ramps.plain,
      kinds: null,
      painted: false,
    };
  }
  const count = Math.max(1, Math.round(high - low) + 1);
  const kinds = Array.from({ length: count }, (_, i) => {
    const phase = by === "phase" ? phases[i] : undefined;
    const name = phase?.name ?? named[by]?.[i] ?? `${by} ${i + Math.round(low)}`;
    return { name, colour: phase ? bytesOf(phase.colour) : kindColours[i % kindColours.length]! };
  });
  const told = by === "phase" && phases.length > 0 ? kinds.slice(0, phases.length) : kinds;
  return { ramp: rampOfKinds(kinds.map(({ colour }) => colour)), kinds: told, painted: false };
}

export function gradientOf(ramp: Ramp): string {
  const stops = Array.from({ length: 17 }, (_, i) => {
    const at = 4 * Math.round((i / 16) * 255);
    return cssOf([ramp[at]!, ramp[at + 1]!, ramp[at + 2]!]);
  });
  return `linear-gradient(to right, ${stops.join(", ")})`;
}
