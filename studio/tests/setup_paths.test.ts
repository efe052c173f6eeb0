// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the view draws has the names that other panels have.

import assert from "node:assert/strict";
import test from "node:test";
import type { Json, SetupHeader } from "../src/link/protocol.ts";
import type { Setup } from "../src/view/setup_feed.ts";
import { withFullPaths } from "../src/view/setup_paths.ts";
import { skip, weirSchema } from "./weir_schema.ts";

const full: Json = { directors: [{ kind: "rig" }, { kind: "reversal", targets: [{ frame: 3 }] }], reversal: null };

function setupOf(path: string): Setup {
  const things = { bodies: [{ path }], points: [], lines: [], arrows: [], labels: [{ path }] };
  const handles = [{ path, edits: `${path}.shape.transform` }];
  return { header: { ...things, handles } as unknown as SetupHeader, bytes: new ArrayBuffer(0), start: 0 };
}

test("a reversal that stands by itself is an entry of the directors", { skip }, () => {
  const known = { full, schema: weirSchema };
  const root: Json = { directors: [{ kind: "rig" }], reversal: { targets: [{ frame: 3 }] } };
  const { header } = withFullPaths(setupOf("reversal.targets[0]"), root, known);
  assert.equal(header.bodies[0]!.path, "directors[1].targets[0]");
  assert.equal(header.labels[0]!.path, "directors[1].targets[0]");
  assert.equal(header.handles[0]!.edits, "directors[1].targets[0].shape.transform");
});

test("what has its full name already stays as it is", { skip }, () => {
  const setup = setupOf("directors[0].deformations[0]");
  assert.equal(withFullPaths(setup, { directors: [{ kind: "rig" }] }, { full, schema: weirSchema }), setup);
  const unknown = setupOf("reversal.targets[0]");
  assert.equal(withFullPaths(unknown, { reversal: {} }, { full: null, schema: null }), unknown);
});
