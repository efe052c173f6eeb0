// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke: it is drawn as what it is, flat as a picture, deep as a volume.

import { begin, onPage } from "./acts.ts";
import { drawnFrame, expect, field, goTo, ran, type Studio, test } from "./studio.ts";

// Whether smoke is among what is drawn: the view is another without it.
async function expectSmoke(studio: Studio): Promise<void> {
  const { page } = studio;
  const canvas = page.locator(".view-canvas");
  const smoke = page.getByRole("group", { name: "What is shown" }).getByRole("checkbox", { name: "Smoke" });
  await expect(page.locator(".notice")).toHaveCount(0); // they stand over the view for a while
  await page.getByRole("button", { name: "Display", exact: true }).click();
  await smoke.uncheck();
  const without = await canvas.screenshot();
  const isWithout = async (): Promise<boolean> => (await canvas.screenshot()).equals(without);
  await smoke.check();
  await expect.poll(isWithout).toBe(false);
  await smoke.uncheck();
  await expect.poll(isWithout).toBe(true);
  await smoke.check();
  await expect.poll(isWithout).toBe(false);
  await page.keyboard.press("Escape");
}

test("smoke around a ball, flat and deep", async ({ studio, page }) => {
  const scene = await begin(studio, "smoke");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await goTo(page, 50);
  await expect.poll(() => drawnFrame(page)).toBe(50);
  await expectSmoke(studio);
  // All of it is in sight, also what has risen beyond the scene.
  const [, low] = await onPage(page, [0, 1.2, 0]);
  await page.locator(".view-canvas").focus();
  await page.keyboard.press("a");
  await expect.poll(async () => (await onPage(page, [0, 1.2, 0]))[1]).toBeGreaterThan(low + 20);
  await studio.picture("smoke");

  // The same in 3D, coarser.
  await page.getByRole("tab", { name: "Scene", exact: true }).click();
  await page.getByRole("treeitem", { name: "Smoke" }).first().click();
  await field(page, "Dimensions", "3");
  await field(page, "Last", "30");
  await page.getByRole("treeitem", { name: /^Solver/ }).click();
  await field(page, "Spacing", "2cm");
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read(scene)).toContain('"spacing": 0.02}');
  await expect(page.getByText(/^smoke, 3D, spacing 0.02 m/)).toBeVisible();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 2");
  await goTo(page, 30);
  await expect.poll(() => drawnFrame(page)).toBe(30);
  await expectSmoke(studio);
  await studio.picture("smoke-volume");
});
