// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What artists do in several journeys, by the pointer, and what the server then says of a take.

import type { Page } from "@playwright/test";
import { partOf, unpack } from "../src/link/packed.ts";
import type { ParticlesHeader, Stats, Vec3 } from "../src/link/protocol.ts";
import { expect, goTo, type Studio } from "./studio.ts";

// A new scene of a way, from the start page; answers its file.
export async function begin(studio: Studio, way: string): Promise<string> {
  const { page } = studio;
  await studio.open();
  await page.locator(`[data-starter="starter:${way}"]`).click();
  await page.getByRole("button", { name: "Create", exact: true }).click();
  const name = page.getByRole("heading", { level: 1, name: /\.json$/ });
  await expect(name).toBeVisible();
  await expect(page.getByText("Scene is good")).toBeVisible();
  return name.innerText();
}

export async function save(page: Page): Promise<void> {
  await page.keyboard.press("Control+s");
  await expect(page.getByText("saved", { exact: true })).toBeVisible();
}

export async function dragBy(
  page: Page,
  from: readonly [number, number],
  by: readonly [number, number],
): Promise<void> {
  const steps = 6;
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let step = 1; step <= steps; ++step) {
    await page.mouse.move(from[0] + (by[0] * step) / steps, from[1] + (by[1] * step) / steps);
  }
  await page.mouse.up();
}

// Where a place of the scene is on the page.
export const onPage = async (page: Page, place: Vec3): Promise<[number, number]> =>
  (await page.evaluate((at) => window.weirView!.project(at), place))!;

// By the red arrow of the gizmo, which lies to the right of the middle in flat scenes.
export async function pullRight(page: Page, middle: Vec3, pixels: number): Promise<void> {
  const [x, y] = await onPage(page, middle);
  await page.mouse.move(x + 65, y - 40);
  await dragBy(page, [x + 65, y], [pixels, 0]);
}

// Where a frame is in the timeline, by the playhead, which goes there.
export async function frameX(page: Page, frame: number): Promise<number> {
  await goTo(page, frame);
  const box = await page.getByRole("slider", { name: "Playhead" }).boundingBox();
  return box!.x + box!.width / 2;
}

// A clip, a flag or a key in a row of the timeline is dragged from one frame to another.
export async function dragInTimeline(page: Page, row: RegExp, from: number, to: number): Promise<void> {
  const end = await frameX(page, to);
  const start = await frameX(page, from);
  const name = page.getByLabel("Things with a place in time").getByRole("treeitem", { name: row });
  const box = (await name.boundingBox())!;
  await dragBy(page, [start + 4, box.y + box.height / 2], [end - start, 0]);
}

// The middles of the diamonds of a curve: "M x y l 4.5 -4.5 ...", beginning at their left corners.
export async function curveKeys(page: Page, colour: string): Promise<[number, number][]> {
  // Its size is known a picture later.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  const graph = (await page.getByRole("group", { name: /^Curves; keys/ }).boundingBox())!;
  const paths = await page.locator(`.cv-curve.${colour} .points`).all();
  const drawn = (await Promise.all(paths.map((path) => path.getAttribute("d")))).join("");
  const found = [...drawn.matchAll(/M([-\d.]+) ([-\d.]+)l([\d.]+)/g)];
  return found.map(([, x, y, half]) => [graph.x + Number(x) + Number(half), graph.y + Number(y)]);
}

export async function statsOf(studio: Studio, take: string): Promise<(measure: string, frame: number) => number> {
  const answer = await studio.page.request.get(`${studio.origin}/api/stats`, { params: { take, token: studio.token } });
  const { frames, measures } = (await answer.json()) as Stats;
  return (measure, frame) => {
    const found = measures.find(({ key }) => key.endsWith(measure));
    expect(found, `${measure} among ${measures.map(({ key }) => key).join(", ")}`).toBeTruthy();
    return found!.values[frames.indexOf(frame)] ?? NaN;
  };
}

// The places of a frame's particles.
export async function particlesOf(studio: Studio, take: string, frame: number): Promise<Vec3[]> {
  const params = { take, frame, by: "speed", token: studio.token };
  const answer = await studio.page.request.get(`${studio.origin}/api/particles`, { params });
  expect(answer.status(), await answer.text()).toBe(200);
  const bytes = await answer.body();
  const packed = unpack<ParticlesHeader>(new Uint8Array(bytes).buffer);
  const { points, lower, upper } = packed.header;
  const numbers = partOf(packed, points, "u16");
  const axis = (i: number, a: 0 | 1 | 2): number => lower[a] + (numbers[4 * i + a]! / 65535) * (upper[a] - lower[a]);
  return Array.from({ length: points.count }, (_, i) => [axis(i, 0), axis(i, 1), axis(i, 2)]);
}

// A picture or film that the Show panel makes.
export async function settings(page: Page, values: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(values)) {
    const box = page.getByRole("spinbutton", { name });
    await box.fill(value);
    await box.press("Enter");
  }
}
