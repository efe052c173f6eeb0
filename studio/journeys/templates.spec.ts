// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The templates paper's way of working (Schoentgen et al. 2020, its user interface): run a drop, record its splash, place
// it twice in another scene, one of them reversed and moved by keys, run that, scrub, compare with and without, film.

import { drop, pool, twoDrops } from "./scenes.ts";
import { choose, drawnFrame, expect, field, goTo, ran, type Studio, test } from "./studio.ts";

// Run a drop, record its splash.
async function recordSplash(studio: Studio): Promise<void> {
  const { page } = studio;
  await studio.open("drop.json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await goTo(page, 12);
  await expect.poll(() => drawnFrame(page)).toBe(12);
  await studio.picture("run");

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
}

test("record a splash, place it twice, run, compare, film", async ({ studio, page }) => {
  test.setTimeout(150_000);
  await studio.write("drop.json", drop);
  await studio.write("pool.json", pool);

  await recordSplash(studio);

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

test("places are proposed where a template fits", async ({ studio, page }) => {
  test.setTimeout(150_000);
  await studio.write("drop.json", drop);
  await studio.write("two.json", twoDrops);
  await recordSplash(studio);
  await page.getByRole("button", { name: "All scenes" }).click();
  await page.getByRole("link", { name: /two.json/ }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await goTo(page, 10);
  await expect.poll(() => drawnFrame(page)).toBe(10);
  await page.getByRole("tab", { name: "Library" }).click();
  await page
    .getByRole("list", { name: "Templates" })
    .getByRole("button", { name: /splash/ })
    .click();
  await page.getByRole("button", { name: "Find where it fits" }).click();
  const places = page.getByRole("list", { name: "Places where it fits" }).getByRole("button");
  await expect.poll(() => places.count(), { timeout: 30_000 }).toBeGreaterThan(1);

  // Each drop is found where it is and as far as it has fallen: at frames 10 and 14 of what frame 4 on was recorded of.
  const found = async (at: number): Promise<{ x: number; frame: number }> => {
    const words = (await places.nth(at).getAttribute("aria-label"))!;
    const [, x, own] = /, ([-\d.]+), [-\d.]+ m, from its frame (\d+)$/.exec(words)!;
    return { x: Number(x), frame: Number(own) };
  };
  const both = [await found(0), await found(1)].sort((a, b) => a.x - b.x);
  for (const [at, x, own] of [
    [0, -0.8, 7],
    [1, 0.8, 11],
  ] as const) {
    expect(Math.abs(both[at]!.x - x)).toBeLessThan(0.05);
    expect(Math.abs(both[at]!.frame - own)).toBeLessThanOrEqual(1);
  }

  // It is seen where it would be, and the second one that is clicked takes the place of the first.
  await places.nth(0).hover();
  await studio.picture("fit");
  const text = async (): Promise<string> => studio.read(".two.json.autosave").catch(() => studio.read("two.json"));
  const uses = async (): Promise<number> => (await text()).match(/"template": "splash"/g)?.length ?? 0;
  const placed = async (): Promise<number> => Number(/"translate": \[([-\d.]+)/.exec(await text())?.[1]);
  await places.nth(0).click();
  await expect.poll(uses).toBe(1);
  const first = await placed();
  await expect(places.nth(0)).toHaveAttribute("aria-pressed", "true");
  await places.nth(1).click();
  await expect.poll(placed).toBeCloseTo(-first, 1);
  expect(await uses()).toBe(1);
  await page.getByRole("button", { name: /^Undo: / }).click();
  await expect.poll(placed).toBe(first);
  await page.getByRole("button", { name: /^Undo: / }).click();
  await expect.poll(uses).toBe(0);
  // As if nothing had been placed.
  await places.nth(1).click();
  await expect.poll(uses).toBe(1);
});
