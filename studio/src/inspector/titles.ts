// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What things of a scene are called: by their name, else by their kind, else by what they are and their number.

import type { Json } from "../link/protocol.ts";
import { labelOf } from "../schema/fields.ts";
import type { JsonSchema } from "../schema/schema.ts";
import { schemaAt } from "../schema/walk.ts";
import { joined, segments, valueAt } from "../text/paths.ts";
import { nameIn } from "./rows.ts";

// "solid", "control mesh": of the entries of a list.
export function singular(schema: JsonSchema): string {
  const reference = schema.$ref ?? schema.anyOf?.find(({ $ref }) => $ref)?.$ref ?? "";
  return (reference.replace("#/$defs/", "").split(".")[0] ?? "").replaceAll("_", " ") || "entry";
}

export const kindIn = (value: Json | undefined): string => {
  const kind = value !== null && typeof value === "object" && !Array.isArray(value) ? value["kind"] : undefined;
  return typeof kind === "string" ? kind : "";
};

// The same with the scene as a whole and nothing selected: "the scene".
export function titleOf(path: string, scene: Json, root: JsonSchema | null): string {
  const at = segments(path);
  const last = at.at(-1);
  if (last === undefined) return "the scene";
  if (typeof last === "string") return labelOf(last);
  const value = valueAt(scene, path);
  const name = nameIn(value) || (typeof value === "string" ? value : "");
  if (name) return name;
  const schema = root && schemaAt(root, at, scene);
  const what = kindIn(value) || (schema ? singular(schema) : joined(at.slice(0, -1)));
  const list = valueAt(scene, joined(at.slice(0, -1)));
  return Array.isArray(list) && list.length === 1 ? labelOf(what) : `${labelOf(what)} ${last + 1}`;
}

// "ball" of "solids[0].shape.radius": the thing that a parameter belongs to.
export function thingOf(path: string): string {
  const at = segments(path);
  const entry = at.findLastIndex((part) => typeof part === "number");
  return entry >= 0 ? joined(at.slice(0, entry + 1)) : at.length > 1 ? joined(at.slice(0, -1)) : "";
}

// The thing that a thing is in: the director of an instance; "" is the scene.
export const outerOf = (path: string): string => {
  const at = segments(path);
  return thingOf(joined(at.slice(0, typeof at.at(-1) === "number" ? -2 : -1)));
};

export function freeName(wanted: string, taken: readonly string[]): string {
  if (!taken.includes(wanted)) return wanted;
  const stem = wanted.replace(/ \d+$/, "");
  let number = 2;
  while (taken.includes(`${stem} ${number}`)) ++number;
  return `${stem} ${number}`;
}
