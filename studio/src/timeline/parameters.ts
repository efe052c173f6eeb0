// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small questions that the timeline asks of the scene's values and of its schema.

import type { Json } from "../link/protocol.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { blockOf, forms, isKeyedForm } from "../schema/walk.ts";
import type { Segment } from "../text/paths.ts";

export type Block = { [key: string]: Json };
export const isBlock = (value: Json | undefined): value is Block =>
  value !== null && typeof value === "object" && !Array.isArray(value);
export const isNumber = (value: Json | undefined): value is number => typeof value === "number";

export const mayBeKeyed = (schema: JsonSchema, root: JsonSchema): boolean => forms(schema, root).some(isKeyedForm);
export const isInFrames = (schema: JsonSchema): boolean => schema.unit === "frame";

// Of the entries of a list.
export const entryOf = (schema: JsonSchema, root: JsonSchema): JsonSchema | null =>
  forms(schema, root).find(({ items }) => items)?.items ?? null;

// What the schema says of a parameter as it is declared: with its unit, help and default.
export const declared = (schema: JsonSchema, root: JsonSchema, value: Json, part: Segment): JsonSchema | null =>
  blockOf(schema, value, root)?.properties?.[part] ?? null;

// What a parameter is where it is not written.
export const valueOr = (value: Json | undefined, schema: JsonSchema | undefined): Json =>
  value ?? schema?.default ?? null;
