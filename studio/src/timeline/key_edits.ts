// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is to be written when keys are moved, repeated, removed, pasted or set. As with clips, they are made from the keys
// as they were when the drag began.

import type { Json } from "../link/protocol.ts";
import { valueAtFrame } from "../text/interpolation.ts";
import {
  type Between,
  type Key,
  keyedOf,
  jsonOf,
  jsonOfKeys,
  movedKeys,
  ordered,
  tidy,
  withKey,
  withoutKeys,
} from "../text/keyframes.ts";
import type { Edit } from "./clip_edits.ts";
import { type KeyId, keyOfName } from "./rows.ts";
import type { Property } from "./things.ts";

// By the paths of their parameters.
function framesByPath(names: Iterable<string>): Map<string, Set<number>> {
  const those = new Map<string, Set<number>>();
  for (const name of names) {
    const { path, frame } = keyOfName(name);
    those.set(path, (those.get(path) ?? new Set()).add(frame));
  }
  return those;
}

const keysEdit = (path: string, keys: readonly Key[]): Edit => ({ path: `${path}.keys`, value: jsonOfKeys(keys) });

type Find = (path: string) => Property | null;

export function keysMoved(names: Iterable<string>, find: Find, by: number, copy: boolean): Edit[] {
  return [...framesByPath(names)].flatMap(([path, frames]) => {
    const property = find(path);
    return property ? [keysEdit(path, movedKeys(property.keyed.keys, frames, by, copy))] : [];
  });
}

// Their names after that.
export const namesMoved = (names: Iterable<string>, by: number): string[] =>
  [...names].map((name) => {
    const { path, frame } = keyOfName(name);
    return `${path}@${tidy(frame + by)}`;
  });

export function keysRemoved(names: Iterable<string>, find: Find): Edit[] {
  return [...framesByPath(names)].flatMap(([path, frames]) => {
    const property = find(path);
    if (!property) return [];
    const left = property.keyed.keys.filter(({ frame }) => !frames.has(frame));
    if (left.length) return [keysEdit(path, left)];
    const { keys, between } = property.keyed;
    return [{ path, value: withoutKeys({ keys: jsonOfKeys(keys), between }, frames) }];
  });
}

// A key with what the curve has there anyway; one that is there goes.
export function keyToggled({ path, keyed, field }: Property, frame: number): Edit {
  if (keyed.keys.some((key) => key.frame === frame))
    return keysRemoved([`${path}@${frame}`], () => ({ path, keyed }) as Property)[0]!;
  const value = rounded(valueAtFrame(keyed, frame, field.isRotation));
  return keysEdit(path, ordered([...keyed.keys, { frame, value }]));
}

export function rounded(value: Json): Json {
  if (typeof value === "number") return Number(value.toPrecision(6));
  return Array.isArray(value) ? value.map(rounded) : value;
}

// One key elsewhere and of another value; it takes the place of one that is there.
export function keyChanged({ path, keyed }: Property, frame: number, to: Key): Edit {
  const others = keyed.keys.filter((key) => key.frame !== frame && key.frame !== to.frame);
  return keysEdit(path, ordered([...others, to]));
}

// What was copied: keys, counted from the first of them.
export interface Copied {
  thing: string; // path of the thing that they are of, where it is but one
  keys: { path: string; after: number; value: Json; between: Between }[];
}

export function copied(names: Iterable<string>, find: Find, thingOfPath: (path: string) => string): Copied | null {
  const ids: KeyId[] = [...names].map(keyOfName);
  if (!ids.length) return null;
  const first = Math.min(...ids.map(({ frame }) => frame));
  const things = new Set(ids.map(({ path }) => thingOfPath(path)));
  const keys = ids.flatMap(({ path, frame }) => {
    const keyed = find(path)?.keyed;
    const key = keyed?.keys.find((each) => each.frame === frame);
    return keyed && key ? [{ path, after: tidy(frame - first), value: key.value, between: keyed.between }] : [];
  });
  return { thing: things.size === 1 ? [...things][0]! : "", keys };
}

// Keys of one thing can be pasted to another one that is selected, as far as it has such parameters. `now`: the value of a
// parameter; undefined where it is not written.
export function pasted(
  from: Copied,
  frame: number,
  to: string | null,
  mayBeKeyed: (path: string) => boolean,
  now: (path: string) => Json | undefined,
): { edits: Edit[]; names: string[] } {
  const values = new Map<string, Json | undefined>();
  const names: string[] = [];
  for (const { path, after, value, between } of from.keys) {
    const moves = to !== null && from.thing && to !== from.thing && path.startsWith(from.thing);
    const target = moves ? `${to}${path.slice(from.thing.length)}` : path;
    if (!mayBeKeyed(target)) continue;
    const at = tidy(frame + after);
    const before = values.get(target) ?? now(target);
    values.set(
      target,
      keyedOf(before) ? withKey(before, at, value) : jsonOf({ keys: [{ frame: at, value }], between }),
    );
    names.push(`${target}@${at}`);
  }
  return { edits: [...values].map(([path, value]) => ({ path, value })), names };
}
