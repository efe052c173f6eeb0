// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Plots of what the takes in the view measured, while they run too: several small ones, or one for
// each unit.

import { useEffect, useState } from "preact/hooks";
import type { Stats, Take } from "../link/protocol.ts";
import { sceneName } from "../model/document.ts";
import { beside, shown } from "../model/takes.ts";
import { MeasureList } from "./measure_list.tsx";
import { allMeasures, byUnit, firstChoice, wordsOf } from "./measures.ts";
import { keepChoice, type PlotChoice, readChoice } from "./plot_choice.ts";
import { PlotChart, type Series } from "./plot_chart.tsx";
import { useStats } from "./stats_store.ts";
import "./plots.css";

export interface Measured {
  take: Take;
  stats: Stats;
  second: boolean; // of the take beside
}

export function Plots() {
  const scene = sceneName.value ?? "";
  const [choice, setChoice] = useState<PlotChoice>(() => readChoice(scene));
  useEffect(() => setChoice(readChoice(scene)), [scene]);
  const first = useStats(shown.value);
  const other = useStats(beside.value);
  const those: Measured[] = [];
  if (shown.value && first.stats) those.push({ take: shown.value, stats: first.stats, second: false });
  if (beside.value && other.stats) those.push({ take: beside.value, stats: other.stats, second: true });
  const all = allMeasures(those.map(({ stats }) => stats));
  const there = new Set(all.map(({ key }) => key));
  const chosen = choice.measures ?? firstChoice(those.flatMap(({ stats }) => stats.measures));
  const set = (change: Partial<PlotChoice>): void => {
    const next = { ...choice, ...change };
    setChoice(next);
    keepChoice(scene, next);
  };
  if (those.length === 0) return <Nothing problem={first.problem || other.problem} />;
  const drawn = chosen.filter((key) => there.has(key));
  return (
    <div class="plots">
      <MeasureList measures={all} chosen={chosen} choose={(measures) => set({ measures })} />
      <div class="plots-right">
        <PlotBar choice={choice} set={set} those={those} />
        {drawn.length === 0 ? (
          <p class="dim plots-hint">Choose measures on the left.</p>
        ) : (
          <div class={`plots-grid ${choice.style}`}>
            {choice.style === "over"
              ? byUnit(all, drawn).map(({ unit, keys }) => (
                  <PlotChart
                    key={unit}
                    title={unit}
                    named
                    series={keys.flatMap((key, colour) => seriesOf(those, key, colour, true))}
                    log={choice.log}
                  />
                ))
              : drawn.map((key) => (
                  <PlotChart
                    key={key}
                    title={titleOf(all, key)}
                    series={seriesOf(those, key, 0, false)}
                    log={choice.log}
                  />
                ))}
          </div>
        )}
      </div>
    </div>
  );
}

function Nothing({ problem }: { problem: string }) {
  const take = shown.value;
  const why = !take
    ? "No take is shown: run the scene, and what it measures is plotted here."
    : "Nothing is measured yet.";
  return <p class="dim plots-hint">{problem || why}</p>;
}

function titleOf(all: { key: string; unit: string }[], key: string): string {
  const { unit } = wordsOf(key, all.find((measure) => measure.key === key)?.unit);
  return `${nameOf(key)}${unit ? `, ${unit}` : ""}`;
}

function nameOf(key: string): string {
  const { group, name } = wordsOf(key);
  const whose = group.startsWith("Director ") ? `${group.slice(9)}: ` : "";
  const what = group === "Times" ? `${name} time` : name;
  return `${whose}${what}`;
}

// In small plots the two takes have two colours; where measures are overlaid each has its own. The take beside is dashed in
// both.
function seriesOf(those: Measured[], key: string, colour: number, over: boolean): Series[] {
  return those.flatMap(({ take, stats, second }) => {
    const measure = stats.measures.find((each) => each.key === key);
    if (!measure) return [];
    const name = over ? `${nameOf(key)}${those.length > 1 ? `, ${take.name}` : ""}` : take.name;
    return [
      { name, frames: stats.frames, values: measure.values, colour: over ? colour : second ? 1 : 0, dashed: second },
    ];
  });
}

interface BarProps {
  choice: PlotChoice;
  set: (change: Partial<PlotChoice>) => void;
  those: Measured[];
}

function PlotBar({ choice, set, those }: BarProps) {
  const style = (value: PlotChoice["style"], name: string) => (
    <button type="button" aria-pressed={choice.style === value} onClick={() => set({ style: value })}>
      {name}
    </button>
  );
  return (
    <div class="plots-bar row small">
      <div class="row" role="group" aria-label="Arrangement">
        {style("small", "Small plots")}
        {style("over", "Overlaid")}
      </div>
      <label class="row">
        <input type="checkbox" checked={choice.log} onChange={(event) => set({ log: event.currentTarget.checked })} />
        log scale
      </label>
      <span class="grow" />
      {those.map(({ take, second }) => (
        <span key={take.take} class="plots-take">
          <svg width="22" height="8" aria-hidden="true">
            <path
              class={`plot-line ${choice.style === "over" ? "neutral" : `c${second ? 1 : 0}`} ${second ? "dashed" : ""}`}
              d="M0 4H22"
            />
          </svg>
          {take.name}
        </span>
      ))}
    </div>
  );
}
