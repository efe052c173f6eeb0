// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Named frames, kept in this browser.

import { frame } from "../model/playhead.ts";
import { keptForScene } from "./kept.ts";

export interface Marker {
  id: number;
  frame: number;
  name: string;
}

const kept = keptForScene<Marker[]>("markers", []);
export const markers = kept.those;

export const renamed = (those: readonly Marker[], at: number, name: string): Marker[] =>
  name.trim()
    ? those.map((marker) => (marker.frame === at ? { ...marker, name: name.trim() } : marker))
    : those.filter((marker) => marker.frame !== at);

// One at a frame, in order. A new one is called by the first number that is free.
export function marked(those: readonly Marker[], at: number): Marker[] {
  if (those.some((marker) => marker.frame === at)) return [...those];
  const taken = new Set(those.map(({ name }) => name));
  let number = 1;
  while (taken.has(`Marker ${number}`)) ++number;
  const id = Math.max(0, ...those.map((marker) => marker.id)) + 1;
  return [...those, { id, frame: at, name: `Marker ${number}` }].sort((a, b) => a.frame - b.frame);
}

export const moved = (those: readonly Marker[], from: number, to: number): Marker[] =>
  those
    .filter((marker) => marker.frame === from || marker.frame !== to)
    .map((marker) => (marker.frame === from ? { ...marker, frame: to } : marker))
    .sort((a, b) => a.frame - b.frame);

export const addMarker = (): void => kept.keep(marked(markers.value, Math.round(frame.value)));
export const renameMarker = (at: number, name: string): void => kept.keep(renamed(markers.value, at, name));
export const moveMarker = (from: number, to: number): void => kept.keep(moved(markers.value, from, to));
