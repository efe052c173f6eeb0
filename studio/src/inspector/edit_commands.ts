// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is done to things as a whole: added, removed, duplicated, renamed. (Undo, redo and save are in runs/top_bar.tsx.)

import { command } from "../model/commands.ts";
import { document, edit, full, written } from "../model/document.ts";
import { leftTab } from "../model/layout.ts";
import { tell } from "../model/notices.ts";
import { schema } from "../model/project.ts";
import { select, selected } from "../model/selection.ts";
import { fieldOf, fieldsOf } from "../schema/fields.ts";
import { schemaAt } from "../schema/walk.ts";
import { appendTo, duplicateEntry, removeValue, setValue } from "../text/edits.ts";
import { joined, segments, valueAt } from "../text/paths.ts";
import { writtenAt } from "../text/places.ts";
import { firstBlock } from "../schema/values.ts";
import { namesIn, surroundings } from "./facts.ts";
import type { Addable } from "./outline_tree.ts";
import { renaming } from "./state.ts";
import { selectedKeys } from "../timeline/state.ts";
import { freeName, nameIn, singular, titleNow } from "../model/names.ts";

export function removeThing(path: string): void {
  const at = segments(path);
  const isEntry = typeof at.at(-1) === "number";
  const field = schema.peek() && schemaAt(schema.peek()!, at, full.peek());
  const optional = field && fieldOf("", field, schema.peek()!).nullable;
  if (!isEntry && !optional)
    return tell(`${titleNow(path)} is a part of every scene: it can only be changed.`, "error");
  edit(`Remove ${titleNow(path)}`, (text) => removeValue(text, path));
  select(null);
}

// A name that no other entry of the list has.
function nameFor(list: string, wanted: string): string {
  return freeName(wanted, namesIn(list));
}

export function duplicateThing(path: string): void {
  const at = segments(path);
  const index = at.at(-1);
  if (typeof index !== "number") return tell(`${titleNow(path)} can be there only once.`, "error");
  const list = joined(at.slice(0, -1));
  const name = nameIn(valueAt(full.peek(), path));
  const change = name ? { name: nameFor(list, name) } : {};
  edit(`Duplicate ${titleNow(path)}`, (text) => duplicateEntry(text, path, change));
  // Of an included list the copy is the last one.
  const own = writtenAt(written.peek(), list);
  const all = valueAt(full.peek(), list);
  select(`${list}[${Array.isArray(own) || !Array.isArray(all) ? index + 1 : all.length}]`);
}

export function renameThing(path: string, name: string): void {
  edit(`Rename ${titleNow(path)} to ${name}`, (text) =>
    name ? setValue(text, `${path}.name`, name) : removeValue(text, `${path}.name`),
  );
}

export function addThing(what: Addable): void {
  const root = schema.peek();
  if (!root) return;
  const { path, isList, kind, field } = what;
  const blocks = isList ? fieldOf("", field.item!, root).blocks : field.blocks;
  const block = blocks.find((each) => each.kind === kind);
  if (!block) return;
  const value = firstBlock(block, root, surroundings());
  const list = writtenAt(written.peek(), path) ?? valueAt(full.peek(), path);
  const count = Array.isArray(list) ? list.length : 0;
  const canBeNamed = isList && fieldsOf(block.schema, root).some(({ name }) => name === "name");
  if (canBeNamed) value["name"] = nameFor(path, (kind ?? singular(field.item!)).replaceAll("_", " "));
  const label = `Add ${what.name.toLowerCase()}`;
  if (isList) edit(label, (text) => appendTo(text, path, nameFirst(value)));
  else edit(label, (text) => setValue(text, path, value));
  select(isList ? `${path}[${count}]` : path);
}

// {"kind": ..., "name": ..., ...}, as the examples have it.
function nameFirst<T extends { [key: string]: unknown }>(value: T): T {
  const { kind, name, ...others } = value;
  return {
    ...(kind === undefined ? {} : { kind }),
    ...(name === undefined ? {} : { name }),
    ...others,
  } as unknown as T;
}

const hasSelected = (): boolean => document.value !== null && selected.value !== null;
// Keys that are selected in the timeline go before the thing that they are of.
const hasThing = (): boolean => hasSelected() && selectedKeys.value.size === 0;

command({
  name: "Remove what is selected",
  group: "Edit",
  keys: ["Delete"],
  act: () => removeThing(selected.value!),
  can: hasThing,
});
command({
  name: "Duplicate what is selected",
  group: "Edit",
  keys: ["Ctrl+D"],
  act: () => duplicateThing(selected.value!),
  can: hasThing,
});
command({
  name: "Rename what is selected",
  group: "Edit",
  keys: ["F2"],
  act: () => {
    leftTab.value = "scene";
    renaming.value = selected.value;
  },
  can: hasSelected,
});
