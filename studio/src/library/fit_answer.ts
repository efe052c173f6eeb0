// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a fit answers: where a template agrees best, in words and as a change of the scene's text.

import type { Fit, Job, Json } from "../link/protocol.ts";
import { setValue } from "../text/edits.ts";
import { type Known, openScene } from "../text/places.ts";
import { valueAt } from "../text/paths.ts";
import { placeText } from "./facts.ts";
import { type Placed, withInstance } from "./place.ts";

export const fitOf = (job: Job | null): Fit | null => (job?.state === "done" ? (job.answer?.fit ?? null) : null);

export const agreementText = (score: number): string => `${Math.round(score * 100)} %`;

export function fitText(fit: Fit, flat: boolean): string {
  const at = fit.transform.translate;
  const where = Array.isArray(at) ? placeText(at, flat) : "along its keyframes";
  const own = fit.last ?? fit.first ?? 1;
  return `${where}, frame ${fit.start}${own > 1 ? `, from its frame ${own}` : ""}`;
}

// Whether the scene had an instance of the template, which the fit has moved.
export const isThere = (scene: Json, fit: Fit, template: string): boolean =>
  valueAt(scene, `${fit.instance}.template`) === template;

function moved(text: string, fit: Fit, known: Known): string {
  const values: [string, Json | undefined][] = [
    ["start", fit.start],
    ["first", fit.first],
    ["last", fit.last],
    ["transform.translate", fit.transform.translate],
  ];
  return values.reduce(
    (before, [name, value]) =>
      value === undefined ? before : setValue(before, `${fit.instance}.${name}`, value, known),
    text,
  );
}

export function withFit(text: string, fit: Fit, template: string, known: Known = openScene()): string {
  if (isThere(known.full, fit, template)) return moved(text, fit, known);
  const placed: Placed = { template, start: fit.start, at: fit.transform.translate ?? [0, 0, 0] };
  return withInstance(text, fit.first === undefined ? placed : { ...placed, first: fit.first }, known);
}
