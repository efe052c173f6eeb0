// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Numbers in fields that are not typed in: four digits, so that small boxes show all of them.

export function brief(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Number(Math.abs(value) < 1e4 ? value.toPrecision(4) : value.toFixed(0)));
}
