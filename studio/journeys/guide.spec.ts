// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Guides: a fine surface over a coarse flow. The coarse run is made first, and told; the depth is seen; the film is made.

import { begin, settings } from "./acts.ts";
import { drawnFrame, expect, field, goTo, ran, test } from "./studio.ts";

test("a shaken tank: coarse first, then fine, and a film", async ({ studio, page }) => {
  const scene = await begin(studio, "guide");
  // How deep the fine water is.
  const things = page.getByRole("tree", { name: "Things of the scene" });
  await things.getByRole("treeitem", { name: "Guide" }).click();
  await expect(page.getByText("depth of the guide 15 cm")).toBeVisible();
  await field(page, "Depth", "20cm");
  await expect(page.getByText("depth of the guide 20 cm")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read(scene)).toContain('{"kind": "guide", "refine": 2, "depth": 0.2}');
  await studio.picture("guide-depth");

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText(/^take 1 simulating the coarse run, frame \d+ of 36/)).toBeVisible();
  await ran(page, "take 1");
  await goTo(page, 24);
  await expect.poll(() => drawnFrame(page)).toBe(24);
  await page.getByRole("button", { name: "Show the surface" }).click();
  await expect.poll(() => page.evaluate(() => window.weirView!.drawn().triangles)).toBeGreaterThan(2000);
  await studio.picture("guide-surface");

  await page.getByRole("tab", { name: "Show" }).click();
  await page.getByRole("combobox", { name: "Style" }).selectOption({ label: "particles (fast)" });
  await settings(page, { "Width in pixels": "320", "Height in pixels": "180" });
  await page.getByRole("button", { name: "Film" }).click();
  const film = page.locator("video");
  await expect(film).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(36 / 24, 1);
  await studio.picture("guide-film");
});
