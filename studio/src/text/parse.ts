// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scene files as they are written: JSON with comments.

import {
  getNodeValue,
  type Node,
  parse as parseText,
  parseTree,
  type ParseError,
  printParseErrorCode,
} from "jsonc-parser";
import type { Json } from "../link/protocol.ts";

const strict = { disallowComments: false, allowTrailingComma: false };
const withoutMark = (text: string): string => (text.startsWith("\ufeff") ? ` ${text.slice(1)}` : text);

// The latest texts: while a thing is dragged, the text before an edit and the one after it are read by all panels.
const read: { text: string; value: Json }[] = [];

// As far as it can be read. The same value for the same text: it is not to be changed.
export function parse(text: string): Json {
  const before = read.find((each) => each.text === text);
  if (before) return before.value;
  const value = (parseText(withoutMark(text), [], strict) as Json | undefined) ?? null;
  read.unshift({ text, value });
  read.splice(3);
  return value;
}

export const treeOf = (text: string): Node | undefined => parseTree(withoutMark(text), [], strict);

export const valueOf = (node: Node): Json => getNodeValue(node) as Json;

// Of the latest text: an edit looks at it several times.
let latest: { text: string; tree: Node } | null = null;

// The tree of a text without a mistake; an Error with a sentence for the artist otherwise.
export function soundTreeOf(text: string): Node {
  if (latest?.text !== text) latest = { text, tree: readSound(text) };
  return latest.tree;
}

function readSound(text: string): Node {
  const errors: ParseError[] = [];
  const tree = parseTree(withoutMark(text), errors, strict);
  const first = errors[0];
  if (tree && tree.type === "object" && !first) return tree;
  const line = lineAt(text, first?.offset ?? 0);
  const what = first ? ` (${printParseErrorCode(first.error)})` : "";
  throw new Error(`The text of the scene has a mistake in line ${line}${what}: mend it in the Text tab, or undo.`);
}

// Lines are counted from 1.
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) ++line;
  return line;
}
