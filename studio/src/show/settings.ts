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
