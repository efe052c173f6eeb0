// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Proposes where a template agrees best with the liquid of the shown take, at the playhead.

import { useSignal } from "@preact/signals";
import { ask } from "../link/connection.ts";
import type { Fit as FitAnswer } from "../link/protocol.ts";
import { full, sceneName } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { hasFrame, jobs, shown } from "../model/takes.ts";
import { agreementText, fitOf, fitText, isThere } from "./fit_answer.ts";
import { isUnderWay, JobLine } from "./job_line.tsx";
import { placeFit } from "./placing.ts";

interface AnswerProps {
  fit: FitAnswer;
  name: string;
  flat: boolean;
  onPlaced: () => void;
}

function Answer({ fit, name, flat, onPlaced }: AnswerProps) {
  const moves = isThere(full.value, fit, name);
  return (
    <div class="lib-answer" role="status">
      <button
        type="button"
        onClick={() => {
          if (placeFit(fit, name)) onPlaced();
        }}
      >
        <b>{moves ? "Move it there" : "Place it there"}</b>
        <meter aria-label="Agreement" value={fit.after.score} min={0} max={1} />
        <span>agrees by {agreementText(fit.after.score)}</span>
        <span class="small dim">{fitText(fit, flat)}</span>
      </button>
      <span class="small dim">
        {moves ? "Where it is" : "Where it was recorded"}: {agreementText(fit.before.score)}
      </span>
    </div>
  );
}

export function Fit({ name, flat }: { name: string; flat: boolean }) {
  const started = useSignal<string | null>(null);
  const take = shown.value;
  const job = jobs.value.find((each) => each.job === started.value) ?? null;
  const fit = fitOf(job);
  const why = !take
    ? "Fitting needs a take in the view: run the scene first."
    : !hasFrame(take, frame.value)
      ? `${take.name} has no frame ${frame.value}.`
      : null;
  const find = async (): Promise<void> => {
    if (!take || !sceneName.value) return;
    const asked = { scene: sceneName.value, take: take.take, template: name, frame: frame.value };
    started.value = (await ask("fit", asked)).job;
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
      {fit && <Answer fit={fit} name={name} flat={flat} onPlaced={() => (started.value = null)} />}
    </div>
  );
}
