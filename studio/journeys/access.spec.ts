// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Studio for everybody: each control has a name, each text can be read, all panels are reached by Tab, tour and help need no
// pointer, and keyboards of other countries do what is typed.

import type { Page } from "@playwright/test";
import { unitText } from "../src/inspector/numbers.ts";
import { labelOf } from "../src/schema/fields.ts";
import type { JsonSchema } from "../src/schema/schema.ts";
import { drop } from "./scenes.ts";
import { expect, ran, type Studio, test } from "./studio.ts";

// What of the page, as it is now, cannot be named or read. Runs in the page.
function faults(): string[] {
  const found: string[] = [];
  type Colour = [number, number, number, number];
  const parsed = (text: string): Colour => {
    const numbers = (text.match(/[\d.]+/g) ?? []).map(Number);
    const share = text.startsWith("color(") ? 255 : 1;
    return [numbers[0]! * share, numbers[1]! * share, numbers[2]! * share, numbers[3] ?? 1];
  };
  const over = (top: Colour, below: Colour): Colour => {
    const mixed = [0, 1, 2].map((n) => top[n]! * top[3] + below[n]! * (1 - top[3]));
    return [mixed[0]!, mixed[1]!, mixed[2]!, 1];
  };
  const light = (colour: Colour): number => {
    const part = (n: number): number => {
      const c = colour[n]! / 255;
      return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    };
    return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2);
  };
  // The colours behind an element; the ground of the view stands for what is drawn in it.
  const behind = (element: Element | null): Colour => {
    const layers: Colour[] = [];
    for (let at = element; at; at = at.parentElement) layers.push(parsed(getComputedStyle(at).backgroundColor));
    return layers.reduceRight<Colour>((below, layer) => over(layer, below), [20, 24, 28, 1]);
  };
  const isSeen = (element: Element): boolean => {
    const { width, height } = element.getBoundingClientRect();
    if (width < 2 || height < 2 || element.closest(".hidden, [aria-disabled=true], :disabled")) return false;
    return element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  };
  const told = (element: Element): string =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute("class") ?? ""}"> ${(element.textContent ?? "").trim().slice(0, 40)}`;
  const named = (element: Element): string => {
    const by = (element.getAttribute("aria-labelledby") ?? "").split(" ").filter(Boolean);
    const labels = "labels" in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    const inside = element.matches("input, select, textarea") ? "" : (element.textContent ?? "");
    return [
      element.getAttribute("aria-label"),
      ...by.map((id) => document.getElementById(id)?.textContent),
      ...labels.map((label) => label.textContent),
      inside,
      element.getAttribute("title"),
    ]
      .join(" ")
      .replace(/[^\p{L}\p{N}]/gu, "");
  };
  for (const element of document.querySelectorAll("a, button, input, select, textarea, summary, video, [tabindex]")) {
    if (isSeen(element) && !element.closest("[aria-hidden=true]") && !named(element)) {
      found.push(`no name: ${told(element)}`);
    }
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const element = node.parentElement!;
    if (!node.textContent!.trim() || element.matches("option, script, style") || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    const back = behind(element);
    // Text of drawings is filled; that of the text pane lies under its transparent field.
    const own = parsed(element instanceof SVGElement ? style.fill : style.color);
    if (own[3] === 0) continue;
    let opacity = own[3];
    for (let at: Element | null = element; at; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const front = over([own[0], own[1], own[2], opacity], back);
    const [a, b] = [light(front), light(back)].sort((x, y) => y - x) as [number, number];
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) found.push(`contrast ${contrast.toFixed(2)}: ${told(element)}`);
  }
  return [...new Set(found)];
}

const panels = ["Library", "Takes", "Scene", "Text", "Show", "Inspector", "Curves", "Plots", "Timeline"];

// All of them are told at once.
async function expectNoFaults(page: Page, where: string): Promise<void> {
  let found: string[] = [];
  for (let n = 0; n < 8 && (n === 0 || found.length > 0); ++n) {
    if (n > 0) await page.waitForTimeout(250); // what comes in or changes its colour just now
    found = await page.evaluate(faults);
  }
  expect.soft(found, where).toEqual([]);
}

test("in every panel all controls have names and all texts can be read", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  await studio.open();
  await expect(page.getByRole("link", { name: /^drop drop.json/ })).toBeVisible();
  await expectNoFaults(page, "start page");
  await studio.open("drop.json");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await ran(page, "take 1");
  await page.getByRole("tab", { name: "Scene", exact: true }).click();
  await page.getByRole("treeitem", { name: "ball" }).click();
  for (const panel of panels) {
    await page.getByRole("tab", { name: panel, exact: true }).click();
    await expectNoFaults(page, panel);
  }
  // A mistake, and what is told of it.
  const radius = page.getByRole("textbox", { name: "Radius", exact: true });
  await radius.fill("1mm");
  await radius.press("Enter");
  await expect(page.getByText(/is too small to hold a particle/).first()).toBeVisible();
  await expectNoFaults(page, "a mistake");
});

test("the check of names and contrast finds what is wrong", async ({ studio, page }) => {
  await studio.open();
  await expect(page.getByRole("heading").first()).toBeVisible();
  await page.evaluate(() => {
    const [button, text] = [document.createElement("button"), document.createElement("p")];
    button.className = "nameless";
    button.style.cssText = "position: fixed; inset: 0 auto auto 0; width: 30px; height: 30px";
    text.textContent = "faint words";
    text.style.cssText = "position: fixed; inset: 40px auto auto 0; color: #555; background: #333";
    document.body.append(button, text);
  });
  const found = await page.evaluate(faults);
  expect(found.filter((fault) => /nameless|faint words/.test(fault))).toHaveLength(2);
});

test("Tab reaches every panel", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  await studio.open("drop.json");
  await expect(page.getByText("Scene is good")).toBeVisible();
  const reached = new Set<string>();
  for (let n = 0; n < 160; ++n) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(() => {
      const element = document.activeElement;
      return element?.closest(".left, .right, .bottom, .middle, .status, header")?.className ?? element?.tagName ?? "";
    });
    for (const name of ["left", "right", "bottom", "middle", "status"])
      if (at.split(" ").includes(name)) reached.add(name);
    if (reached.size === 5) break;
  }
  expect([...reached].sort()).toEqual(["bottom", "left", "middle", "right", "status"]);
});

test("help has names, can be read, and keeps the focus inside", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  await studio.open("drop.json");
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog", { name: /help/i });
  await expect(help).toBeVisible();
  await expectNoFaults(page, "help");
  // Behind its last control come those of the browser itself, where the page has nothing in focus; it takes a while until it
  // has it again.
  const reached = new Set<string>();
  for (let n = 0; n < 24 && reached.size < 3; ++n) {
    await page.keyboard.press("Tab");
    const at = await help.evaluate((dialog) => {
      const focused = document.activeElement;
      if (focused === document.body) return "";
      return dialog.contains(focused) ? focused!.tagName : `behind: ${focused?.outerHTML}`;
    });
    expect(at).not.toContain("behind");
    if (["INPUT", "BUTTON", "A"].includes(at)) reached.add(at);
  }
  expect([...reached].sort()).toEqual(["A", "BUTTON", "INPUT"]);
  await page.keyboard.press("Escape");
  await expect(help).toHaveCount(0);
  await page.keyboard.press("Shift+F1");
  await expect(page.getByRole("region", { name: "Tour" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Tour" })).toHaveCount(0);
});

test("the tour has names, can be read, and takes keys at once", async ({ studio, page }) => {
  await studio.write("drop.json", drop);
  await studio.open("drop.json");
  await expect(page.getByText("Scene is good")).toBeVisible();
  await page.keyboard.press("Shift+F1");
  const tour = page.getByRole("region", { name: "Tour" });
  await expect(tour).toBeVisible();
  await expectNoFaults(page, "tour");
  const first = await tour.innerText();
  await page.keyboard.press("Enter");
  await expect.poll(() => tour.innerText()).not.toBe(first);
  await page.keyboard.press("Escape");
  await expect(tour).toHaveCount(0);
});

// Names of parameters, and of what folds, that do not fit where they stand: words that are cut or broken. Runs in the page.
function brokenNames(): string[] {
  const found: string[] = [];
  for (const name of document.querySelectorAll<HTMLElement>(".in-label, .in-fold")) {
    const told = name.textContent ?? "";
    if (name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight) found.push(`cut: ${told}`);
    const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      for (const word of (node.textContent ?? "").matchAll(/\S+/g)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (range.getClientRects().length > 1) found.push(`broken: ${told}`);
      }
    }
  }
  return [...new Set(found)];
}

async function schemaOf(studio: Studio): Promise<JsonSchema> {
  const answer = await studio.page.request.get(`${studio.origin}/api/schema`, { params: { token: studio.token } });
  return (await answer.json()) as JsonSchema;
}

// All that can be selected is, and all sections are opened.
async function expectWholeNames(page: Page): Promise<void> {
  await expect(page.getByText("Scene is good")).toBeVisible();
  const things = page.getByRole("tree", { name: "Things of the scene" }).getByRole("treeitem");
  for (let n = 0; n < (await things.count()); ++n) {
    await things.nth(n).click();
    await page.evaluate(async () => {
      const closed = ".in-fold[aria-expanded=false]:not(:disabled)";
      for (let round = 0; round < 5 && document.querySelector(closed); ++round) {
        document.querySelectorAll<HTMLElement>(closed).forEach((fold) => fold.click());
        await new Promise((done) => setTimeout(done, 30));
      }
    });
    expect.soft(await page.evaluate(brokenNames), await things.nth(n).innerText()).toEqual([]);
  }
}

test("names of parameters can be read whole", async ({ studio, page }) => {
  await studio.copyExample("rig/dolphin.json", "dolphin.json");
  await studio.copyExample("reversal/face.json", "face.json");
  await studio.open("dolphin.json");
  await expectWholeNames(page);
  // Those of all others, bold and as deep as parameters lie.
  const names = Object.values((await schemaOf(studio)).$defs ?? {}).flatMap(({ properties }) =>
    Object.entries(properties ?? {}).map(([name, { unit }]): [string, string] => [labelOf(name), unitText(unit ?? "")]),
  );
  expect(names.length).toBeGreaterThan(300);
  await page.getByRole("treeitem", { name: /^Solver/ }).click();
  await page.evaluate((all) => {
    const row = document.querySelector(".in-row")!;
    const [outer, inside] = [document.createElement("div"), document.createElement("div")];
    outer.className = inside.className = "in-inside";
    row.parentElement!.append(outer);
    outer.append(inside);
    for (const [name, unit] of all) {
      const copy = row.cloneNode(true) as HTMLElement;
      copy.className = "in-row is-written";
      const [label, small] = [copy.querySelector(".in-label")!, document.createElement("span")];
      small.className = "in-unit";
      small.textContent = ` ${unit}`;
      label.replaceChildren(name, small);
      inside.append(copy);
    }
  }, names);
  expect(await page.evaluate(brokenNames)).toEqual([]);
  await studio.open("face.json");
  await expectWholeNames(page);
});

interface Pressed {
  key: string;
  code: string;
  ctrlKey?: boolean;
  isComposing?: boolean;
}

// As the browser tells of keys of other keyboards.
const press = (page: Page, given: Pressed): Promise<void> =>
  page.evaluate((init) => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init }));
  }, given);

test("z of a German keyboard undoes, and keys that an input method is composing do nothing", async ({
  studio,
  page,
}) => {
  await studio.write("drop.json", drop);
  await studio.open("drop.json");
  await page.getByRole("treeitem", { name: "ball" }).click();
  const radius = page.getByRole("textbox", { name: "Radius", exact: true });
  await radius.fill("0.15");
  await radius.press("Enter");
  await expect(page.getByRole("button", { name: /^Undo/ })).toBeEnabled();
  await press(page, { key: "z", code: "KeyY", ctrlKey: true, isComposing: true });
  await press(page, { key: "Process", code: "KeyZ", ctrlKey: true });
  await press(page, { key: " ", code: "Space", isComposing: true });
  await page.waitForTimeout(300);
  await expect(radius).toHaveValue("0.15");
  expect(await page.evaluate(() => window.weirView!.playhead().frame)).toBe(1);
  await press(page, { key: "z", code: "KeyY", ctrlKey: true });
  await expect(radius).toHaveValue("0.1");
});
