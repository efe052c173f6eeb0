// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From places in the text of a scene to its things and back, and what was typed as a change of the text.

import { findNodeAtOffset, getNodePath } from "jsonc-parser";
import type { Finding } from "../link/protocol.ts";
import { rangeOf } from "../text/edits.ts";
import { lineAt, parse, treeOf } from "../text/parse.ts";
import { joined, type Segment } from "../text/paths.ts";
import { fullPath, type Known, setPath } from "../text/places.ts";

// The path of what is written at a character, as other panels have it; "" for the scene as a whole.
export function pathAt(text: string, offset: number, known: Known): string {
  const tree = treeOf(text);
  const node = tree && findNodeAtOffset(tree, offset, true);
  if (!node) return "";
  const at = getNodePath(node) as Segment[];
  const root = parse(text);
  const [first, key, ...rest] = at;
  if (first !== "set" || typeof key !== "string") return joined(fullPath(root, at, known));
  const outer = setPath(key, root, known);
  return outer ? joined([...outer, ...rest]) : "";
}

export interface Lines {
  first: number; // counted from 1
  last: number;
}

export function linesOf(text: string, path: string, known: Known): Lines | null {
  const range = path ? rangeOf(text, path, known) : null;
  return range && { first: lineAt(text, range.from), last: lineAt(text, range.to) };
}

export interface Placed {
  finding: Finding;
  line: number; // 0: not in this text
}

const worst = { error: 0, warning: 1, hint: 2 };

// With the lines of this text; what is written in an included file has none.
export function placed(findings: readonly Finding[], text: string, scene: string, known: Known): Placed[] {
  const count = text.split("\n").length;
  const own = (file: string): boolean => file === "" || file === scene || file.endsWith(`/${scene}`);
  return findings
    .map((finding) => {
      const given = finding.line > 0 && own(finding.file) ? Math.min(finding.line, count) : 0;
      const line = given || (own(finding.file) ? (linesOf(text, finding.path, known)?.first ?? 0) : 0);
      return { finding, line };
    })
    .sort((a, b) => worst[a.finding.severity] - worst[b.finding.severity] || a.line - b.line);
}

// What was typed, so that it can be made again when the text was changed elsewhere meanwhile.
export function typedChange(before: string, after: string): (text: string) => string {
  let from = 0;
  const shortest = Math.min(before.length, after.length);
  while (from < shortest && before[from] === after[from]) ++from;
  let tail = 0;
  while (tail < shortest - from && before[before.length - 1 - tail] === after[after.length - 1 - tail]) ++tail;
  const old = before.slice(from, before.length - tail);
  const typed = after.slice(from, after.length - tail);
  const around = before.slice(Math.max(0, from - 8), from);
  return (text) => {
    if (text === before) return after;
    // Elsewhere something else changed: find the place again.
    const start = text.startsWith(before.slice(0, from))
      ? from
      : text.endsWith(before.slice(before.length - tail))
        ? text.length - tail - old.length
        : text.indexOf(around + old) + around.length;
    if (text.slice(start, start + old.length) !== old || !text.slice(0, start).endsWith(around)) {
      throw new Error("This place of the text was changed on another page; type it again.");
    }
    return text.slice(0, start) + typed + text.slice(start + old.length);
  };
}

// Where a caret is after the text around it changed.
export function movedCaret(before: string, after: string, caret: number): number {
  let from = 0;
  const shortest = Math.min(before.length, after.length);
  while (from < shortest && before[from] === after[from]) ++from;
  if (caret <= from) return caret;
  return Math.max(from, caret + after.length - before.length);
}
