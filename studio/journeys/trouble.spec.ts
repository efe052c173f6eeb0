// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What goes wrong in a day: Studio ends in the middle of a run and of an edit, scenes that are none, a folder that cannot
// be written, a page that is closed.

import { rename } from "node:fs/promises";
import { drop } from "./scenes.ts";
import { expect, field, ran, test } from "./studio.ts";

// Long enough to be stopped on the way.
const long = drop.replace('"last": 24', '"last": 4000');

test("a crash of Studio loses neither the run nor the edit", async ({ studio, page }) => {
  await studio.write("drop.json", long);
  await studio.open("drop.json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("tab", { name: "Takes" }).click();
  const takes = page.getByRole("list", { name: "Takes, newest first" });
  await expect(takes).toContainText(/frame [2-9]|frame \d\d/, { timeout: 30_000 });
  await page.getByRole("tab", { name: "Scene" }).click();
  await page.getByRole("treeitem", { name: "ball" }).click();
  await field(page, "Radius", "0.15");
  await expect.poll(() => studio.read(".drop.json.autosave").catch(() => "")).toContain("0.15");

  await studio.end("SIGKILL");
  await expect(page.getByRole("alert")).toContainText("does not answer");
  await studio.picture("lost");
  await studio.start();
  await studio.open("drop.json");
  await page.getByRole("treeitem", { name: "ball" }).click();
  await expect(page.getByRole("textbox", { name: "Radius", exact: true })).toHaveValue("0.15");
  expect(await studio.read("drop.json")).toBe(long);

  // The run went on, and is stopped and resumed from here.
  await page.getByRole("tab", { name: "Takes" }).click();
  await page.getByRole("button", { name: "Stop take 1" }).first().click();
  await expect(page.getByRole("button", { name: "Resume take 1" })).toBeVisible({ timeout: 30_000 });
  await page.getByRole("button", { name: "Resume take 1" }).click();
  await expect(page.getByRole("button", { name: "Stop take 1" }).first()).toBeVisible();

  // Ctrl-C ends Studio, and stops its runs where they can be resumed.
  expect(await studio.end("SIGINT")).toBe(0);
  await studio.start();
  await studio.open("drop.json");
  await page.getByRole("tab", { name: "Takes" }).click();
  await expect(page.getByRole("button", { name: "Resume take 1" })).toBeVisible();
});

test("closing the page does not stop a run", async ({ studio, page, context }) => {
  await studio.write("drop.json", drop.replace('"last": 24', '"last": 60'));
  await studio.open("drop.json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByRole("progressbar").first()).toBeVisible();
  const other = await context.newPage();
  await page.close();
  await other.addInitScript(() => localStorage.setItem("weir.tour-seen", "true"));
  await other.goto(`${studio.address}#drop.json`);
  await ran(other, "take 1");
});

test("files that are no scenes, and scenes with mistakes, open all the same", async ({ studio, page }) => {
  await studio.write("bad.json", drop.replace('"solver"', '"slover"'));
  await studio.open("bad.json");
  await expect(page.getByRole("button", { name: /mistake/ })).toBeVisible();
  await page.getByRole("tab", { name: "Text" }).click();
  await expect(page.getByRole("list", { name: "What check says" })).toContainText("slover");
  await expect(page.getByRole("button", { name: "Run", exact: true })).toBeDisabled();

  await studio.write("torn.json", drop.slice(0, 300));
  await page.goto(`${studio.address}#torn.json`);
  await expect(page.getByRole("list", { name: "What check says" })).toContainText(/the file ends before/);
  await page.goto(`${studio.address}#none.json`);
  await expect(page.getByRole("status").getByText(/none\.json/)).toBeVisible();
});

test("what cannot be written, as on a disk that went away, is told and stays in the page", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  await studio.open("drop.json");
  await page.getByRole("treeitem", { name: "ball" }).click();
  await rename(studio.folder, `${studio.folder}-gone`);
  await field(page, "Radius", "0.15");
  await page.keyboard.press("Control+s");
  await expect(page.locator(".notice.error").first()).toBeVisible();
  await rename(`${studio.folder}-gone`, studio.folder);
  await page.keyboard.press("Control+s");
  await expect.poll(() => studio.read("drop.json")).toContain('"radius": 0.15');
});
