// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The text of a scene in pieces to be coloured; together they are the text again, also where it has mistakes.

export type TokenKind = "comment" | "key" | "text" | "number" | "word" | "sign" | "plain";

export interface Token {
  kind: TokenKind;
  text: string;
}

const piece =
  /(\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|("(?:\\.|[^"\\\n])*"?)(?=(\s*:)?)|(-?\d[\d.]*(?:[eE][+-]?\d+)?)|\b(true|false|null)\b|([{}[\],:]+)/g;

export function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  const plainTo = (to: number): void => {
    if (to > at) found.push({ kind: "plain", text: text.slice(at, to) });
  };
  for (const match of text.matchAll(piece)) {
    const [whole, comment, string, colon, number, word] = match;
    plainTo(match.index);
    const kind = comment ? "comment" : string ? (colon ? "key" : "text") : number ? "number" : word ? "word" : "sign";
    found.push({ kind, text: whole });
    at = match.index + whole.length;
  }
  plainTo(text.length);
  return found;
}

// The same line by line; a comment over several lines has a piece in each.
export function linesOfTokens(text: string): Token[][] {
  const lines: Token[][] = [[]];
  for (const { kind, text: piece } of tokensOf(text)) {
    piece.split("\n").forEach((part, index) => {
      if (index > 0) lines.push([]);
      if (part) lines.at(-1)!.push({ kind, text: part });
    });
  }
  return lines;
}
