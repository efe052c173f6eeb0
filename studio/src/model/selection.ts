// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is selected: the path of a thing of the scene, as "solids[0]" or "directors[1].instances[0]".

import { signal } from "@preact/signals";

export const selected = signal<string | null>(null);
// What the pointer is over, in the view or in a list, so that the others can show it.
export const hovered = signal<string | null>(null);

export function select(path: string | null): void {
  selected.value = path;
}
