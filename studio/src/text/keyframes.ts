// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keyframed values as scenes write them: {"keys": [[frame, value], ...], "between": "linear" | "smooth" | "step"}.
// What they are between their keys: interpolation.ts.

import type { Json } from "../link/protocol.ts";

export type Between = "linear" | "smooth" | "step";
export interface Key {
  frame: number;
  value: Json;
}
export interface Keyed {
  keys: Key[];
  between: Between;
}

export function keyedOf(value: Json | undefined): Keyed | null {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return null;
  const keys = value["keys"];
  if (!Array.isArray(keys)) return null;
  const between = value["between"];
  const known = between === "smooth" || between === "step" ? between : "linear";
  const pairs = keys.filter((key): key is [number, Json] => Array.isArray(key) && typeof key[0] === "number");
  return { keys: pairs.map(([frame, at]) => ({ frame, value: at })), between: known };
}

export const jsonOfKeys = (keys: readonly Key[]): Json => keys.map(({ frame, value }) => [frame, value]);

export function jsonOf(keyed: Keyed): Json {
  const keys = jsonOfKeys(keyed.keys);
  return keyed.between === "linear" ? { keys } : { keys, between: keyed.between };
}

export const ordered = (keys: readonly Key[]): Key[] => [...keys].sort((a, b) => a.frame - b.frame);

// With a key at that frame; a plain value becomes keyed. Keys are in order.
export function withKey(value: Json | undefined, frame: number, at: Json): Json {
  const before = keyedOf(value) ?? { keys: [], between: "smooth" as const };
  const others = before.keys.filter((key) => key.frame !== frame);
  return jsonOf({ ...before, keys: ordered([...others, { frame, value: at }]) });
}

// Without the keys at those frames; when none is left, the plain value of the last one that went.
export function withoutKeys(value: Json, frames: ReadonlySet<number>): Json {
  const before = keyedOf(value);
  if (!before) return value;
  const keys = before.keys.filter(({ frame }) => !frames.has(frame));
  return keys.length ? jsonOf({ ...before, keys }) : (before.keys.at(-1)?.value ?? value);
}

// Keys at those frames go (or, with `copy`, are repeated) `by` frames later. One that comes to where another is takes its
// place: no two keys are at one frame.
export function movedKeys(keys: readonly Key[], frames: ReadonlySet<number>, by: number, copy = false): Key[] {
  const moved = keys.filter(({ frame }) => frames.has(frame)).map((key) => ({ ...key, frame: tidy(key.frame + by) }));
  const taken = new Set(moved.map(({ frame }) => frame));
  const stays = keys.filter(({ frame }) => (copy || !frames.has(frame)) && !taken.has(frame));
  return ordered([...stays, ...moved]);
}

// Frames may have fractions; sums of them must not have more.
export const tidy = (value: number): number => Math.round(value * 1e6) / 1e6;
