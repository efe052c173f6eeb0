// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Editing by fields, by hand in the view and as text: what is not edited keeps its bytes, and all of it can be undone.

import type { Page } from "@playwright/test";
import { drop } from "./scenes.ts";
import { expect, field, test } from "./studio.ts";

const undoButton = (page: Page) => page.getByRole("button", { name: /^(Undo|Nothing to undo)/ });

test.beforeEach(async ({ studio }) => {
  await studio.write("drop.json", drop);
  await studio.open("drop.json");
});

test("fields change their values alone, and undo takes everything back", async ({ studio, page }) => {
  await page.getByRole("treeitem", { name: "ball" }).click();
  await field(page, "Radius", "0.15");
  await page.keyboard.press("Control+s");
  const larger = drop.replace('"radius": 0.1', '"radius": 0.15');
  await expect.poll(() => studio.read("drop.json")).toBe(larger);

  await field(page, "Centre y", "0.45");
  await page.getByRole("treeitem", { name: "Solver" }).click();
  await field(page, "Spacing", "2cm");
  await page.keyboard.press("Control+s");
  const all = larger.replace("[0, 0.5,   0]", "[0, 0.45,   0]").replace('"spacing": 0.025', '"spacing": 0.02');
  await expect.poll(() => studio.read("drop.json")).toBe(all);
  await expect(page.getByText("0.02 m")).toBeVisible();

  while (await undoButton(page).isEnabled()) await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("drop.json")).toBe(drop);
  await page.keyboard.press("Control+Shift+z");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+y");
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("drop.json")).toBe(all);
});

test("a thing is dragged in the view as one step of undo", async ({ studio, page }) => {
  await page.getByRole("treeitem", { name: "ball" }).click();
  await expect(page.getByRole("group", { name: /^Numbers of/ })).toBeVisible();
  // By the red arrow, which lies to the right of the middle.
  const [x, y] = (await page.evaluate(() => window.weirView!.project([0, 0.5, 0])))!;
  await page.mouse.move(x + 65, y - 40);
  await page.mouse.move(x + 65, y);
  await page.mouse.down();
  for (let step = 1; step <= 8; ++step) await page.mouse.move(x + 65 + 10 * step, y);
  await page.mouse.up();
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("drop.json")).toContain('"translate"');
  const moved = await studio.read("drop.json");
  expect(moved).toContain("// round");
  expect(moved.split("\n").filter((line) => !drop.split("\n").includes(line)).length).toBeLessThan(4);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("drop.json")).toBe(drop);
});

test("a mistake is told beside its field and in the text, and Run waits for it to be mended", async ({
  studio,
  page,
}) => {
  await page.getByRole("treeitem", { name: "ball" }).click();
  await field(page, "Radius", "1mm");
  await expect(page.getByText(/is too small to hold a particle/).first()).toBeVisible();
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();
  await page.getByRole("button", { name: /1 mistake/ }).click();
  const found = page.getByRole("list", { name: "What check says" });
  await expect(found.getByRole("button")).toContainText(/Line 1\d.*is too small to hold a particle/);
  await studio.picture("mistake");

  const text = page.getByRole("textbox", { name: /^The scene file as text/ });
  await text.fill(drop.replace('"radius": 0.1}}', '"radius": 0.1}'));
  await expect(page.getByRole("button", { name: /1 mistake/ })).toBeVisible();
  await text.fill(drop);
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeEnabled();
});

test("two pages see each other's edits, and a reload loses nothing", async ({ studio, page, context }) => {
  const other = await context.newPage();
  await other.addInitScript(() => localStorage.setItem("weir.tour-seen", "true"));
  await other.goto(`${studio.address}#drop.json`);
  await page.getByRole("treeitem", { name: "ball" }).click();
  await field(page, "Radius", "0.12");
  await other.getByRole("treeitem", { name: "ball" }).click();
  await expect(other.getByRole("textbox", { name: "Radius", exact: true })).toHaveValue("0.12");
  await field(other, "Radius", "0.13");
  await expect(page.getByRole("textbox", { name: "Radius", exact: true })).toHaveValue("0.13");

  await page.reload();
  await page.getByRole("treeitem", { name: "ball" }).click();
  await expect(page.getByRole("textbox", { name: "Radius", exact: true })).toHaveValue("0.13");
  await page.keyboard.press("Control+z");
  await expect(other.getByRole("textbox", { name: "Radius", exact: true })).toHaveValue("0.12");
});

test("what another program changes in an included file is seen at once", async ({ studio, page }) => {
  await studio.write("base.json", drop);
  await studio.write("shot.json", '{"include": ["base.json"]}\n');
  await studio.open("shot.json");
  await expect(page.locator(".view").getByText("20 × 20 cm")).toBeVisible();
  await studio.write("base.json", drop.replace('"radius": 0.1', '"radius": 0.2'));
  await expect(page.locator(".view").getByText("40 × 40 cm")).toBeVisible();
});
