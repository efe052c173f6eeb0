// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How points are drawn: round, lit as small spheres, as large as they are in metres. Where they are only a few pixels
// large, squares do, which cost far less. Positions and values come as the server packs them, four 16-bit numbers a
// point (DOTS_PACKED), or as plain positions in one colour.

import { type Camera, type IUniform, ShaderMaterial, Vector3 } from "three";

const vertexShader = /* glsl */ `
uniform float uRadius, uPixels, uLeast, uMost;
#ifdef DOTS_PACKED
attribute vec4 packedPoint;
uniform sampler2D uRamp;
uniform bool uPainted;
uniform vec2 uRange; // where the ramp begins and ends, in shares of the values' own range
#else
uniform vec3 uColour;
#endif
flat varying vec3 vColour;

void main() {
#ifdef DOTS_PACKED
  vec3 place = packedPoint.xyz;
  if (uPainted) {
    float bits = floor(packedPoint.w * 65535.0 + 0.5);
    vColour = vec3(floor(bits / 2048.0) / 31.0, floor(mod(bits, 2048.0) / 32.0) / 63.0, mod(bits, 32.0) / 31.0);
  } else {
    float share = clamp((packedPoint.w - uRange.x) / (uRange.y - uRange.x), 0.0, 1.0);
    vColour = texture2D(uRamp, vec2(share * (255.0 / 256.0) + 0.5 / 256.0, 0.5)).rgb;
  }
#else
  vec3 place = position;
  vColour = uColour;
#endif
  gl_Position = projectionMatrix * (modelViewMatrix * vec4(place, 1.0));
  gl_PointSize = clamp(uRadius * uPixels / gl_Position.w, uLeast, uMost);
}`;

const fragmentShader = /* glsl */ `
flat varying vec3 vColour;
uniform float uOpacity;

void main() {
#ifdef DOTS_ROUND
  vec2 at = gl_PointCoord * 2.0 - 1.0;
  float inside = 1.0 - dot(at, at);
  if (inside < 0.0) discard;
  float light = dot(vec3(at.x, -at.y, sqrt(inside)), vec3(-0.36, 0.56, 0.75));
  gl_FragColor = vec4(vColour * (0.5 + 0.55 * max(light, 0.0)), uOpacity);
#else
  gl_FragColor = vec4(vColour, uOpacity);
#endif
}`;

export type DotUniforms = Record<"uRadius" | "uPixels" | "uLeast" | "uMost" | "uOpacity", IUniform<number>> &
  Record<string, IUniform>;

interface Options {
  packed: boolean;
  round: boolean;
  uniforms: DotUniforms;
}

export const dotUniforms = (): DotUniforms => ({
  uRadius: { value: 0.01 },
  uPixels: { value: 1 },
  uLeast: { value: 1.5 },
  uMost: { value: 256 },
  uOpacity: { value: 1 },
});

export function dotMaterial({ packed, round, uniforms }: Options): ShaderMaterial {
  const defines = { ...(packed ? { DOTS_PACKED: 1 } : {}), ...(round ? { DOTS_ROUND: 1 } : {}) };
  return new ShaderMaterial({ defines, uniforms, vertexShader, fragmentShader });
}

// What a radius of one metre at the distance 1 is wide, in pixels of the screen.
export const pixelsPerMetre = (camera: Camera, height: number): number => camera.projectionMatrix.elements[5]! * height;

const middle = new Vector3();

// How many pixels wide a sphere there is about to be.
export function widthOnScreen(radius: number, at: Vector3, camera: Camera, height: number): number {
  const { elements } = camera.projectionMatrix;
  middle.copy(at).applyMatrix4(camera.matrixWorldInverse);
  const w = elements[11]! * middle.z + elements[15]!;
  return (radius * pixelsPerMetre(camera, height)) / Math.max(w, 1e-6);
}
