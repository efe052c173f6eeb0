// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From a path in a scene to what the schema says of it. Where a thing is one of several kinds, its "kind" decides.

import type { Json } from "../link/protocol.ts";
import type { Segment } from "../text/paths.ts";
import { type JsonSchema, resolved } from "./schema.ts";

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  value !== null && typeof value === "object" && !Array.isArray(value);

const known = new WeakMap<JsonSchema, JsonSchema[]>(); // the same answer for the same part of the schema

// All forms in which a value may be written, without unions and references between.
export function forms(schema: JsonSchema, root: JsonSchema): JsonSchema[] {
  const whole = resolved(schema, root);
  const before = known.get(whole);
  if (before) return before;
  const union = whole.anyOf ?? whole.oneOf;
  const all = union ? union.flatMap((each) => forms(each, root)) : [whole];
  known.set(whole, all);
  return all;
}

// {"keys": [[frame, value], ...]}
export const isKeyedForm = (form: JsonSchema): boolean =>
  form.type === "object" && form.properties?.["keys"] !== undefined && form.properties["between"] !== undefined;

export const kindOfForm = (form: JsonSchema): string | null => {
  const kind = form.properties?.["kind"]?.const;
  return typeof kind === "string" ? kind : null;
};

export const isBlock = (form: JsonSchema): boolean =>
  form.type === "object" && form.properties !== undefined && !isKeyedForm(form);

// The block that a value is written as: the one of its kind, where there are several.
export function blockOf(schema: JsonSchema, value: Json | undefined, root: JsonSchema): JsonSchema | null {
  const blocks = forms(schema, root).filter(isBlock);
  const kind = isObject(value) ? value["kind"] : undefined;
  return blocks.find((form) => kindOfForm(form) === kind) ?? (blocks.length === 1 ? blocks[0]! : null);
}

// What is at `path`; `value`: the scene, for its kinds.
export function schemaAt(root: JsonSchema, path: readonly Segment[], value: Json | undefined): JsonSchema | null {
  let schema: JsonSchema = root;
  let at = value;
  for (const part of path) {
    let next: JsonSchema | undefined;
    if (typeof part === "number") {
      next = forms(schema, root).find(({ items }) => items)?.items;
      at = Array.isArray(at) ? at[part] : undefined;
    } else {
      next = blockOf(schema, at, root)?.properties?.[part] ?? anyProperty(schema, part, root);
      at = isObject(at) ? at[part] : undefined;
    }
    if (!next) return null;
    schema = next;
  }
  return schema;
}

// Where the kind is not known, or the value is written in short.
function anyProperty(schema: JsonSchema, name: string, root: JsonSchema): JsonSchema | undefined {
  return forms(schema, root).find((form) => isBlock(form) && form.properties?.[name])?.properties?.[name];
}
