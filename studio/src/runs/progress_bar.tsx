// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How far a run or a job is.

import type { Progress } from "../link/protocol.ts";
import { share } from "./take_words.ts";
import "./progress_bar.css";

export function ProgressBar({ what, progress }: { what: string; progress: Progress | null }) {
  const done = progress ? share(progress) : 0;
  return (
    <div
      class="progress-bar"
      role="progressbar"
      aria-label={`Progress of ${what}`}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(done * 100)}
    >
      <div style={{ width: `${done * 100}%` }} />
    </div>
  );
}
