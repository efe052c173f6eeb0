// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

// What a copy of a scene is called in the folder: "drop.json", or "drop-2.json" where there is one already.
export function copyName(scene: string, taken: readonly string[]): string {
  const base = scene
    .replace(/^examples:/, "")
    .split("/")
    .at(-1)!
    .replace(/\.json$/, "");
  for (let number = 1; ; ++number) {
    const name = number === 1 ? `${base}.json` : `${base}-${number}.json`;
    if (!taken.includes(name)) return name;
  }
}
