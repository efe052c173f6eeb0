// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An instance of a template in the text of a scene: in its templates director, which is made where there is none.

import type { Json, Vec3 } from "../link/protocol.ts";
import { freeName } from "../start/names.ts";
import { appendTo } from "../text/edits.ts";
import { parse } from "../text/parse.ts";
import { valueAt } from "../text/paths.ts";
import { type Known, openScene } from "../text/places.ts";

// What of the template comes to the place. The names are those of the scene; "": the middle of its region.
export type Anchor = "" | "bottom" | "waterline";

export interface Placed {
  template: string;
  start: number; // frame of the scene
  at: Vec3;
  anchor?: Anchor;
  first?: number; // of the template's frames, from 1
  transform?: { [key: string]: Json | undefined }; // besides its place
}

const kindIs = (value: Json | undefined, kind: string): boolean =>
  typeof value === "object" && value !== null && !Array.isArray(value) && value["kind"] === kind;

const listAt = (scene: Json, path: string): Json[] => {
  const list = valueAt(scene, path);
  return Array.isArray(list) ? list : [];
};

export function instanceNames(scene: Json): string[] {
  return listAt(scene, "directors").flatMap((director, index) =>
    kindIs(director, "templates")
      ? listAt(scene, `directors[${index}].instances`).map((_, at) =>
          String(valueAt(scene, `directors[${index}].instances[${at}].name`) ?? ""),
        )
      : [],
  );
}

// To a tenth of the spacing or less: digits that mean something.
export function tidy(at: Vec3, spacing: number): Vec3 {
  const digits = spacing > 0 ? Math.min(12, Math.max(0, Math.ceil(-Math.log10(spacing / 10)))) : 6;
  return at.map((value) => Number(value.toFixed(digits)) || 0) as Vec3;
}

export function instanceOf(placed: Placed, names: readonly string[]): Json {
  return {
    name: freeName(placed.template, names),
    template: placed.template,
    start: placed.start,
    ...(placed.first !== undefined && placed.first > 1 ? { first: placed.first } : {}),
    ...(placed.anchor ? { anchor: placed.anchor } : {}),
    transform: { translate: [...placed.at], ...(placed.transform as { [key: string]: Json } | undefined) },
  };
}

// The number of the first templates director; -1: there is none.
const templatesIn = (scene: Json): number =>
  listAt(scene, "directors").findIndex((director) => kindIs(director, "templates"));

// Of the text where it has them, else of what it includes.
function directorOf(text: string, known: Known): { list: string; scene: Json } | null {
  const scene = [parse(text), known.full].find((each) => templatesIn(each) >= 0);
  return scene === undefined ? null : { list: `directors[${templatesIn(scene)}].instances`, scene };
}

export function withInstance(text: string, placed: Placed, known: Known = openScene()): string {
  const names = [...instanceNames(parse(text)), ...instanceNames(known.full)];
  const instance = instanceOf(placed, names);
  const director = directorOf(text, known);
  return director
    ? appendTo(text, director.list, instance, known)
    : appendTo(text, "directors", { kind: "templates", instances: [instance] }, known);
}

// The path of the instance that was added last to a text that was `before`.
export function pathOfLast(before: string, after: string, known: Known = openScene()): string | null {
  const director = directorOf(after, known);
  if (!director) return null;
  const count = listAt(parse(after), director.list).length;
  const earlier = directorOf(before, known);
  const included = earlier ? listAt(earlier.scene, earlier.list).length : 0;
  return `${director.list}[${count > 0 ? count - 1 : included}]`;
}

// A place for a template that was put nowhere: its region stands on the middle of the domain's floor, as where most are
// recorded.
export function onTheFloor(domain: { lower: Vec3; upper: Vec3 }, height: number, flat: boolean): Vec3 {
  const middle = (axis: 0 | 2): number => (domain.lower[axis] + domain.upper[axis]) / 2;
  return [middle(0), domain.lower[1] + height / 2, flat ? 0 : middle(2)];
}
