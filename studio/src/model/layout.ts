// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which panels are open, and how large they are; kept in this browser.

import { effect, signal } from "@preact/signals";

export type LeftTab = "scene" | "library" | "takes";
export type RightTab = "inspector" | "text" | "show";
export type BottomTab = "timeline" | "curves" | "plots";

function kept<T>(name: string, otherwise: T) {
  const text = typeof localStorage === "undefined" ? null : localStorage.getItem(`weir.${name}`);
  const those = signal<T>(text === null ? otherwise : (JSON.parse(text) as T));
  effect(() => {
    if (typeof localStorage !== "undefined") localStorage.setItem(`weir.${name}`, JSON.stringify(those.value));
  });
  return those;
}

export const leftTab = kept<LeftTab>("left", "scene");
export const rightTab = kept<RightTab>("right", "inspector");
export const bottomTab = kept<BottomTab>("bottom", "timeline");
export const leftWidth = kept("left-width", 250);
export const rightWidth = kept("right-width", 320);
export const bottomHeight = kept("bottom-height", 220);
export const helpOpen = signal(false);
export const tourSeen = kept("tour-seen", false);
