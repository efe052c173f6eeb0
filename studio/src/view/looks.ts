// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How things of the scene look: solids are lit, liquids are clear, forms that the liquid is to take are veils, ghosts a
// breath of colour. Colours come linear from the server.

import { Color, DoubleSide, LineBasicMaterial, type Material, ShaderMaterial } from "three";
import type { Look, Vec3 } from "../link/protocol.ts";
import { onDark } from "./colours.ts";
import { dotMaterial, dotUniforms } from "./dots.ts";

export type State = "plain" | "hovered" | "selected";

const vertexShader = /* glsl */ `
varying vec3 vNormal;
varying vec3 vEye;
void main() {
  vec4 eye = modelViewMatrix * vec4(position, 1.0);
  vNormal = mat3(modelViewMatrix) * normal;
  vEye = eye.xyz;
  gl_Position = projectionMatrix * eye;
}`;

const fragmentShader = /* glsl */ `
varying vec3 vNormal;
varying vec3 vEye;
uniform vec3 uColour; // sRGB
uniform float uOpacity, uRim;
uniform bool uFlat, uParallel;

void main() {
  if (uFlat) {
    gl_FragColor = vec4(uColour, uOpacity);
    return;
  }
  vec3 normal = normalize(vNormal);
  vec3 to = uParallel ? vec3(0.0, 0.0, 1.0) : normalize(-vEye);
  if (dot(normal, to) < 0.0) normal = -normal;
  float key = max(dot(normal, normalize(vec3(-0.35, 0.6, 0.72))), 0.0);
  float fill = 0.5 + 0.5 * normal.y;
  float rim = pow(1.0 - max(dot(normal, to), 0.0), 2.5);
  vec3 colour = uColour * (0.3 + 0.62 * key + 0.18 * fill) + rim * uRim * 0.35;
  gl_FragColor = vec4(colour, clamp(uOpacity + rim * uRim * (1.0 - uOpacity), 0.0, 1.0));
}`;

interface LookOf {
  opacity: number;
  rim: number;
  order: number; // later ones are drawn over earlier ones
  edge: number; // opacity of its edges
}

export const looks: Record<Look, LookOf> = {
  solid: { opacity: 1, rim: 0.12, order: 0, edge: 0.5 },
  liquid: { opacity: 0.42, rim: 0.55, order: 2, edge: 0.75 },
  wanted: { opacity: 0.2, rim: 0.6, order: 3, edge: 0.8 },
  ghost: { opacity: 0.06, rim: 0.3, order: 1, edge: 0.45 },
};
const flatOpacity: Record<Look, number> = { solid: 0.92, liquid: 0.5, wanted: 0.26, ghost: 0.08 };

// Linear, as three.js keeps them.
const accents: Record<Exclude<State, "plain">, Color> = {
  selected: new Color(0xffb347),
  hovered: new Color(0xdfeaf2),
};

const light = (linear: Vec3): Color => new Color(...(onDark(linear).map((byte) => byte / 255) as Vec3));
const srgb = (linear: Vec3): Color => new Color(...linear).convertLinearToSRGB();

// Materials are shared by all that look the same, and kept: there are few.
export class Materials {
  // Of the camera: shared by all.
  readonly parallel = { value: false };
  readonly pixels = { value: 1 };
  readonly leastDot = { value: 3 };
  private readonly kept = new Map<string, Material>();

  private get<M extends Material>(key: string, make: () => M): M {
    const there = this.kept.get(key) ?? make();
    this.kept.set(key, there);
    return there as M;
  }

  body(look: Look, colour: Vec3, flat: boolean): ShaderMaterial {
    return this.get(`body ${look} ${colour} ${flat}`, () => {
      const { opacity, rim } = looks[look];
      const made = new ShaderMaterial({
        vertexShader,
        fragmentShader,
        uniforms: {
          uColour: { value: srgb(colour) },
          uOpacity: { value: flat ? flatOpacity[look] : opacity },
          uRim: { value: rim },
          uFlat: { value: flat },
          uParallel: this.parallel,
        },
        side: DoubleSide,
      });
      made.transparent = flat || look !== "solid";
      made.depthWrite = !made.transparent;
      made.depthTest = !flat;
      made.polygonOffset = true;
      made.polygonOffsetFactor = made.polygonOffsetUnits = 1;
      return made;
    });
  }

  line(colour: Vec3, opacity: number, flat: boolean, state: State): LineBasicMaterial {
    return this.get(`line ${colour} ${opacity} ${flat} ${state}`, () => {
      const made = new LineBasicMaterial({ transparent: true, depthWrite: false, depthTest: !flat });
      made.color.copy(state === "plain" ? light(colour).convertSRGBToLinear() : accents[state]);
      made.opacity = state === "plain" ? opacity : 1;
      return made;
    });
  }

  dots(colour: Vec3, radius: number, flat: boolean, state: State): ShaderMaterial {
    return this.get(`dots ${colour} ${radius} ${flat} ${state}`, () => {
      const shown = state === "plain" ? light(colour) : accents[state].clone().convertLinearToSRGB();
      const uniforms = { ...dotUniforms(), uColour: { value: shown }, uPixels: this.pixels, uLeast: this.leastDot };
      uniforms.uRadius.value = radius;
      const made = dotMaterial({ packed: false, round: true, uniforms });
      made.depthTest = !flat;
      made.transparent = flat;
      return made;
    });
  }

  dispose(): void {
    for (const material of this.kept.values()) material.dispose();
    this.kept.clear();
  }
}
