// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The members of an object and the entries of a list as they lie in the text, with the comments that belong to them:
//
//   // about a                  right above it, with no empty line between
//   "a": 1 /* m */,  // too     behind it on its line
//
// A comment before the next member on the same line belongs to that one; what else there is belongs to the container.

import { createScanner, type Node } from "jsonc-parser";

export interface Member {
  node: Node; // the property with its key, or the entry
  value: Node;
  from: number; // where its comments above begin
  closed: number; // the end of its value and of the comments before its comma
  comma: number | null;
  to: number; // the end of it all
  startsLine: boolean; // nothing but white space is before `from` on its line
  endsLine: boolean; // nor behind `to`
  lineComment: boolean; // it ends with a comment that goes to the end of the line
}

interface Token {
  kind: "line" | "block" | "break" | "comma";
  from: number;
  to: number;
}

const kinds: Record<number, Token["kind"]> = { 5: "comma", 12: "line", 13: "block", 14: "break" }; // of jsonc-parser

// What is between two members: comments, ends of lines and a comma.
function tokens(text: string, from: number, to: number): Token[] {
  const scanner = createScanner(text.slice(from, to), false);
  const found: Token[] = [];
  while (scanner.scan() !== 17) {
    const kind = kinds[scanner.getToken()];
    const at = from + scanner.getTokenOffset();
    if (kind) found.push({ kind, from: at, to: at + scanner.getTokenLength() });
  }
  return found;
}

export const lineStart = (text: string, at: number): number => text.lastIndexOf("\n", at - 1) + 1;

// Behind the end of the line.
export function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end + 1;
}

export const isBlank = (text: string): boolean => /^\s*$/.test(text);

// The comments that stand right before `node`, on its line or in the lines above.
function beginning(between: Token[], node: Node): number {
  let from = node.offset;
  let breaks = 0;
  for (const token of [...between].reverse()) {
    if (token.kind === "break") {
      if (++breaks > 1) break;
    } else {
      from = token.from;
      breaks = 0;
    }
  }
  return from;
}

export function membersOf(text: string, container: Node): Member[] {
  const nodes = container.children ?? [];
  const found: Member[] = [];
  let at = container.offset + 1;
  for (let index = 0; index <= nodes.length; ++index) {
    const node = nodes[index];
    const gap = tokens(text, at, node ? node.offset : container.offset + container.length - 1);
    const behind = index > 0 ? endOf(found[index - 1]!, gap, !node) : commentsBehindBracket(gap);
    if (!node) break;
    const from = beginning(gap.slice(behind), node);
    const value = node.type === "property" ? (node.children?.[1] ?? node) : node;
    const end = node.offset + node.length;
    const startsLine = from === 0 || isBlank(text.slice(lineStart(text, from), from));
    found.push({
      node,
      value,
      from,
      closed: end,
      comma: null,
      to: end,
      startsLine,
      endsLine: false,
      lineComment: false,
    });
    at = end;
  }
  for (const member of found) member.endsLine = isBlank(text.slice(member.to, lineEnd(text, member.to)));
  return found;
}

// How many tokens belong to the bracket: the comments on its line, when the first member is not there too.
function commentsBehindBracket(gap: Token[]): number {
  const firstBreak = gap.findIndex(({ kind }) => kind === "break");
  return firstBreak < 0 ? 0 : firstBreak;
}

// Gives a member what belongs to it behind it; answers how many tokens that is.
function endOf(member: Member, gap: Token[], isLast: boolean): number {
  const comma = gap.findIndex(({ kind }) => kind === "comma");
  if (comma >= 0) {
    member.comma = gap[comma]!.from;
    member.closed = gap.slice(0, comma).findLast(({ kind }) => kind !== "break")?.to ?? member.closed;
    member.to = gap[comma]!.to;
  }
  const rest = gap.slice(comma + 1);
  const firstBreak = rest.findIndex(({ kind }) => kind === "break");
  // Without an end of the line the next member is on it too, and has these comments.
  const own = firstBreak >= 0 ? rest.slice(0, firstBreak) : isLast ? rest : [];
  for (const comment of own) {
    member.to = comment.to;
    if (comma < 0 && comment.kind === "block") member.closed = comment.to;
    member.lineComment = comment.kind === "line";
  }
  return comma + 1 + own.length;
}
