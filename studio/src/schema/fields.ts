// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the page shows of a parameter, from the schema of scenes. A field has a plain form (a number, a choice, ...) or
// blocks, of one kind or of several, or both: walls are "closed", "open" or a block with its sides.

import type { Json } from "../link/protocol.ts";
import { type JsonSchema, resolved } from "./schema.ts";
import { forms, isBlock, isKeyedForm, kindOfForm } from "./walk.ts";

export type PlainKind =
  | "number"
  | "integer"
  | "switch"
  | "choice"
  | "text"
  | "file"
  | "vector"
  | "colour"
  | "list"
  | "none" // blocks only
  | "other"; // nothing that has a field: shown as text

export interface BlockKind {
  kind: string | null; // null: it has no kinds
  help: string;
  schema: JsonSchema;
}

export interface Field {
  name: string;
  label: string; // "Surface tension"
  plain: PlainKind;
  blocks: BlockKind[];
  unit: string;
  help: string;
  minimum: number | null;
  above: number | null; // greater than this
  maximum: number | null;
  default: Json | undefined;
  required: boolean;
  nullable: boolean;
  keyed: boolean; // may have keyframes
  place: boolean;
  direction: boolean;
  isRotation: boolean;
  names: string;
  choices: string[];
  size: number; // numbers of a vector
  oneForAll: boolean; // one number may stand for a vector
  item: JsonSchema | null; // of lists
  schema: JsonSchema;
}

export const plainName = (name: string): string => name.replaceAll("_", " ");

// Abbreviations have no vowels: "CFL".
export const labelOf = (name: string): string => {
  const words = plainName(name).replace(/\b[^\W\d_aeiouy]{3,}\b/g, (word) => word.toUpperCase());
  return words.charAt(0).toUpperCase() + words.slice(1);
};

// Older schemas have the unit only at the end of the description: "Its middle. (m)".
function helpAndUnit(schema: JsonSchema): { help: string; unit: string } {
  const whole = schema.description ?? "";
  const [, help, unit] = /^(.*?)\s*\(([^()]{1,18})\)$/s.exec(whole) ?? [];
  const isUnit = unit !== undefined && (schema.unit === undefined || schema.unit === unit);
  return { help: isUnit ? help! : whole, unit: schema.unit ?? (isUnit ? unit : "") };
}

function plainKind(form: JsonSchema | undefined): PlainKind {
  if (!form) return "none";
  if (form.enum) return "choice";
  if (form.items) {
    const isVector = form.minItems === form.maxItems && form.minItems !== undefined && form.items.type === "number";
    if (!isVector) return "list";
    return form.colour || (form.items.minimum === 0 && form.items.maximum === 1) ? "colour" : "vector";
  }
  if (form.type === "string") return form.file ? "file" : "text";
  const known: Record<string, PlainKind> = { number: "number", integer: "integer", boolean: "switch" };
  return known[String(form.type)] ?? "other";
}

// The one that can hold the others: a list of numbers rather than a number for all of them.
function plainForm(all: JsonSchema[]): JsonSchema | undefined {
  const plain = all.filter((form) => !isBlock(form) && !isKeyedForm(form) && form.type !== "null");
  return plain.find(({ items }) => items) ?? plain[0];
}

export function fieldOf(name: string, schema: JsonSchema, root: JsonSchema, required = false): Field {
  const whole = resolved(schema, root);
  const all = forms(schema, root);
  const form = plainForm(all);
  const plain = plainKind(form);
  const numbers = form?.items && plain !== "list" ? form.items : (form ?? {});
  const { help, unit } = helpAndUnit(whole);
  return {
    name,
    label: labelOf(name),
    plain,
    blocks: all.filter(isBlock).map((block) => ({
      kind: kindOfForm(block),
      help: block.description ?? "",
      schema: block,
    })),
    unit,
    help,
    minimum: numbers.minimum ?? null,
    above: numbers.exclusiveMinimum ?? null,
    maximum: numbers.maximum ?? null,
    default: whole.default,
    required,
    nullable: all.some(({ type }) => type === "null"),
    keyed: all.some(isKeyedForm),
    place: whole.place === true,
    direction: whole.direction === true,
    isRotation: plain === "vector" && all.some(isKeyedForm) && unit === "degrees",
    names: whole.names ?? "",
    choices: (form?.enum ?? []).map(String),
    size: form?.minItems ?? 0,
    oneForAll: plain === "vector" && all.some(({ type }) => type === "number"),
    item: plain === "list" ? form!.items! : null,
    schema,
  };
}

const known = new WeakMap<JsonSchema, Field[]>();

// The parameters of a block, without the kind that chose it.
export function fieldsOf(block: JsonSchema, root: JsonSchema): Field[] {
  const before = known.get(block);
  if (before) return before;
  const fields = Object.entries(block.properties ?? {})
    .filter(([name]) => name !== "kind")
    .map(([name, schema]) => fieldOf(name, schema, root, block.required?.includes(name) ?? false));
  known.set(block, fields);
  return fields;
}

export const entryField = (field: Field, root: JsonSchema): Field => fieldOf("", field.item ?? {}, root, true);
