// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which scenes the start page shows, in which groups and order, and where the arrow keys lead among their cards.

import type { SceneCard } from "../link/protocol.ts";
import { groupOrder } from "./ways.ts";

export interface Filter {
  words: string; // all of which a card must have somewhere
  dimensions: "all" | "flat" | "deep";
  way: string; // "": any
}

export const noFilter: Filter = { words: "", dimensions: "all", way: "" };

// Up to the first full stop that ends a sentence: not that of "Fig. 8" or "et al. 2020".
export function firstSentence(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  for (const found of line.matchAll(/[.!?](?=\s|$)/g)) {
    const until = line.slice(0, found.index + 1);
    const isShortened = /(^|[\s(])(Figs?|al|e\.g|i\.e|cf|vs|approx|No|Eqs?)\.$/.test(until);
    const next = line.slice(found.index + 1).trimStart();
    if (!isShortened && !/^[a-z0-9]/.test(next)) return until;
  }
  return line;
}

export function fits(card: SceneCard, filter: Filter): boolean {
  if (filter.dimensions !== "all" && card.flat !== (filter.dimensions === "flat")) return false;
  if (filter.way && !card.ways.includes(filter.way)) return false;
  const text = `${card.title} ${card.scene} ${card.about} ${card.ways.join(" ")}`.toLowerCase();
  return filter.words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

// "examples:templates/recorded/drop-2d.json" is of the group "templates/recorded".
export function groupOf(scene: string): string {
  const path = scene.replace(/^examples:/, "");
  return path.includes("/") ? path.slice(0, path.lastIndexOf("/")) : "";
}

// What was worked on last comes first.
export const newestFirst = (cards: readonly SceneCard[]): SceneCard[] =>
  [...cards].sort((a, b) => (b.modified ?? 0) - (a.modified ?? 0));

export interface Group {
  name: string;
  cards: SceneCard[];
}

// Groups that are known come first, in the order in which they are best learnt; a folder inside another follows it.
export function grouped(cards: readonly SceneCard[]): Group[] {
  const groups = new Map<string, SceneCard[]>();
  for (const card of cards) {
    const name = groupOf(card.scene);
    groups.set(name, [...(groups.get(name) ?? []), card]);
  }
  const place = (name: string): number => {
    const at = groupOrder.indexOf(name.split("/")[0]!);
    return (at < 0 ? groupOrder.length : at) + (name.includes("/") ? 100 : 0);
  };
  return [...groups]
    .map(([name, those]) => ({ name, cards: those }))
    .sort((a, b) => place(a.name) - place(b.name) || a.name.localeCompare(b.name));
}

// The ways that the cards have, and how many cards have each; the most frequent first.
export function waysOf(cards: readonly SceneCard[]): { way: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const card of cards) for (const way of new Set(card.ways)) counts.set(way, (counts.get(way) ?? 0) + 1);
  return [...counts]
    .map(([way, count]) => ({ way, count }))
    .sort((a, b) => b.count - a.count || a.way.localeCompare(b.way));
}

export interface Spot {
  left: number;
  top: number;
  width: number;
}

const middleOf = (spot: Spot): number => spot.left + spot.width / 2;

// Of the cards in the nearest row above (way -1) or below (1), the one that is nearest to straight above or below.
function inNextRow(spots: readonly Spot[], at: number, way: 1 | -1): number {
  const from = spots[at]!;
  const beyond = (spot: Spot): number => (spot.top - from.top) * way;
  const rows = spots.map(beyond).filter((distance) => distance > 1);
  if (rows.length === 0) return at;
  const row = Math.min(...rows);
  const aside = (index: number): number => Math.abs(middleOf(spots[index]!) - middleOf(from));
  const inRow = spots.map((_, index) => index).filter((index) => Math.abs(beyond(spots[index]!) - row) <= 1);
  return inRow.reduce((best, index) => (aside(index) < aside(best) ? index : best));
}

// The card to which a key leads; null when the key leads nowhere.
export function nextCard(spots: readonly Spot[], at: number, key: string): number | null {
  if (spots.length === 0 || at < 0 || at >= spots.length) return null;
  const last = spots.length - 1;
  switch (key) {
    case "ArrowRight":
      return Math.min(last, at + 1);
    case "ArrowLeft":
      return Math.max(0, at - 1);
    case "Home":
      return 0;
    case "End":
      return last;
    case "ArrowDown":
      return inNextRow(spots, at, 1);
    case "ArrowUp":
      return inNextRow(spots, at, -1);
    default:
      return null;
  }
}
