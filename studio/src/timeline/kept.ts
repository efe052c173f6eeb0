// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What this browser keeps for a scene: markers, and what was muted. A scene file has no place for it.

import { effect, signal } from "@preact/signals";
import { sceneName } from "../model/document.ts";

export function keptForScene<T>(name: string, otherwise: T) {
  const those = signal<T>(otherwise);
  const item = (scene: string): string => `weir.${name}.${scene}`;
  const has = typeof localStorage !== "undefined";
  effect(() => {
    const scene = sceneName.value;
    const text = scene && has ? localStorage.getItem(item(scene)) : null;
    those.value = text ? (JSON.parse(text) as T) : otherwise;
  });
  const keep = (value: T): void => {
    those.value = value;
    const scene = sceneName.peek();
    if (scene && has) localStorage.setItem(item(scene), JSON.stringify(value));
  };
  return { those, keep };
}
