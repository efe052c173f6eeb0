// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames of a take as files for other programs.

import { NumberBox } from "../style/number_box.tsx";
import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Offers, Take } from "../link/protocol.ts";
import { told } from "../model/notices.ts";

const wanted = signal("ply");

export function ExportForm({ take, offers }: { take: Take; offers: Offers }) {
  // Null: all that are there.
  const [range, setRange] = useState<{ take: string; first: number; last: number } | null>(null);
  const all = { first: take.have[0]?.[0] ?? take.frames.first, last: take.have.at(-1)?.[1] ?? take.frames.first };
  const { first, last } = range?.take === take.take ? range : all;
  const { formats } = offers;
  const chosen = formats.find((each) => each.format === wanted.value) ?? formats[0];
  const off = offers.no_formats ?? (first > last ? "The first frame is after the last." : null);
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
      {chosen && (
        <>
          <label class="show-field">
            <span>Format</span>
            <select value={chosen.format} onChange={(event) => (wanted.value = event.currentTarget.value)}>
              {[...new Set(formats.map((each) => each.of))].map((of) => (
                <optgroup key={of} label={of}>
                  {formats
                    .filter((each) => each.of === of)
                    .map((each) => (
                      <option key={each.format} value={each.format}>
                        {each.name}
                      </option>
                    ))}
                </optgroup>
              ))}
            </select>
          </label>
          <p class="show-about dim small">{chosen.about}</p>
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
                onClick={() => told(ask("export", { take: take.take, format: chosen.format, first, last }))}
              >
                Export
              </button>
            </div>
          </div>
        </>
      )}
      {off && <p class="dim small">{off}</p>}
    </section>
  );
}
