// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is made in the background and what became of it, newest first.

import { ProgressBar } from "../runs/progress_bar.tsx";
import { useState } from "preact/hooks";
import { address, ask } from "../link/connection.ts";
import type { Job } from "../link/protocol.ts";
import { told } from "../model/notices.ts";
import { jobs } from "../model/takes.ts";
import { Icon } from "../runs/icons.tsx";
import { progressWords } from "../runs/take_words.ts";
import { timeLeft } from "../runs/words.ts";
import { LargePicture, type Picture } from "./large_picture.tsx";
import { listed, nameOf } from "./results.ts";

export function JobList() {
  const newestFirst = [...jobs.value].reverse();
  const [large, setLarge] = useState<Picture | null>(null);
  if (newestFirst.length === 0) return null;
  return (
    <section class="show-part" aria-label="Made in the background">
      <h3>Made</h3>
      <ul class="show-jobs">
        {newestFirst.map((job) => (
          <OneJob key={job.job} job={job} enlarge={setLarge} />
        ))}
      </ul>
      {large && <LargePicture picture={large} close={() => setLarge(null)} />}
    </section>
  );
}

function stateOf(job: Job): string {
  if (job.state === "waiting") return "waiting for its turn";
  if (job.state === "running") {
    return job.progress ? `${progressWords(job.progress)} · ${timeLeft(job.progress.left)}` : "starting";
  }
  return job.state === "done" ? "" : job.state;
}

function OneJob({ job, enlarge }: { job: Job; enlarge: (picture: Picture) => void }) {
  const busy = job.state === "running" || job.state === "waiting";
  const state = stateOf(job);
  return (
    <li class="show-job">
      <div class="show-job-head">
        <b>{job.what}</b>
        {busy && (
          <button
            type="button"
            class="plain"
            aria-label={`Stop ${job.what}`}
            title="Stop"
            onClick={() => told(ask("stop", { job: job.job }))}
          >
            <Icon of="stop" />
          </button>
        )}
      </div>
      {state && <div class="dim small">{state}</div>}
      {busy && <ProgressBar what={job.what} progress={job.progress} />}
      {job.error && <div class="show-job-error">{job.error}</div>}
      <Results job={job} enlarge={enlarge} />
      {job.said.length > 0 && (
        <details class="show-job-said small">
          <summary>What it said</summary>
          <pre>{job.said.join("\n")}</pre>
        </details>
      )}
    </li>
  );
}

function Results({ job, enlarge }: { job: Job; enlarge: (picture: Picture) => void }) {
  if (job.results.length === 0) return null;
  const { pictures, films, files, more, folder } = listed(job.results);
  // What is made again has the same path: another address shows it anew.
  const at = (path: string): string => address("file", { path, made: job.job });
  return (
    <div class="show-job-results">
      {films.map((path) => (
        <video key={path} src={at(path)} controls loop muted preload="metadata" aria-label={job.what} />
      ))}
      {pictures.map((path) => (
        <button
          key={path}
          type="button"
          class="show-job-picture"
          title="Show it large"
          onClick={() => enlarge({ path, source: at(path) })}
        >
          <img src={at(path)} alt={`${job.what}: ${nameOf(path)}`} loading="lazy" />
        </button>
      ))}
      {[...pictures, ...films, ...files].map((path) => (
        <a key={path} class="small" href={at(path)} download={nameOf(path)} title={path}>
          {nameOf(path)}
        </a>
      ))}
      {more > 0 && <span class="dim small">and {more} more</span>}
      {folder && (
        <span class="dim small show-job-folder" title="Below the folder that Studio has opened">
          in {folder}
        </span>
      )}
    </div>
  );
}
