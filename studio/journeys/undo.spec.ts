// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every kind of edit once. Each is one step of undo; undone one by one and done again, the file has the same bytes every
// time.

import type { Page } from "@playwright/test";
import { begin, curveKeys, dragBy, dragInTimeline, pullRight } from "./acts.ts";
import { expect, field, goTo, ran, type Studio, test } from "./studio.ts";

const undoButton = (page: Page) => page.getByRole("button", { name: /^(Undo|Nothing to undo)/ });
const redoButton = (page: Page) => page.getByRole("button", { name: /^(Redo|Nothing to redo)/ });
const things = (page: Page) => page.getByRole("tree", { name: "Things of the scene" });
const tab = (page: Page, name: string) => page.getByRole("tab", { name, exact: true }).click();

async function select(page: Page, name: string | RegExp): Promise<void> {
  await tab(page, "Scene");
  await things(page)
    .getByRole("treeitem", typeof name === "string" ? { name, exact: true } : { name })
    .first()
    .click();
}

async function edits(studio: Studio): Promise<[string, () => Promise<void>][]> {
  const { page } = studio;
  return [
    [
      "field",
      async () => {
        await select(page, "pool box");
        await field(page, "Upper y", "0.4");
      },
    ],
    [
      "key",
      async () => {
        await select(page, /^first/);
        await goTo(page, 12);
        await page.getByRole("button", { name: "Strength: Set a keyframe here" }).click();
      },
    ],
    [
      "second key, by auto-key",
      async () => {
        await goTo(page, 30);
        await page.getByRole("button", { name: "Auto-key" }).click();
        await field(page, "Strength", "0.5");
        await page.getByRole("button", { name: "Auto-key" }).click();
      },
    ],
    [
      "curve",
      async () => {
        await tab(page, "Curves");
        const [first] = await curveKeys(page, "plain");
        await dragBy(page, first!, [40, 10]);
        await tab(page, "Timeline");
      },
    ],
    ["clip", () => dragInTimeline(page, /^first/, 10, 14)],
    [
      "gizmo",
      async () => {
        await select(page, /^first/);
        await goTo(page, 12);
        await expect(page.getByRole("group", { name: /^Numbers of/ })).toBeVisible();
        await pullRight(page, [0, 0.55, 0], 50);
      },
    ],
    [
      "text",
      async () => {
        await tab(page, "Text");
        const text = page.getByRole("textbox", { name: /^The scene file as text/ });
        await text.fill((await text.inputValue()).replace('"A splash that was recorded"', '"Ein Platsch 水"'));
        await tab(page, "Inspector");
      },
    ],
    [
      "add",
      async () => {
        await tab(page, "Scene");
        await page.getByRole("button", { name: "+ Add" }).click();
        await page.getByRole("menuitem", { name: "Solid", exact: true }).click();
      },
    ],
    [
      "rename",
      async () => {
        await things(page).locator("[aria-selected=true]").focus();
        await page.keyboard.press("F2");
        await page.keyboard.type("stone");
        await page.keyboard.press("Enter");
      },
    ],
    [
      "duplicate",
      async () => {
        await select(page, /^stone/);
        await page.keyboard.press("Control+d");
      },
    ],
    [
      "remove",
      async () => {
        await select(page, /^stone/);
        await page.keyboard.press("Delete");
      },
    ],
    [
      "place a template",
      async () => {
        await tab(page, "Library");
        await page.getByRole("list", { name: "Recordings of this scene" }).getByRole("button").first().click();
        await page.getByRole("button", { name: /^Place at frame/ }).click();
      },
    ],
    ["backward", () => page.getByRole("button", { name: /^Play .* backward$/ }).click()],
    [
      "restore a take",
      async () => {
        await tab(page, "Takes");
        await page.getByRole("button", { name: "More for take 1" }).click();
        await page.getByRole("menuitem", { name: /^Restore its scene/ }).click();
      },
    ],
  ];
}

async function saved(studio: Studio, scene: string): Promise<string> {
  const { page } = studio;
  await page.keyboard.press("Control+s");
  await expect(page.getByText("saved", { exact: true })).toBeVisible();
  return studio.read(scene);
}

test("every kind of edit, undone and done again", async ({ studio, page }) => {
  const scene = await begin(studio, "templates");
  await page.getByRole("button", { name: "Other ways to run" }).click();
  await page.getByRole("menuitem", { name: /^Preview: quarter resolution/ }).click();
  await ran(page, "take 1");

  const texts = [await studio.read(scene)];
  for (const [what, edit] of await edits(studio)) {
    await edit();
    await expect(page.getByText("not saved"), what).toBeVisible();
    texts.push(await saved(studio, scene));
    expect(texts.at(-1), what).not.toBe(texts.at(-2));
    await expect(page.getByText("mistake"), what).toHaveCount(0);
  }
  await studio.picture("undo");

  for (const text of texts.slice(0, -1).reverse()) {
    await page.keyboard.press("Control+z");
    await expect(page.getByText("not saved")).toBeVisible();
    expect(await saved(studio, scene)).toBe(text);
  }
  await expect(undoButton(page)).toBeDisabled();
  for (const text of texts.slice(1)) {
    await page.keyboard.press("Control+Shift+z");
    await expect(page.getByText("not saved")).toBeVisible();
    expect(await saved(studio, scene)).toBe(text);
  }
  await expect(redoButton(page)).toBeDisabled();
});
