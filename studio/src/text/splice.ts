// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Members put into a text, taken out of it and moved, with their comments and commas. What is put in and taken out again
// leaves the same bytes.

import { findNodeAtLocation, type Node } from "jsonc-parser";
import { isBlank, lineEnd, lineStart, type Member, membersOf } from "./members.ts";
import { soundTreeOf } from "./parse.ts";
import type { Segment } from "./paths.ts";
import type { Place } from "./print.ts";

// Writes something where it is told to stand.
export type Writer = (place: Place) => string;

const widest = 120;

export const newlineOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
const unitOf = (text: string): string => /^( {1,8}|\t)(?=[^\s])/m.exec(text)?.[1] ?? "  ";
const indentAt = (text: string, at: number): string => /^[ \t]*/.exec(text.slice(lineStart(text, at), at))![0];

export const placeAt = (text: string, at: number): Place => ({
  indent: indentAt(text, at),
  column: at - lineStart(text, at),
  unit: unitOf(text),
  newline: newlineOf(text),
});

export const nodeAt = (text: string, at: readonly Segment[]): Node | undefined =>
  at.length === 0 ? soundTreeOf(text) : findNodeAtLocation(soundTreeOf(text), [...at]);

interface Cut {
  from: number;
  to: number;
  by?: string;
}

export function spliced(text: string, cuts: Cut[]): string {
  let done = "";
  let at = 0;
  // Of two at the same place the first comes first.
  for (const { from, to, by } of [...cuts].sort((a, b) => a.from - b.from)) {
    done += text.slice(at, from) + (by ?? "");
    at = to;
  }
  return done + text.slice(at);
}

function memberAt(text: string, at: readonly Segment[]): { container: Node; members: Member[]; index: number } | null {
  const container = nodeAt(text, at.slice(0, -1));
  const last = at.at(-1);
  if (!container || last === undefined) return null;
  const members = membersOf(text, container);
  const index =
    typeof last === "number" ? last : members.findIndex(({ node }) => node.children?.[0]?.value === String(last));
  return members[index] ? { container, members, index } : null;
}

// ---- taking out ----------------------------------------------------------------------------------------------------

export function withoutMember(text: string, at: readonly Segment[]): string {
  const found = memberAt(text, at);
  if (!found) return text;
  const cuts = cutsOf(text, found.members, found.index);
  const less = spliced(text, cuts);
  if (found.members.length > 1) return less;
  // An empty list is [], not spread over lines.
  const container = nodeAt(less, at.slice(0, -1))!;
  const inside = { from: container.offset + 1, to: container.offset + container.length - 1 };
  return isBlank(less.slice(inside.from, inside.to)) ? spliced(less, [inside]) : less;
}

function cutsOf(text: string, members: Member[], index: number): Cut[] {
  const member = members[index]!;
  const before = members[index - 1];
  const next = members[index + 1];
  const comma = next || !before ? [] : [{ from: before.comma!, to: before.comma! + 1 }];
  if (member.startsLine && member.endsLine) {
    return [...comma, { from: lineStart(text, member.from), to: lineEnd(text, member.to) }];
  }
  const own = { from: member.from, to: member.to };
  if (next) {
    const pullsUp = !before || member.startsLine;
    if (pullsUp) return [isBlank(text.slice(member.to, next.from)) ? { from: member.from, to: next.from } : own];
    return [{ from: before.to, to: member.to }];
  }
  if (!before || before.lineComment) return [...comma, own];
  return [...comma, { from: before.to, to: member.to }];
}

// ---- putting in ----------------------------------------------------------------------------------------------------

// `source` writes the member, with its key in objects.
export function withMember(text: string, container: readonly Segment[], index: number, source: Writer): string {
  const node = nodeAt(text, container)!;
  const members = membersOf(text, node);
  const member = members[index];
  if (members.length === 0) return intoEmpty(text, node, source);
  if (!member) return atEnd(text, node, members, source);
  if (!member.startsLine) {
    const before = members[index - 1];
    const at = before ? before.to : member.from;
    const place = placeAt(text, at);
    const by = before ? ` ${source({ ...place, column: place.column + 1 })},` : `${source(place)}, `;
    return spliced(text, [{ from: at, to: at, by }]);
  }
  const start = lineStart(text, member.from);
  const place = { ...placeAt(text, member.from), column: member.from - start };
  const line = `${place.indent}${source(place)},${place.newline}`;
  return spliced(text, [{ from: start, to: start, by: line }]);
}

function intoEmpty(text: string, node: Node, source: Writer): string {
  const inside = { from: node.offset + 1, to: node.offset + node.length - 1 };
  const between = text.slice(inside.from, inside.to);
  const place = placeAt(text, inside.from);
  if (!isBlank(between)) {
    // A comment is all there is: behind it, in a line of its own.
    const end = text.slice(0, inside.to).trimEnd().length;
    const closing = indentAt(text, inside.to);
    const indent = isBlank(text.slice(lineStart(text, end), end)) ? place.indent : closing + place.unit;
    const inner = { ...place, indent, column: indent.length };
    const by = `${place.newline}${indent}${source(inner)}`;
    const closes = text.slice(end, inside.to).includes("\n") ? "" : place.newline + closing;
    return spliced(text, [{ from: end, to: end, by: by + closes }]);
  }
  const isRoot = node.parent === undefined;
  if (!isRoot && !between.includes("\n")) return spliced(text, [{ ...inside, by: source(place) }]);
  const indent = place.indent + place.unit;
  const written = source({ ...place, indent, column: indent.length });
  return spliced(text, [{ ...inside, by: `${place.newline}${indent}${written}${place.newline}${place.indent}` }]);
}

function atEnd(text: string, node: Node, members: Member[], source: Writer): string {
  const last = members.at(-1)!;
  const closing = node.offset + node.length - 1;
  const place = placeAt(text, last.closed);
  const inline = source({ ...place, column: place.column + 2 });
  const room = widest - place.column - 2 - (text.slice(closing, lineEnd(text, closing)).trimEnd().length || 1);
  const closesOnOwnLine = isBlank(text.slice(lineStart(text, closing), closing));
  const model = members.findLast(({ startsLine }) => startsLine);
  const at = model?.from ?? members[0]!.from;
  const start = lineStart(text, at);
  const column = at - start;
  const isTooLong = inline.includes("\n") || inline.length > room;
  const ownLine =
    last.lineComment ||
    (last.startsLine && closesOnOwnLine) ||
    (isTooLong && column + 4 < place.column) ||
    text.slice(last.closed, last.to).trim() !== "";
  if (!ownLine) return spliced(text, [{ from: last.closed, to: last.closed, by: `, ${inline}` }]);
  const indent = model ? text.slice(start, at) : /^\s*/.exec(text.slice(start, at))![0].padEnd(column);
  const written = source({ ...place, indent, column });
  return spliced(text, [
    { from: last.closed, to: last.closed, by: "," },
    { from: last.to, to: last.to, by: `${place.newline}${indent}${written}` },
  ]);
}

// ---- moving --------------------------------------------------------------------------------------------------------

// Each entry goes with its comments; the places, with their white space and commas, stay.
export function withMoved(text: string, list: readonly Segment[], from: number, to: number): string {
  const members = membersOf(text, nodeAt(text, list)!);
  const moved = members[from];
  if (!moved || !members[to] || from === to) return text;
  const order = members.filter((member) => member !== moved);
  order.splice(to, 0, moved);
  const newline = newlineOf(text);
  const cuts = members.map((place, index) => {
    const { node, closed, comma, from: start, to: end } = order[index]!;
    const valueEnd = node.offset + node.length;
    const middle = text.slice(valueEnd, closed);
    const behind = text.slice(comma === null ? closed : comma + 1, end);
    let by = text.slice(start, valueEnd);
    const needsComma = index < members.length - 1;
    by += middle.includes("//") ? (needsComma ? "," : "") + middle : middle + (needsComma ? "," : "");
    const nextLine = newline + indentAt(text, members[0]!.from);
    by += middle.includes("//") && behind.trim() ? nextLine + behind.trimStart() : behind;
    const endsWithLine = order[index]!.lineComment || middle.includes("//");
    if (endsWithLine && !place.endsLine) by += nextLine;
    return { from: place.from, to: place.to, by };
  });
  return spliced(text, cuts);
}
