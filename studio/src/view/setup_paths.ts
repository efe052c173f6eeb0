// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The server names what it draws as the file does: "reversal.targets[0]". All panels name it by the list that this stands
// for, "directors[0].targets[0]", so that what is clicked in the view is selected everywhere.

import type { Json } from "../link/protocol.ts";
import { joined } from "../text/paths.ts";
import { fullPath, type Known } from "../text/places.ts";
import type { Setup } from "./setup_feed.ts";

export function withFullPaths(setup: Setup, root: Json, known: Known): Setup {
  const beginnings = new Map<string, string>();
  const named = (path: string): string => {
    const first = /^[^.[]*/.exec(path)![0];
    const there = beginnings.get(first) ?? joined(fullPath(root, [first], known));
    beginnings.set(first, there);
    return there + path.slice(first.length);
  };
  const all = <Thing extends { path: string }>(things: Thing[]): Thing[] =>
    things.map((thing) => ({ ...thing, path: named(thing.path) }));
  const { header } = setup;
  const { bodies, points, lines, arrows, labels, handles } = header;
  const own = {
    bodies: all(bodies),
    points: all(points),
    lines: all(lines),
    arrows: all(arrows),
    labels: all(labels),
    handles: all(handles).map((handle) => ({ ...handle, edits: named(handle.edits) })),
  };
  const isNamed = [...beginnings].every(([first, there]) => first === there);
  return isNamed ? setup : { ...setup, header: { ...header, ...own } };
}
