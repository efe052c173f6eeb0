// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the artist does to keys by a button, a menu or a key of the keyboard; each is one step of undo.

import { type Signal, signal } from "@preact/signals";
import { edit } from "../model/document.ts";
import { tell } from "../model/notices.ts";
import { frame, goTo } from "../model/playhead.ts";
import { setValue } from "../text/edits.ts";
import type { Between } from "../text/keyframes.ts";
import { applied } from "./apply.ts";
import * as clips from "./clip_edits.ts";
import * as keys from "./key_edits.ts";
import { keyOfName } from "./rows.ts";
import * as state from "./state.ts";
import { allOf, type Property, propertiesOf, thingAt } from "./things.ts";

export function toggleKey(property: Property): void {
  const at = frame.value;
  const isThere = property.keyed.keys.some((key) => key.frame === at);
  edit(`${isThere ? "Remove" : "Set"} key: ${property.name}`, applied([keys.keyToggled(property, at)]));
}

// Of the selected thing, in all of its parameters that have keys and none here.
export function setKeys(): void {
  const at = frame.value;
  const open = propertiesOf(state.selectedThing.value!).filter(({ keyed }) =>
    keyed.keys.every((key) => key.frame !== at),
  );
  edit(`Set keys at frame ${at}`, applied(open.map((property) => keys.keyToggled(property, at))));
}

export function removeKeys(): void {
  const names = state.selectedKeys.value;
  edit(`Delete ${counted(names.size)}`, applied(keys.keysRemoved(names, state.propertyAt)));
  state.selectKeys([]);
}

export const counted = (count: number): string => (count === 1 ? "key" : `${count} keys`);

const clipboard: Signal<keys.Copied | null> = signal(null);
const thingOf = (path: string): string => thingAt(state.things.value, path)?.path ?? "";
const copied = (): keys.Copied | null => keys.copied(state.selectedKeys.value, state.propertyAt, thingOf);

export function copyKeys(): void {
  clipboard.value = copied();
  tell(`Copied ${counted(clipboard.value?.keys.length ?? 0)}. Ctrl+V pastes at the playhead.`);
}
export const canPaste = (): boolean => clipboard.value !== null;

function paste(those: keys.Copied, at: number, label: string): void {
  const to = state.selectedThing.value?.path ?? null;
  const { edits, names } = keys.pasted(those, at, to, state.canHaveKeys, state.valueNow);
  if (!names.length) {
    tell("These keys fit no parameter of what is selected.", "error");
    return;
  }
  edit(label, applied(edits));
  state.selectKeys(names);
}
export const pasteKeys = (): void => paste(clipboard.value!, frame.value, "Paste keys");

// At the playhead; where they are there already, after the last of them.
export function duplicateKeys(): void {
  const those = copied();
  if (!those) return;
  const names = [...state.selectedKeys.value].map(keyOfName);
  const first = Math.min(...names.map(({ frame }) => frame));
  const at = frame.value === first ? Math.max(...names.map(({ frame }) => frame)) + 1 : frame.value;
  paste(those, at, `Duplicate ${counted(names.length)}`);
}

// Selected keys, else the selected thing.
export function nudge(by: number): void {
  const names = state.selectedKeys.value;
  if (names.size) {
    const edits = keys.keysMoved(names, state.propertyAt, by, false);
    edit(`Move ${counted(names.size)}`, applied(edits), "nudge");
    state.selectKeys(keys.namesMoved(names, by));
    return;
  }
  const thing = state.selectedThing.value;
  if (thing) edit(`Move ${thing.name}`, applied(clips.moved(thing, by)), "nudge");
}

// Of what is selected, else of everything.
export function goToKey(way: 1 | -1): void {
  const own = state.selectedThing.value ? [state.selectedThing.value] : state.things.value;
  const those = own.flatMap(propertiesOf).flatMap(({ keyed }) => keyed.keys.map((key) => key.frame));
  const marks = allOf(own).flatMap((thing) => thing.marks.map((mark) => mark.frame));
  const whole = [...those, ...marks].map(Math.round);
  const beyond = whole.filter((at) => (at - frame.value) * way > 0).sort((a, b) => (a - b) * way);
  if (beyond[0] !== undefined) goTo(beyond[0]);
}

export function setBetween(property: Property, between: Between): void {
  edit(`${property.name}: ${between}`, (text) => setValue(text, `${property.path}.between`, between));
}
