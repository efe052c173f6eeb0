// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The journeys: what an artist does in Studio, in Debian's Chromium without a graphics card: WebGL is drawn in software,
// and the page is put together by the processor, as Chromium does it there. WEIR_PROGRAM names the program; WEIR_PICTURES
// a folder for the pictures of docs/studio.md, which are otherwise not taken.

import { readFileSync } from "node:fs";
import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "journeys",
  outputDir: process.env.WEIR_JOURNEY_RESULTS ?? "test-results",
  workers: 2,
  fullyParallel: true,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  use: {
    viewport: { width: 1366, height: 768 },
    actionTimeout: 15_000,
    trace: "off",
    screenshot: "only-on-failure",
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: JSON.parse(readFileSync(new URL("chromium.json", import.meta.url), "utf8")) as string[],
    },
  },
});
