// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Control meshes: water that follows a ball. The mesh is in the view at its keys and between them, a key is moved in the
// curve editor, the surface is shown and exported.

import { readdir } from "node:fs/promises";
import { begin, curveKeys, dragBy, save, settings } from "./acts.ts";
import { drawnFrame, expect, goTo, ran, test } from "./studio.ts";

test("a ball of water: seen between keys, moved by its curve, run, exported", async ({ studio, page }) => {
  const scene = await begin(studio, "meshes");
  const before = await studio.read(scene);

  // At its keys and between them.
  await page.getByRole("treeitem", { name: "ball sphere" }).last().click();
  const numbers = page.getByRole("group", { name: "Numbers of directors[0].meshes[0]" });
  const place = (axis: string) => numbers.getByRole("textbox", { name: `Move ${axis}, m` });
  await goTo(page, 8);
  await expect(place("y")).toHaveValue("0.75");
  await goTo(page, 11);
  await expect(place("x")).toHaveValue(/^0\.1\d/);
  await expect(place("y")).toHaveValue(/^0\.6\d/);
  await studio.picture("meshes-between");

  // Its key at frame 8 goes up, by the curve.
  await page.getByRole("tab", { name: "Curves" }).click();
  const keys = await curveKeys(page, "green");
  expect(keys).toHaveLength(5);
  await dragBy(page, keys[1]!, [0, -20]);
  await save(page);
  await studio.picture("meshes-curve");
  const after = await studio.read(scene);
  const [, height] = /\[8, \[0, ([\d.]+), 0\]\]/.exec(after)!;
  expect(Number(height)).toBeGreaterThan(0.77);
  expect(after.replace(`[8, [0, ${height}, 0]]`, "[8, [0, 0.75, 0]]")).toBe(before);

  // Run, and its surface.
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await page.getByRole("tab", { name: "Timeline" }).click();
  await goTo(page, 12);
  await page.getByRole("button", { name: "Show the surface" }).click();
  await expect.poll(() => drawnFrame(page)).toBe(12);
  await expect.poll(() => page.evaluate(() => window.weirView!.drawn().triangles)).toBeGreaterThan(1000);
  await studio.picture("meshes-surface");

  // A picture with light.
  await page.getByRole("tab", { name: "Show" }).click();
  await page.getByRole("combobox", { name: "Style" }).selectOption({ label: "lit water (path traced)" });
  await settings(page, { "Width in pixels": "320", "Height in pixels": "180", "Light paths a pixel": "4" });
  await page.getByRole("button", { name: "Picture of frame 12" }).click();
  await expect(page.getByRole("button", { name: /^picture .*frame 12/ })).toBeVisible({ timeout: 30_000 });
  await studio.picture("meshes-picture");

  // As files for other programs.
  const form = page.getByRole("region", { name: "Export" });
  const made = page.getByRole("region", { name: "Made in the background" });
  for (const format of ["obj", "vdb"]) {
    await form.getByRole("combobox", { name: "Format" }).selectOption(format);
    for (const [name, frame] of [
      ["First frame", "12"],
      ["Last frame", "14"],
    ] as const) {
      await form.getByRole("spinbutton", { name }).fill(frame);
      await form.getByRole("spinbutton", { name }).press("Enter");
    }
    await form.getByRole("button", { name: "Export", exact: true }).click();
    await expect(made.getByRole("link", { name: new RegExp(`\\.${format}$`) })).toHaveCount(3, { timeout: 30_000 });
  }
  const files = await readdir(studio.folder, { recursive: true });
  expect(files.filter((file) => file.endsWith(".obj"))).toHaveLength(3);
  await studio.picture("meshes-export");
});
