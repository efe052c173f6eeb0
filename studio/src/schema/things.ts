// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which lists of a scene hold things, which have a place of their own in the page, and which are parameters.

import { type Field, fieldOf, fieldsOf } from "./fields.ts";
import type { JsonSchema } from "./schema.ts";

// Has a place or a form in space, by itself or in a block of it.
function isSomewhere(block: JsonSchema, root: JsonSchema, depth = 2): boolean {
  return fieldsOf(block, root).some(
    ({ place, blocks }) => place || (depth > 0 && blocks.some(({ schema }) => isSomewhere(schema, root, depth - 1))),
  );
}

// Lists whose entries are things: those that have a name, a kind or a form.
const thingLists = new WeakMap<JsonSchema, boolean>();
export function isListOfThings(field: Field, root: JsonSchema): boolean {
  if (field.plain !== "list" || !field.item) return false;
  const known = thingLists.get(field.item);
  if (known !== undefined) return known;
  const blocks = fieldOf("", field.item, root).blocks;
  const is =
    blocks.length > 1 ||
    blocks.some(({ schema }) => schema.properties?.["name"] !== undefined || isSomewhere(schema, root, 1));
  thingLists.set(field.item, is);
  return is;
}
