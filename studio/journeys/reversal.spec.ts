// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Reversal: a shape that a splash takes at one frame (Gowthaman et al. 2022): the target is moved and timed by hand, and
// the liquid is there at its frame.

import { begin, dragInTimeline, onPage, particlesOf, pullRight, save, settings, statsOf } from "./acts.ts";
import { choose, drawnFrame, expect, field, goTo, ran, test } from "./studio.ts";

// Whether a place lies in the star, from its middle; a tip is at the top, and a particle may be half outside.
function isInStar(x: number, y: number): boolean {
  const [outer, inner] = [0.25, 0.12];
  const tip = (2 * Math.PI) / 5;
  const angle = Math.atan2(x, y);
  const from = Math.abs(angle - tip * Math.round(angle / tip)); // to the nearest tip
  // Beyond the line from that tip to the corner beside it?
  const [cx, cy] = [inner * Math.sin(tip / 2), inner * Math.cos(tip / 2)];
  const [px, py] = [Math.hypot(x, y) * Math.sin(from), Math.hypot(x, y) * Math.cos(from)];
  return cx * (outer - py) - px * (outer - cy) >= 0;
}

test("a star out of a splash: moved, timed, run, compared, pictured", async ({ studio, page }) => {
  const scene = await begin(studio, "reversal");
  const before = await studio.read(scene);

  // The target is in the view, to be taken hold of.
  await goTo(page, 10);
  const [x, y] = await onPage(page, [0.95, 0.55, 0]);
  await page.mouse.click(x, y);
  await expect(page.getByRole("group", { name: "Numbers of directors[0].targets[0]" })).toBeVisible();
  await expect(page.getByRole("treeitem", { name: "star star" })).toHaveAttribute("aria-selected", "true");
  await pullRight(page, [0.95, 0.55, 0], 34);
  await expect(page.getByRole("textbox", { name: "Move x, m" })).toHaveValue(/^1\.0/);
  await dragInTimeline(page, /^star/, 10, 12);
  await save(page);
  const after = await studio.read(scene);
  expect(after).toMatch(/"translate": \[1\.0\d*, 0\.55, 0\]/);
  expect(after).toContain('"frame": 12,');
  const lines = before.split("\n");
  expect(after.split("\n").filter((line) => !lines.includes(line))).toHaveLength(2);
  await studio.picture("reversal-target");

  // All of the star is there at its frame, and nowhere else.
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await goTo(page, 12);
  await expect.poll(() => drawnFrame(page)).toBe(12);
  const take = `takes/${scene.replace(".json", "")}/001`;
  const measure = await statsOf(studio, take);
  expect(measure("target_particles", 12)).toBeGreaterThan(100);
  expect(measure("hidden", 12)).toBe(0);
  expect(measure("target_particles", 1)).toBe(0);
  const inStar = async (frame: number): Promise<number> =>
    (await particlesOf(studio, take, frame)).filter(([px, py]) => isInStar(px - 1.05, py - 0.55)).length;
  expect(await inStar(12)).toBeGreaterThanOrEqual(0.95 * measure("target_particles", 12));
  expect(await inStar(16)).toBeLessThan(0.5 * (await inStar(12)));
  await page.getByRole("tab", { name: "Plots" }).click();
  await page.getByRole("button", { name: "None" }).click();
  await page.getByRole("checkbox", { name: "target particles" }).check();
  await page.getByRole("checkbox", { name: "hidden" }).check();
  await expect(page.getByText(/target particles/).last()).toBeVisible();
  await studio.picture("reversal");

  // Another take, of a star that lasts longer back, beside it.
  await page.getByRole("tab", { name: "Timeline" }).click();
  await field(page, "Backward", "0.1");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 2");
  await expect(page.getByRole("spinbutton", { name: "Frame", exact: true })).toHaveValue("12");
  await expect(page.getByRole("list", { name: "What was changed" })).toContainText(/backward.*0\.22 → 0\.1/);
  await choose(page, "in the view", "take 1");
  await choose(page, "beside it", "take 2");
  await page.getByRole("button", { name: "Wipe" }).click();
  const table = page.getByRole("region", { name: "Measures of the two takes" });
  await expect(table.getByRole("row", { name: /target particles/ })).toBeVisible();
  await studio.picture("reversal-compare");

  await page.getByRole("tab", { name: "Show" }).click();
  await settings(page, { "Width in pixels": "320", "Height in pixels": "240" });
  await page.getByRole("button", { name: "Picture of frame 12" }).click();
  await expect(page.getByRole("button", { name: /frame 12.*\.png/ })).toBeVisible({ timeout: 30_000 });
  await studio.picture("reversal-picture");
});
