// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What of the inspector is open, searched and pointed at: of this page, and not undone.

import { signal } from "@preact/signals";
import type { Row } from "./rows.ts";

export const search = signal("");
export const onlyChanged = signal(false);
export const pointedRow = signal<Row | null>(null); // its help is shown at the bottom

export const renaming = signal<string | null>(null); // the thing whose name is typed in the outline

// Sections that the artist opened or closed, by their paths without numbers: those of all balls are one.
const folded = signal<ReadonlyMap<string, boolean>>(new Map());
const kindOfPath = (path: string): string => path.replace(/\[\d+\]/g, "[]");

// `alone`: an entry of a long list, which is opened without the others.
const keyOf = (path: string, alone: boolean): string => (alone ? path : kindOfPath(path));
export const isOpen = (path: string, usually: boolean, alone = false): boolean =>
  folded.value.get(keyOf(path, alone)) ?? usually;
export function setOpen(path: string, open: boolean, alone = false): void {
  folded.value = new Map(folded.value).set(keyOf(path, alone), open);
}
