// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The takes of the open scene, which of them is in the view, and which is beside it; jobs.

import { computed, signal } from "@preact/signals";
import { ask, linkState, on } from "../link/connection.ts";
import type { Job, Take, TakeKind } from "../link/protocol.ts";
import { sceneName } from "./document.ts";
import { tell, told } from "./notices.ts";

export const takes = signal<Take[]>([]); // oldest first
export const shownName = signal<string | null>(null);
export const besideName = signal<string | null>(null);
// How the take beside is shown: the other half of the view, or the same picture behind a line that can be dragged.
export const besideStyle = signal<"side" | "wipe">("side");
export const jobs = signal<Job[]>([]);

const named = (name: string | null): Take | null => takes.value.find(({ take }) => take === name) ?? null;
export const shown = computed(() => named(shownName.value));
export const beside = computed(() => named(besideName.value));
export const liveTake = computed(() => takes.value.find(({ kind }) => kind === "live") ?? null);
export const isBusy = (take: Take): boolean => take.state === "running" || take.state === "waiting";

export const hasFrame = (take: Take, frame: number): boolean =>
  take.have.some(([first, last]) => frame >= first && frame <= last);

export async function refreshTakes(): Promise<void> {
  const scene = sceneName.value;
  if (!scene) {
    takes.value = [];
    return;
  }
  const answer = await ask("takes", { scene });
  if (scene !== sceneName.value) return;
  takes.value = answer.takes;
  if (!shown.value) shownName.value = answer.takes.findLast(({ have }) => have.length > 0)?.take ?? null;
  if (!beside.value) besideName.value = null;
}

export async function run(kind: TakeKind, from?: { take: string; frame: number }): Promise<void> {
  const scene = sceneName.value;
  if (!scene) return;
  const answer = await ask("run", from ? { scene, kind, from } : { scene, kind });
  await refreshTakes();
  shownName.value = answer.take;
}

// Scenes are simulated as they are edited; `frame`: of the live take, to go on from.
export async function live(on: boolean, frame: number | null): Promise<void> {
  const scene = sceneName.value;
  if (!scene) return;
  const answer = await ask("live", { scene, frame, on });
  await refreshTakes();
  if (on) shownName.value = answer.take;
}

function receiveTake(news: Take): void {
  if (news.scene !== sceneName.value) return;
  const there = takes.value.some(({ take }) => take === news.take);
  takes.value = there ? takes.value.map((take) => (take.take === news.take ? news : take)) : [...takes.value, news];
}

function receiveJob(news: Job): void {
  const before = jobs.value.find(({ job }) => job === news.job);
  jobs.value = before ? jobs.value.map((job) => (job.job === news.job ? news : job)) : [...jobs.value, news];
  if (before?.state === news.state) return;
  if (news.state === "done") tell(`Done: ${news.what}`);
  if (news.state === "failed") tell(`${news.what}: ${news.error}`, "error");
}

export function followTakes(): void {
  sceneName.subscribe(() => {
    shownName.value = null;
    besideName.value = null;
    if (linkState.peek() === "open") told(refreshTakes());
  });
  linkState.subscribe((state) => {
    if (state !== "open") return;
    told(refreshTakes());
    told(ask("jobs", {}).then((answer) => void (jobs.value = answer.jobs)));
  });
  on("take", receiveTake);
  on("take_removed", ({ take }) => {
    takes.value = takes.value.filter((those) => those.take !== take);
    if (shownName.value === take) shownName.value = null;
    if (besideName.value === take) besideName.value = null;
  });
  on("job", receiveJob);
}
