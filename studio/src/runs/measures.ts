// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The measures of a take by their keys (docs/files.md): how they are called, how they are grouped, how two takes compare.

import type { Stats } from "../link/protocol.ts";

export interface MeasureWords {
  key: string;
  group: string;
  name: string;
  unit: string;
}

const spaced = (word: string): string => word.replaceAll("_", " ").replaceAll(".", " ");
const withoutMs = (word: string): string => spaced(word.replace(/_?ms$/, ""));

export function wordsOf(key: string, unit = ""): MeasureWords {
  const [kind = "", ...rest] = key.split(".");
  const inner = rest.join(".");
  if (kind === "wall_ms") return { key, group: "Times", name: spaced(inner), unit: unit || "ms" };
  if (kind === "solver") {
    return inner.endsWith("_ms")
      ? { key, group: "Times", name: `solver: ${withoutMs(inner)}`, unit: unit || "ms" }
      : { key, group: "Solver", name: spaced(inner), unit };
  }
  if (kind === "directors" && rest.length > 1) {
    const name = rest[0]!;
    const measure = rest.slice(1).join(".");
    return measure === "wall_ms"
      ? { key, group: "Times", name: `director ${name}`, unit: unit || "ms" }
      : { key, group: `Director ${name}`, name: spaced(measure), unit };
  }
  if (kind === "probes" && rest.length > 0) return { key, group: "Probes", name: spaced(inner), unit };
  if (rest.length === 0) return { key, group: "Counts", name: spaced(kind), unit };
  return { key, group: spaced(kind), name: spaced(inner), unit };
}

export interface Group {
  name: string;
  measures: MeasureWords[];
}

const order = ["Counts", "Times", "Solver", "Probes"];
const rank = (group: string): number => (order.includes(group) ? order.indexOf(group) : order.length);

// In the order in which they are given, but the groups that every take has come first. `search`: words that must all be in
// the name or the group.
export function grouped(measures: readonly { key: string; unit: string }[], search = ""): Group[] {
  const wanted = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, MeasureWords[]>();
  for (const { key, unit } of measures) {
    const words = wordsOf(key, unit);
    const text = `${words.group} ${words.name} ${words.unit}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    groups.set(words.group, [...(groups.get(words.group) ?? []), words]);
  }
  return [...groups].map(([name, those]) => ({ name, measures: those })).sort((a, b) => rank(a.name) - rank(b.name));
}

// Of all the takes that are looked at, each once.
export function allMeasures(stats: readonly (Stats | null)[]): { key: string; unit: string }[] {
  const units = new Map<string, string>();
  for (const each of stats) {
    for (const { key, unit } of each?.measures ?? []) if (!units.get(key)) units.set(key, unit);
  }
  return [...units].map(([key, unit]) => ({ key, unit }));
}

// What most want to see first: time, particles, what the solver does, how well directors are followed.
export function firstChoice(measures: Stats["measures"]): string[] {
  const keys = measures.filter(({ values }) => values.some((value) => value)).map(({ key }) => key);
  const followed = /^directors\..*(coverage|match|distance|overlap|error|spill)$/;
  const ofDirectors = keys.some((key) => followed.test(key)) ? followed : /^directors\.[^.]+\.(?!wall_ms)/;
  const wanted = [/^wall_ms\.total$/, /^particles$/, /^solver\..*_iterations$/, ofDirectors];
  return wanted.map((pattern) => keys.find((key) => pattern.test(key))).filter((key) => key !== undefined);
}

// Measures that can share an axis.
export function byUnit(measures: readonly { key: string; unit: string }[], keys: readonly string[]): Unit[] {
  const units = new Map<string, string[]>();
  for (const key of keys) {
    const { unit } = wordsOf(key, measures.find((measure) => measure.key === key)?.unit);
    units.set(unit, [...(units.get(unit) ?? []), key]);
  }
  return [...units].map(([unit, those]) => ({ unit, keys: those }));
}

interface Unit {
  unit: string; // "": counts and what has none
  keys: string[];
}

export type Summary = "last" | "mean";

export function summary(values: readonly (number | null)[], how: Summary): number | null {
  const there = values.filter((value) => value !== null);
  if (there.length === 0) return null;
  return how === "last" ? there.at(-1)! : there.reduce((sum, value) => sum + value, 0) / there.length;
}

export interface Compared extends MeasureWords {
  a: number | null;
  b: number | null;
  // Of b against a: -0.5 is half as much; null where that says nothing.
  change: number | null;
}

// Of the frames that both have, so that a run that is not done yet can be compared with one that is.
export function compared(a: Stats, b: Stats, how: Summary): Compared[] {
  const inB = new Set(b.frames);
  const both = new Set(a.frames.filter((frame) => inB.has(frame)));
  const of = (stats: Stats, key: string): number | null => {
    const values = stats.measures.find((measure) => measure.key === key)?.values ?? [];
    return summary(
      values.filter((_, index) => both.has(stats.frames[index]!)),
      how,
    );
  };
  return grouped(allMeasures([a, b])).flatMap(({ measures }) =>
    measures.map((words) => {
      const [before, after] = [of(a, words.key), of(b, words.key)];
      const change = before === null || after === null || before === 0 ? null : after / before - 1;
      return { ...words, a: before, b: after, change };
    }),
  );
}

// Differences that are worth a mark.
export const differs = ({ a, b, change }: Compared): boolean => (change === null ? a !== b : Math.abs(change) >= 0.01);

export function changeWords({ a, b, change }: Compared): string {
  if (a === null || b === null) return a === b ? "" : "only one has it";
  if (change === null) return a === b ? "" : "was 0";
  const percent = Math.abs(change) * 100;
  if (percent < 0.5) return "";
  const arrow = change > 0 ? "▲" : "▼";
  if (change >= 9) return `${arrow} ${Math.round(change + 1)}×`;
  return `${arrow} ${percent < 10 ? Number(percent.toFixed(1)) : Math.round(percent)} %`;
}
