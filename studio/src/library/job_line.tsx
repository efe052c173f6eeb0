// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How far a job is, with a button that ends it.

import { ask } from "../link/connection.ts";
import type { Job } from "../link/protocol.ts";
import { told } from "../model/notices.ts";
import { jobShare } from "./facts.ts";

export const isUnderWay = (job: Job | null): job is Job => job?.state === "waiting" || job?.state === "running";

export function JobLine({ job }: { job: Job }) {
  if (job.state === "failed") return <p class="small lib-failed">{job.error}</p>;
  if (!isUnderWay(job)) return null;
  const share = jobShare(job);
  return (
    <div class="lib-job">
      <progress aria-label={job.what} {...(share === null ? {} : { value: share, max: 1 })} />
      <span class="small dim grow">
        {job.state === "waiting"
          ? "waiting"
          : job.progress
            ? `${job.progress.task}: ${job.progress.item} ${job.progress.current} of ${job.progress.last}`
            : "starting"}
      </span>
      <button type="button" onClick={() => told(ask("stop", { job: job.job }))}>
        Stop
      </button>
    </div>
  );
}
