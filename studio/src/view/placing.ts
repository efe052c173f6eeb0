// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Writes what was dragged or typed into the scene's text: as a value, or as a keyframe at the playhead where the value
// is keyframed or keyframes are set by dragging.

import type { Handle, Json, Vec3 } from "../link/protocol.ts";
import { titleNow } from "../model/names.ts";
import { setValue } from "../text/edits.ts";
import { keyedOf, withKey } from "../text/keyframes.ts";
import { parse } from "../text/parse.ts";
import { valueAt } from "../text/paths.ts";
import type { Placed } from "./moves.ts";

export interface Keying {
  frame: number;
  always: boolean; // auto-key
  full: Json; // the scene with every parameter spelled out
}

// What the text says, else what holds without it.
const present = (text: string, path: string, full: Json): Json | undefined =>
  valueAt(parse(text), path) ?? valueAt(full, path) ?? undefined;

export function written(text: string, path: string, value: Json, { frame, always, full }: Keying): string {
  const before = present(text, path, full);
  const isKeyed = keyedOf(before) !== null;
  return setValue(text, path, isKeyed || always ? withKey(before, frame, value) : value);
}

const same = (a: Vec3, b: Vec3): boolean => a.every((value, i) => Math.abs(value - b[i]!) < 1e-12);

// One number where it was one and still is.
function scaleAs(before: Json | undefined, scale: Vec3): Json {
  const sample = keyedOf(before)?.keys[0]?.value ?? before;
  const isOne = typeof sample === "number" || sample === undefined || sample === null;
  return isOne && scale[0] === scale[1] && scale[1] === scale[2] ? scale[0] : scale;
}

// Where it is written: sizes are handled as scales.
export function pathOf({ kind, edits, can }: Handle, name: keyof Placed): string {
  if (kind !== "transform") return edits;
  return `${edits}.${name === "scale" && can.includes("size") ? "size" : name}`;
}

// What is different of a transform; of a single place or direction its value.
export function withPlaced(text: string, handle: Handle, before: Placed, after: Placed, keying: Keying): string {
  if (handle.kind !== "transform") return written(text, handle.edits, after.translate, keying);
  let now = text;
  const put = (name: keyof Placed): void => {
    const path = pathOf(handle, name);
    if (same(before[name], after[name])) return;
    const value = path.endsWith(".scale") ? scaleAs(present(now, path, keying.full), after.scale) : after[name];
    now = written(now, path, value, keying);
  };
  put("translate");
  put("rotate");
  put("scale");
  return now;
}

const said = { translate: "Move", rotate: "Turn", scale: "Scale" };
export const labelOf = (what: keyof Placed, handle: Handle): string =>
  `${handle.kind === "direction" ? "Point" : said[what]} ${titleNow(handle.path || handle.edits)}`;
