// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Icons of the things of a scene, drawn on 16 by 16, by their kind or by the list that they are in. What has none of its
// own is a dot.

import { segments } from "../text/paths.ts";

const drop = "M8 1.8C10.6 5 12.2 7.4 12.2 9.8a4.2 4.2 0 0 1-8.4 0C3.8 7.4 5.4 5 8 1.8Z";
const box = "M8 1.8 13.5 4.6V11.2L8 14.2 2.5 11.2V4.6ZM2.5 4.6 8 7.6 13.5 4.6M8 7.6V14.2";
const ball = "M14 8A6 6 0 1 1 2 8a6 6 0 0 1 12 0ZM2 8c2 2.2 10 2.2 12 0";

const drawings: Record<string, string> = {
  "": "M2 13.5h12M2 13.5 5.2 5l3 5.2 2-3.2 3.8 6.5M12.4 4a1.4 1.4 0 1 1-2.8 0 1.4 1.4 0 0 1 2.8 0Z",
  liquids: drop,
  phases:
    "M3 10c2-1.6 3.4 1.2 5 0s3-1.6 5 0M3 13c2-1.6 3.4 1.2 5 0s3-1.6 5 0M8 1.8c1.2 1.6 2 2.8 2 4a2 2 0 0 1-4 0c0-1.2.8-2.4 2-4Z",
  emitters: "M2 5.5h5v5H2ZM7 8h7M11 5l3 3-3 3",
  sinks: "M2 3h12L9.5 9v4.5h-3V9Z",
  solids: box,
  box,
  sphere: ball,
  shapes: "M2 6.5h6v6H2ZM14 6a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z",
  union: "M10 6a4 4 0 1 0-4 4 4 4 0 1 0 4-4Z",
  difference: "M10 6a4 4 0 1 0-4 4 4 4 0 0 1 4-4Z",
  intersection: "M10 6a4 4 0 0 1-4 4 4 4 0 0 1 4-4ZM10 6a4 4 0 1 0-4 4M6 10a4 4 0 1 0 4-4",
  cylinder: "M3 4.2c0-3 10-3 10 0v7.6c0 3-10 3-10 0ZM3 4.2c0 3 10 3 10 0",
  capsule: "M4.5 5a3.5 3.5 0 0 1 7 0v6a3.5 3.5 0 0 1-7 0Z",
  torus: "M14.5 8c0 5-13 5-13 0s13-5 13 0ZM10.5 8c0 1.6-5 1.6-5 0s5-1.6 5 0Z",
  plane: "M4.5 5H15l-3.5 6.5H1Z",
  star: "M8 1.8l1.9 4 4.3.5-3.2 3 .9 4.4L8 11.5l-3.9 2.2.9-4.4-3.2-3 4.3-.5Z",
  text: "M3 4V2.5h10V4M8 2.5v11M6 13.5h4",
  mesh: "M8 1.8 14 6.2 11.8 13.5H4.2L2 6.2ZM8 1.8 4.2 13.5M8 1.8 11.8 13.5M2 6.2h12",
  boat: "M1.5 9h13c-.8 3-2.4 4.5-4 4.5h-5c-1.6 0-3.2-1.5-4-4.5ZM8 9V2l4.5 5H8",
  keys: "M8 2.5 13.5 8 8 13.5 2.5 8Z",
  forces: "M2 8h9M8 4.5 11.5 8 8 11.5M13.5 3v10",
  push: "M2 8h9M8 4.5 11.5 8 8 11.5M13.5 3v10",
  wind: "M2 6h8a2 2 0 1 0-2-2M2 9h10.5a2 2 0 1 1-2 2M2 12h4",
  vortex: "M8 8a1.5 1.5 0 1 1 1.5 1.5A3.5 3.5 0 1 1 12.5 6M13.5 10A6 6 0 1 1 8 2",
  attract: "M8 6.5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3ZM2 2l3 3M14 2l-3 3M2 14l3-3M14 14l-3-3",
  probes: "M3 13.5V3M3 13.5h10.5M5 10l2.5-3 2 1.5L13 4",
  recordings: "M2 4h9v8H2ZM11 7l3.5-2.5v7L11 9",
  directors: "M8 2v12M2 8h12M4 4l8 8M12 4l-8 8",
  templates: "M3 3h7v7H3ZM6 6h7v7H6Z",
  instances: "M4 4h8v8H4ZM2 2v3M2 2h3M14 14v-3M14 14h-3",
  meshes: "M8 1.8 14 6.2 11.8 13.5H4.2L2 6.2ZM8 1.8 4.2 13.5M8 1.8 11.8 13.5M2 6.2h12",
  rig: "M8 3.5a1.5 1.5 0 1 0 0-.1M3.5 12.5a1.5 1.5 0 1 0 0-.1M12.5 12.5a1.5 1.5 0 1 0 0-.1M7.4 4.9 4 11M8.6 4.9 12 11M5 12.5h6",
  deformations: "M3 13c0-6 10-4 10-10M3 13h4M13 3H9",
  guide: "M2 11c3-5 4 2 6.5-1S13 6 14 6M2 5c3-3 4 1 6 0",
  sea: "M1.5 7c2.2-3 3.6-3 5.2-.5S10.5 9 14.5 5M1.5 12c2.2-3 3.6-3 5.2-.5s3.8 2.5 7.8-1.5",
  reversal: "M5 3 2 6l3 3M2 6h7a4 4 0 0 1 0 8H5",
  targets: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Z",
  visitors: "M2 5h.1M2 11h.1M5 8h.1M8 5h.1M8 11h.1M11 8h3M12 6l2 2-2 2",
  camera: "M2 5h8v6H2ZM10 7.2 14 5v6l-4-2.2",
  domain: "M2.5 5 6 2.5h7.5v8L10 13.5H2.5ZM2.5 5H10v8.5M10 5l3.5-2.5",
  solver:
    "M8 5.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5ZM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.4 3.4l1.4 1.4M11.2 11.2l1.4 1.4M12.6 3.4l-1.4 1.4M4.8 11.2l-1.4 1.4",
  gravity: "M8 2v10M4.5 8.5 8 12l3.5-3.5M3 14h10",
  dot: "M9.5 8a1.5 1.5 0 1 1-3 0 1.5 1.5 0 0 1 3 0Z",
};

export function iconOf(path: string, kind: string): string {
  const at = segments(path);
  const names = at.filter((part) => typeof part === "string").reverse();
  return [kind, names[0] ?? ""].find((name) => name in drawings && (name !== "" || path === "")) ?? "dot";
}

export const Icon = ({ name }: { name: string }) => (
  <svg class="thing-icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={drawings[name] ?? drawings["dot"]!} />
  </svg>
);
