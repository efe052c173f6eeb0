// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

import { followCurves } from "./curve_state.ts";
import { followSources } from "./sources.ts";
import { followScene } from "./state.ts";

export function followTimeline(): void {
  followScene();
  followSources();
  followCurves();
}
