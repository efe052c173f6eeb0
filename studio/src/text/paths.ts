// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Paths in a scene as Weir's messages write them: "directors[0].instances[1].transform.translate".

import type { Json } from "../link/protocol.ts";

export type Segment = string | number;

const known = new Map<string, readonly Segment[]>(); // the same few paths are asked for after every edit

export function segments(path: string): readonly Segment[] {
  const before = known.get(path);
  if (before) return before;
  const found: Segment[] = [];
  for (const [, name, index] of path.matchAll(/([^.[\]]+)|\[(\d+)\]/g)) found.push(index ? Number(index) : name!);
  if (known.size > 20_000) known.clear();
  known.set(path, found);
  return found;
}

export function joined(those: readonly Segment[]): string {
  return those.reduce<string>(
    (path, part) => (typeof part === "number" ? `${path}[${part}]` : path ? `${path}.${part}` : part),
    "",
  );
}

export function valueAt(root: Json, path: string): Json | undefined {
  let at: Json | undefined = root;
  for (const part of segments(path)) {
    if (at === null || typeof at !== "object") return undefined;
    at = Array.isArray(at) ? (typeof part === "number" ? at[part] : undefined) : at[String(part)];
  }
  return at;
}

export const isInside = (path: string, outer: string): boolean =>
  path === outer || path.startsWith(`${outer}.`) || path.startsWith(`${outer}[`);
