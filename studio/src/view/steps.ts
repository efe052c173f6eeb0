// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Round steps for grids and snapping, and lengths in words.

// 1, 2 or 5 times a power of ten, at least that much.
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const digit = least / power;
  return power * (digit <= 1.0001 ? 1 : digit <= 2.0001 ? 2 : digit <= 5.0001 ? 5 : 10);
}

// "25 cm", "1.5 m", "3 km", "0.4 mm"
export function lengthInWords(metres: number): string {
  const size = Math.abs(metres);
  const [unit, scale] =
    size >= 1000 ? ["km", 1e-3] : size >= 1 || size === 0 ? ["m", 1] : size >= 0.01 ? ["cm", 100] : ["mm", 1000];
  return `${Number((metres * scale).toPrecision(4))} ${unit}`;
}

// To as many decimals as can be seen: a pixel is this large.
export function roundedTo(value: number, size: number): number {
  const decimals = Math.min(9, Math.max(0, -Math.floor(Math.log10(size))));
  return Number(value.toFixed(decimals)) + 0;
}

// Short, for fields: at most six digits.
export const shortNumber = (value: number): string => String(Number(value.toPrecision(6)) + 0);

// As many digits as a small field has room for.
export const fittedNumber = (value: number): string =>
  String(Number(value.toPrecision(Math.abs(value) < 0.1 ? 2 : value < 0 ? 3 : 4)) + 0);
