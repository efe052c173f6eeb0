// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the scene sets up, as objects to be drawn and picked: bodies, edges, points, lines, arrows, the box of the domain.
// Each knows the path of what it shows. A new setup takes over the buffers of what stayed the same.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineSegments,
  type Material,
  Mesh,
  type Object3D,
  Points,
} from "three";
import { type Packed, partOf } from "../link/packed.ts";
import type { Part, SetupHeader, Vec3 } from "../link/protocol.ts";
import { looks, Materials, type State } from "./looks.ts";
import { creased, mostCreased } from "./normals.ts";
import type { Setup } from "./setup_feed.ts";
import { arrowLines, boxLines, polylineSegments } from "./shapes.ts";

type Body = SetupHeader["bodies"][number];

// What is drawn: where it belongs, and its material for each state.
export interface Thing {
  path: string;
  object: Mesh | LineSegments | Points;
  pickable: boolean;
  shown: boolean;
  order: number;
  material: (state: State, overTake?: boolean) => Material;
}

// Of the camera: what smoke must not show through.
export const solidLayer = 1;

// Over the frames of a take only the points of what is selected or pointed at are shown, smaller by this, so that its
// own particles can be seen.
const smallDots = 0.4;

const domainColour: Vec3 = [0.2, 0.28, 0.36];

// Short names of what parts hold. Large ones have theirs from the server.
const namesOf = (setup: Setup, ...parts: Part[]): string =>
  parts.map((part) => part.name ?? hashOf(partOf(setup, part, part.type as "f32" | "u32"))).join(" ");

function hashOf({ buffer, byteOffset, byteLength }: Float32Array | Uint32Array): string {
  const words = new Uint32Array(buffer as ArrayBuffer, byteOffset, byteLength >> 2);
  let hash = 0x811c9dc5;
  for (let i = 0; i < words.length; ++i) hash = Math.imul(hash ^ words[i]!, 0x01000193);
  return `${hash >>> 0} ${byteLength}`;
}

function linesOf(segments: Float32Array): BufferGeometry {
  return new BufferGeometry().setAttribute("position", new BufferAttribute(segments, 3));
}

function bodyOf(positions: Float32Array, triangles: Uint32Array, flat: boolean): BufferGeometry {
  const geometry = new BufferGeometry();
  if (flat || triangles.length > 3 * mostCreased) {
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(new BufferAttribute(triangles, 1));
    if (!flat) geometry.computeVertexNormals();
    return geometry;
  }
  const made = creased(positions, triangles);
  geometry.setAttribute("position", new BufferAttribute(made.positions, 3));
  geometry.setAttribute("normal", new BufferAttribute(made.normals, 3));
  geometry.setIndex(new BufferAttribute(made.triangles, 1));
  return geometry;
}

// How liquids are shown where they begin: whole before anything ran, as an outline over the first frame of a take, and
// hidden in later ones, which show what became of them.
export type Beginnings = "whole" | "outlined" | "hidden";

export class SetupLayer {
  readonly group = new Group();
  readonly materials = new Materials();
  things: Thing[] = [];
  private liquids = new Set<string>();
  private shown: Setup | null = null;
  private geometries = new Map<string, BufferGeometry>();
  private used = new Map<string, BufferGeometry>();

  show(setup: Setup | null): void {
    if (setup === this.shown) return;
    this.shown = setup;
    this.group.clear();
    this.things = [];
    this.liquids = new Set(setup?.header.bodies.filter(({ look }) => look === "liquid").map(({ path }) => path));
    this.used = new Map();
    if (setup) this.add(setup);
    for (const [key, geometry] of this.geometries) if (!this.used.has(key)) geometry.dispose();
    this.geometries = this.used;
  }

  private add(setup: Setup): void {
    const { header } = setup;
    const flat = header.dimensions === 2;
    if (header.domain) {
      const { lower, upper } = header.domain;
      const named = `box ${lower} ${upper}`;
      this.addLines("domain", domainColour, 0.9, flat, named, () => boxLines(lower, upper, flat));
    }
    for (const body of header.bodies) this.addBody(setup, body, flat);
    this.addMergedLines(setup, flat);
    for (const points of header.points) {
      const geometry = this.geometry(`points ${namesOf(setup, points.positions)}`, () =>
        linesOf(partOf(setup, points.positions, "f32")),
      );
      const { colour, radius, path } = points;
      const material = (state: State, overTake = false) =>
        this.materials.dots(colour, overTake ? smallDots * radius : radius, flat, state);
      this.put({ path, object: new Points(geometry), order: 4, material });
    }
    for (const { path, colour, from, to } of header.arrows)
      this.addLines(path, colour, 1, flat, `arrow ${from} ${to}`, () => arrowLines(from, to));
  }

  private addBody(setup: Setup, body: Body, flat: boolean): void {
    const { path, look, colour, edges } = body;
    const { order, edge } = looks[look];
    const positions = partOf(setup, body.positions, "f32");
    if (body.triangles.count > 0) {
      const key = `body ${flat} ${namesOf(setup, body.positions, body.triangles)}`;
      const geometry = this.geometry(key, () => bodyOf(positions, partOf(setup, body.triangles, "u32"), flat));
      const material = () => this.materials.body(look, colour, flat);
      const object = new Mesh(geometry);
      if (look === "solid") object.layers.enable(solidLayer);
      this.put({ path, object, order, material });
    }
    if (edges.count > 0) {
      const named = `edges ${namesOf(setup, body.positions, edges)}`;
      this.addLines(path, colour, edge, flat, named, () => segmentsOf(setup, edges, positions));
    }
  }

  // Many polylines of one thing in one object.
  private addMergedLines(setup: Setup, flat: boolean): void {
    const merged = new Map<string, { path: string; colour: Vec3; lines: Part[] }>();
    for (const { path, colour, positions } of setup.header.lines) {
      const key = `${path} ${colour}`;
      const those = merged.get(key) ?? { path, colour, lines: [] };
      merged.set(key, those);
      those.lines.push(positions);
    }
    for (const { path, colour, lines } of merged.values()) {
      this.addLines(path, colour, 0.9, flat, namesOf(setup, ...lines), () =>
        polylineSegments(lines.map((line) => partOf(setup, line, "f32"))),
      );
    }
  }

  // `named`: by what their segments, pairs of places, are made from.
  private addLines(
    path: string,
    colour: Vec3,
    opacity: number,
    flat: boolean,
    named: string,
    segments: () => Float32Array,
  ): void {
    const geometry = this.geometry(`lines ${flat} ${named}`, () => linesOf(segments()));
    if (geometry.getAttribute("position").count === 0) return;
    const material = (state: State) => this.materials.line(colour, opacity, flat, state);
    this.put({ path, object: new LineSegments(geometry), order: 3.5, material });
  }

  private geometry(key: string, make: () => BufferGeometry): BufferGeometry {
    const there = this.geometries.get(key) ?? this.used.get(key) ?? make();
    this.used.set(key, there);
    return there;
  }

  private put(given: Omit<Thing, "pickable" | "shown">): void {
    const thing = { ...given, pickable: true, shown: true };
    const { object } = thing;
    object.material = thing.material("plain");
    object.renderOrder = thing.order;
    object.matrixAutoUpdate = false;
    object.userData["path"] = thing.path;
    this.things.push(thing);
    this.group.add(object as Object3D);
  }

  // How each thing is to be shown now.
  paint(stateOf: (path: string) => State, beginnings: Beginnings): void {
    const overTake = beginnings !== "whole";
    for (const thing of this.things) {
      const { path, object, material } = thing;
      const state = stateOf(path);
      object.material = material(state, overTake);
      const isHiddenPoint = overTake && object instanceof Points && state === "plain";
      const shown = this.liquids.has(path) ? beginnings : isHiddenPoint ? "hidden" : "whole";
      thing.pickable = shown !== "hidden";
      thing.shown = shown === "whole" || (!(object instanceof Mesh) && (shown === "outlined" || state !== "plain"));
      object.visible = thing.shown;
    }
  }

  // Bodies that a take shows where its liquid has carried them: here the outline of a selected one remains, where it
  // begins.
  leaveOut(carried: ReadonlyMap<string, unknown>, stateOf: (path: string) => State): void {
    for (const { path, object, shown } of this.things) {
      const stays = !carried.has(path) || (!(object instanceof Mesh) && stateOf(path) === "selected");
      object.visible = shown && stays;
    }
  }

  get header(): SetupHeader | null {
    return this.shown?.header ?? null;
  }

  // From the space in which the shape of a solid is written, at the frame.
  spaceOf(path: string): readonly number[] | undefined {
    return this.shown?.header.handles.find(({ edits }) => edits === `${path}.shape.transform`)?.matrix;
  }

  isHidden(path: string, beginnings: Beginnings): boolean {
    return beginnings === "hidden" && this.liquids.has(path);
  }

  dispose(): void {
    this.show(null);
    this.materials.dispose();
  }
}

// Edges come as pairs of corners, or of places.
function segmentsOf(setup: Packed<unknown>, edges: Part, positions: Float32Array): Float32Array {
  if (edges.type === "f32") return partOf(setup, edges, "f32");
  const pairs = partOf(setup, edges, "u32");
  const segments = new Float32Array(3 * pairs.length);
  for (let i = 0; i < pairs.length; ++i) {
    const at = 3 * pairs[i]!;
    segments.set(positions.subarray(at, at + 3), 3 * i);
  }
  return segments;
}
