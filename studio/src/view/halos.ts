// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The outline around what is selected or under the pointer: its bodies are drawn into a mask, and the rim of the mask is
// drawn over the picture.

import {
  type Camera,
  GLSL3,
  Mesh,
  OrthographicCamera,
  PlaneGeometry,
  Scene,
  ShaderMaterial,
  DoubleSide,
  Vector2,
  type Vector4,
  WebGLRenderTarget,
  type WebGLRenderer,
} from "three";
import type { State } from "./looks.ts";
import type { Thing } from "./setup_layer.ts";

// Red: selected; green: hovered.
const maskOf = (state: State): ShaderMaterial =>
  new ShaderMaterial({
    vertexShader: "void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }",
    fragmentShader: `void main() { gl_FragColor = ${state === "selected" ? "vec4(1, 0, 0, 1)" : "vec4(0, 1, 0, 1)"}; }`,
    side: DoubleSide,
    depthTest: false,
  });

const rim = (): ShaderMaterial =>
  new ShaderMaterial({
    glslVersion: GLSL3,
    vertexShader: "void main() { gl_Position = vec4(position.xy * 2.0, 0.0, 1.0); }",
    fragmentShader: /* glsl */ `
uniform sampler2D uMask;
uniform vec2 uCorner;
uniform int uWidth;
out vec4 colour;
void main() {
  ivec2 at = ivec2(gl_FragCoord.xy - uCorner);
  ivec2 last = textureSize(uMask, 0) - 1;
  vec2 here = texelFetch(uMask, clamp(at, ivec2(0), last), 0).rg;
  vec2 around = vec2(0.0);
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      around = max(around, texelFetch(uMask, clamp(at + uWidth * ivec2(x, y), ivec2(0), last), 0).rg);
  vec2 edge = around - here;
  if (edge.r > 0.5) colour = vec4(1.0, 0.7, 0.28, 1.0);
  else if (edge.g > 0.5 && here.r < 0.5) colour = vec4(0.87, 0.92, 0.95, 0.75);
  else discard;
}`,
    uniforms: { uMask: { value: null }, uCorner: { value: new Vector2() }, uWidth: { value: 2 } },
    transparent: true,
    depthTest: false,
    depthWrite: false,
  });

export class Halos {
  private readonly target = new WebGLRenderTarget(4, 4, { depthBuffer: false });
  private readonly masks = { selected: maskOf("selected"), hovered: maskOf("hovered") };
  private readonly screen = new Mesh(new PlaneGeometry(), rim());
  private readonly stage = new Scene();
  private readonly drawn = new Scene();
  private readonly camera = new OrthographicCamera();

  constructor(private readonly renderer: WebGLRenderer) {
    this.screen.frustumCulled = false;
    this.drawn.add(this.screen);
    this.stage.matrixWorldAutoUpdate = false;
  }

  // `picture`: where the camera's picture lies on the screen, in its pixels from the lower left corner.
  draw(things: readonly Thing[], stateOf: (path: string) => State, camera: Camera, picture: Vector4): void {
    const marked = things.filter(({ path, object }) => object instanceof Mesh && stateOf(path) !== "plain");
    if (marked.length === 0) return;
    this.target.setSize(Math.max(1, picture.z), Math.max(1, picture.w));
    const copies = marked.map(({ object, path }) => {
      const copy = new Mesh(object.geometry, this.masks[stateOf(path) as "selected" | "hovered"]);
      copy.matrixAutoUpdate = false;
      copy.matrixWorld.copy(object.matrixWorld);
      return copy;
    });
    this.stage.clear();
    this.stage.add(...copies);
    const { renderer } = this;
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.stage, camera);
    renderer.setRenderTarget(null);
    this.stage.clear();
    const { uniforms } = this.screen.material;
    uniforms["uMask"]!.value = this.target.texture;
    uniforms["uCorner"]!.value.set(picture.x, picture.y);
    uniforms["uWidth"]!.value = Math.max(1, Math.round(1.5 * renderer.getPixelRatio()));
    renderer.render(this.drawn, this.camera);
  }

  dispose(): void {
    this.target.dispose();
    this.masks.selected.dispose();
    this.masks.hovered.dispose();
    this.screen.geometry.dispose();
    this.screen.material.dispose();
  }
}
