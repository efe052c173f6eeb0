// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What takes measured, for those who look at it: fetched when somebody begins to look, and again while the take runs, at
// most twice a second.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { fetchJson, on } from "../link/connection.ts";
import type { Stats, Take } from "../link/protocol.ts";

interface Kept {
  stats: Stats | null;
  problem: string; // why there are none
}

const kept = signal<Record<string, Kept>>({});
const watched = new Map<string, number>(); // how many look at it
const busy = new Set<string>();
const again = new Set<string>();
const shortest = 500; // ms between two requests

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function refresh(take: string): Promise<void> {
  again.add(take);
  if (busy.has(take)) return;
  busy.add(take);
  while (again.has(take) && watched.has(take)) {
    again.delete(take);
    const answer = await fetchJson<Stats>("stats", { take }).then(
      (stats) => ({ stats, problem: "" }),
      (error: unknown) => ({ stats: null, problem: error instanceof Error ? error.message : String(error) }),
    );
    kept.value = { ...kept.value, [take]: answer };
    await pause(shortest);
  }
  busy.delete(take);
}

function watch(take: string): () => void {
  watched.set(take, (watched.get(take) ?? 0) + 1);
  void refresh(take);
  return () => {
    const others = watched.get(take)! - 1;
    if (others > 0) {
      watched.set(take, others);
      return;
    }
    watched.delete(take);
    const { [take]: _, ...rest } = kept.value;
    kept.value = rest;
  };
}

on("take", ({ take }) => {
  if (watched.has(take)) void refresh(take);
});

export function useStats(take: Take | null): Kept {
  const name = take && take.have.length > 0 ? take.take : null;
  useEffect(() => (name ? watch(name) : undefined), [name]);
  return (name && kept.value[name]) || { stats: null, problem: "" };
}
