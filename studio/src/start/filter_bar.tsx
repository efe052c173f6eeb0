// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Search and filters over the cards of the start page.

import { type Signal } from "@preact/signals";
import type { SceneCard } from "../link/protocol.ts";
import { command } from "../model/commands.ts";
import { sceneName } from "../model/document.ts";
import { type Filter, noFilter, waysOf } from "./cards.ts";
import { wayName } from "./ways.ts";

command({
  name: "Search scenes",
  group: "File",
  keys: ["Ctrl+K"],
  act: () => document.querySelector<HTMLInputElement>(".start-search")?.focus(),
  can: () => sceneName.value === null,
});

const dimensions = [
  { is: "all", name: "All" },
  { is: "flat", name: "2D" },
  { is: "deep", name: "3D" },
] as const;

interface Props {
  filter: Signal<Filter>;
  found: number;
  all: readonly SceneCard[];
}

export function FilterBar({ filter, found, all }: Props) {
  const set = (change: Partial<Filter>): void => {
    const next = { ...filter.value, ...change };
    const isNone = !next.words.trim() && next.dimensions === "all" && !next.way;
    filter.value = isNone && !next.words ? noFilter : next;
  };
  const clear = (event: KeyboardEvent): void => {
    if (event.key === "Escape" && filter.value.words) set({ words: "" });
  };
  return (
    <div class="filter-bar" role="search" aria-label="Scenes">
      <input
        class="start-search"
        type="search"
        placeholder="Search scenes"
        aria-label="Search scenes"
        spellcheck={false}
        value={filter.value.words}
        onInput={(event) => set({ words: event.currentTarget.value })}
        onKeyDown={clear}
      />
      <div class="choice" role="group" aria-label="Dimensions">
        {dimensions.map(({ is, name }) => (
          <button
            key={is}
            type="button"
            aria-pressed={filter.value.dimensions === is}
            onClick={() => set({ dimensions: is })}
          >
            {name}
          </button>
        ))}
      </div>
      <div class="chips" role="group" aria-label="Ways">
        {waysOf(all).map(({ way, count }) => (
          <button
            key={way}
            type="button"
            class="chip"
            title={count === 1 ? "1 scene" : `${count} scenes`}
            aria-pressed={filter.value.way === way}
            onClick={() => set({ way: filter.value.way === way ? "" : way })}
          >
            {wayName(way)}
          </button>
        ))}
      </div>
      <span class="hidden" role="status">
        {found === 1 ? "1 scene" : `${found} scenes`}
      </span>
    </div>
  );
}
