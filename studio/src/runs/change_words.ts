// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What was changed for a take, short enough for a narrow panel: the thing's name and the parameter.
//
//   "directors[0].instances[splash].strength: 1.0 → 0.0"  →  "splash: strength 1 → 0"

import { brief } from "../style/brief.ts";

// Numbers as people write them, not those inside of names and texts ("take 1.0").
const tidied = (value: string): string =>
  value.startsWith('"')
    ? value
    : value.replace(/(?<![\w.])-?\d+\.\d+(?:e[+-]?\d+)?(?![\w.])/g, (n) => brief(Number(n)));

// The name stands in the last brackets; an entry without one is told by its list and number.
function thingIn(path: string): { thing: string; rest: string } {
  const open = path.lastIndexOf("[");
  const close = path.lastIndexOf("]");
  if (open < 0 || close < open) {
    const cut = path.indexOf(".");
    return cut < 0 ? { thing: "", rest: path } : { thing: path.slice(0, cut), rest: path.slice(cut + 1) };
  }
  const name = path.slice(open + 1, close);
  const list = /(\w+)$/.exec(path.slice(0, open))?.[1] ?? "";
  const thing = /^\d+$/.test(name) ? `${list} ${Number(name) + 1}` : name;
  return { thing, rest: path.slice(close + 1).replace(/^\./, "") };
}

const plain = (words: string): string => words.replaceAll("_", " ").replaceAll(".", " ");

export function changeWords(change: string): string {
  const cut = change.indexOf(": ");
  if (cut < 0) return change;
  const [path, what] = [change.slice(0, cut), tidied(change.slice(cut + 2))];
  // A name may have dots and colons in it; such a path stays as it is.
  if (!/^[\w.[\] -]+$/.test(path)) return change;
  const { thing, rest } = thingIn(path);
  if (!rest) return `${thing.replaceAll("_", " ")}: ${what}`;
  const parameter = plain(rest.replace(/^shape\.(?=.)/, ""));
  return thing ? `${thing.replaceAll("_", " ")}: ${parameter} ${what}` : `${parameter} ${what}`;
}
