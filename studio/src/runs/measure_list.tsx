// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All measures to choose from, in groups, with a search.

import { useState } from "preact/hooks";
import { grouped } from "./measures.ts";

interface Props {
  measures: { key: string; unit: string }[];
  chosen: string[];
  choose: (chosen: string[]) => void;
}

export function MeasureList({ measures, chosen, choose }: Props) {
  const [search, setSearch] = useState("");
  const groups = grouped(measures, search);
  const toggle = (key: string): void =>
    choose(chosen.includes(key) ? chosen.filter((other) => other !== key) : [...chosen, key]);
  const missing = new Set(measures.map(({ key }) => key));
  const drawn = chosen.filter((key) => missing.has(key)).length;
  return (
    <div class="measure-list">
      <div class="row measure-search">
        <input
          type="search"
          placeholder="Search"
          aria-label="Search measures"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
        />
        <button type="button" class="small" disabled={drawn === 0} title="Plot none of them" onClick={() => choose([])}>
          None
        </button>
      </div>
      <div class="measure-groups">
        {groups.map(({ name, measures: those }) => (
          <fieldset key={name}>
            <legend>{name}</legend>
            {those.map(({ key, name: measure, unit }) => (
              <label key={key} title={key}>
                <input type="checkbox" checked={chosen.includes(key)} onChange={() => toggle(key)} />
                <span>{measure}</span>
                <span class="dim">{unit}</span>
              </label>
            ))}
          </fieldset>
        ))}
        {groups.length === 0 && <p class="dim small">No measure is called that.</p>}
      </div>
    </div>
  );
}
