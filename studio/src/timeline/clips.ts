// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which parameters say when a thing begins and ends, how fast it is played, and what keeps it from acting. This is the
// only place where the timeline knows names of parameters; a thing has of them what its schema has.

import type { Json } from "../link/protocol.ts";
import type { JsonSchema } from "../schema/schema.ts";
import type { Thing } from "./things.ts";
import { isInFrames, isNumber, valueOr } from "./parameters.ts";

export const role = {
  start: "start", // when it begins to play frames of its own,
  first: "first", // of them, or of the scene's
  last: "last",
  frame: "frame", // when it is, or begins to be
  speed: "speed",
  reverse: "reverse",
  source: "template", // what has the frames of its own
  scene: "scene", // given: frames are that scene's
} as const;

// What is set for a thing not to act.
export const off: Record<string, Json> = { strength: 0, temporary: false };

// Frames of its own that a clip plays.
export interface Source {
  frames: number;
  rate: number;
}

export interface Clip {
  kind: "played" | "span" | "lasting"; // frames of its own; from..to; a moment that may last
  begin: number;
  end: number;
  openBegin: boolean; // no frame is given for it
  openEnd: boolean;
  whole: boolean; // its frames have no fractions
  // Of played ones.
  reverse: boolean;
  speed: number;
  pace: number; // frames of its own in a frame of the scene, at speed 1
  first: number; // of its own
  last: number;
  length: number; // all of its own; 0: not known
}

export interface Around {
  frames: { first: number; last: number; rate: number };
  source: (name: string) => Source | null;
}

const never = 1e8; // what stands for "from the start" and "to the end" in defaults

const given = (value: Json | undefined): value is number => isNumber(value) && Math.abs(value) < never;

function inFrames(block: JsonSchema, name: string): JsonSchema | null {
  const schema = block.properties?.[name];
  return schema && isInFrames(schema) ? schema : null;
}

function isWhole(schema: JsonSchema | null): boolean {
  return schema?.type === "integer" || !!schema?.anyOf?.some(({ type }) => type === "integer");
}

export function clipOf(thing: Thing, around: Around): Clip | null {
  const { block, value } = thing;
  const written = (name: string): Json => valueOr(value[name], block.properties?.[name]);
  const [start, first, last, frame] = [role.start, role.first, role.last, role.frame].map((n) => inFrames(block, n));
  const plain = { reverse: false, speed: 1, pace: 1, first: 1, last: 1, length: 0 };

  if (start && first && last) {
    const source = around.source(String(value[role.source] ?? ""));
    const begin = Number(written(role.start));
    const own = given(value[role.first]) ? (value[role.first] as number) : 1;
    const ownLast = given(value[role.last]) ? (value[role.last] as number) : (source?.frames ?? 0);
    const speed = Number(written(role.speed) ?? 1) || 1;
    const pace = (source?.rate ?? around.frames.rate) / around.frames.rate;
    const isKnown = ownLast > own;
    const end = isKnown ? begin + (ownLast - own) / (speed * pace) : Math.max(begin + 1, around.frames.last);
    const playing = { reverse: written(role.reverse) === true, speed, pace, first: own, last: ownLast };
    const ends = { begin, end, openBegin: false, openEnd: !isKnown, whole: false };
    return { kind: "played", ...ends, ...playing, length: source?.frames ?? 0 };
  }
  if (first && last) {
    if (block.properties?.[role.scene] && value[role.scene]) return null;
    const marks = thing.marks.filter(({ isEntry }) => isEntry).map((mark) => mark.frame);
    const openBegin = !given(value[role.first]) && marks.length === 0;
    const openEnd = !given(value[role.last]) && marks.length === 0;
    const begin = given(value[role.first])
      ? (value[role.first] as number)
      : Math.min(...marks, ...(openBegin ? [around.frames.first] : []));
    const until = given(value[role.last])
      ? (value[role.last] as number)
      : Math.max(...marks, ...(openEnd ? [around.frames.last] : []));
    return { kind: "span", begin, end: Math.max(begin, until), openBegin, openEnd, whole: isWhole(first), ...plain };
  }
  if (frame && given(value[role.frame])) {
    const begin = value[role.frame] as number;
    const end = last && given(value[role.last]) ? Math.max(begin, value[role.last] as number) : begin;
    return { kind: "lasting", begin, end, openBegin: false, openEnd: false, whole: isWhole(frame), ...plain };
  }
  return null;
}

// Whether its force can be taken from a thing: it has one from the start, and that can be 0.
export const canBeMuted = ({ block }: Thing): boolean =>
  Object.keys(off).some((name) => block.properties?.[name]) && Number(block.properties?.["strength"]?.default ?? 0) > 0;

export const isMuted = ({ value }: Thing): boolean => value["strength"] === off["strength"];
