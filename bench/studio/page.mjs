// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How quick the page of Studio is, end to end, in Debian's Chromium with software rendering:
//
//   node bench/studio/page.mjs [PROGRAM]
//
// From a request to its picture for frames of a million particles that were never read before; pictures a second while the
// view is turned around them, still and playing; and from an edit in a field until the scene is checked and drawn anew,
// over examples. The server's part alone is `weir bench studio`.
//
// With a graphics card: CHROMIUM_OPTIONS='["--no-sandbox", "--use-gl=angle", "--use-angle=gl-egl",
// "--ignore-gpu-blocklist"]'; CHROMIUM names another browser.

import { spawn, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { chromium } = await import(
  join(root, "studio/node_modules/@playwright/test/index.mjs")
);
const program = resolve(process.argv[2] ?? join(root, "build/release/weir"));
const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));

const median = (numbers) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
const row = (what, ...numbers) =>
  console.log(
    what.padEnd(44) +
      numbers.map((number) => String(number).padStart(12)).join(""),
  );

function weir(...given) {
  const ended = spawnSync(program, given, { encoding: "utf8" });
  if (ended.status !== 0)
    throw new Error(`weir ${given.join(" ")}: ${ended.stderr}`);
}

async function studio() {
  const child = spawn(program, ["studio", folder, "--no-browser"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const address = await new Promise((done) => {
    child.stdout.once("data", (text) => done(/^Studio: (\S+)/.exec(text)[1]));
  });
  return { child, address };
}

// Runs listed for a scene: those in out/ below the folder, where `weir run` puts them.
function makeMillion() {
  const text = readFileSync(join(root, "bench/ballistic/1m.json"), "utf8");
  writeFileSync(join(folder, "million.json"), text);
  weir(
    "run",
    join(folder, "million.json"),
    "-o",
    join(folder, "out/million"),
    "--frames",
    "1-12",
    "--progress",
    "none",
  );
}

async function opened(browser, address, scene) {
  const page = await browser.newPage({
    viewport: { width: 1366, height: 768 },
  });
  await page.addInitScript(() =>
    localStorage.setItem("weir.tour-seen", "true"),
  );
  await page.goto(`${address}#${encodeURIComponent(scene)}`);
  await page.waitForFunction(() => window.weirView?.setup() != null, null, {
    timeout: 60_000,
  });
  return page;
}

async function measureFrames(browser, address) {
  const page = await opened(browser, address, "million.json");
  await page.waitForFunction(
    () => window.weirView.drawn().particles > 0,
    null,
    { timeout: 60_000 },
  );
  const times = [];
  const box = page.getByRole("spinbutton", { name: "Frame", exact: true });
  for (const frame of [12, 3, 9, 5, 11]) {
    await box.fill(String(frame));
    const took = page.evaluate(async (wanted) => {
      const began = performance.now();
      while (window.weirView.drawn().frame !== wanted)
        await new Promise(requestAnimationFrame);
      return performance.now() - began;
    }, frame);
    await box.press("Enter");
    times.push(await took);
  }
  const particles = await page.evaluate(
    () => window.weirView.drawn().particles,
  );
  row(
    `first picture of a frame of ${particles} particles`,
    `${median(times).toFixed(0)} ms`,
  );
  await measureTurning(page, particles);
  await page.close();
}

// The view is turned by the mouse as fast as the browser takes it, all frames of the take being in memory.
async function measureTurning(page, particles) {
  const box = await page.locator(".view-canvas").boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (const what of ["still", "playing"]) {
    if (what === "playing")
      await page.getByRole("button", { name: "Play (Space)" }).click();
    await page.mouse.move(x, y);
    await page.mouse.down();
    const rates = [];
    let every = 1;
    for (const until = performance.now() + 4000; performance.now() < until;) {
      const turned = (performance.now() / 4000) * 2 * Math.PI;
      await page.mouse.move(
        x + 200 * Math.cos(turned),
        y + 80 * Math.sin(turned),
      );
      const seen = await page.evaluate(() => [
        window.weirView.fps(),
        window.weirView.drawn().every,
      ]);
      rates.push(seen[0]);
      every = Math.max(every, seen[1]);
    }
    await page.mouse.up();
    const half = rates.slice(rates.length / 2);
    row(
      `turning ${particles} particles, ${what}`,
      `${median(half)} a second`,
      every > 1 ? `1 in ${every} drawn` : "",
    );
  }
}

const edited = [
  "sph/drop.json",
  "templates/letters.json",
  "rig/dolphin.json",
  "reversal/face.json",
  "meshes/head.json",
  "grid/boat.json",
];

// In the page: asks how long it takes from the next key to the end of drawing the scene of the version that it leads to.
const timeNextKey = () => {
  const { version } = window.weirView.setup();
  const key = new Promise((done) => {
    addEventListener("keydown", (event) => done(event.timeStamp), {
      once: true,
      capture: true,
    });
  });
  window.editTime = key.then(async (began) => {
    while (window.weirView.setup().version === version)
      await new Promise(requestAnimationFrame);
    const gl = document.querySelector(".view-canvas").getContext("webgl2");
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4)); // waits until all is drawn
    return performance.now() - began;
  });
};

async function measureEdits(browser, address) {
  for (const example of edited) {
    const name = example.replace("/", "-");
    weirCopy(example, name);
    const page = await opened(browser, address, name);
    const field = page.getByRole("textbox", { name: "Seed", exact: true });
    const times = [];
    await page.waitForTimeout(1500);
    for (let seed = 1001; seed < 1010; ++seed) {
      await field.fill(String(seed));
      await page.waitForTimeout(300);
      await page.evaluate(timeNextKey);
      await field.press("Enter");
      times.push(await page.evaluate(() => window.editTime));
    }
    row(
      `edit to checked and drawn, ${example}`,
      `${median(times).toFixed(0)} ms`,
      `${Math.max(...times).toFixed(0)} ms`,
    );
    await page.close();
  }
}

function weirCopy(example, name) {
  const text = readFileSync(join(root, "examples", example), "utf8");
  writeFileSync(
    join(folder, name),
    text.replaceAll(
      /"(recorded\/[^"]+)"/g,
      `"${join(root, "examples", dirname(example))}/$1"`,
    ),
  );
}

mkdirSync(folder, { recursive: true });
makeMillion();
const { child, address } = await studio();
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: JSON.parse(
    process.env.CHROMIUM_OPTIONS ??
      readFileSync(join(root, "studio/chromium.json"), "utf8"),
  ),
});
try {
  await measureFrames(browser, address);
  await measureEdits(browser, address);
} finally {
  await browser.close();
  child.kill("SIGTERM");
  await new Promise((ended) => child.once("exit", ended));
  rmSync(folder, { recursive: true, force: true });
}
