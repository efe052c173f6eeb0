// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke at one frame: in 3D looked through step by step, with a little shadow from above, up to whatever solid stands in
// it; in flat scenes a picture.

import {
  BackSide,
  Box3,
  BoxGeometry,
  type Camera,
  Data3DTexture,
  DepthTexture,
  DoubleSide,
  LinearFilter,
  Matrix4,
  Mesh,
  PlaneGeometry,
  RedFormat,
  ShaderMaterial,
  UnsignedIntType,
  Vector2,
  Vector3,
  type Vector4,
} from "three";
import { type Packed, partOf } from "../link/packed.ts";
import type { VolumeHeader } from "../link/protocol.ts";

const vertexShader = /* glsl */ `
varying vec3 vAt;
void main() {
  vAt = position + 0.5; // in the box, from 0 to 1
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}`;

const fragmentShader = /* glsl */ `
precision highp sampler3D;
varying vec3 vAt;
uniform sampler3D uValues;
uniform sampler2D uDepth;
uniform vec2 uScreen; // size of the picture of depths
uniform vec2 uCorner;
uniform mat4 uFromScreen; // to the box
uniform vec3 uFrom, uWay; // of the eye, in the box; the way of parallel rays
uniform vec3 uSize; // m
uniform bool uParallel, uFlat;
uniform float uSteps, uThick;

float at(vec3 place) { return texture(uValues, place).r; }

void main() {
  if (uFlat) {
    float value = texture(uValues, vec3(vAt.xy, 0.5)).r;
    gl_FragColor = vec4(vec3(0.86, 0.9, 0.94), value * 0.95);
    return;
  }
  vec3 way = uParallel ? uWay : normalize(vAt - uFrom);
  vec3 near3 = (vec3(0.0) - vAt) / way, far3 = (vec3(1.0) - vAt) / way;
  vec3 first = min(near3, far3);
  float from = max(max(first.x, first.y), first.z); // behind it is at 0, so this is below 0
  if (!uParallel) from = max(from, -distance(vAt, uFrom));
  float to = 0.0;
  vec2 screen = (gl_FragCoord.xy - uCorner) / uScreen;
  float depth = texture2D(uDepth, screen).r;
  if (depth < 1.0) {
    vec4 solid = uFromScreen * vec4(vec3(screen, depth) * 2.0 - 1.0, 1.0);
    to = min(to, dot(solid.xyz / solid.w - vAt, way));
  }
  if (to <= from) discard;
  float stride = max((to - from) / uSteps, 0.004);
  float metres = length(way * stride * uSize);
  float noise = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  float clear = 1.0;
  vec3 colour = vec3(0.0);
  vec3 up = vec3(0.03, 0.08, 0.02);
  for (float t = from + stride * noise; t < to; t += stride) {
    vec3 place = vAt + way * t;
    float value = at(place);
    if (value < 0.004) continue;
    float above = at(place + up) + at(place + 2.5 * up);
    float through = exp(-value * uThick * metres);
    vec3 light = mix(vec3(0.93, 0.95, 0.97), vec3(0.27, 0.31, 0.36), 1.0 - exp(-1.6 * above));
    colour += clear * (1.0 - through) * light;
    clear *= through;
    if (clear < 0.02) break;
  }
  if (clear > 0.995) discard;
  gl_FragColor = vec4(colour / (1.0 - clear), 1.0 - clear);
}`;

export const depthOfSolids = (): DepthTexture => {
  const texture = new DepthTexture(4, 4);
  texture.type = UnsignedIntType;
  return texture;
};

export class Smoke {
  readonly object: Mesh<BoxGeometry | PlaneGeometry, ShaderMaterial>;
  private readonly box = new BoxGeometry();
  private readonly plane = new PlaneGeometry();
  private texture = emptyTexture();

  constructor() {
    const uniforms = {
      uValues: { value: this.texture },
      uDepth: { value: null },
      uScreen: { value: new Vector2(1, 1) },
      uCorner: { value: new Vector2() },
      uFromScreen: { value: new Matrix4() },
      uFrom: { value: new Vector3() },
      uWay: { value: new Vector3() },
      uSize: { value: new Vector3() },
      uParallel: { value: false },
      uFlat: { value: false },
      uSteps: { value: 64 },
      uThick: { value: 1 },
    };
    const material = new ShaderMaterial({
      vertexShader,
      fragmentShader,
      uniforms,
      transparent: true,
      depthTest: false,
      depthWrite: false,
      side: BackSide,
    });
    this.object = new Mesh<BoxGeometry | PlaneGeometry, ShaderMaterial>(this.box, material);
    this.object.frustumCulled = false;
    this.object.matrixAutoUpdate = false;
    this.object.visible = false;
    this.object.renderOrder = 6;
  }

  show(packed: Packed<VolumeHeader>): void {
    const { lower, upper, size, values } = packed.header;
    const bytes = partOf(packed, values, "u8");
    const { width, height, depth } = this.texture.image;
    if (width === size[0] && height === size[1] && depth === size[2]) {
      this.texture.image.data = bytes as never;
    } else {
      // A texture's size is for good.
      this.texture.dispose();
      this.texture = textureOf(bytes, size);
    }
    this.texture.needsUpdate = true;
    const isFlat = size[2] <= 1;
    const { uniforms } = this.object.material;
    uniforms["uValues"]!.value = this.texture;
    uniforms["uFlat"]!.value = isFlat;
    const metres: [number, number, number] = [upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]];
    uniforms["uSize"]!.value.set(...metres);
    // Dense smoke hides what is a tenth of its box behind it.
    uniforms["uThick"]!.value = 40 / Math.max(...metres);
    this.object.geometry = isFlat ? this.plane : this.box;
    this.object.material.side = isFlat ? DoubleSide : BackSide;
    const { matrix } = this.object;
    matrix.makeScale(metres[0], metres[1], isFlat ? 1 : metres[2]);
    matrix.setPosition((lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2, (lower[2] + upper[2]) / 2);
    this.object.matrixWorldNeedsUpdate = true;
    this.object.visible = true;
  }

  // Before it is drawn: where the picture lies on the screen, in its pixels from the lower left corner, how deep the
  // solids in it are, and how many steps a ray may take.
  prepare(camera: Camera, picture: Vector4, depth: DepthTexture, steps: number): void {
    const { uniforms } = this.object.material;
    const toBox = this.object.matrix.clone().invert();
    const parallel = camera.projectionMatrix.elements[15] === 1;
    uniforms["uDepth"]!.value = depth;
    uniforms["uCorner"]!.value.set(picture.x, picture.y);
    uniforms["uScreen"]!.value.set(picture.z, picture.w);
    uniforms["uSteps"]!.value = steps;
    uniforms["uParallel"]!.value = parallel;
    uniforms["uFromScreen"]!.value.copy(camera.projectionMatrixInverse)
      .premultiply(camera.matrixWorld)
      .premultiply(toBox);
    // The box of the texture goes from 0 to 1, that of the mesh is around 0.
    const half = new Vector3(0.5, 0.5, 0.5);
    uniforms["uFromScreen"]!.value.premultiply(new Matrix4().makeTranslation(half));
    uniforms["uFrom"]!.value.setFromMatrixPosition(camera.matrixWorld).applyMatrix4(toBox).add(half);
    uniforms["uWay"]!.value.set(0, 0, -1).transformDirection(camera.matrixWorld).transformDirection(toBox);
  }

  hide(): void {
    this.object.visible = false;
  }

  // Where it is; empty when none is shown.
  get bounds(): Box3 {
    const half = new Vector3(0.5, 0.5, this.object.geometry === this.plane ? 0 : 0.5);
    const box = new Box3(half.clone().negate(), half);
    return this.object.visible ? box.applyMatrix4(this.object.matrix) : new Box3();
  }

  dispose(): void {
    this.texture.dispose();
    this.box.dispose();
    this.plane.dispose();
    this.object.material.dispose();
  }
}

function textureOf(bytes: Uint8Array, size: readonly number[]): Data3DTexture {
  const texture = new Data3DTexture(bytes as never, size[0], size[1], size[2]);
  texture.format = RedFormat;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.unpackAlignment = 1;
  return texture;
}

const emptyTexture = (): Data3DTexture => textureOf(new Uint8Array(1), [1, 1, 1]);
