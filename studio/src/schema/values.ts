// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// First values of what the artist adds: what is required, as far as the schema has a default for it; a place in the
// middle of the scene for what has one.

import type { Json, Vec3 } from "../link/protocol.ts";
import { type BlockKind, type Field, fieldsOf } from "./fields.ts";
import { same } from "../text/replace.ts";
import { type JsonSchema, resolved } from "./schema.ts";
import { blockOf } from "./walk.ts";

type Members = { [key: string]: Json };

export interface Surroundings {
  middle: Vec3; // of the domain
  size: number; // how large a new thing is, m
  frame: number;
  names: (list: string) => string[]; // of the entries of a list of the scene
}

// What is kept of a default: what the program takes anyway is not written.
const zero = (value: Json | undefined): boolean => value === undefined || value === null;

export function firstBlock(block: BlockKind, root: JsonSchema, around: Surroundings): Members {
  const value: Members = block.kind === null ? {} : { kind: block.kind };
  const fields = fieldsOf(block.schema, root);
  for (const field of fields) {
    const holdsShape = field.blocks.some(({ schema }) => schema.properties?.["transform"]);
    if (field.required || (holdsShape && !field.nullable)) value[field.name] = firstValue(field, root, around);
  }
  return { ...value, ...placing(fields, root, around, block.kind !== null) };
}

export function firstValue(field: Field, root: JsonSchema, around: Surroundings): Json {
  if (field.default !== undefined && field.plain !== "none" && !zero(field.default)) return field.default;
  const block = field.blocks.find(({ kind }) => kind === kindOf(field.default)) ?? field.blocks[0];
  switch (field.plain) {
    case "none":
      return block ? firstBlock(block, root, around) : {};
    case "number":
    case "integer":
      return field.unit === "frame" ? around.frame : numberWithin(field);
    case "switch":
      return false;
    case "choice":
      return field.choices[0] ?? "";
    case "vector":
      return field.place ? around.middle : Array<Json>(field.size).fill(numberWithin(field));
    case "colour":
      return [0.8, 0.8, 0.8];
    case "list":
      return [];
    case "text":
    case "file":
    case "other":
      return around.names(field.names)[0] ?? "";
  }
}

const kindOf = (value: Json | undefined): Json | undefined =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value["kind"] : undefined;

function numberWithin(field: Field): number {
  const low = field.minimum ?? field.above;
  if (low === null || low < 0) return 0;
  return field.above !== null ? Math.min(field.above + 1, field.maximum ?? Infinity) : low;
}

const tidy = (value: number): number => Number(value.toPrecision(2));

// In the middle and of a fitting size: by its one place, as the centre of a ball, else by its transform.
function placing(fields: Field[], root: JsonSchema, around: Surroundings, isKind: boolean): Members {
  const middle = around.middle.map((part) => Math.round(part * 1000) / 1000);
  const isAtZero = middle.every((part) => part === 0);
  const places = fields.filter(({ place, plain, nullable }) => place && plain === "vector" && !nullable);
  const transform = fields.find(({ blocks }) => blocks[0]?.schema.properties?.["translate"]);
  const own = places.length === 1 ? places[0]! : null;
  const placed: Members = own && !isAtZero ? { [own.name]: middle } : {};
  if (!transform || !isKind) return own?.required ? {} : placed;
  const inside: Members = own || isAtZero ? {} : { translate: middle };
  const scale = tidy(around.size / 4);
  const canScale = fieldsOf(transform.blocks[0]!.schema, root).some(
    ({ name, oneForAll }) => name === "scale" && oneForAll,
  );
  if (canScale && (scale < 0.7 || scale > 4) && scale > 0 && !own) inside["scale"] = scale;
  return Object.keys(inside).length > 0 ? { ...placed, [transform.name]: inside } : placed;
}

// What has to be written of a value that is spelled out: its kind, its name, and what is not as by default.
export function withoutDefaults(value: Json, schema: JsonSchema, root: JsonSchema): Json {
  const block = blockOf(schema, value, root);
  if (!block || value === null || typeof value !== "object" || Array.isArray(value)) return value;
  const kept: Members = {};
  for (const [name, inner] of Object.entries(value)) {
    const declared = block.properties?.[name];
    if (declared && name !== "kind" && name !== "name" && same(inner, resolved(declared, root).default ?? null))
      continue;
    if (name === "name" && inner === "") continue;
    kept[name] = declared ? withoutDefaults(inner, declared, root) : inner;
  }
  return kept;
}
