// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The folder that Studio has opened: its scenes, the examples, what the server says of itself, the schema of scenes.

import { signal } from "@preact/signals";
import { ask, fetchJson, linkState, on } from "../link/connection.ts";
import type { Hello, Requests } from "../link/protocol.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { told } from "./notices.ts";

export const hello = signal<Hello | null>(null);
export const project = signal<Requests["project"][1]>({ scenes: [], examples: [], starters: [] });
export const schema = signal<JsonSchema | null>(null);

export async function refreshProject(): Promise<void> {
  project.value = await ask("project", {});
}

// After every (new) connection.
export async function greet(): Promise<void> {
  hello.value = await ask("hello", {});
  schema.value ??= await fetchJson<JsonSchema>("schema", {});
  await refreshProject();
}

export function followProject(): void {
  on("project", () => told(refreshProject()));
  linkState.subscribe((state) => {
    if (state === "open") told(greet());
  });
}
