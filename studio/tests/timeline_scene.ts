// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A small schema and scene for tests of the timeline, as `weir describe --schema` writes them.

import type { Json } from "../src/link/protocol.ts";
import type { JsonSchema } from "../src/schema/schema.ts";
import { parse } from "../src/text/parse.ts";
import type { Around } from "../src/timeline/clips.ts";
import { allOf, type Property, type Thing, thingsOf } from "../src/timeline/things.ts";

const number: JsonSchema = { type: "number" };
const vector: JsonSchema = { type: "array", items: number, minItems: 3, maxItems: 3 };
const keyed = (value: JsonSchema): JsonSchema => ({
  anyOf: [
    value,
    {
      type: "object",
      properties: {
        keys: { type: "array", minItems: 1, items: { type: "array", prefixItems: [number, value] } },
        between: { enum: ["linear", "smooth", "step"] },
      },
      required: ["keys"],
    },
  ],
});
// "(m)" at the end of a description is its unit.
const described = (schema: JsonSchema, description: string, byDefault?: Json): JsonSchema => {
  const unit = /\((.+)\)$/.exec(description)?.[1];
  return {
    ...schema,
    description,
    ...(unit ? { unit } : {}),
    ...(byDefault === undefined ? {} : { default: byDefault }),
  };
};
const perhaps = (schema: JsonSchema): JsonSchema => ({ anyOf: [schema, { type: "null" }] });
const listOf = (name: string): JsonSchema => ({ type: "array", items: { $ref: `#/$defs/${name}` }, default: [] });
const block = (properties: Record<string, JsonSchema>): JsonSchema => ({ type: "object", properties });
const frame = (schema: JsonSchema, byDefault?: Json): JsonSchema => described(schema, "When. (frame)", byDefault);
const text: JsonSchema = { type: "string", default: "" };

export const schema: JsonSchema = {
  $ref: "#/$defs/scene",
  $defs: {
    scene: block({
      frames: { $ref: "#/$defs/frames" },
      gravity: described(keyed(vector), "Pulls. (m/s2)", [0, -9.81, 0]),
      emitters: listOf("emitter"),
      solids: listOf("solid"),
      recordings: listOf("recording"),
      directors: listOf("director"),
      reversal: { $ref: "#/$defs/reversal" },
      picture: { $ref: "#/$defs/picture" },
    }),
    frames: block({ first: frame({ type: "integer" }, 1), last: frame({ type: "integer" }, 48), rate: number }),
    emitter: block({
      name: text,
      velocity: described(keyed(vector), "Of the flow. (m/s)", [0, -1, 0]),
      first: frame(number, -1e9),
      last: frame(number, 1e9),
    }),
    solid: block({ name: text, shape: { $ref: "#/$defs/shape" } }),
    shape: { oneOf: [{ $ref: "#/$defs/shape.ball" }, { $ref: "#/$defs/shape.mesh" }] },
    "shape.ball": block({ kind: { const: "ball" }, radius: keyed(number), transform: { $ref: "#/$defs/transform" } }),
    "shape.mesh": block({
      kind: { const: "mesh" },
      first_frame: frame(number, 1),
      transform: { $ref: "#/$defs/transform" },
    }),
    transform: block({
      translate: described(keyed(vector), "Move. (m)", [0, 0, 0]),
      rotate: described(keyed(vector), "Turn. (degrees)", [0, 0, 0]),
    }),
    recording: block({
      name: text,
      scene: perhaps({ type: "string" }),
      first: frame(perhaps({ type: "integer" })),
      last: frame(perhaps({ type: "integer" })),
    }),
    director: { oneOf: [{ $ref: "#/$defs/director.templates" }, { $ref: "#/$defs/director.meshes" }] },
    "director.templates": block({ kind: { const: "templates" }, name: text, instances: listOf("instance") }),
    "director.meshes": block({ kind: { const: "meshes" }, name: text, meshes: listOf("control_mesh") }),
    instance: block({
      name: text,
      template: { type: "string" },
      transform: perhaps({ $ref: "#/$defs/transform" }),
      start: frame(number, 1),
      first: frame(perhaps(number)),
      last: frame(perhaps(number)),
      speed: { type: "number", minimum: 0.01, maximum: 100, default: 1 },
      reverse: { type: "boolean", default: false },
      strength: described(keyed(number), "Factor.", 1),
      temporary: { type: "boolean", default: true },
    }),
    control_mesh: block({
      name: text,
      keys: listOf("mesh_key"),
      first: frame(perhaps(number)),
      last: frame(perhaps(number)),
      looseness: described(keyed(number), "Loose.", 0),
    }),
    mesh_key: block({ frame: frame(number), shape: { $ref: "#/$defs/shape" } }),
    reversal: block({ targets: listOf("reversal_target") }),
    reversal_target: block({
      name: text,
      frame: frame({ type: "integer" }),
      last: frame(perhaps({ type: "integer" })),
    }),
    picture: block({ width: { type: "integer" }, camera: { $ref: "#/$defs/camera" } }),
    camera: block({ position: described(keyed(vector), "Where. (m)", [0, 0, 1]) }),
  },
};

export const sceneText = `// A scene.
{
  "frames": {"last": 96},
  "emitters": [
    {"name": "tap", "first": 5, "velocity": {"keys": [[5, [0, -1, 0]], [20, [0, -2, 0]]]}},
    {"name": "always"}
  ],
  "solids": [
    {"name": "still", "shape": {"kind": "ball"}},
    {"name": "ball", "shape": {"kind": "ball", "radius": 0.2, "transform": {
       "rotate": {"keys": [[1, [0, 0, 0]], [24, [0, 90, 0]], [48, [0, 0, 0]]], "between": "smooth"}}}},
    {"name": "horse", "shape": {"kind": "mesh", "first_frame": 12}}
  ],
  "recordings": [{"name": "hop", "scene": "hop.json", "first": 1, "last": 22}, {"name": "own", "first": 10, "last": 30}],
  "directors": [
    {"kind": "templates", "name": "splashes", "instances": [
      {"template": "hop", "start": 6, "reverse": true},  // the first one
      {"name": "slow", "template": "hop", "start": 40.5, "first": 3, "last": 20, "speed": 0.5,
       "strength": {"keys": [[40, 0], [50, 1], [50.5, 2]]}},
      {"name": "lost", "template": "nowhere"}
    ]},
    {"kind": "meshes", "meshes": [
      {"name": "dolphin", "keys": [{"frame": 8, "shape": {"kind": "ball"}}, {"frame": 32, "shape": {"kind": "ball"}}]}
    ]}
  ],
  "reversal": {"targets": [{"name": "face", "frame": 24, "last": 71}, {"name": "star", "frame": 80}]},
  "picture": {"width": 640, "camera": {"position": {"keys": [[1, [0, 0, 1]], [96, [1, 0, 1]]]}}}
}
`;

export const around: Around = {
  frames: { first: 1, last: 96, rate: 24 },
  source: (name) => (name === "hop" ? { frames: 22, rate: 24 } : name === "fast" ? { frames: 100, rate: 48 } : null),
};

export const things = (of: string): Thing[] => thingsOf(parse(of), schema, around);
export function thing(of: string, path: string): Thing {
  const found = allOf(things(of)).find((each) => each.path === path);
  if (!found) throw new Error(`the timeline has no ${path}`);
  return found;
}
export function property(of: string, path: string): Property {
  const found = allOf(things(of)).flatMap(({ properties }) => properties);
  return found.find((each) => each.path === path)!;
}
