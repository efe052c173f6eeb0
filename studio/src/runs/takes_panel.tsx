// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All takes of the scene, newest first; branches below what they branched from. Two that are compared have their measures
// side by side below the list.

import { beside, shown, takes } from "../model/takes.ts";
import { MeasuresTable } from "./measures_table.tsx";
import { TakeRow } from "./take_row.tsx";
import { rowsOf } from "./take_tree.ts";
import { bytesInWords, counted } from "./words.ts";
import "./takes_panel.css";

export function TakesPanel() {
  const rows = rowsOf(takes.value);
  if (rows.length === 0) {
    return (
      <div class="takes-none dim">
        <p>No takes yet.</p>
        <p>
          Each run is kept here, with what was changed since the one before. Press Run, or a preview to see it soon.
        </p>
      </div>
    );
  }
  const bytes = takes.value.reduce((sum, take) => sum + take.bytes, 0);
  return (
    <div class={`takes ${shown.value && beside.value ? "comparing" : ""}`}>
      <ul class="takes-list" aria-label="Takes, newest first">
        {rows.map((row) => (
          <TakeRow key={row.take.take} row={row} />
        ))}
      </ul>
      <p class="takes-sum dim small">
        {counted(takes.value.length, "take")}, {bytesInWords(bytes)} on disk
      </p>
      {shown.value && beside.value && <MeasuresTable a={shown.value} b={beside.value} />}
    </div>
  );
}
