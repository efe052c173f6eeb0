// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is to be written when a clip is moved, cropped, stretched, reversed or muted: values by paths, undefined for a
// parameter that is no longer written. They are made from the clip as it was when the drag began.

import type { Json } from "../link/protocol.ts";
import { jsonOfKeys, tidy } from "../text/keyframes.ts";
import { type Clip, off, role } from "./clips.ts";
import { isNumber } from "./parameters.ts";
import type { Property, Thing } from "./things.ts";

export interface Edit {
  path: string;
  value: Json | undefined;
}

const at = (thing: Thing, name: string): string => `${thing.path}.${name}`;
const isClose = (a: number, b: number): boolean => Math.abs(a - b) < 1e-6;

function shiftedKeys({ path, keyed }: Property, by: number): Edit {
  return {
    path: `${path}.keys`,
    value: jsonOfKeys(keyed.keys.map((key) => ({ ...key, frame: tidy(key.frame + by) }))),
  };
}

// By whole frames, with its keys and marks, and with what is in it.
export function moved(thing: Thing, by: number): Edit[] {
  const edits: Edit[] = [];
  const { clip } = thing;
  if (clip) {
    const names = clip.kind === "played" ? [role.start] : [role.first, role.frame, role.last];
    const isTimed = (name: string): boolean => !!thing.block.properties?.[name] && isNumber(thing.value[name]);
    const own = clip.kind === "played" ? [{ name: role.start, value: clip.begin }] : [];
    for (const name of names) {
      if (own.some((each) => each.name === name) || !isTimed(name)) continue;
      const value = thing.value[name] as number;
      if (Math.abs(value) < 1e8) edits.push({ path: at(thing, name), value: tidy(value + by) });
    }
    for (const { name, value } of own) edits.push({ path: at(thing, name), value: tidy(value + by) });
  }
  for (const { path, frame } of thing.marks) edits.push({ path, value: tidy(frame + by) });
  for (const property of thing.properties) edits.push(shiftedKeys(property, by));
  return [...edits, ...thing.children.flatMap((inner) => moved(inner, by))];
}

// Whether dragging it as a whole does anything.
export const canMove = (thing: Thing): boolean => moved(thing, 1).length > 0;

const shortest = 1; // frame

// Frames of its own at which a played clip has been pulled; the whole template is not written.
function ownEnds(thing: Thing, clip: Clip, first: number, last: number): Edit[] {
  const written = (name: string): boolean => isNumber(thing.value[name]);
  const edits: Edit[] = [];
  if (!isClose(first, clip.first) || written(role.first)) {
    edits.push({ path: at(thing, role.first), value: isClose(first, 1) ? undefined : tidy(first) });
  }
  if (!isClose(last, clip.last) || written(role.last)) {
    edits.push({ path: at(thing, role.last), value: isClose(last, clip.length) ? undefined : tidy(last) });
  }
  return edits;
}

// Pulled at its beginning: what is left plays when it did.
export function croppedBegin(thing: Thing, clip: Clip, by: number): Edit[] {
  if (clip.kind === "played") {
    if (clip.openEnd) return [];
    const step = clip.speed * clip.pace;
    const room = clip.reverse ? (clip.length - clip.last) / step : (clip.first - 1) / step;
    const shift = Math.min(Math.max(by, -Math.max(0, room)), clip.end - clip.begin - shortest);
    const first = clip.reverse ? clip.first : clip.first + shift * step;
    const last = clip.reverse ? clip.last - shift * step : clip.last;
    return [{ path: at(thing, role.start), value: tidy(clip.begin + shift) }, ...ownEnds(thing, clip, first, last)];
  }
  const name = clip.kind === "span" ? role.first : role.frame;
  return [
    { path: at(thing, name), value: tidy(Math.min(clip.begin + by, clip.end - (clip.kind === "span" ? shortest : 0))) },
  ];
}

export function croppedEnd(thing: Thing, clip: Clip, by: number): Edit[] {
  if (clip.kind === "played") {
    if (clip.openEnd) return [];
    const step = clip.speed * clip.pace;
    const room = clip.reverse ? (clip.first - 1) / step : (clip.length - clip.last) / step;
    const shift = Math.max(Math.min(by, Math.max(0, room)), clip.begin + shortest - clip.end);
    const first = clip.reverse ? clip.first - shift * step : clip.first;
    const last = clip.reverse ? clip.last : clip.last + shift * step;
    return ownEnds(thing, clip, first, last);
  }
  if (!thing.block.properties?.[role.last]) return [];
  const end = tidy(Math.max(clip.end + by, clip.begin + (clip.kind === "span" ? shortest : 0)));
  // A moment that no longer lasts.
  const value = clip.kind === "lasting" && isClose(end, clip.begin) ? undefined : end;
  return [{ path: at(thing, role.last), value }];
}

const rounded = (speed: number): number => Number(speed.toPrecision(6));

// Pulled with Alt: the other end stays, and it plays faster or slower.
function stretched(thing: Thing, clip: Clip, length: number): number | null {
  if (clip.kind !== "played" || clip.openEnd) return null;
  const { minimum = 0.01, maximum = 100 } = thing.block.properties?.[role.speed] ?? {};
  const speed = (clip.speed * (clip.end - clip.begin)) / Math.max(length, 1e-3);
  return rounded(Math.min(maximum, Math.max(minimum, speed)));
}

export function stretchedEnd(thing: Thing, clip: Clip, by: number): Edit[] {
  const speed = stretched(thing, clip, Math.max(shortest, clip.end - clip.begin + by));
  return speed === null ? [] : [{ path: at(thing, role.speed), value: speed }];
}

export function stretchedBegin(thing: Thing, clip: Clip, by: number): Edit[] {
  const speed = stretched(thing, clip, Math.max(shortest, clip.end - clip.begin - by));
  if (speed === null) return [];
  const begin = clip.end - (clip.last - clip.first) / (speed * clip.pace);
  return [
    { path: at(thing, role.start), value: tidy(begin) },
    { path: at(thing, role.speed), value: speed },
  ];
}

export const canReverse = ({ block }: Thing): boolean => block.properties?.[role.reverse]?.type === "boolean";
export function reversed(thing: Thing): Edit[] {
  return [{ path: at(thing, role.reverse), value: thing.value[role.reverse] === true ? undefined : true }];
}

// Parameters by which it acts; null: not written.
export type Kept = Record<string, Json | null>;

export function muted(thing: Thing): { edits: Edit[]; kept: Kept } {
  const names = Object.keys(off).filter((name) => thing.block.properties?.[name]);
  return {
    edits: names.map((name) => ({ path: at(thing, name), value: off[name]! })),
    kept: Object.fromEntries(names.map((name) => [name, thing.value[name] ?? null])),
  };
}

// What was there before; where nobody knows it any more, the default.
export function unmuted(thing: Thing, kept: Kept | undefined): Edit[] {
  const names = Object.keys(off).filter((name) => thing.block.properties?.[name]);
  return names
    .filter((name) => kept || thing.value[name] === off[name])
    .map((name) => ({ path: at(thing, name), value: kept?.[name] ?? undefined }));
}
