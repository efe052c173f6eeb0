// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Some values may be written in short: "honey" for a phase, "closed" for walls, three numbers for a velocity, one for
// three. When a part of such a value is to be set, it must be spelled out first. How follows from the schema alone:
//
//   a name among the kinds of a block    {"kind": name}
//   one that a parameter of it takes     {"preset": name}
//   one that all of its parameters take  {"left": name, "right": name, ...}
//   a list that all kinds have           {"kind": the one with nothing else, "drift": list}
//   a number where a list may stand      [number, number, number]

import type { Json } from "../link/protocol.ts";
import type { Segment } from "../text/paths.ts";
import type { JsonSchema } from "./schema.ts";
import { forms, isBlock, kindOfForm } from "./walk.ts";

type Members = { [key: string]: Json };

// `next`: what is to be set in it. Undefined: it has no longer form.
export function longForm(schema: JsonSchema, value: Json, next: Segment, root: JsonSchema): Json | undefined {
  const all = forms(schema, root);
  if (typeof next === "number") {
    const list = all.find(({ items, minItems, maxItems }) => items && minItems !== undefined && minItems === maxItems);
    return typeof value === "number" && list ? Array<Json>(list.minItems!).fill(value) : undefined;
  }
  const blocks = all.filter(isBlock);
  if (blocks.length === 0) return undefined;
  if (typeof value === "string") return ofName(blocks, value, root);
  return Array.isArray(value) ? ofList(blocks, value, root) : undefined;
}

const takesName = (schema: JsonSchema, name: string, root: JsonSchema): boolean =>
  forms(schema, root).some((form) => form.enum?.includes(name));

function ofName(blocks: JsonSchema[], name: string, root: JsonSchema): Json | undefined {
  if (blocks.some((block) => kindOfForm(block) === name)) return { kind: name };
  const those = Object.entries(blocks[0]!.properties ?? {}).filter(([, schema]) => takesName(schema, name, root));
  if (those.length === 0) return undefined;
  return Object.fromEntries(those.filter(([, { default: usual }]) => usual !== name).map(([key]) => [key, name]));
}

function ofList(blocks: JsonSchema[], list: Json[], root: JsonSchema): Json | undefined {
  const plainest = blocks.reduce((a, b) => (keysOf(b).length < keysOf(a).length ? b : a));
  const key = keysOf(plainest).find((name) =>
    forms(plainest.properties![name]!, root).some(({ items, minItems }) => items && minItems === list.length),
  );
  const kind = kindOfForm(plainest);
  if (key === undefined) return undefined;
  const long: Members = kind === null ? {} : { kind };
  return { ...long, [key]: list };
}

const keysOf = (block: JsonSchema): string[] => Object.keys(block.properties ?? {}).filter((name) => name !== "kind");
