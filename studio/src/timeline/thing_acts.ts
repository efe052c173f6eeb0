// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the artist does to things by a button or a menu; each is one step of undo.

import type { Json } from "../link/protocol.ts";
import { edit } from "../model/document.ts";
import { frames } from "../model/playhead.ts";
import { applied } from "./apply.ts";
import * as clips from "./clip_edits.ts";
import { canBeMuted, isMuted } from "./clips.ts";
import { keptForScene } from "./kept.ts";
import * as state from "./state.ts";
import { allOf, type Thing } from "./things.ts";

export const reverse = (thing: Thing): void =>
  edit(`${thing.clip?.reverse ? "Play forward" : "Reverse"}: ${thing.name}`, applied(clips.reversed(thing)));

const quiet = keptForScene<Record<string, clips.Kept & { bySolo?: Json }>>("muted", {});
// Things keep what was theirs when others of the list come and go, as far as they have names.
const identity = ({ list, name, path, value }: Thing): string => (value["name"] ? `${list}:${name}` : path);

function silence(those: readonly Thing[], others: readonly Thing[], label: string, bySolo: boolean): void {
  const kept = { ...quiet.those.value };
  const edits: clips.Edit[] = [];
  for (const thing of those) {
    const { edits: own, kept: before } = clips.muted(thing);
    edits.push(...own);
    kept[identity(thing)] = { ...before, ...(bySolo ? { bySolo } : {}) };
  }
  for (const thing of others) {
    const { bySolo: _, ...before } = kept[identity(thing)] ?? {};
    edits.push(...clips.unmuted(thing, Object.keys(before).length ? before : undefined));
    delete kept[identity(thing)];
  }
  quiet.keep(kept);
  edit(label, applied(edits));
}

export const mute = (thing: Thing): void =>
  isMuted(thing)
    ? silence([], [thing], `Unmute: ${thing.name}`, false)
    : silence([thing], [], `Mute: ${thing.name}`, false);

const soundable = (): Thing[] => allOf(state.things.value).filter(canBeMuted);
export function isSolo(thing: Thing): boolean {
  const others = soundable().filter(({ path }) => path !== thing.path);
  return !isMuted(thing) && others.length > 0 && others.every(isMuted);
}

// The others are muted; again, and those that it muted are back.
export function solo(thing: Thing): void {
  const others = soundable().filter(({ path }) => path !== thing.path);
  if (isSolo(thing)) {
    const back = others.filter((each) => quiet.those.value[identity(each)]?.bySolo);
    silence([], back.length ? back : others, `Solo off: ${thing.name}`, true);
  } else {
    const own = isMuted(thing) ? [thing] : [];
    silence(
      others.filter((each) => !isMuted(each)),
      own,
      `Solo: ${thing.name}`,
      true,
    );
  }
}

// Makes a moment last, or no longer.
export const last = (thing: Thing): void =>
  edit(`Let ${thing.name} last`, applied(clips.croppedEnd(thing, thing.clip!, Math.round(frames.value.rate / 2))));
