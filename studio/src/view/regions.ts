// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which parts of the view show what: one take, two side by side, or one wiped over the other; and where the picture of
// the scene's camera lies in them. Rectangles are in pixels of the page, from the view's upper left corner.

export interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Region {
  slot: 0 | 1; // which take
  window: Rectangle; // what the camera's picture fills
  shown: Rectangle; // the part of it that is seen
}

export type Split = "one" | "side" | "wipe";

export function regionsOf(width: number, height: number, split: Split, wipe: number): Region[] {
  const all = { x: 0, y: 0, width, height };
  if (split === "one") return [{ slot: 0, window: all, shown: all }];
  const line = Math.round(width * (split === "side" ? 0.5 : wipe));
  const left = { ...all, width: line };
  const right = { ...all, x: line, width: width - line };
  return [
    { slot: 0, window: split === "side" ? left : all, shown: left },
    { slot: 1, window: split === "side" ? right : all, shown: right },
  ];
}

export const isInside = (x: number, y: number, box: Rectangle): boolean =>
  x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;

export const regionAt = (regions: readonly Region[], x: number, y: number): Region =>
  regions.find(({ shown }) => isInside(x, y, shown)) ?? regions[0]!;

// From -1 to 1 in the window, y upwards, as cameras count.
export function inWindow(x: number, y: number, window: Rectangle): { x: number; y: number } {
  return { x: ((x - window.x) / window.width) * 2 - 1, y: 1 - ((y - window.y) / window.height) * 2 };
}

// A picture of that shape in the middle of a window, with a margin around it.
export function pictureIn(window: Rectangle, aspect: number): Rectangle {
  const width = Math.min(window.width * 0.94, window.height * 0.88 * aspect);
  const height = width / aspect;
  return { x: window.x + (window.width - width) / 2, y: window.y + (window.height - height) / 2, width, height };
}

// The angle of view of a window, in degrees from top to bottom, in whose middle a picture has another one.
export function widerAngle(angle: number, picture: number, window: number): number {
  return (Math.atan(Math.tan((angle * Math.PI) / 360) * (window / picture)) * 360) / Math.PI;
}
