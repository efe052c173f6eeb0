// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What pictures, films and exports are asked for with: as the scene says, until the artist sets something else.

import type { Json } from "../link/protocol.ts";
import { valueAt } from "../text/paths.ts";

export interface PictureSettings {
  width: number;
  height: number;
  samples: number;
}

export const limits = { width: [16, 8192], height: [16, 8192], samples: [1, 65536] } as const;

function numberAt(scene: Json, path: string, otherwise: number): number {
  const value = valueAt(scene, path);
  return typeof value === "number" ? value : otherwise;
}

export function pictureOf(scene: Json): PictureSettings {
  return {
    width: numberAt(scene, "picture.width", 640),
    height: numberAt(scene, "picture.height", 360),
    samples: numberAt(scene, "picture.samples", 32),
  };
}

// A whole number within the limits; null where the text is none.
export function settingOf(name: keyof PictureSettings, text: string): number | null {
  const value = Math.round(Number(text));
  if (text.trim() === "" || !Number.isFinite(value)) return null;
  const [low, high] = limits[name];
  return Math.min(high, Math.max(low, value));
}

// The other side, so that the form of the picture stays.
export const sameForm = (from: PictureSettings, width: number): number =>
  Math.min(limits.height[1], Math.max(limits.height[0], Math.round((width * from.height) / from.width / 2) * 2));

export interface ExportFormat {
  format: string;
  name: string;
  about: string;
}

export const meshFormats: ExportFormat[] = [
  { format: "ply", name: "Mesh .ply", about: "with velocities, for motion blur" },
  { format: "obj", name: "Mesh .obj", about: "read by everything" },
  { format: "vdb", name: "Level set .vdb", about: "for Houdini and Blender" },
];
export const pointFormats: ExportFormat[] = [
  { format: "points-vdb", name: "Points .vdb", about: "for Houdini and Blender" },
  { format: "points-bgeo", name: "Points .bgeo", about: "for Houdini" },
  { format: "points-ply", name: "Points .ply", about: "read by most programs" },
];

// Why a take cannot be exported; null: it can.
export const exportOff = (take: { particles: boolean; have: unknown[] }): string | null => {
  if (take.have.length === 0) return "This take has no frames yet.";
  return take.particles ? null : "This take has no particles; its smoke is in .vdb files in its folder already.";
};
