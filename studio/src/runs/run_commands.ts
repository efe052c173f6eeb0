// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Running, previewing, stopping and branching: what the buttons of the top bar and their keys do.

import { computed } from "@preact/signals";
import { ask, on } from "../link/connection.ts";
import type { Take, TakeKind } from "../link/protocol.ts";
import { command } from "../model/commands.ts";
import { checked, full, sceneName } from "../model/document.ts";
import { tell, told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { besideName, hasFrame, isBusy, live, refreshTakes, run, shown, shownName, takes } from "../model/takes.ts";
import { isLive, toggleLive } from "./live.ts";
import { kindWords, mistakeOf, quickKind, unfit } from "./run_kinds.ts";

// Why nothing can be run; null: it can be.
export const blocked = computed(() => mistakeOf(checked.value));

// What simulates or waits, besides the live take; what simulates first.
export const atWork = computed(() =>
  takes.value
    .filter((take) => isBusy(take) && take.kind !== "live")
    .sort((a, b) => Number(a.state === "waiting") - Number(b.state === "waiting")),
);

export const offReason = (kind: TakeKind): string | null => blocked.value ?? unfit(kind, checked.value);

const refused = (reason: string | null): boolean => {
  if (reason) tell(reason, "error");
  return reason !== null;
};

export function start(kind: TakeKind): void {
  if (!refused(offReason(kind))) told(run(kind));
}

export const quick = (): "half" | "quarter" => quickKind(checked.value);

// The preview is shown; the fine run waits for it and is there to be looked at when the preview was good.
export function previewThenRun(): void {
  const scene = sceneName.value;
  if (refused(blocked.value) || !scene) return;
  const both = async (): Promise<void> => {
    await run(quick());
    await ask("run", { scene, kind: "full" });
    await refreshTakes();
  };
  told(both());
}

export const stop = (take: Take): void => told(ask("stop", { take: take.take }));
export const resume = (take: Take): void => told(ask("resume", { take: take.take }));

// ---- branches ------------------------------------------------------------------------------------------------------

// Why one cannot go on from the playhead's frame of the shown take.
export const branchOff = computed((): string | null => {
  if (blocked.value) return blocked.value;
  return shown.value ? branchOffOf(shown.value, frame.value) : "No take is shown.";
});

export function branchOffOf(take: Take, at: number): string | null {
  return hasFrame(take, at) ? null : `${take.name} has no frame ${at} yet.`;
}

export const branchWords = computed(() => {
  const take = shown.value;
  return take ? `Go on from frame ${frame.value} of ${take.name}` : "Go on from the playhead";
});

export function branchFrom(take: Take, at: number): void {
  if (refused(blocked.value ?? branchOffOf(take, at))) return;
  told(take.kind === "live" ? live(true, at) : run(take.kind, { take: take.take, frame: at }));
}

function branch(): void {
  if (!refused(branchOff.value)) branchFrom(shown.value!, frame.value);
}

// ---- with and without ----------------------------------------------------------------------------------------------

export interface LeftOut {
  name: string;
  paths: string[];
}

// Directors that a run can be made without, to see what they do.
export const canLeaveOut = computed((): LeftOut[] => {
  const scene = full.value;
  const directors = scene !== null && typeof scene === "object" && !Array.isArray(scene) ? scene["directors"] : null;
  if (!Array.isArray(directors) || directors.length === 0) return [];
  const all = directors.map((_, index) => `directors[${index}]`);
  const each = directors.map((director, index) => {
    const own = director !== null && typeof director === "object" && !Array.isArray(director) ? director : {};
    return { name: String(own["name"] || `${own["kind"]} ${index + 1}`), paths: [all[index]!] };
  });
  return all.length === 1 ? each : [{ name: "all its directors", paths: all }, ...each];
});

// Runs the scene without them, as finely as the shown take, and shows it beside that.
export async function runWithout({ name, paths }: LeftOut): Promise<void> {
  const scene = sceneName.value;
  if (!scene) return;
  const kind = shown.value && shown.value.kind !== "live" ? shown.value.kind : "full";
  const answer = await ask("run", { scene, kind, name: `without ${name}`, without: paths });
  await refreshTakes();
  if (shown.value) besideName.value = answer.take;
  else shownName.value = answer.take;
}

// ---- what ended, and keys ------------------------------------------------------------------------------------------

const states = new Map<string, Take["state"]>();

on("take", (take) => {
  const before = states.get(take.take);
  states.set(take.take, take.state);
  if (take.scene !== sceneName.value || take.kind === "live") return;
  if (before !== "running" && before !== "waiting") return;
  if (take.state === "done") tell(`Done: ${take.name}`);
  if (take.state === "failed") tell(`${take.name}: ${take.error}`, "error");
});

const open = (): boolean => sceneName.value !== null;

command({ name: "Run", group: "Run", keys: ["Ctrl+Enter"], act: () => start("full"), can: open });
command({
  name: `Preview at ${kindWords.half.name.toLowerCase()} or coarser`,
  group: "Run",
  keys: ["Ctrl+Shift+Enter"],
  act: () => start(quick()),
  can: open,
});
command({ name: "Live on or off", group: "Run", keys: ["L"], act: toggleLive, can: open });
command({
  name: "Stop what runs",
  group: "Run",
  keys: ["F8"],
  act: () => (atWork.value[0] ? stop(atWork.value[0]) : toggleLive()),
  can: () => open() && (atWork.value.length > 0 || isLive.value),
});
command({ name: "Go on from the playhead (branch)", group: "Run", keys: ["Shift+B"], act: branch, can: open });
