// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What two takes measured, side by side, over the frames that both have.

import { useState } from "preact/hooks";
import type { Take } from "../link/protocol.ts";
import { changeWords, type Compared, compared, differs, type Summary } from "./measures.ts";
import { useStats } from "./stats_store.ts";
import { figure } from "./words.ts";

export function MeasuresTable({ a, b }: { a: Take; b: Take }) {
  const [how, setHow] = useState<Summary>("mean");
  const [onlyDifferent, setOnlyDifferent] = useState(false);
  const ofA = useStats(a);
  const ofB = useStats(b);
  const problem = ofA.problem || ofB.problem;
  const all = ofA.stats && ofB.stats ? compared(ofA.stats, ofB.stats, how) : [];
  const those = onlyDifferent ? all.filter(differs) : all;
  return (
    <section class="measured" aria-label="Measures of the two takes">
      <h3>
        {a.name} and {b.name}
      </h3>
      <div class="row small">
        <select aria-label="Which value" value={how} onChange={(event) => setHow(event.currentTarget.value as Summary)}>
          <option value="mean">mean</option>
          <option value="last">last frame</option>
        </select>
        <label class="row">
          <input
            type="checkbox"
            checked={onlyDifferent}
            onChange={(event) => setOnlyDifferent(event.currentTarget.checked)}
          />
          only differences
        </label>
      </div>
      {problem && <p class="dim small">{problem}</p>}
      {those.length > 0 ? (
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span class="hidden">Measure</span>
              </th>
              <th scope="col">{a.name}</th>
              <th scope="col">{b.name}</th>
            </tr>
          </thead>
          <tbody>
            {those.map((row, index) => (
              <Measure key={row.key} row={row} heading={row.group !== those[index - 1]?.group} />
            ))}
          </tbody>
        </table>
      ) : (
        !problem && <p class="dim small">{all.length ? "All measures are alike." : "Nothing to compare yet."}</p>
      )}
    </section>
  );
}

function Measure({ row, heading }: { row: Compared; heading: boolean }) {
  const change = changeWords(row);
  const value = (of: number | null) => (of === null ? "–" : figure(of));
  return (
    <>
      {heading && (
        <tr class="measured-group">
          <th scope="rowgroup" colSpan={3}>
            {row.group}
          </th>
        </tr>
      )}
      <tr class={differs(row) ? "different" : ""}>
        <th scope="row">
          {row.name}
          {row.unit && <span class="dim"> {row.unit}</span>}
        </th>
        <td>{value(row.a)}</td>
        <td>
          {value(row.b)}
          {change && <div class="measured-change">{change}</div>}
        </td>
      </tr>
    </>
  );
}
