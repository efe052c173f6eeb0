// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The ways in which a scene can be run, in words; which of them a scene cannot be run in, and why.

import type { Checked, TakeKind } from "../link/protocol.ts";

interface KindWords {
  name: string; // in menus
  mark: string; // in lists of takes
  about: string;
}

export const kindWords: Record<TakeKind, KindWords> = {
  full: { name: "Run", mark: "full", about: "All frames, as the scene says." },
  half: { name: "Half resolution", mark: "half", about: "Twice the spacing: several times faster, coarser splashes." },
  quarter: { name: "Quarter resolution", mark: "quarter", about: "Four times the spacing: rough, in seconds." },
  flat: { name: "Flat", mark: "flat", about: "A slice through the middle, in 2D." },
  ballistic: { name: "Ballistic", mark: "ballistic", about: "Drops just fly: no pressure, no directors." },
  live: { name: "Live", mark: "live", about: "Simulated while you edit." },
};

export const previewKinds = ["half", "quarter", "flat", "ballistic"] as const;

// The first mistake that check found, as one sentence; null: the scene can be run.
export function mistakeOf(checked: Checked | null): string | null {
  const found = checked?.findings.find(({ severity }) => severity === "error");
  if (!found) return null;
  return found.path ? `${found.path}: ${found.sentence}` : found.sentence;
}

export function unfit(kind: TakeKind, checked: Checked | null): string | null {
  if (kind === "flat" && checked?.dimensions === 2) return "This scene is flat already.";
  if (kind !== "ballistic") return null;
  if (checked?.solver === "smoke") return "Smoke has no drops that could fly.";
  return checked?.solver === "ballistic" ? "This scene has the ballistic solver already." : null;
}

// So coarse that a preview takes seconds, and no coarser.
export function quickKind(checked: Checked | null): "half" | "quarter" {
  const flat = checked?.dimensions === 2;
  const manyForHalf = 25_000 * (flat ? 4 : 8);
  if (!checked?.particles) return flat ? "half" : "quarter";
  return checked.particles > manyForHalf ? "quarter" : "half";
}
