// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Live: the scene is simulated while it is edited. What is changed while it plays is seen from the next frame on; after
// going back it branches from there. And previews: coarse first, then all of it.

import type { Page } from "@playwright/test";
import { particlesOf, statsOf } from "./acts.ts";
import { drop } from "./scenes.ts";
import { drawnFrame, expect, field, goTo, ran, type Studio, test } from "./studio.ts";

const last = 48;

test.beforeEach(async ({ studio }) => {
  await studio.write("drop.json", drop.replace('"last": 24', `"last": ${last}, "rate": 8`));
  await studio.open("drop.json");
  await expect(studio.page.getByText("Scene is good")).toBeVisible();
});

const complete = (page: Page) => expect(page.getByText("all frames are there")).toBeVisible({ timeout: 30_000 });
const playhead = (page: Page): Promise<number> => page.evaluate(() => window.weirView!.playhead().frame);
const shownTake = async (page: Page): Promise<string> =>
  (await page.evaluate(() => window.weirView!.playhead().take)) ?? "";

async function height(studio: Studio, frame: number): Promise<number> {
  const places = await particlesOf(studio, await shownTake(studio.page), frame);
  return places.reduce((sum, [, y]) => sum + y, 0) / places.length;
}

test("what is changed while it plays is seen from the next frame on", async ({ studio, page }) => {
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await expect(page.getByRole("button", { name: "Live on" })).toBeVisible();
  await expect.poll(() => drawnFrame(page)).toBeGreaterThan(2);
  await complete(page);
  const first = await particlesOf(studio, await shownTake(page), 4);
  expect(await height(studio, last)).toBeLessThan(0.2);

  // A dial is turned while it plays: everything flies up.
  await goTo(page, 2);
  await page.getByRole("main", { name: "View" }).locator("canvas").focus();
  await page.keyboard.press("Space");
  await expect.poll(() => playhead(page)).toBeGreaterThan(7);
  await field(page, "Gravity y", "9.81");
  await expect.poll(() => height(studio, last).catch(() => 0), { timeout: 30_000 }).toBeGreaterThan(0.5);
  expect(await particlesOf(studio, await shownTake(page), 4)).toEqual(first);
  await studio.picture("live");
  await page.getByRole("main", { name: "View" }).locator("canvas").focus();
  await page.keyboard.press("Space");
  await complete(page);

  // Back, and another way from there.
  await goTo(page, 6);
  const before = await particlesOf(studio, await shownTake(page), 6);
  await field(page, "Gravity y", "-9.81");
  await expect.poll(() => height(studio, last).catch(() => 1), { timeout: 30_000 }).toBeLessThan(0.2);
  expect(await particlesOf(studio, await shownTake(page), 6)).toEqual(before);

  // It ends, and a run keeps a take.
  await page.getByRole("button", { name: "Live on" }).click();
  await expect(page.getByRole("button", { name: "Live", exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await expect.poll(() => shownTake(page)).toBe("takes/drop/001");
  await goTo(page, last);
  await expect.poll(() => drawnFrame(page)).toBe(last);
  expect(await height(studio, last)).toBeLessThan(0.2);
});

test("a preview is there at once, and then all of it", async ({ studio, page }) => {
  await page.getByRole("button", { name: "Other ways to run" }).click();
  await page.getByRole("menuitem", { name: /^Preview: quarter resolution/ }).click();
  await ran(page, "take 1");
  await expect.poll(() => shownTake(page)).toBe("takes/drop/001");
  const coarse = (await particlesOf(studio, "takes/drop/001", 10)).length;
  await studio.picture("preview");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 2");
  const fine = (await particlesOf(studio, "takes/drop/002", 10)).length;
  expect(fine / coarse).toBeGreaterThan(10);
  await expect.poll(() => drawnFrame(page)).toBe(last);

  // Both by one button: the preview is shown, and the run follows by itself.
  await page.getByRole("button", { name: "Preview, then run" }).click();
  await ran(page, "take 4");
  await expect(page.getByRole("combobox", { name: "The take in the view" })).toHaveValue("takes/drop/003");
});

test("a live take is measured, and shows what directs it", async ({ studio, page }) => {
  const rig = `"directors": [{"kind": "rig", "name": "arm", "spacing": 2,
    "shape": {"kind": "box", "lower": [-0.2, 0, -1], "upper": [0.2, 0.1, 1]},
    "motion": {"translate": {"keys": [[1, [0, 0, 0]], [12, [0, 0.2, 0]]]}}}]`;
  await studio.write("arm.json", drop.replace('"last": 24', '"last": 12').replace(/}\s*$/, `,\n  ${rig}\n}\n`));
  await studio.open("arm.json");
  await expect(page.getByRole("heading", { level: 1, name: "arm.json" })).toBeVisible();
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.getByRole("button", { name: "Live", exact: true }).click();
  await complete(page);
  await goTo(page, 12);
  await expect.poll(() => drawnFrame(page)).toBe(12);

  await page.getByTitle("What is shown").click();
  await page.getByRole("checkbox", { name: "What directs" }).check();
  const directs = () => page.evaluate(() => window.weirView!.directing());
  await expect.poll(directs).toBeGreaterThan(20);
  await page.keyboard.press("Escape");

  await page.getByRole("tab", { name: "Plots" }).click();
  const measures = page.getByRole("tabpanel", { name: "Plots" });
  await expect(measures.getByText("arm: coverage", { exact: false }).first()).toBeVisible();
  await studio.picture("live-plots");
  const stats = await statsOf(studio, await shownTake(page));
  expect(stats("particles", 12)).toBe((await particlesOf(studio, await shownTake(page), 12)).length);
  expect(stats("coverage", 12)).toBeGreaterThan(0);
});
