// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is said of a template, in words and with units.

import type { Job, Template, Vec3 } from "../link/protocol.ts";

export const short = (value: number): string => String(Number(value.toPrecision(3)));

export const lengthText = (frames: number, rate: number): string =>
  `${short(frames / rate)} s, ${frames} frame${frames === 1 ? "" : "s"} at ${short(rate)}/s`;

export function sizeText({ lower, upper, flat }: Pick<Template, "lower" | "upper" | "flat">): string {
  const sizes = [0, 1, 2].map((axis) => short(upper[axis]! - lower[axis]!));
  return `${sizes.slice(0, flat ? 2 : 3).join(" × ")} m`;
}

// Where it was recorded: "run /shots/takes/drop/001" is "run takes/drop/001" in the folder /shots.
export const aboutText = (about: string, folder: string): string =>
  folder ? about.replaceAll(`${folder.replace(/\/$/, "")}/`, "") : about;

export const countText = (count: number): string => count.toLocaleString("en");

export const placeText = (at: Vec3, flat: boolean): string =>
  at
    .slice(0, flat ? 2 : 3)
    .map((value) => value.toFixed(2))
    .join(", ") + " m";

// Why a template will hardly do in a scene; null when it will.
export function misfit(template: Pick<Template, "flat" | "spacing">, dimensions: 2 | 3): string | null {
  if (template.flat && dimensions === 3) return "Recorded flat; this scene is 3D.";
  if (!template.flat && dimensions === 2) return "Recorded in 3D; this scene is flat.";
  return null;
}

export const jobShare = (job: Job): number | null => {
  const { progress } = job;
  if (!progress || progress.last <= progress.first) return null;
  return Math.min(1, Math.max(0, (progress.current - progress.first) / (progress.last - progress.first)));
};
