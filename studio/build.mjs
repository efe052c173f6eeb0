// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Makes the page:  node build.mjs FOLDER         index.html, app.js, app.css, worker.js and the licences of what is in them
// and its tests:   node build.mjs --tests FOLDER  one .mjs for every tests/*.test.ts

import { build } from "esbuild";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const forTests = process.argv[2] === "--tests";
const folder = resolve(process.argv[forTests ? 3 : 2] ?? join(here, "dist"));
const common = { bundle: true, target: "es2022", absWorkingDir: here, logLevel: "warning" };

// The texts of the licences of every package whose code ended up in the page.
function licences(metafile) {
  const packages = new Set();
  for (const input of Object.keys(metafile.inputs)) {
    const found = input.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//);
    if (found) packages.add(found[1]);
  }
  const texts = [...packages].sort().map((name) => {
    const at = join(here, "node_modules", name);
    const { version } = JSON.parse(readFileSync(join(at, "package.json"), "utf8"));
    const file = readdirSync(at).find((entry) => /^licen[cs]e/i.test(entry));
    if (!file) throw new Error(`${name} has no file with its licence`);
    return `${name} ${version}\n\n${readFileSync(join(at, file), "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}

if (forTests) {
  rmSync(folder, { recursive: true, force: true });
  const tests = readdirSync(join(here, "tests")).filter((name) => name.endsWith(".test.ts"));
  await build({
    ...common,
    entryPoints: tests.map((name) => join("tests", name)),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    platform: "node",
    mainFields: ["module", "main"], // the modules of jsonc-parser; its other form loads files while it runs
    format: "esm",
    loader: { ".css": "empty" },
  });
} else {
  mkdirSync(folder, { recursive: true });
  const page = await build({
    ...common,
    entryPoints: { app: "src/main.tsx", worker: "src/frames/worker.ts" },
    outdir: folder,
    format: "esm",
    minify: true,
    metafile: true,
    jsx: "automatic",
    jsxImportSource: "preact",
  });
  copyFileSync(join(here, "src/index.html"), join(folder, "index.html"));
  copyFileSync(join(here, "src/icon.svg"), join(folder, "icon.svg"));
  writeFileSync(join(folder, "licences.txt"), licences(page.metafile));
  if (!existsSync(join(folder, "app.css"))) throw new Error("the page has no style");
}
