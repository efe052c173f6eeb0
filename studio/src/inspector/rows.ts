// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the inspector shows of a thing, as plain data: a row for each parameter, with rows for what is in it. All follows
// from the schema, the text and the full scene.

import type { Finding, Json } from "../link/protocol.ts";
import { singular, titlesIn } from "../model/names.ts";
import { type BlockKind, entryField, type Field, fieldsOf } from "../schema/fields.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { isListOfThings } from "../schema/things.ts";
import { keyedOf } from "../text/keyframes.ts";
import { isInside, valueAt } from "../text/paths.ts";
import { isVariant, type Known, writtenAt } from "../text/places.ts";
import { same } from "../text/replace.ts";

export type Origin = "written" | "included" | "default";

export interface Row {
  path: string;
  field: Field;
  value: Json; // as it is written; else of the full scene; else the default
  origin: Origin;
  block: BlockKind | null; // that the value is, or stands for
  rows: Row[]; // the parameters of the block, or the entries of the list
  findings: Finding[]; // about it, and not about a row in it
  written: number; // how many rows in it are written, itself included
}

export interface Facts {
  root: JsonSchema;
  text: Json; // what the text says
  known: Known;
  findings: readonly Finding[]; // by paths of the full scene
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

export function rowOf(field: Field, path: string, facts: Facts): Row {
  const own = writtenAt(facts.text, path, facts.known);
  const whole = valueAt(facts.known.full, path);
  const value = own ?? whole ?? field.default ?? null;
  const block = blockIn(field, own, whole, value);
  const keyed = keyedOf(value) !== null && field.keyed;
  const rows = keyed ? [] : block ? blockRows(block, path, facts) : listRows(field, value, path, facts);
  const included = isVariant(facts.text) && own === undefined && !same(whole ?? null, field.default ?? null);
  return {
    path,
    field,
    value,
    origin: own !== undefined ? "written" : included ? "included" : "default",
    block,
    rows,
    findings: facts.findings.filter(
      (each) => isInside(each.path, path) && !rows.some((row) => isInside(each.path, row.path)),
    ),
    written: Number(own !== undefined) + rows.reduce((sum, row) => sum + row.written, 0),
  };
}

// A name in short may stand for a block: its parameters are those of the full scene.
function blockIn(field: Field, own: Json | undefined, whole: Json | undefined, value: Json): BlockKind | null {
  const given = isObject(own)
    ? own
    : typeof own === "string" && isObject(whole)
      ? whole
      : isObject(value)
        ? value
        : null;
  if (!given || field.blocks.length === 0) return null;
  return field.blocks.find(({ kind }) => kind === (given["kind"] ?? null)) ?? null;
}

export const blockRows = (block: BlockKind, path: string, facts: Facts): Row[] =>
  fieldsOf(block.schema, facts.root)
    // Of the scene as a whole, things are in the outline.
    .filter((field) => path !== "" || !isListOfThings(field, facts.root))
    .map((field) => rowOf(field, path ? `${path}.${field.name}` : field.name, facts));

function listRows(field: Field, value: Json, path: string, facts: Facts): Row[] {
  if (field.plain !== "list" || !Array.isArray(value)) return [];
  const entry = entryField(field, facts.root);
  const titles = entry.blocks.length > 0 ? titlesIn(value, singular(field.item!)) : [];
  return value.map((_, index) => {
    const label = titles[index] ?? `${index + 1}`;
    return rowOf({ ...entry, label }, `${path}[${index}]`, facts);
  });
}

// ---- search --------------------------------------------------------------------------------------------------------

export const words = (search: string): string[] => search.toLowerCase().split(/\s+/).filter(Boolean);

const matches = ({ field, value }: Row, wanted: readonly string[]): boolean => {
  const inText = `${field.label} ${field.name} ${field.help} ${typeof value === "string" ? value : ""}`.toLowerCase();
  return wanted.every((word) => inText.includes(word));
};

// Rows that fit, with the sections that they are in; in a section that fits itself all of it.
export function found(rows: readonly Row[], wanted: readonly string[], onlyChanged: boolean): Row[] {
  if (wanted.length === 0 && !onlyChanged) return [...rows];
  return rows.flatMap((row) => {
    if (onlyChanged && row.written === 0) return [];
    const fits = matches(row, wanted);
    const inner = found(row.rows, fits ? [] : wanted, onlyChanged);
    return fits || inner.length > 0 ? [{ ...row, rows: inner }] : [];
  });
}

export const countFindings = (row: Row): number =>
  row.findings.length + row.rows.reduce((sum, inner) => sum + countFindings(inner), 0);
