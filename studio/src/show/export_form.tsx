// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of a take as files for other programs.

import { NumberBox } from "../style/number_box.tsx";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Take } from "../link/protocol.ts";
import { told } from "../model/notices.ts";
import { exportOff, meshFormats, pointFormats } from "./settings.ts";

const format = signal("ply");

export function ExportForm({ take }: { take: Take }) {
  // Null: all that are there.
  const [range, setRange] = useState<{ take: string; first: number; last: number } | null>(null);
  const all = { first: take.have[0]?.[0] ?? take.frames.first, last: take.have.at(-1)?.[1] ?? take.frames.first };
  const { first, last } = range?.take === take.take ? range : all;
  const off = exportOff(take) ?? (first > last ? "The first frame is after the last." : null);
  const about = [...meshFormats, ...pointFormats].find((each) => each.format === format.value)?.about;
  const options = (label: string, formats: typeof meshFormats) => (
    <optgroup label={label}>
      {formats.map((each) => (
        <option key={each.format} value={each.format}>
          {each.name}
        </option>
      ))}
    </optgroup>
  );
  const number = (label: string, value: number, set: (value: number) => void) => (
    <NumberBox
      class="show-number"
      label={label}
      min={all.first}
      max={all.last}
      value={value}
      done={(wanted) => set(Math.min(all.last, Math.max(all.first, Math.round(wanted))))}
    />
  );
  return (
    <section class="show-part" aria-label="Export">
      <h3>Export {take.name}</h3>
      <label class="show-field">
        <span>Format</span>
        <select value={format.value} onChange={(event) => (format.value = event.currentTarget.value)}>
          {options("Surface", meshFormats)}
          {options("Particles", pointFormats)}
        </select>
      </label>
      {about && <p class="show-about dim small">{about}</p>}
      <div class="show-field">
        <span>Frames</span>
        <div class="row">
          {number("First frame", first, (value) => setRange({ take: take.take, first: value, last }))}
          to
          {number("Last frame", last, (value) => setRange({ take: take.take, first, last: value }))}
          <button
            type="button"
            disabled={off !== null}
            title={off ?? `One file a frame, ${last - first + 1} in all`}
            onClick={() => told(ask("export", { take: take.take, format: format.value, first, last }))}
          >
            Export
          </button>
        </div>
      </div>
      {off && <p class="show-about dim small">{off}</p>}
    </section>
  );
}
