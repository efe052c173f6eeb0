// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What other panels ask of the view.

import { signal } from "@preact/signals";
import type { Vec3 } from "../link/protocol.ts";

export interface Box {
  lower: Vec3;
  upper: Vec3;
}

// A box that the artist draws in the view, to record what flows in it; null: none is being drawn.
export const drawnBox = signal<Box | null>(null);

// Where something would be that is proposed elsewhere on the page; null: nothing.
export const ghostBox = signal<Box | null>(null);

export interface ViewApi {
  frameAll(): void;
  frameSelected(): void;
  // The place in the scene under a point of the page: on the surface of something, else on the floor or the plane of
  // the scene; null beside the view.
  placeAt(clientX: number, clientY: number): Vec3 | null;
  // The current picture, as a PNG.
  picture(): Promise<Blob>;
}

// Set while the view is there.
export const view: { current: ViewApi | null } = { current: null };

// What particles are coloured by, and what is shown.
export const colourBy = signal("speed");
export const showing = signal({
  setup: true,
  labels: true,
  particles: true,
  surface: false,
  volume: true,
  directs: false,
});
export const throughCamera = signal(false);
