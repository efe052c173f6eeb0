// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which measures are plotted and how; kept in this browser for each scene.

export interface PlotChoice {
  measures: string[] | null; // null: not chosen yet
  style: "small" | "over";
  log: boolean;
}

const nothing: PlotChoice = { measures: null, style: "small", log: false };
const name = (scene: string): string => `weir.plots.${scene}`;

// What is damaged counts as not chosen.
export function choiceOf(text: string | null): PlotChoice {
  try {
    const kept = JSON.parse(text ?? "null") as Partial<PlotChoice> | null;
    const measures = kept?.measures;
    const good = Array.isArray(measures) && measures.every((key) => typeof key === "string");
    return {
      measures: good ? measures : null,
      style: kept?.style === "over" ? "over" : "small",
      log: kept?.log === true,
    };
  } catch {
    return nothing;
  }
}

export const readChoice = (scene: string): PlotChoice => choiceOf(localStorage.getItem(name(scene)));
export const keepChoice = (scene: string, choice: PlotChoice): void =>
  localStorage.setItem(name(scene), JSON.stringify(choice));
