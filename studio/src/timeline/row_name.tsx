// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The left part of a row: what it is, and its small buttons. The rows are a tree: arrow keys go through it and fold it.

import { frame } from "../model/playhead.ts";
import { select } from "../model/selection.ts";
import { valueAtFrame } from "../text/interpolation.ts";
import { duplicateThing, removeThing } from "../inspector/edit_commands.ts";
import * as keyActs from "./key_acts.ts";
import * as acts from "./thing_acts.ts";
import { canReverse } from "./clip_edits.ts";
import { canBeMuted, isMuted } from "./clips.ts";
import { Icon } from "./icons.tsx";
import { type Choice, openMenu } from "./menu.tsx";
import { keyName, type Row } from "./rows.ts";
import * as state from "./state.ts";
import { aboutProperty, aboutThing, type Property, type Thing } from "./things.ts";

export function menuOf({ thing, property }: Row): Choice[] {
  const choices: Choice[] = [];
  if (property) {
    const isHere = property.keyed.keys.some((key) => key.frame === frame.value);
    choices.push({ name: isHere ? "Remove the key here" : "Set a key here", act: () => keyActs.toggleKey(property) });
    const all = property.keyed.keys.map((key) => keyName({ path: property.path, frame: key.frame }));
    choices.push({ name: "Select all of its keys", act: () => state.selectKeys(all) });
  }
  if (state.selectedKeys.value.size) {
    choices.push({ name: "Copy keys", keys: "Ctrl+C", act: keyActs.copyKeys });
    choices.push({ name: "Duplicate keys", keys: "Ctrl+D", act: keyActs.duplicateKeys });
    choices.push({ name: "Delete keys", keys: "Delete", act: keyActs.removeKeys });
  }
  if (keyActs.canPaste()) choices.push({ name: "Paste keys at the playhead", keys: "Ctrl+V", act: keyActs.pasteKeys });
  if (property) return choices;
  if (canReverse(thing)) {
    choices.push({ name: thing.clip?.reverse ? "Play forward" : "Play backward", act: () => acts.reverse(thing) });
  }
  if (thing.clip?.kind === "lasting" && thing.clip.end === thing.clip.begin) {
    choices.push({ name: "Let it last half a second", act: () => acts.last(thing) });
  }
  if (canBeMuted(thing)) {
    choices.push({ name: isMuted(thing) ? "Unmute" : "Mute", act: () => acts.mute(thing) });
    choices.push({ name: acts.isSolo(thing) ? "Solo off" : "Solo: mute the others", act: () => acts.solo(thing) });
  }
  if (thing.list) {
    choices.push({ name: "Duplicate", keys: "Ctrl+D", act: () => duplicateThing(thing.path) });
    choices.push({ name: "Delete", keys: "Delete", act: () => removeThing(thing.path) });
  }
  return choices;
}

// What a screen reader says of a row.
function spoken({ thing, property, open }: Row): string {
  const count = (keys: number): string => `${keys} ${keys === 1 ? "key" : "keys"}`;
  if (property) return `${property.name}, ${count(property.keyed.keys.length)}`;
  const words = [thing.name];
  if (aboutThing(thing)) words.push(aboutThing(thing));
  const { clip } = thing;
  if (clip) words.push(clip.end === clip.begin ? `at frame ${clip.begin}` : `frames ${clip.begin} to ${clip.end}`);
  if (clip?.reverse) words.push("backward");
  if (isMuted(thing)) words.push("muted");
  if (!open && thing.properties.length)
    words.push(count(thing.properties.reduce((sum, p) => sum + p.keyed.keys.length, 0)));
  return words.join(", ");
}

function ThingButtons({ thing }: { thing: Thing }) {
  if (!canBeMuted(thing)) return null;
  const [off, alone] = [isMuted(thing), acts.isSolo(thing)];
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        class="tl-small"
        aria-pressed={off}
        aria-label={`Mute ${thing.name}`}
        title={off ? "Muted: it does nothing. Click to bring it back." : "Mute: it does nothing"}
        onClick={() => acts.mute(thing)}
      >
        <Icon name={off ? "mute" : "sound"} />
      </button>
      <button
        type="button"
        tabIndex={-1}
        class="tl-small"
        aria-pressed={alone}
        aria-label={`Solo ${thing.name}`}
        title="Solo: the others are muted"
        onClick={() => acts.solo(thing)}
      >
        S
      </button>
    </>
  );
}

// Follows the playhead by itself, so that the rows need not be made again for it.
function PropertyButtons({ property }: { property: Property }) {
  const at = Math.round(frame.value);
  const isHere = property.keyed.keys.some((key) => key.frame === at);
  const value = valueAtFrame(property.keyed, at, property.field.isRotation);
  const text = (Array.isArray(value) ? value : [value]).map((n) => (typeof n === "number" ? short(n) : "")).join(" ");
  return (
    <>
      <span class="tl-value dim" title={`${text} ${property.field.unit} at frame ${at}`}>
        {text}
      </span>
      <button
        type="button"
        tabIndex={-1}
        class={isHere ? "tl-small key here" : "tl-small key"}
        aria-pressed={isHere}
        aria-label={`Key of ${property.name} at the playhead`}
        title={isHere ? "Remove the key at the playhead" : "Set a key at the playhead"}
        onClick={() => keyActs.toggleKey(property)}
      >
        {isHere ? "◆" : "◇"}
      </button>
    </>
  );
}

const short = (value: number): string => String(Number(value.toFixed(Math.abs(value) < 10 ? 2 : 1)));

interface Props {
  row: Row;
  number: number;
  count: number;
  active: boolean; // the one to which Tab leads
  selected: boolean;
  go: (to: number) => void; // the focus goes to another row
}

export function RowName({ row, number, count, active, selected, go }: Props) {
  const { thing, property, depth, canOpen, open } = row;
  const pick = (): void => select(thing.path || null);
  const key = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) {
      if (event.key !== "F10" || !event.shiftKey) return;
      menu(event);
    } else if (event.key === "ArrowDown") go(number + 1);
    else if (event.key === "ArrowUp") go(number - 1);
    else if (event.key === "ArrowRight" && canOpen) open ? go(number + 1) : state.toggle(thing.path);
    else if (event.key === "ArrowLeft" && open) state.toggle(thing.path);
    else if (event.key === "Enter") property ? enter(property) : pick();
    else if (event.key === "ContextMenu") menu(event);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  // The key at the playhead is selected, or set.
  const enter = (of: Property): void => {
    const at = Math.round(frame.value);
    if (!of.keyed.keys.some((each) => each.frame === at)) keyActs.toggleKey(of);
    pick();
    state.selectKeys([keyName({ path: of.path, frame: at })]);
  };
  const menu = (event: Event): void => {
    const { left, bottom } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    openMenu(left + 20, bottom, thing.name, menuOf(row));
  };
  return (
    <div
      class="tl-name"
      role="treeitem"
      id={`tl-row-${number}`}
      tabIndex={active ? 0 : -1}
      aria-level={depth + 1}
      aria-setsize={count}
      aria-posinset={number + 1}
      aria-selected={selected}
      aria-label={spoken(row)}
      {...(canOpen ? { "aria-expanded": open } : {})}
      style={{ paddingLeft: `${4 + depth * 12}px` }}
      onKeyDown={key}
      onClick={pick}
    >
      <button
        type="button"
        class="tl-fold"
        tabIndex={-1}
        aria-hidden="true"
        disabled={!canOpen}
        onClick={(event) => {
          event.stopPropagation();
          state.toggle(thing.path);
        }}
      >
        {canOpen ? (open ? "▾" : "▸") : ""}
      </button>
      <span
        class="tl-title"
        title={property ? property.field.help : [thing.name, aboutThing(thing)].filter(Boolean).join(", ")}
      >
        {(property ?? thing).name} <span class="dim">{property ? aboutProperty(property) : aboutThing(thing)}</span>
      </span>
      {property ? <PropertyButtons property={property} /> : <ThingButtons thing={thing} />}
    </div>
  );
}
