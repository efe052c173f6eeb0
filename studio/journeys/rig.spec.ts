// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Rigs: smoke that follows points. A deformation is scrubbed in the inspector and keyed by auto-key, takes are wiped over
// each other, and a run branches with other parameters.

import { begin, dragBy, onPage, save } from "./acts.ts";
import { choose, drawnFrame, expect, field, goTo, ran, test } from "./studio.ts";

test("a bar of smoke: bent by scrubbing, run, wiped, branched", async ({ studio, page }) => {
  const scene = await begin(studio, "rig");

  // Its points are in the view.
  await page.getByRole("treeitem", { name: "bar rig" }).click();
  await goTo(page, 24);
  await expect.poll(() => page.evaluate(() => window.weirView!.setup()?.frame)).toBe(24);
  expect(await page.evaluate(() => window.weirView!.setup()!.paths)).toContain("directors[0]");
  await expect(page.getByText(/\d+ points/)).toBeVisible();

  // The bend is scrubbed, and has a key where the playhead is.
  await page.getByRole("treeitem", { name: "Bend", exact: true }).click();
  await goTo(page, 34);
  await page.getByRole("button", { name: "Auto-key" }).click();
  const degrees = page.getByRole("textbox", { name: "Degrees", exact: true });
  await expect(degrees).toHaveValue("-90");
  const box = (await degrees.boundingBox())!;
  await dragBy(page, [box.x + 40, box.y + box.height / 2], [120, 0]);
  await expect(degrees).toHaveValue("-60");
  await save(page);
  expect(await studio.read(scene)).toMatch(/"degrees": \{"keys": \[\[1, 0\], \[24, -90\], \[34, -60\]\], "between"/);
  await expect.poll(() => page.evaluate(() => window.weirView!.setup()?.frame)).toBe(34);
  await studio.picture("rig-bend");
  await page.getByRole("button", { name: "Auto-key" }).click();

  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");

  // From frame 20 on with a looser hold.
  await goTo(page, 20);
  await expect.poll(() => drawnFrame(page)).toBe(20);
  await page.getByRole("tab", { name: "Scene", exact: true }).click();
  await page.getByRole("treeitem", { name: "bar rig" }).click();
  await field(page, "Viscous", "0");
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.getByRole("main", { name: "View" }).locator("canvas").focus();
  await page.keyboard.press("Shift+B");
  await ran(page, "take 2");
  await expect(page.getByText("from take 1, frame 20")).toBeVisible();
  await expect(page.getByRole("list", { name: "What was changed" })).toContainText(/viscous.*200(\.0)? → 0/);

  // Wiped over each other.
  await choose(page, "in the view", "take 1");
  await choose(page, "beside it", "take 2");
  await goTo(page, 36);
  await page.getByRole("button", { name: "Wipe" }).click();
  const line = page.getByRole("slider", { name: "Where one take is wiped over the other" });
  const at = (await line.boundingBox())!;
  const [middle] = await onPage(page, [0.1, 0, 0]);
  await dragBy(page, [at.x + at.width / 2, at.y + 200], [middle - at.x, 0]);
  await expect(line).not.toHaveAttribute("aria-valuenow", "50");
  await expect(page.getByRole("region", { name: "Measures of the two takes" })).toContainText("velocity match");
  await studio.picture("rig-wipe");
});
