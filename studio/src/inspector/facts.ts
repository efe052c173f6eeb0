// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What inspector and outline know of the open scene, in one place.

import { computed } from "@preact/signals";
import type { Finding, Vec3 } from "../link/protocol.ts";
import { checked, full, written } from "../model/document.ts";
import { frame } from "../model/playhead.ts";
import { nameIn } from "../model/names.ts";
import { schema } from "../model/project.ts";
import type { Surroundings } from "../schema/values.ts";
import { joined, segments, valueAt } from "../text/paths.ts";
import { fullPath } from "../text/places.ts";
import { stable } from "../text/shared.ts";
import type { Facts } from "./rows.ts";

const known = computed(() => ({ full: full.value, schema: schema.value }));
// By paths of the full scene.
const findings = stable<Finding[]>(() =>
  (checked.value?.findings ?? []).map((each) =>
    each.path ? { ...each, path: joined(fullPath(written.value, segments(each.path), known.value)) } : each,
  ),
);

export const facts = computed<Facts | null>(() => {
  const root = schema.value;
  if (!root) return null;
  return { root, text: written.value, known: known.value, findings: findings.value };
});

export function namesIn(list: string): string[] {
  const entries = valueAt(full.value, list);
  return Array.isArray(entries) ? entries.map(nameIn).filter(Boolean) : [];
}

const isPlace = (value: unknown): value is Vec3 => Array.isArray(value) && value.length === 3;

// Where new things go, and how large they are.
export function surroundings(): Surroundings {
  const lower = valueAt(full.peek(), "domain.lower");
  const upper = valueAt(full.peek(), "domain.upper");
  const around = { frame: frame.peek(), names: namesIn };
  if (!isPlace(lower) || !isPlace(upper)) return { middle: [0, 0, 0], size: 1, ...around };
  const sides = upper.map((part, axis) => part - lower[axis]!);
  return { middle: lower.map((part, axis) => part + sides[axis]! / 2) as Vec3, size: Math.min(...sides), ...around };
}
