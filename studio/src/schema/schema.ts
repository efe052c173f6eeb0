// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the schema of scenes (weir describe --schema) says of a parameter: the one source of names, units, ranges, help
// and defaults in the page.

import type { Json } from "../link/protocol.ts";

export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string | string[];
  const?: Json;
  enum?: Json[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  prefixItems?: JsonSchema[];
  minItems?: number;
  maxItems?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  description?: string;
  default?: Json;
  unit?: string;
  place?: boolean; // a place in the world
  direction?: boolean; // a way through the world
  colour?: boolean;
  file?: boolean; // a text that is the name of a file
  names?: string; // a text that is the name of an entry of this list of the scene
  keyframes?: boolean;
}

const known = new WeakMap<JsonSchema, JsonSchema>(); // the same answer for the same part of the schema

// Of "#/$defs/frames"; what stands beside the reference (description, default) goes before.
export function resolved(schema: JsonSchema, root: JsonSchema): JsonSchema {
  if (!schema.$ref) return schema;
  const before = known.get(schema);
  if (before) return before;
  const name = schema.$ref.replace("#/$defs/", "");
  const { $ref: _, ...own } = schema;
  const target = root.$defs?.[name];
  const whole = target ? { ...resolved(target, root), ...own } : own;
  known.set(schema, whole);
  return whole;
}
