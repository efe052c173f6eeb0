// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The templates paper's way of working (Schoentgen et al. 2020, its user interface): run a drop, record its splash, place
// it twice in another scene, one of them reversed and moved by keys, run that, scrub, compare with and without, film.

import { drop, pool } from "./scenes.ts";
import { choose, drawnFrame, expect, field, goTo, ran, test } from "./studio.ts";

test("record a splash, place it twice, run, compare, film", async ({ studio, page }) => {
  test.setTimeout(150_000);
  await studio.write("drop.json", drop);
  await studio.write("pool.json", pool);

  // Run a drop.
  await studio.open("drop.json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await goTo(page, 12);
  await expect.poll(() => drawnFrame(page)).toBe(12);
  await studio.picture("run");

  // Record its splash.
  await page.getByRole("tab", { name: "Library" }).click();
  await page.getByRole("button", { name: "Record…" }).click();
  const form = page.getByRole("form", { name: "Record a template" });
  await form.getByRole("textbox", { name: "Name" }).fill("splash");
  await form.getByRole("spinbutton", { name: "Frames" }).fill("4");
  await form.getByRole("spinbutton", { name: "to", exact: true }).fill("20");
  await form.getByRole("spinbutton", { name: "Lower corner, x" }).fill("-0.5");
  await form.getByRole("spinbutton", { name: "Lower corner, y" }).fill("0");
  await form.getByRole("spinbutton", { name: "Upper corner, x" }).fill("0.5");
  await form.getByRole("spinbutton", { name: "Upper corner, y" }).fill("0.7");
  await studio.picture("record");
  await form.getByRole("button", { name: "Record", exact: true }).click();
  await expect(page.getByRole("region", { name: "Template splash" })).toBeVisible({ timeout: 30_000 });

  // Place it twice in another scene.
  await page.getByRole("button", { name: "All scenes" }).click();
  await page.getByRole("link", { name: /^pool pool.json/ }).click();
  await page.getByRole("tab", { name: "Library" }).click();
  await page
    .getByRole("list", { name: "Templates" })
    .getByRole("button", { name: /splash/ })
    .click();
  await page.getByRole("button", { name: "Place at frame 1", exact: true }).click();
  await goTo(page, 6);
  await page.getByRole("button", { name: "Place at frame 6" }).click();
  await page.keyboard.press("Control+s");
  await expect.poll(async () => (await studio.read("pool.json")).match(/"template": "splash"/g)?.length).toBe(2);
  expect(await studio.read("pool.json")).toContain("// Water at rest (2D)");

  // The second one backwards, and moved by keys.
  await page.getByRole("button", { name: /^Play .* backward$/ }).click();
  await page.getByRole("tab", { name: "Inspector" }).click();
  await page.getByRole("button", { name: "Auto-key" }).click();
  await field(page, "Move x, m", "-0.4");
  await goTo(page, 20);
  await field(page, "Move x, m", "0.3");
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("pool.json")).toMatch(/"reverse": true/);
  await expect.poll(() => studio.read("pool.json")).toMatch(/"keys": \[\s*\[6, \[-0.4, [\d.]+, 0\]\],\s*\[20, \[0.3, /);
  await studio.picture("timeline");

  // Run it with them, and without.
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  const things = page.getByLabel("Things with a place in time");
  for (const name of ["splash", "splash-2"]) {
    await things.getByRole("button", { name: `Mute ${name}`, exact: true }).click();
  }
  await expect
    .poll(() => studio.read(".pool.json.autosave").catch(() => ""))
    .toMatch(/"strength": 0[^.][^]*"strength": 0[^.]/);
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 2");
  await choose(page, "in the view", "take 1");
  await choose(page, "beside it", "take 2");
  await goTo(page, 14);
  await expect.poll(() => drawnFrame(page)).toBe(14);
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(page.getByRole("region", { name: "Measures of the two takes" })).toBeVisible();
  await studio.picture("compare");

  // Scrub and play.
  const ruler = await page.getByRole("slider", { name: "Playhead" }).boundingBox();
  expect(ruler).not.toBeNull();
  await page.keyboard.press("Space");
  await expect.poll(() => page.evaluate(() => window.weirView!.playhead().frame)).not.toBe(14);
  await page.keyboard.press("Space");

  // Film.
  await page.getByRole("tab", { name: "Show" }).click();
  await page.getByRole("button", { name: "Film" }).click();
  await expect(page.locator("video")).toBeVisible({ timeout: 60_000 });
  await studio.picture("film");
});
