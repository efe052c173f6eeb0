// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid's surface at one frame: 16-bit positions and 8-bit normals as they came, lit like clear water by a plain
// sky.

import { BufferAttribute, BufferGeometry, Mesh, ShaderMaterial, Sphere, Vector3 } from "three";
import { type Packed, partOf } from "../link/packed.ts";
import type { SurfaceHeader } from "../link/protocol.ts";

const vertexShader = /* glsl */ `
attribute vec4 packedNormal;
varying vec3 vNormal;
varying vec3 vTo;

void main() {
  vec4 world = modelMatrix * vec4(position, 1.0);
  vNormal = packedNormal.xyz;
  bool isParallel = projectionMatrix[3][3] == 1.0;
  vTo = isParallel ? vec3(viewMatrix[0][2], viewMatrix[1][2], viewMatrix[2][2]) : cameraPosition - world.xyz;
  gl_Position = projectionMatrix * viewMatrix * world;
}`;

// Colours are sRGB; the light is meant for the eye, not for measuring.
const fragmentShader = /* glsl */ `
varying vec3 vNormal;
varying vec3 vTo;

vec3 sky(vec3 way) {
  float up = way.y * 0.5 + 0.5;
  vec3 low = mix(vec3(0.05, 0.08, 0.11), vec3(0.36, 0.47, 0.56), smoothstep(0.15, 0.52, up));
  return mix(low, vec3(0.86, 0.94, 1.0), smoothstep(0.5, 1.0, up));
}

void main() {
  vec3 to = normalize(vTo);
  vec3 normal = normalize(vNormal);
  if (dot(normal, to) < 0.0) normal = -normal;
  float facing = clamp(dot(normal, to), 0.0, 1.0);
  float fresnel = 0.06 + 0.94 * pow(1.0 - facing, 4.0);
  vec3 mirrored = reflect(-to, normal);
  vec3 sun = normalize(vec3(0.45, 0.75, 0.5));
  float glint = pow(max(dot(mirrored, sun), 0.0), 90.0);
  float lit = 0.5 + 0.5 * dot(normal, sun);
  vec3 water = mix(vec3(0.03, 0.2, 0.36), vec3(0.2, 0.58, 0.78), lit * (0.45 + 0.55 * facing));
  vec3 colour = mix(water, sky(mirrored), fresnel) + glint;
  gl_FragColor = vec4(colour, clamp(0.8 + fresnel + glint, 0.0, 1.0));
}`;

export class LiquidSurface {
  readonly object: Mesh<BufferGeometry, ShaderMaterial>;
  triangles = 0;

  constructor() {
    const material = new ShaderMaterial({ vertexShader, fragmentShader, transparent: true });
    this.object = new Mesh(new BufferGeometry(), material);
    this.object.frustumCulled = false;
    this.object.matrixAutoUpdate = false;
    this.object.visible = false;
    this.object.renderOrder = 5;
  }

  show(packed: Packed<SurfaceHeader>): void {
    const { lower, upper, positions, normals, triangles } = packed.header;
    // Another mesh every frame, of another size: its buffers go with the geometry.
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(partOf(packed, positions, "u16"), positions.width, true));
    geometry.setAttribute("packedNormal", new BufferAttribute(partOf(packed, normals, "i8"), normals.width, true));
    geometry.setIndex(new BufferAttribute(partOf(packed, triangles, "u32"), 1));
    // For rays, which look for it in the box of 0 to 1.
    geometry.boundingSphere = new Sphere(new Vector3(0.5, 0.5, 0.5), 0.87);
    this.object.geometry.dispose();
    this.object.geometry = geometry;
    const { matrix } = this.object;
    matrix.makeScale(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]).setPosition(...lower);
    this.object.matrixWorldNeedsUpdate = true;
    this.triangles = triangles.count;
    this.object.visible = this.triangles > 0;
  }

  hide(): void {
    this.object.visible = false;
    this.triangles = 0;
  }

  dispose(): void {
    this.object.geometry.dispose();
    this.object.material.dispose();
  }
}
