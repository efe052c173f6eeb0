// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The start page: scenes are found, an example is opened and copied; the tour and the help by keyboard.

import { drop } from "./scenes.ts";
import { expect, field, test } from "./studio.ts";

test("scenes are found, and an example is looked at and copied", async ({ studio, page }) => {
  await studio.write("my/drop.json", drop);
  await studio.open();
  await expect(page.getByRole("heading", { name: "Scenes of this folder 1" })).toBeVisible();
  const cards = page.locator("a.card");
  const all = await cards.count();
  expect(all).toBeGreaterThan(50);
  await studio.picture("start");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("dolphin");
  await expect.poll(() => cards.count()).toBeLessThan(12);
  for (const card of await cards.all())
    expect((await card.innerText()).toLowerCase()).toMatch(/dolphin|rig|mesh|reversal/);
  await page.keyboard.press("Escape");
  await expect(cards).toHaveCount(all);
  await page.getByRole("button", { name: "2D", exact: true }).click();
  await page.getByRole("group", { name: "Ways" }).getByRole("button", { name: "Rig" }).click();
  for (const card of await cards.all()) await expect(card).toContainText(/2D[^]*Rig/);
  await studio.picture("start-found");
  await page.getByRole("searchbox", { name: "Search scenes" }).fill("nothing is called so");
  await page.getByRole("button", { name: "Show all scenes" }).click();
  await expect(cards).toHaveCount(all);

  // Arrow keys go from card to card, Enter opens.
  await page.getByRole("searchbox", { name: "Search scenes" }).fill("drop-2d");
  await expect.poll(() => cards.count()).toBeLessThan(5);
  await page.locator('a.card[data-scene="examples:sph/drop-2d.json"]').focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "drop-2d.json" })).toBeVisible();

  // It stays as it is.
  const note = page.getByRole("button", { name: "Example: make a copy to edit" });
  await expect(note).toBeVisible();
  await page.getByRole("treeitem", { name: /^Solver/ }).click();
  await field(page, "Spacing", "0.05");
  await expect(page.getByText("This is an example that comes with Weir.", { exact: false })).toBeVisible();
  await note.click();
  await expect(page.getByText("saved", { exact: true })).toBeVisible();
  await page.getByRole("treeitem", { name: /^Solver/ }).click();
  await field(page, "Spacing", "0.05");
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("drop-2d.json")).toContain('"spacing": 0.05');
  await page.getByRole("button", { name: "All scenes" }).click();
  await expect(page.getByRole("heading", { name: "Scenes of this folder 2" })).toBeVisible();
});

test("the tour and the help, by keyboard alone", async ({ studio, page }) => {
  await studio.open();
  await expect(page.getByRole("button", { name: "Show me around" })).toBeVisible();
  await page.keyboard.press("Shift+F1");
  const tour = page.getByRole("region", { name: "Tour" });
  await expect(tour).toContainText("1 of 5");
  await expect(tour.getByRole("button", { name: "Next" })).toBeFocused();
  await studio.picture("tour");
  for (const step of [2, 3, 4, 5]) {
    await page.keyboard.press("Enter");
    await expect(tour).toContainText(`${step} of 5`);
  }
  await page.keyboard.press("Enter");
  await expect(tour).toHaveCount(0);

  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: "Help" });
  await expect(help).toBeVisible();
  await expect(help).toContainText("Ctrl");
  await page.keyboard.type("undo");
  await expect(help.locator("dt")).toHaveText(["Undo"]);
  await studio.picture("help");
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await expect(page.getByRole("heading", { level: 1, name: "drop-2d.json" })).toBeVisible();
});

test("the tour comes by itself with the first scene, once", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  await page.goto(`${studio.address}#drop.json`);
  const tour = page.getByRole("region", { name: "Tour" });
  await expect(tour).toContainText("1 of 5");
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(tour).toHaveCount(0);
  await page.reload();
  await expect(page.getByText("Scene is good")).toBeVisible();
  await expect(tour).toHaveCount(0);
});
