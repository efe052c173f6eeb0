// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The schema of scenes as the program prints it, for tests: of $WEIR, or of a build of this checkout. Null where there is
// no program yet; tests that need it are then skipped and say so.

import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import type { JsonSchema } from "../src/schema/schema.ts";

export function checkout(): string {
  let folder = resolve(".");
  while (!existsSync(join(folder, "examples")) && folder !== "/") folder = resolve(folder, "..");
  return folder;
}

function program(): string | null {
  const places = [
    process.env["WEIR"] ?? "",
    join(checkout(), "build/release/weir"),
    join(checkout(), "build/debug/weir"),
  ];
  return places.find((place) => place !== "" && existsSync(place)) ?? null;
}

const weir = program();
export const weirSchema: JsonSchema | null = weir
  ? (JSON.parse(execFileSync(weir, ["describe", "--schema"], { encoding: "utf8", maxBuffer: 1e8 })) as JsonSchema)
  : null;
export const skip = weirSchema ? false : "the program weir is not built";
