// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import assert from "node:assert/strict";
import test from "node:test";
import type { Stats } from "../src/link/protocol.ts";
import { logTicks, roundStep, scaleOver, ticks, tickWords } from "../src/runs/axis.ts";
import {
  byUnit,
  changeWords,
  compared,
  differs,
  firstChoice,
  grouped,
  summary,
  wordsOf,
} from "../src/runs/measures.ts";
import { choiceOf } from "../src/runs/plot_choice.ts";
import { linePath, valueAtFrame } from "../src/runs/plot_line.ts";
import { Random } from "./random.ts";

// ---- axes ----------------------------------------------------------------------------------------------------------

test("ticks are round numbers", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(0, 0.3, 3), [0, 0.1, 0.2, 0.3]);
  assert.deepEqual(ticks(-3, 7, 5), [-2, 0, 2, 4, 6]);
  assert.deepEqual(ticks(1, 4, 10, true), [1, 2, 3, 4]);
  assert.deepEqual(ticks(5, 5, 4), [5]);
  assert.deepEqual(ticks(NaN, 1, 4), []);
});

test("ticks lie within the ends, evenly, and are not too many", () => {
  const random = new Random(3);
  for (let i = 0; i < 3000; ++i) {
    const low = random.between(-1, 1) * 10 ** random.whole(-6, 9);
    const high = low + random.between(1e-6, 1) * 10 ** random.whole(-3, 9);
    const most = random.whole(2, 12);
    const those = ticks(low, high, most);
    const step = roundStep(high - low, most);
    assert.ok(those.length <= most + 1, `${low} ${high} ${most}`);
    const slack = 1e-6 * step + 1e-11 * Math.max(Math.abs(low), Math.abs(high));
    those.forEach((tick, index) => {
      assert.ok(tick >= low - slack && tick <= high + slack);
      if (index > 0) assert.ok(Math.abs(tick - those[index - 1]! - step) <= slack);
    });
    const mantissa = step / 10 ** Math.floor(Math.log10(step) + 1e-9);
    assert.ok(
      [1, 2, 5].some((good) => Math.abs(mantissa - good) < 1e-6),
      String(step),
    );
  }
});

test("ticks are told with all their digits", () => {
  assert.equal(tickWords(0), "0");
  assert.equal(tickWords(2200.5), "2,200.5");
  assert.equal(tickWords(0.30000000000000004), "0.3");
  assert.equal(tickWords(-12500), "-12.5k");
  assert.equal(tickWords(3.5e6), "3.5M");
  assert.equal(tickWords(2e-6), "2e-6");
  assert.equal(tickWords(1e12), "1e12");
});

test("counts have no ticks between two numbers", () => {
  const scale = scaleOver([2200, 2201], false, 5);
  assert.deepEqual(scale.levels, [2200, 2201]);
  assert.ok(scaleOver([2200, 2200.5], false, 5).levels.length > 2);
});

test("log ticks are powers of ten, or round numbers where there is but one", () => {
  assert.deepEqual(logTicks(0.5, 2000, 8), [1, 10, 100, 1000]);
  assert.deepEqual(logTicks(1e-6, 1e6, 4), [1e-6, 0.01, 100, 1e6]);
  assert.deepEqual(logTicks(20, 60, 4), [20, 30, 40, 50, 60]);
});

test("scales hold all values and begin at zero where that is near", () => {
  const random = new Random(5);
  for (let i = 0; i < 1000; ++i) {
    const values = Array.from({ length: random.whole(1, 20) }, () => random.between(-1, 3) * 10 ** random.whole(-4, 5));
    for (const log of [false, true]) {
      const scale = scaleOver(values, log, 5);
      assert.ok(scale.high > scale.low);
      assert.ok(scale.levels.every((level) => scale.at(level) >= -1e-9 && scale.at(level) <= 1 + 1e-9));
      if (!log) assert.ok(scale.at(scale.levels[0]!) < 1e-6 && scale.at(scale.levels.at(-1)!) > 1 - 1e-6);
      for (const value of values.filter((each) => !log || each > 0)) {
        assert.ok(scale.at(value) >= -1e-9 && scale.at(value) <= 1 + 1e-9, `${values} ${value}`);
      }
    }
  }
  assert.equal(scaleOver([2, 10], false, 5).low, 0);
  assert.equal(scaleOver([9, 10], false, 5).low, 9);
  assert.equal(scaleOver([-10, -2], false, 5).high, 0);
  assert.deepEqual([scaleOver([4, null, 4], false, 5).low, scaleOver([4], false, 5).high], [0, 5]);
  assert.ok(Number.isNaN(scaleOver([0, 1, 10], true, 5).at(0)));
  assert.deepEqual([scaleOver([], false, 5).high, scaleOver([0, 0], false, 5).high], [1, 1]);
});

// ---- lines ---------------------------------------------------------------------------------------------------------

const same = (value: number): number => value;
const ten = (frame: number): number => frame * 10;

test("lines are interrupted where nothing is known", () => {
  assert.equal(linePath([1, 2, 3], [5, 6, 7], ten, same), "M10 5L20 6L30 7");
  assert.equal(linePath([1, 2, 3, 4], [5, null, 7, 8], ten, same), "M10 5M30 7L40 8");
  assert.equal(linePath([1, 2, 5, 6], [1, 1, 2, 2], ten, same), "M10 1L20 1M50 2L60 2");
  assert.equal(
    linePath([1, 2], [5, 6], ten, () => NaN),
    "",
  );
  assert.equal(linePath([], [], ten, same), "");
});

test("of many values the extremes of each pixel are drawn", () => {
  const frames = Array.from({ length: 100_000 }, (_, index) => index);
  const values = frames.map((frame) => (frame === 43_210 ? 99 : frame % 2));
  const path = linePath(frames, values, (frame) => frame / 500, same);
  assert.ok(path.length < 12_000, String(path.length));
  assert.ok(path.includes(" 99"));
});

test("the value at a frame is that of it or of the frame before", () => {
  assert.equal(valueAtFrame([1, 2, 3], [5, 6, 7], 2), 6);
  assert.equal(valueAtFrame([1, 3], [5, 7], 2), 5);
  assert.equal(valueAtFrame([1, 2], [5, 6], 9), null);
  assert.equal(valueAtFrame([5], [5], 4), null);
  assert.equal(valueAtFrame([], [], 4), null);
});

// ---- measures ------------------------------------------------------------------------------------------------------

test("measures are called as people call them", () => {
  assert.deepEqual(wordsOf("wall_ms.total"), { key: "wall_ms.total", group: "Times", name: "total", unit: "ms" });
  assert.equal(wordsOf("solver.density_ms").name, "solver: density");
  assert.equal(wordsOf("solver.density_iterations").group, "Solver");
  assert.equal(wordsOf("particles").group, "Counts");
  assert.equal(wordsOf("directors.stir.wall_ms").name, "director stir");
  const coverage = wordsOf("directors.stir.velocity_match", "share");
  assert.deepEqual([coverage.group, coverage.name, coverage.unit], ["Director stir", "velocity match", "share"]);
});

const measures = ["wall_ms.total", "directors.stir.coverage", "solver.density_iterations", "particles"].map((key) => ({
  key,
  unit: "",
}));

test("measures are grouped and found by words", () => {
  assert.deepEqual(
    grouped(measures).map(({ name }) => name),
    ["Counts", "Times", "Solver", "Director stir"],
  );
  assert.deepEqual(
    grouped(measures, "ITER dens").map(({ name }) => name),
    ["Solver"],
  );
  assert.deepEqual(
    grouped(measures, "stir").map(({ name }) => name),
    ["Director stir"],
  );
  assert.deepEqual(grouped(measures, "nothing like it"), []);
});

test("what is plotted at first is what most want to see", () => {
  const some = (keys: string[], values = [1, 2]): Stats["measures"] => keys.map((key) => ({ key, unit: "", values }));
  assert.deepEqual(firstChoice(some(["directors.stir.rig_points", ...measures.map(({ key }) => key)])), [
    "wall_ms.total",
    "particles",
    "solver.density_iterations",
    "directors.stir.coverage",
  ]);
  assert.deepEqual(firstChoice(some(["directors.stir.wall_ms", "directors.stir.added"])), ["directors.stir.added"]);
  assert.deepEqual(firstChoice(some(["particles"], [0, 0])), []);
});

test("measures of one unit share a plot", () => {
  const all = [...measures, { key: "directors.stir.overlap", unit: "share" }];
  assert.deepEqual(byUnit(all, ["particles", "wall_ms.total", "directors.stir.overlap", "solver.density_iterations"]), [
    { unit: "", keys: ["particles", "solver.density_iterations"] },
    { unit: "ms", keys: ["wall_ms.total"] },
    { unit: "share", keys: ["directors.stir.overlap"] },
  ]);
});

const stats = (frames: number[], values: Record<string, (number | null)[]>): Stats => ({
  frames,
  measures: Object.entries(values).map(([key, those]) => ({ key, unit: "", values: those })),
});

test("two takes are compared over the frames that both have", () => {
  const a = stats([1, 2, 3], { particles: [10, 20, 30], "solver.iterations": [1, 1, 1] });
  const b = stats([1, 2], { particles: [10, 40], "directors.stir.coverage": [0.5, null] });
  const mean = compared(a, b, "mean");
  const particles = mean.find(({ key }) => key === "particles")!;
  assert.deepEqual([particles.a, particles.b], [15, 25]);
  assert.equal(changeWords(particles), "▲ 67 %");
  assert.ok(differs(particles));
  const last = compared(a, b, "last");
  assert.deepEqual([last[0]!.a, last[0]!.b, last[0]!.change], [20, 40, 1]);
  const coverage = mean.find(({ key }) => key === "directors.stir.coverage")!;
  assert.deepEqual([coverage.a, coverage.b, changeWords(coverage)], [null, 0.5, "only one has it"]);
});

test("differences are told only where they say something", () => {
  const row = { key: "", group: "", name: "", unit: "" };
  const words = (a: number, b: number): string => changeWords({ ...row, a, b, change: a === 0 ? null : b / a - 1 });
  assert.equal(words(1, 1), "");
  assert.equal(words(1, 1.001), "");
  assert.equal(words(0, 3), "was 0");
  assert.equal(words(2, 1), "▼ 50 %");
  assert.equal(words(1, 1.034), "▲ 3.4 %");
  assert.equal(words(1, 30), "▲ 30×");
  assert.equal(summary([null, null], "mean"), null);
  assert.equal(summary([1, null, 3], "mean"), 2);
  assert.equal(summary([1, 3, null], "last"), 3);
});

test("a kept choice that is damaged counts as none", () => {
  const none = { measures: null, style: "small", log: false };
  assert.deepEqual(choiceOf(null), none);
  assert.deepEqual(choiceOf("{"), none);
  assert.deepEqual(choiceOf('{"measures":[1]}'), none);
  const good = { measures: ["particles"], style: "over" as const, log: true };
  assert.deepEqual(choiceOf(JSON.stringify(good)), good);
});
