// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The line at the bottom: what check says of the scene, what runs, frames that were dropped.

import { checked } from "../model/document.ts";
import { droppedFrames, frame, frames, secondsAt } from "../model/playhead.ts";
import { jobs } from "../model/takes.ts";
import { rightTab } from "../model/layout.ts";

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function CheckState() {
  const found = checked.value?.findings ?? [];
  const errors = found.filter(({ severity }) => severity === "error").length;
  const others = found.length - errors;
  const text =
    checked.value === null
      ? "Checking…"
      : errors
        ? counted(errors, "mistake")
        : others
          ? counted(others, "remark")
          : "Scene is good";
  return (
    <button
      type="button"
      class={`check-state ${errors ? "bad" : others ? "remarks" : "good"}`}
      onClick={() => (rightTab.value = "text")}
      title="Show what check says"
    >
      {text}
    </button>
  );
}

export function StatusBar() {
  const scene = checked.value;
  const busy = jobs.value.filter(({ state }) => state === "running" || state === "waiting");
  return (
    <footer class="status" aria-label="Status">
      <CheckState />
      {scene && (
        <span>
          {scene.solver}, {scene.dimensions}D, spacing {scene.spacing} m
        </span>
      )}
      {scene?.particles !== undefined && <span>{scene.particles.toLocaleString("en")} particles at the start</span>}
      {scene?.memory !== undefined && scene.memory > 0 && (
        <span>about {Math.ceil(scene.memory / 1e6).toLocaleString("en")} MB</span>
      )}
      <span class="grow" />
      {busy.map((job) => (
        <span key={job.job}>
          {job.what}: {job.progress ? `${job.progress.current}/${job.progress.last}` : job.state}
        </span>
      ))}
      {droppedFrames.value > 0 && <span class="dropped">{counted(droppedFrames.value, "frame")} dropped a second</span>}
      <span class="time">
        frame {frame.value} of {frames.value.last} · {secondsAt(frame.value).toFixed(2)} s
      </span>
    </footer>
  );
}
