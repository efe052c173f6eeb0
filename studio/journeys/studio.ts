// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A Studio of its own for every journey: a scratch folder, the program serving it, a page that shows it.
//
//   test("a drop is run", async ({ studio, page }) => {
//     await studio.write("drop.json", "{ ... }");
//     await studio.open("drop.json");
//   });

import { expect, type Page, test as base } from "@playwright/test";
import { type ChildProcess, spawn } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const program = resolve(process.env.WEIR_PROGRAM ?? join(here, "../../build/release/weir"));
export const examples = resolve(here, "../../examples");

export class Studio {
  address = "";
  output = "";
  ended = ""; // how, when nobody asked for it
  private process: ChildProcess | null = null;

  constructor(
    readonly folder: string,
    readonly page: Page,
  ) {}

  get token(): string {
    return new URL(this.address).searchParams.get("token")!;
  }
  get origin(): string {
    return new URL(this.address).origin;
  }
  path(name: string): string {
    return join(this.folder, name);
  }
  read(name: string): Promise<string> {
    return readFile(this.path(name), "utf8");
  }
  async write(name: string, text: string): Promise<void> {
    await mkdir(dirname(this.path(name)), { recursive: true });
    await writeFile(this.path(name), text);
  }
  async copyExample(name: string, to: string): Promise<void> {
    await mkdir(dirname(this.path(to)), { recursive: true });
    await copyFile(join(examples, name), this.path(to));
  }

  async start(...more: string[]): Promise<void> {
    const { WEIR_LIBRARY: _, ...env } = process.env;
    const child = spawn(program, ["studio", this.folder, "--no-browser", ...more], {
      stdio: ["ignore", "pipe", "pipe"],
      env,
    });
    this.process = child;
    this.output = "";
    await new Promise<void>((done, failed) => {
      const read = (data: Buffer): void => {
        this.output += data.toString();
        const found = this.output.match(/^Studio: (\S+)$/m);
        if (!found) return;
        this.address = found[1]!;
        done();
      };
      child.stdout!.on("data", read);
      child.stderr!.on("data", read);
      child.on("exit", (code, signal) => {
        this.ended = `weir studio ended with ${code ?? signal}: ${this.output}`;
        failed(new Error(this.ended));
      });
    });
  }

  // Answers its exit code.
  async end(signal: NodeJS.Signals = "SIGINT"): Promise<number | null> {
    const child = this.process;
    this.process = null;
    if (this.ended || !child) throw new Error(this.ended || "weir studio was not started");
    return new Promise((done) => {
      child.on("exit", (code) => {
        this.ended = "";
        done(code);
      });
      child.kill(signal);
    });
  }

  // The start page, or a scene, without the tour of the first time.
  async open(scene = ""): Promise<void> {
    await this.page.addInitScript(() => localStorage.setItem("weir.tour-seen", "true"));
    if (picturesAt) await this.page.addInitScript(smoothEdges);
    await this.page.goto(scene ? `${this.address}#${encodeURIComponent(scene)}` : this.address);
  }

  // For docs/studio.md, when it is asked for.
  async picture(name: string): Promise<void> {
    if (picturesAt) await this.page.screenshot({ path: join(picturesAt, `${name}.png`) });
  }
}

const picturesAt = process.env.WEIR_PICTURES;

// In the page: as a graphics card draws it, though there is none.
function smoothEdges(): void {
  const context = HTMLCanvasElement.prototype.getContext as (kind: string, how?: object) => RenderingContext | null;
  HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, how?: object) {
    return context.call(this, kind, { ...how, antialias: true });
  } as typeof HTMLCanvasElement.prototype.getContext;
}

export const test = base.extend<{ studio: Studio }>({
  studio: async ({ page }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "weir-journey-"));
    const studio = new Studio(folder, page);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    await studio.start();
    await use(studio);
    await studio.end();
    await rm(folder, { recursive: true, force: true });
    if (complaints.length > 0) throw new Error(`the page complained: ${complaints.join("; ")}`);
  },
});

// A text field gets another value, as by typing.
export async function field(page: Page, name: string, text: string): Promise<void> {
  const box = page.getByRole("textbox", { name, exact: true });
  await box.fill(text);
  await box.press("Enter");
}

export async function goTo(page: Page, frame: number): Promise<void> {
  const box = page.getByRole("spinbutton", { name: "Frame", exact: true });
  await box.fill(String(frame));
  await box.press("Enter");
}

// The frame of a take that is on the canvas.
export const drawnFrame = (page: Page): Promise<number | null> =>
  page.evaluate(() => window.weirView?.drawn().frame ?? null);

// One of the two selections of takes in the top bar.
export async function choose(page: Page, which: "in the view" | "beside it", take: string): Promise<void> {
  const box = page.getByRole("combobox", { name: `The take ${which}` });
  const label = await box
    .locator("option", { hasText: new RegExp(`^${take}\\b`) })
    .first()
    .innerText();
  await box.selectOption({ label });
}

// Waits until a take is there as a whole.
export async function ran(page: Page, take: string): Promise<void> {
  await page.getByRole("tab", { name: "Takes" }).click();
  const row = page.getByRole("list", { name: "Takes, newest first" }).getByRole("listitem").filter({ hasText: take });
  await expect(row.first()).toContainText(/\d+ frames|frames \d+/, { timeout: 60_000 });
  await expect(row.getByRole("button", { name: `Stop ${take}` })).toHaveCount(0, { timeout: 60_000 });
}

export { expect };
