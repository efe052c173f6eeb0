// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import type { Checked, Progress, Take } from "../src/link/protocol.ts";
import { someTake as some } from "./some_take.ts";
import { copyName } from "../src/runs/copy_name.ts";
import { mistakeOf, quickKind, unfit } from "../src/runs/run_kinds.ts";
import { branchesOf, rowsOf, takeBefore } from "../src/runs/take_tree.ts";
import { choiceWords, haveWords, numbersInWords, progressWords, share, stateWords } from "../src/runs/take_words.ts";
import { bytesInWords, duration, figure, rangesInWords, timeLeft, whenMade } from "../src/runs/words.ts";
import { branchOffOf, canLeaveOut } from "../src/runs/run_commands.ts";
import { hasGoneBack } from "../src/runs/live.ts";
import { full } from "../src/model/document.ts";
import { Random } from "./random.ts";

const numbered = (number: number, from: number | null = null): Take => ({
  ...some,
  take: `takes/drop/${number}`,
  name: `take ${number}`,
  from: from === null ? null : { take: `takes/drop/${from}`, frame: 5 },
});

const checked = (change: Partial<Checked>): Checked => ({
  scene: "drop.json",
  version: 1,
  whole: true,
  findings: [],
  frames: { first: 1, last: 20, rate: 24 },
  dimensions: 3,
  solver: "sph",
  spacing: 0.02,
  full: null,
  ...change,
});

const progress: Progress = {
  task: "simulating",
  item: "frame",
  current: 5,
  first: 1,
  last: 20,
  seconds: 3,
  left: 65,
  numbers: { particles: 12000, density_iterations: 3.26, memory: 1.24e9 },
};

// ---- words ---------------------------------------------------------------------------------------------------------

test("times are as precise as one wants to know them", () => {
  assert.equal(duration(-1), "0 s");
  assert.equal(duration(42.4), "42 s");
  assert.equal(duration(59.6), "1 min");
  assert.equal(duration(204), "3 min 20 s");
  assert.equal(duration(599), "10 min");
  assert.equal(duration(1500), "25 min");
  assert.equal(duration(3599), "1 h");
  assert.equal(duration(7810), "2 h 10 min");
  assert.equal(timeLeft(null), "time left not known yet");
  assert.equal(timeLeft(0.2), "almost done");
});

test("a longer time never reads as a shorter one", () => {
  const seconds = (words: string): number =>
    [...words.matchAll(/(\d+) (h|min|s)/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * { h: 3600, min: 60, s: 1 }[unit as "h" | "min" | "s"],
      0,
    );
  for (let time = 0, before = 0; time < 20000; time += 0.7) {
    const now = seconds(duration(time));
    assert.ok(now >= before, duration(time));
    assert.ok(Math.abs(now - time) <= (time < 59 ? 0.6 : time < 590 ? 5.6 : 30.6), `${time}: ${duration(time)}`);
    before = now;
  }
});

test("bytes and figures", () => {
  assert.equal(bytesInWords(12), "12 B");
  assert.equal(bytesInWords(1500), "1.5 kB");
  assert.equal(bytesInWords(999_900), "1 MB");
  assert.equal(bytesInWords(12_300_000), "12 MB");
  assert.equal(bytesInWords(1.44e9), "1.4 GB");
  assert.equal(figure(0), "0");
  assert.equal(figure(0.123456), "0.1235");
  assert.equal(figure(-2.5), "-2.5");
  assert.equal(figure(12345.6), "12,346");
  assert.equal(figure(1e12), "1e12");
  assert.equal(figure(0.0000123), "1.23e-5");
  assert.equal(figure(0.0001), "0.0001");
});

test("a figure is the number to four digits", () => {
  const random = new Random(7);
  for (let i = 0; i < 2000; ++i) {
    const value = random.between(-1, 1) * 10 ** random.whole(-9, 12);
    const read = Number(figure(value).replaceAll(",", ""));
    assert.ok(Math.abs(read - value) <= 0.006 * Math.abs(value), `${value} is told as ${figure(value)}`);
  }
});

test("when a take was made: the time of today, the day of others", () => {
  const now = new Date(2026, 10, 19, 18, 30);
  assert.equal(whenMade(new Date(2026, 10, 19, 9, 5).toISOString(), now), "09:05");
  assert.equal(whenMade(new Date(2026, 10, 18, 9, 5).toISOString(), now), "Nov 18");
  assert.equal(whenMade("", now), "");
});

test("takes tell what they do", () => {
  assert.equal(stateWords({ ...some, state: "running" }), "starting");
  assert.equal(stateWords({ ...some, state: "running", progress }), "frame 5 of 20");
  assert.equal(stateWords({ ...some, state: "stopped", have: [[1, 7]] }), "stopped at frame 7");
  assert.equal(stateWords({ ...some, state: "failed", have: [] }), "failed");
  assert.equal(progressWords({ ...progress, task: "recording" }), "recording, frame 5 of 20");
  assert.deepEqual(numbersInWords(progress.numbers), ["12,000 particles", "3.3 iterations", "1.2 GB"]);
  assert.deepEqual(numbersInWords({ particles: 0, pressure_iterations: 12.6 }), ["13 iterations"]);
  assert.equal(share(progress), 0.25);
  assert.equal(share({ ...progress, last: 0 }), 0);
  assert.equal(haveWords(some), "20 frames");
  assert.equal(
    haveWords({
      ...some,
      have: [
        [1, 4],
        [7, 7],
      ],
    }),
    "frames 1–4, 7 of 20",
  );
  assert.equal(rangesInWords([]), "");
  assert.equal(choiceWords(some), "take 1");
  assert.equal(choiceWords({ ...some, kind: "half", state: "running", progress }), "take 1 · half · 5/20");
  assert.equal(choiceWords({ ...some, kind: "live", name: "live", state: "running" }), "live");
});

// ---- kinds ---------------------------------------------------------------------------------------------------------

test("the first mistake keeps a scene from being run, remarks do not", () => {
  const at = { line: 3, file: "drop.json" };
  const remark = { severity: "warning" as const, path: "", sentence: "hardly meant", ...at };
  const mistake = { severity: "error" as const, path: "solver.spacing", sentence: "must be above 0", ...at };
  assert.equal(mistakeOf(null), null);
  assert.equal(mistakeOf(checked({ findings: [remark] })), null);
  assert.equal(mistakeOf(checked({ findings: [remark, mistake] })), "solver.spacing: must be above 0");
  assert.equal(mistakeOf(checked({ findings: [{ ...mistake, path: "" }] })), "must be above 0");
});

test("kinds that do not fit a scene say why", () => {
  assert.equal(unfit("flat", checked({ dimensions: 2 })), "This scene is flat already.");
  assert.equal(unfit("flat", checked({})), null);
  assert.match(unfit("ballistic", checked({ solver: "smoke" }))!, /Smoke/);
  assert.equal(unfit("half", checked({ solver: "smoke", dimensions: 2 })), null);
});

test("a quick preview is as coarse as it must be", () => {
  assert.equal(quickKind(checked({ particles: 2_000_000 })), "quarter");
  assert.equal(quickKind(checked({ particles: 100_000 })), "half");
  assert.equal(quickKind(checked({ dimensions: 2, particles: 150_000 })), "quarter");
  assert.equal(quickKind(checked({ dimensions: 2 })), "half");
  assert.equal(quickKind(checked({ particles: 0 })), "quarter");
});

test("copies of scenes have names that are free", () => {
  assert.equal(copyName("examples:sph/drop.json", []), "drop.json");
  assert.equal(copyName("examples:sph/drop.json", ["drop.json", "drop-2.json"]), "drop-3.json");
});

// ---- the list ------------------------------------------------------------------------------------------------------

const shape = (takes: Take[]): string[] => rowsOf(takes).map(({ take, depth }) => `${" ".repeat(depth)}${take.name}`);

test("takes are newest first, branches below what they branched from", () => {
  const takes = [numbered(1), numbered(2), numbered(3, 1), numbered(4, 3), numbered(5, 1), numbered(6)];
  assert.deepEqual(shape(takes), ["take 6", "take 1", " take 5", " take 3", "  take 4", "take 2"]);
  const rows = rowsOf(takes);
  assert.deepEqual(rows.find(({ take }) => take.name === "take 5")!.lines, [true]);
  assert.deepEqual(rows.find(({ take }) => take.name === "take 4")!.lines, [false, false]);
});

test("branches of takes that are gone stand by themselves", () => {
  assert.deepEqual(shape([numbered(2, 1), numbered(3, 3)]), ["take 3", "take 2"]);
});

test("every take is in the list once, below its parent", () => {
  const random = new Random(11);
  for (let round = 0; round < 200; ++round) {
    const count = random.whole(0, 12);
    const takes = Array.from({ length: count }, (_, i) =>
      numbered(i, random.next() < 0.6 && i > 0 ? random.whole(0, i - 1) : null),
    );
    const rows = rowsOf(takes);
    assert.deepEqual(rows.map(({ take }) => take.take).sort(), takes.map(({ take }) => take).sort());
    const depths = new Map(rows.map(({ take, depth }) => [take.take, depth]));
    rows.forEach(({ take, depth, lines }, index) => {
      assert.equal(depth, take.from ? depths.get(take.from.take)! + 1 : 0);
      assert.equal(lines.length, depth);
      const parent = rows.findIndex((row) => row.take.take === take.from?.take);
      assert.ok(parent < index);
    });
  }
});

test("what is best compared with a take", () => {
  const takes = [numbered(1), { ...numbered(2), kind: "half" as const }, numbered(3), numbered(4, 1)];
  assert.equal(takeBefore(takes, takes[0]!), null);
  assert.equal(takeBefore(takes, takes[1]!)?.name, "take 1");
  assert.equal(takeBefore(takes, takes[2]!)?.name, "take 1");
  assert.equal(takeBefore(takes, takes[3]!)?.name, "take 1");
  assert.equal(takeBefore([{ ...takes[0]!, have: [] }, takes[2]!], takes[2]!), null);
  assert.deepEqual(
    branchesOf(takes, "takes/drop/1").map(({ name }) => name),
    ["take 4"],
  );
});

test("one goes on from frames that are there", () => {
  assert.equal(branchOffOf(some, 20), null);
  assert.equal(branchOffOf({ ...some, have: [[1, 7]] }, 8), "take 1 has no frame 8 yet.");
});

test("live goes on from the playhead when the artist has gone back, not when playing is a little behind", () => {
  assert.equal(hasGoneBack(40, 40), false);
  assert.equal(hasGoneBack(38, 40), false);
  assert.equal(hasGoneBack(12, 40), true);
});

test("a scene can be run without each of its directors", () => {
  full.value = {
    directors: [
      { kind: "templates", name: "stir" },
      { kind: "rig", name: "" },
    ],
  };
  assert.deepEqual(canLeaveOut.value, [
    { name: "all its directors", paths: ["directors[0]", "directors[1]"] },
    { name: "stir", paths: ["directors[0]"] },
    { name: "rig 2", paths: ["directors[1]"] },
  ]);
  full.value = { directors: [{ kind: "rig", name: "" }] };
  assert.deepEqual(canLeaveOut.value, [{ name: "rig 1", paths: ["directors[0]"] }]);
  full.value = { directors: [] };
  assert.deepEqual(canLeaveOut.value, []);
  full.value = null;
  assert.deepEqual(canLeaveOut.value, []);
});
