// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What takes are doing, in words.

import type { Progress, Take } from "../link/protocol.ts";
import { kindWords } from "./run_kinds.ts";
import { bytesInWords, counted, figure, rangesInWords, timeLeft } from "./words.ts";

const framesOf = (take: Take): number => take.have.reduce((sum, [first, last]) => sum + last - first + 1, 0);

export function stateWords(take: Take): string {
  const last = take.have.at(-1)?.[1];
  switch (take.state) {
    case "waiting":
      return "waiting for its turn";
    case "running":
      return take.progress ? progressWords(take.progress) : "starting";
    case "stopped":
      return last === undefined ? "stopped before its first frame" : `stopped at frame ${last}`;
    case "failed":
      return last === undefined ? "failed" : `failed after frame ${last}`;
    case "done":
      return "done";
  }
}

// "frame 12 of 84"; what is made before the frames says so: "recording, frame 3 of 20".
export function progressWords({ task, item, current, last }: Progress): string {
  const where = `${item.replaceAll("_", " ")} ${current} of ${last}`;
  return task === "simulating" || task === "" ? where : `${task}, ${where}`;
}

// From 0 to 1.
export function share({ current, first, last }: Progress): number {
  if (last < first) return 0;
  return Math.min(1, Math.max(0, (current - first + 1) / (last - first + 1)));
}

// What artists watch while it runs: "12,000 particles", "3.2 iterations", "1.2 GB".
export function numbersInWords(numbers: Record<string, number>): string[] {
  const words: string[] = [];
  const { particles, memory } = numbers;
  if (particles) words.push(counted(particles, "particle"));
  const iterations = ["density_iterations", "pressure_iterations"]
    .map((key) => numbers[key])
    .find((n) => n !== undefined);
  if (iterations !== undefined) words.push(`${figure(Number(iterations.toPrecision(2)))} iterations`);
  if (memory) words.push(bytesInWords(memory));
  return words;
}

export const leftWords = (take: Take): string =>
  take.state === "running" && take.progress && take.kind !== "live" ? timeLeft(take.progress.left) : "";

// In lists to choose from: "take 3 · half · 12/84".
export function choiceWords(take: Take): string {
  const kind = take.kind === "full" || take.kind === "live" ? "" : ` · ${kindWords[take.kind].mark}`;
  if (take.state === "done" || take.kind === "live") return `${take.name}${kind}`;
  const at = take.progress && take.state === "running" ? `${take.progress.current}/${take.progress.last}` : take.state;
  return `${take.name}${kind} · ${at}`;
}

export function haveWords(take: Take): string {
  const count = framesOf(take);
  if (count === 0) return "no frames yet";
  const all = take.frames.last - take.frames.first + 1;
  return count >= all ? counted(count, "frame") : `frames ${rangesInWords(take.have)} of ${take.frames.last}`;
}
