// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a fit answers: the places where a template agrees best, in words and as changes of the scene's text.

import type { Fit, Job, Json } from "../link/protocol.ts";
import { setValue } from "../text/edits.ts";
import { parse } from "../text/parse.ts";
import { type Known, openScene } from "../text/places.ts";
import { valueAt } from "../text/paths.ts";
import { placeText } from "./facts.ts";
import { withInstance } from "./place.ts";

// The best first.
export const fitsOf = (job: Job | null): Fit[] => (job?.state === "done" ? (job.answer?.fits ?? []) : []);

export const agreementText = (score: number): string => `${Math.round(score * 100)} %`;

export function fitText(fit: Fit, flat: boolean): string {
  const at = fit.transform.translate;
  const where = Array.isArray(at) ? placeText(at, flat) : "along its keyframes";
  return `${where}, from its frame ${fit.last ?? fit.first ?? 1}`;
}

// Whether the scene had an instance of the template, which the fit has moved.
export const isThere = (scene: Json, fit: Fit, template: string): boolean =>
  valueAt(scene, `${fit.instance}.template`) === template;

// An instance that an earlier proposal has placed, as long as it is there.
export interface Before {
  path: string;
  name: Json;
}

function stillThere(text: string, { path, name }: Before, template: string, known: Known): boolean {
  const own = parse(text);
  const scene = Array.isArray(valueAt(own, "directors")) ? own : known.full;
  return valueAt(scene, `${path}.template`) === template && (valueAt(scene, `${path}.name`) ?? null) === name;
}

function moved(text: string, path: string, fit: Fit, known: Known): string {
  const values: [string, Json | undefined][] = [
    ["start", fit.start],
    ["first", fit.first],
    ["last", fit.last],
    ["transform.translate", fit.transform.translate],
  ];
  return values.reduce(
    (before, [name, value]) => (value === undefined ? before : setValue(before, `${path}.${name}`, value, known)),
    text,
  );
}

// The path of what is moved; null: an instance is added.
export function movedBy(text: string, fit: Fit, template: string, before: Before | null, known = openScene()) {
  if (before && stillThere(text, before, template, known)) return before.path;
  return isThere(known.full, fit, template) ? fit.instance : null;
}

export function withFit(text: string, fit: Fit, template: string, before: Before | null, known = openScene()): string {
  const path = movedBy(text, fit, template, before, known);
  if (path !== null) return moved(text, path, fit, known);
  const { translate, ...others } = fit.transform;
  const placed = { template, start: fit.start, at: translate ?? [0, 0, 0], transform: others };
  return withInstance(text, fit.first === undefined ? placed : { ...placed, first: fit.first }, known);
}
