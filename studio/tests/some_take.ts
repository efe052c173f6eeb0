// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A take that has run, for tests to change what they need of it.

import type { Take } from "../src/link/protocol.ts";

export const someTake: Take = {
  take: "takes/drop/001",
  scene: "drop.json",
  name: "take 1",
  kind: "full",
  state: "done",
  made: "2026-11-19T10:00:00Z",
  changes: [],
  from: null,
  frames: { first: 1, last: 20, rate: 24 },
  have: [[1, 20]],
  dimensions: 2,
  lower: [0, 0, 0],
  upper: [1, 1, 0],
  particles: true,
  volumes: [],
  phases: [],
  spacing: 0.02,
  progress: null,
  error: "",
  bytes: 0,
};
