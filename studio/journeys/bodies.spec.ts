// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What moves in a take besides its liquid: a box that falls into water is drawn where the take has it, also when the
// scene was edited since then; and what directors do is shown over it.

import { readFile } from "node:fs/promises";
import { pool } from "./scenes.ts";
import { drawnFrame, expect, field, goTo, ran, type Studio, test } from "./studio.ts";
import type { Vec3 } from "../src/link/protocol.ts";

const start: Vec3 = [0.1, 0.6, 0];
const floating = `{
  "title": "float",
  "dimensions": 2,
  "frames": {"last": 20},
  "domain": {"lower": [-0.5, 0, -1], "upper": [0.5, 1, 1]},
  "solver": {"kind": "sph", "spacing": 0.025},
  "liquids": [{"name": "pool", "shape": {"kind": "box", "lower": [-0.5, 0, -1], "upper": [0.5, 0.25, 1]}}],
  "solids": [
    {"name": "step", "shape": {"kind": "box", "lower": [-0.5, 0, -1], "upper": [-0.4, 0.05, 1]}},
    {"name": "box", "rigid": {"density": 400}, "colour": [0.8, 0.5, 0.2],
     "shape": {"kind": "box", "lower": [-0.1, -0.06, -1], "upper": [0.1, 0.06, 1],
               "transform": {"translate": [${start.join(", ")}]}}}
  ]
}
`;

// Where the middle of the box is in a frame of the take, by what the run has written.
async function placeInTake(studio: Studio, frame: number): Promise<Vec3> {
  const lines = (await readFile(studio.path("takes/float/001/stats.jsonl"), "utf8")).trim().split("\n");
  const stats = lines.map((line) => JSON.parse(line)).find((line) => line.frame === frame);
  const pose: number[] = stats.bodies[0].pose;
  const row = (r: number): number => start.reduce((sum, value, i) => sum + pose[4 * r + i]! * value, pose[4 * r + 3]!);
  return [row(0), row(1), row(2)];
}

const bodies = (studio: Studio): Promise<Record<string, Vec3>> => studio.page.evaluate(() => window.weirView!.bodies());

async function expectPlace(studio: Studio, path: string, wanted: Vec3): Promise<void> {
  await expect
    .poll(async () => {
      const place = (await bodies(studio))[path];
      return place ? Math.hypot(place[0] - wanted[0], place[1] - wanted[1]) : null;
    })
    .toBeLessThan(0.003);
}

test("a box that floats is drawn where the take has it", async ({ studio, page }) => {
  await studio.write("float.json", floating);
  await studio.open("float.json");
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  for (const frame of [14, 1, 20]) {
    await goTo(page, frame);
    await expect.poll(() => drawnFrame(page)).toBe(frame);
    await expectPlace(studio, "solids[1]", await placeInTake(studio, frame));
  }
  expect((await placeInTake(studio, 20))[1]).toBeLessThan(0.4);

  // It is picked where it is seen, and the gizmo is where it begins.
  const [x, y] = (await page.evaluate((at) => window.weirView!.project(at), await placeInTake(studio, 20)))!;
  expect(await page.evaluate(([px, py]) => window.weirView!.pick(px!, py!), [x, y])).toBe("solids[1]");
  await page.mouse.click(x, y);
  await expect(page.getByRole("heading", { name: "box", exact: true })).toBeVisible();
  await studio.picture("bodies");

  // Moved in the scene it stays where the take has it, also when the solids stand in another order.
  await field(page, "Translate x", "-0.2");
  await expect.poll(() => page.evaluate(() => window.weirView!.setup()!.version)).toBeGreaterThan(1);
  await expectPlace(studio, "solids[1]", await placeInTake(studio, 20));
  await page.getByRole("tab", { name: "Scene", exact: true }).click();
  await page.getByRole("treeitem", { name: /^step/ }).click();
  await page.keyboard.press("Delete");
  await expectPlace(studio, "solids[0]", await placeInTake(studio, 20));
});

test("what directors do is shown when it is asked for", async ({ studio, page }) => {
  const rig = `"directors": [{"kind": "rig", "name": "lifter", "spacing": 2,
    "shape": {"kind": "box", "lower": [-0.2, 0.05, -1], "upper": [0.2, 0.15, 1]},
    "motion": {"translate": {"keys": [[1, [0, 0, 0]], [12, [0, 0.2, 0]]]}}}]`;
  await studio.write("pool.json", pool.replace('"last": 30', '"last": 8').replace(/\n}\n$/, `,\n  ${rig}\n}\n`));
  await studio.open("pool.json");
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await goTo(page, 6);
  await expect.poll(() => drawnFrame(page)).toBe(6);
  const directing = (): Promise<number> => page.evaluate(() => window.weirView!.directing());
  expect(await directing()).toBe(0);
  await page.getByRole("button", { name: "Display", exact: true }).click();
  const directs = page.getByRole("group", { name: "What is shown" }).getByRole("checkbox", { name: "What directs" });
  await directs.check();
  await expect.poll(directing).toBeGreaterThan(10);
  await expect(page.getByRole("group", { name: "What directs" })).toContainText("rig");
  await studio.picture("directors");
  await directs.uncheck();
  await expect.poll(directing).toBe(0);
});
