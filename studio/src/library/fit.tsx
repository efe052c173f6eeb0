// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Proposes the places where a template agrees best with the liquid of the shown take, at the playhead. Each is seen in the
// view while it is pointed at; one that is clicked is placed, in place of what was clicked before.

import { signal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Fit as Proposal } from "../link/protocol.ts";
import { full, sceneName } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { hasFrame, jobs, shown } from "../model/takes.ts";
import { ghostBox } from "../view/api.ts";
import { agreementText, fitsOf, fitText, isThere } from "./fit_answer.ts";
import { isUnderWay, JobLine } from "./job_line.tsx";
import { placeFit, type PlacedFit } from "./placing.ts";

// Kept while other panels are shown.
const search = signal<{ job: string; scene: string; name: string; placed: PlacedFit | null } | null>(null);

function Row({ fit, number, flat, name }: { fit: Proposal; number: number; flat: boolean; name: string }) {
  const show = (): void => void (ghostBox.value = { lower: fit.lower, upper: fit.upper });
  const hide = (): void => void (ghostBox.value = null);
  const { placed } = search.value!;
  const place = (): void => {
    const now = placeFit(fit, name, number, placed);
    if (now) search.value = { ...search.value!, placed: now };
  };
  return (
    <li>
      <button
        type="button"
        aria-label={`Place ${number}: agrees by ${agreementText(fit.after.score)}, ${fitText(fit, flat)}`}
        aria-pressed={placed?.number === number}
        onPointerEnter={show}
        onPointerLeave={hide}
        onFocus={show}
        onBlur={hide}
        onClick={place}
      >
        <b>{number}</b>
        <meter value={fit.after.score} min={0} max={1} />
        <span>{agreementText(fit.after.score)}</span>
        <span class="small dim">{fitText(fit, flat)}</span>
      </button>
    </li>
  );
}

function Proposals({ fits, name, flat }: { fits: Proposal[]; name: string; flat: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" });
    return () => void (ghostBox.value = null);
  }, []);
  const best = fits[0]!;
  const moves = search.value?.placed ? search.value.placed.was : isThere(full.value, best, name);
  return (
    <div class="lib-answer">
      <p class="small dim" role="status">
        {fits.length === 1 ? "It fits here" : `It fits at ${fits.length} places`}; click to{" "}
        {moves ? "move it there" : "place it"}. {moves ? "Where it was" : "Where it was recorded"} it agrees by{" "}
        {agreementText(best.before.score)}.
      </p>
      <ul ref={list} aria-label="Places where it fits">
        {fits.map((fit, at) => (
          <Row key={at} fit={fit} number={at + 1} flat={flat} name={name} />
        ))}
      </ul>
    </div>
  );
}

export function Fit({ name, flat }: { name: string; flat: boolean }) {
  const take = shown.value;
  const scene = sceneName.value;
  const own = search.value?.name === name && search.value.scene === scene ? search.value : null;
  const job = jobs.value.find((each) => each.job === own?.job) ?? null;
  const fits = fitsOf(job);
  const why = !take
    ? "Fitting needs a take in the view: run the scene first."
    : take.kind === "live"
      ? "Fitting needs a take on the disk: run the scene."
      : !hasFrame(take, frame.value)
        ? `${take.name} has no frame ${frame.value}.`
        : null;
  const find = async (): Promise<void> => {
    if (!take || !scene) return;
    const asked = { scene, take: take.take, template: name, frame: frame.value };
    search.value = { job: (await ask("fit", asked)).job, scene, name, placed: null };
  };
  return (
    <div class="lib-fit">
      <div class="row">
        <button type="button" disabled={why !== null || isUnderWay(job)} onClick={() => told(find())}>
          Find where it fits
        </button>
        <span class="small dim">{why ?? `in ${take?.name} at frame ${frame.value}`}</span>
      </div>
      {job && <JobLine job={job} />}
      {fits.length > 0 && <Proposals key={own!.job} fits={fits} name={name} flat={flat} />}
    </div>
  );
}
