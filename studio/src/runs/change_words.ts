// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What was changed for a take, short enough for a narrow panel: what the thing is called, and the parameter.
//
//   "directors[0].instances[splash].strength: 1.0 → 0.0"  →  "splash: strength 1 → 0"

import { brief } from "../style/brief.ts";

// Numbers as people write them, not those inside of names and texts ("take 1.0").
const tidied = (value: string): string =>
  value.startsWith('"')
    ? value
    : value.replace(/(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?(?![\w.])/g, (n) => brief(Number(n)));

const plain = (words: string): string => words.replaceAll("_", " ").replaceAll(".", " ");

// Null: it is no longer there.
type TitleOf = (path: string) => string | null;

// The thing ends with the last brackets, which have its name or its number.
function thingIn(path: string, titleOf: TitleOf): { thing: string; rest: string } {
  const [open, close] = [path.lastIndexOf("["), path.lastIndexOf("]")];
  if (open < 0 || close < open) {
    const cut = path.indexOf(".");
    if (cut < 0) return { thing: "", rest: path };
    const block = path.slice(0, cut);
    return { thing: titleOf(block) ?? block, rest: path.slice(cut + 1) };
  }
  const name = path.slice(open + 1, close);
  const list = /(\w+)$/.exec(path.slice(0, open))?.[1] ?? "";
  const isNumber = /^\d+$/.test(name);
  const thing = isNumber ? (titleOf(path.slice(0, close + 1)) ?? `${plain(list)} ${Number(name) + 1}`) : name;
  return { thing, rest: path.slice(close + 1).replace(/^\./, "") };
}

export function changeWords(change: string, titleOf: TitleOf): string {
  const cut = change.indexOf(": ");
  if (cut < 0) return change;
  const [path, what] = [change.slice(0, cut), tidied(change.slice(cut + 2))];
  // A name may have dots and colons in it; such a path stays as it is.
  if (!/^[\w.[\] -]+$/.test(path)) return change;
  const { thing, rest } = thingIn(path, titleOf);
  if (!rest) return `${thing}: ${what}`;
  const parameter = plain(rest.replace(/^shape\.(?=.)/, ""));
  return thing ? `${thing}: ${parameter} ${what}` : `${parameter} ${what}`;
}
