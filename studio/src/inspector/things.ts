// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The things of the open scene, for outline and text pane.

import { stable } from "../text/shared.ts";
import { facts } from "./facts.ts";
import { type Thing, treeOf } from "./outline_tree.ts";

export const things = stable<Thing | null>(() => (facts.value ? treeOf(facts.value) : null));
