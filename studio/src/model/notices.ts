// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sentences for the artist that come and go: what went wrong, what is done.

import { signal } from "@preact/signals";

export interface Notice {
  id: number;
  kind: "error" | "done";
  text: string;
}

export const notices = signal<Notice[]>([]);
let nextId = 1;

const most = 3; // that are shown at a time

export function tell(text: string, kind: Notice["kind"] = "done"): void {
  const id = nextId++;
  notices.value = [...notices.value.filter((notice) => notice.text !== text), { id, kind, text }].slice(-most);
  setTimeout(() => dismiss(id), kind === "error" ? 12000 : 5000);
}

export function dismiss(id: number): void {
  notices.value = notices.value.filter((notice) => notice.id !== id);
}

// For promises whose failure the artist should hear of, and which nobody waits for.
export function told(work: Promise<unknown>): void {
  work.catch((error: unknown) => tell(error instanceof Error ? error.message : String(error), "error"));
}
