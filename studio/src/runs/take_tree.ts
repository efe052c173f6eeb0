// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The list of takes: newest first, branches below what they branched from, with lines that show it.

import type { Take } from "../link/protocol.ts";

export interface Row {
  take: Take;
  depth: number;
  // One for each level above: whether the line of that level goes on below this row.
  lines: boolean[];
}

// `takes`: oldest first. A tree stands where its newest take would.
export function rowsOf(takes: readonly Take[]): Row[] {
  const place = new Map(takes.map((take, index) => [take.take, index]));
  const parentOf = (take: Take): string | null => {
    const from = take.from?.take;
    // A branch is younger than what it branched from; so nothing goes in a ring.
    return from !== undefined && (place.get(from) ?? takes.length) < place.get(take.take)! ? from : null;
  };
  const children = new Map<string | null, Take[]>();
  const newest = new Map<string, number>(takes.map((take, index) => [take.take, index]));
  for (const take of [...takes].reverse()) {
    const parent = parentOf(take);
    children.set(parent, [...(children.get(parent) ?? []), take]);
    if (parent !== null) newest.set(parent, Math.max(newest.get(parent)!, newest.get(take.take)!));
  }
  const rows: Row[] = [];
  const add = (parent: string | null, above: boolean[]): void => {
    const those = (children.get(parent) ?? []).sort((a, b) => newest.get(b.take)! - newest.get(a.take)!);
    those.forEach((take, index) => {
      const lines = parent === null ? [] : [...above, index + 1 < those.length];
      rows.push({ take, depth: lines.length, lines });
      add(take.take, lines);
    });
  };
  add(null, []);
  return rows;
}

export const branchesOf = (takes: readonly Take[], take: string): Take[] =>
  takes.filter(({ from }) => from?.take === take);

// The one made before: what a change is best compared with.
export function takeBefore(takes: readonly Take[], take: Take): Take | null {
  if (take.from) return takes.find(({ take: name }) => name === take.from!.take) ?? null;
  const index = takes.findIndex(({ take: name }) => name === take.take);
  const before = takes.slice(0, Math.max(0, index)).reverse();
  const alike = before.find(({ kind, have }) => kind === take.kind && have.length > 0);
  return alike ?? before.find(({ have }) => have.length > 0) ?? null;
}
