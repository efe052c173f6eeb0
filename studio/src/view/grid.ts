// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The grid: lines a round number of metres apart that follow the zoom, on the floor, or in the plane that is looked at
// straight on; the axes in their colours.

import { BufferAttribute, BufferGeometry, LineSegments, ShaderMaterial, Vector3 } from "three";
import type { Vec3 } from "../link/protocol.ts";
import { type Look, pixelSize, sideOf } from "./navigation.ts";
import { lengthInWords, roundStep } from "./steps.ts";

const reach = 60; // lines to each side of the middle
const pixelsApart = 16; // at least

export interface GridPlan {
  step: number; // m
  middle: Vec3; // a crossing near what is looked at
  across: 0 | 1 | 2; // the axes that it spans
  along: 0 | 1 | 2;
  origin: Vec3; // from where the view counts
}

// `floor`: the height of the grid in space.
export function planGrid(look: Look, height: number, flat: boolean, floor: number, origin: Vec3): GridPlan {
  const side = flat ? "front" : sideOf(look);
  const [across, along] =
    side === "front" ? ([0, 1] as const) : side === "side" ? ([2, 1] as const) : ([0, 2] as const);
  const step = roundStep(pixelSize(look, height) * pixelsApart);
  const middle: Vec3 = [0, 0, 0];
  for (const axis of [across, along]) {
    const at = look.target[axis] + origin[axis];
    middle[axis] = Math.round(at / (10 * step)) * 10 * step - origin[axis];
  }
  if (along === 2) middle[1] = floor;
  return { step, middle, across, along, origin };
}

// The lines: places, and how strong each is.
export function gridLines({ step, middle, across, along, origin }: GridPlan): {
  places: Float32Array;
  colours: Float32Array;
} {
  const places: number[] = [];
  const colours: number[] = [];
  const axes: Vec3[] = [
    [0.85, 0.27, 0.3],
    [0.45, 0.75, 0.25],
    [0.25, 0.5, 0.95],
  ];
  const line = (fixed: 0 | 1 | 2, free: 0 | 1 | 2, i: number): void => {
    const at = middle[fixed] + i * step;
    const count = Math.round((at + origin[fixed]) / step);
    const isAxis = count === 0;
    const [r, g, b] = isAxis ? axes[free]! : [0.55, 0.66, 0.76];
    const strength = isAxis ? 0.85 : count % 10 === 0 ? 0.34 : count % 5 === 0 ? 0.2 : 0.11;
    // In pieces, since lines fade with the distance.
    for (let piece = -reach; piece < reach; piece += 10) {
      for (const end of [piece, piece + 10]) {
        const place: Vec3 = [...middle];
        place[fixed] = at;
        place[free] = middle[free] + end * step;
        places.push(...place);
        colours.push(r, g, b, strength);
      }
    }
  };
  for (let i = -reach; i <= reach; ++i) {
    line(across, along, i);
    line(along, across, i);
  }
  return { places: new Float32Array(places), colours: new Float32Array(colours) };
}

// Where the grid's numbers stand: along its axes, or where those are far away along its middle.
export function gridNumbers({ step, middle, across, along, origin }: GridPlan): { at: Vec3; text: string }[] {
  const numbers: { at: Vec3; text: string }[] = [];
  const base: Vec3 = [...middle];
  for (const axis of [across, along] as const) {
    if (Math.abs(middle[axis] + origin[axis]) <= reach * step) base[axis] = -origin[axis];
  }
  for (const axis of [across, along] as const) {
    for (let i = -4; i <= 4; ++i) {
      const place: Vec3 = [...base];
      place[axis] = middle[axis] + i * 10 * step;
      const metres = Number((place[axis] + origin[axis]).toPrecision(12));
      if (Math.abs(metres) < step / 2 && axis !== across) continue;
      numbers.push({ at: place, text: lengthInWords(Math.abs(metres) < step / 2 ? 0 : metres) });
    }
  }
  return numbers;
}

const vertexShader = /* glsl */ `
attribute vec4 tint;
uniform vec3 uMiddle;
uniform float uReach;
varying vec4 vTint;
void main() {
  float far = distance(position, uMiddle) / uReach;
  vTint = vec4(tint.rgb, tint.a * (1.0 - smoothstep(0.25, 1.0, far)));
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

export class Grid {
  readonly object: LineSegments<BufferGeometry, ShaderMaterial>;
  plan: GridPlan | null = null;
  private key = "";

  constructor() {
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader: "varying vec4 vTint; void main() { if (vTint.a < 0.01) discard; gl_FragColor = vTint; }",
      uniforms: { uMiddle: { value: new Vector3() }, uReach: { value: 1 } },
      transparent: true,
      depthWrite: false,
    });
    this.object = new LineSegments(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.renderOrder = -1;
  }

  follow(look: Look, height: number, flat: boolean, floor: number, origin: Vec3): void {
    this.plan = planGrid(look, height, flat, floor, origin);
    const { uniforms } = this.object.material;
    uniforms["uMiddle"]!.value.set(...look.target);
    uniforms["uReach"]!.value = reach * this.plan.step;
    this.object.material.depthTest = !flat;
    const key = JSON.stringify(this.plan);
    if (key === this.key) return;
    this.key = key;
    const { places, colours } = gridLines(this.plan);
    this.object.geometry.dispose();
    this.object.geometry = new BufferGeometry()
      .setAttribute("position", new BufferAttribute(places, 3))
      .setAttribute("tint", new BufferAttribute(colours, 4));
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
