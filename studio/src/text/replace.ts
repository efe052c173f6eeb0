// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A value in place of another. Where both have the same form, only what differs is written anew: a number in a list, an
// entry that came or went, a member.

import { findNodeAtLocation, type Node } from "jsonc-parser";
import type { Json } from "../link/protocol.ts";
import { soundTreeOf, valueOf } from "./parse.ts";
import type { Segment } from "./paths.ts";
import { printed } from "./print.ts";
import { nodeAt, placeAt, spliced, withMember, withoutMember } from "./splice.ts";

interface Plan {
  cuts: { from: number; to: number; by: string }[];
  // Members that come and go, in an order in which paths stay right.
  steps: ((text: string) => string)[];
}

export function replaced(text: string, at: readonly Segment[], value: Json): string {
  const node = nodeAt(text, at);
  if (!node) return text;
  const plan: Plan = { cuts: [], steps: [] };
  compare(text, node, [...at], value, plan);
  return plan.steps.reduce((before, step) => step(before), spliced(text, plan.cuts));
}

// Several values at once, none inside of another: the text is read but once, for drags that move many things.
export function allReplaced(text: string, those: readonly { at: readonly Segment[]; value: Json }[]): string {
  const tree = soundTreeOf(text);
  const plan: Plan = { cuts: [], steps: [] };
  for (const { at, value } of those) {
    const node = findNodeAtLocation(tree, [...at]);
    if (node) compare(text, node, [...at], value, plan);
  }
  return plan.steps.reduce((before, step) => step(before), spliced(text, plan.cuts));
}

export function same(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  const inA = a as { [name: string]: Json };
  const inB = b as { [name: string]: Json };
  return names.length === Object.keys(b).length && names.every((name) => name in inB && same(inA[name], inB[name]));
}

function compare(text: string, node: Node, at: Segment[], value: Json, plan: Plan): void {
  if (same(valueOf(node), value)) return;
  const isObject = value !== null && typeof value === "object" && !Array.isArray(value);
  if (node.type === "array" && Array.isArray(value) && value.length > 0 && node.children?.length) {
    compareLists(text, node.children, at, value, plan);
  } else if (node.type === "object" && isObject && Object.keys(value).length > 0 && node.children?.length) {
    compareObjects(text, node.children, at, value, plan);
  } else {
    const by = printed(value, placeAt(text, node.offset));
    plan.cuts.push({ from: node.offset, to: node.offset + node.length, by });
  }
}

function compareLists(text: string, entries: Node[], at: Segment[], value: Json[], plan: Plan): void {
  let first = 0;
  while (first < Math.min(entries.length, value.length) && same(valueOf(entries[first]!), value[first])) ++first;
  let last = 0; // alike at the end
  const most = Math.min(entries.length, value.length) - first;
  while (last < most && same(valueOf(entries.at(-1 - last)!), value.at(-1 - last))) ++last;
  const end = Math.min(entries.length, value.length) - last;
  for (let index = first; index < end; ++index) {
    compare(text, entries[index]!, [...at, index], value[index]!, plan);
  }
  for (let index = entries.length - last - 1; index >= end; --index) {
    plan.steps.push((before) => withoutMember(before, [...at, index]));
  }
  for (let index = end; index < value.length - last; ++index) {
    const added = value[index]!;
    plan.steps.push((before) => withMember(before, at, index, (place) => printed(added, place)));
  }
}

function compareObjects(
  text: string,
  properties: Node[],
  at: Segment[],
  value: { [name: string]: Json },
  plan: Plan,
): void {
  const names = properties.map(({ children }) => String(children![0]!.value));
  properties.forEach((property, index) => {
    const name = names[index]!;
    if (name in value) compare(text, property.children![1]!, [...at, name], value[name]!, plan);
  });
  const there = names.filter((name) => name in value);
  // New ones first: an object that loses all it had keeps its layout.
  for (const [name, added] of Object.entries(value)) {
    if (names.includes(name)) continue;
    plan.steps.push((before) => {
      const now = Object.keys(valueOf(nodeAt(before, at)!) as object);
      const order = Object.keys(value);
      const previous = order[order.indexOf(name) - 1];
      const index = previous === undefined ? 0 : now.indexOf(previous) + 1;
      const key = `${JSON.stringify(name)}: `;
      return withMember(before, at, there.length > 0 ? index : now.length, (place) => {
        return key + printed(added, { ...place, column: place.column + key.length });
      });
    });
  }
  for (const name of names.filter((each) => !(each in value))) {
    plan.steps.push((before) => withoutMember(before, [...at, name]));
  }
}
