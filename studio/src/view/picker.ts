// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is under the pointer: all things are drawn once more, each in a colour that stands for it, into a few pixels
// around the pointer. Lines and points are easier to hit than what lies behind them.

import {
  LineSegments,
  type Material,
  type OrthographicCamera,
  type PerspectiveCamera,
  Points,
  Scene,
  ShaderMaterial,
  WebGLRenderTarget,
  type WebGLRenderer,
} from "three";
import type { Rectangle } from "./regions.ts";
import type { Thing } from "./setup_layer.ts";

const reach = 6; // pixels around the pointer
const side = 2 * reach + 1;
const thinBonus = 4; // pixels by which lines and points are nearer than they are

const material = (): ShaderMaterial =>
  new ShaderMaterial({
    vertexShader: `
void main() {
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
  gl_PointSize = 7.0;
}`,
    fragmentShader: "uniform vec3 uId; void main() { gl_FragColor = vec4(uId, 1.0); }",
    uniforms: { uId: { value: [0, 0, 0] } },
    side: 2,
  });

// Which of the things, 1 and up, of a square of pixels (RGBA) is meant; 0: none.
export function nearestId(pixels: Uint8Array, isThin: (id: number) => boolean): number {
  let best = 0;
  let least = Infinity;
  for (let y = 0; y < side; ++y) {
    for (let x = 0; x < side; ++x) {
      const at = 4 * (y * side + x);
      const id = pixels[at]! + 256 * pixels[at + 1]!;
      if (id === 0) continue;
      const distance = Math.hypot(x - reach, y - reach);
      if (!isThin(id) && distance > 0) continue;
      const cost = distance - (isThin(id) ? thinBonus : 0);
      if (cost < least) [best, least] = [id, cost];
    }
  }
  return best;
}

export class Picker {
  private readonly target = new WebGLRenderTarget(side, side);
  private readonly pixels = new Uint8Array(4 * side * side);
  private readonly materials: ShaderMaterial[] = [];
  private readonly stage = new Scene();

  constructor(private readonly renderer: WebGLRenderer) {
    this.stage.matrixWorldAutoUpdate = false;
  }

  // `x, y` from the view's corner, as `window` is, which the camera's picture fills. `without`: what lies over what is
  // looked for.
  pick(
    things: readonly Thing[],
    camera: PerspectiveCamera | OrthographicCamera,
    window: Rectangle,
    x: number,
    y: number,
    without: ReadonlySet<string>,
    flat: boolean,
  ): string | null {
    const there = things.filter(({ path, pickable }) => pickable && path !== "" && !without.has(path));
    if (there.length === 0) return null;
    const before: { material: Material | Material[]; visible: boolean }[] = [];
    there.forEach(({ object }, i) => {
      before.push({ material: object.material, visible: object.visible });
      object.visible = true;
      const own = (this.materials[i] ??= material());
      own.uniforms["uId"]!.value = [((i + 1) & 255) / 255, ((i + 1) >> 8) / 255, 0];
      own.depthTest = !flat;
      own.transparent = flat; // in the order in which they are drawn
      object.material = own;
    });
    // They stay where they are; only the list is ours.
    this.stage.children = there.map(({ object }) => object);
    camera.setViewOffset(window.width, window.height, x - window.x - reach, y - window.y - reach, side, side);
    const { renderer } = this;
    renderer.setRenderTarget(this.target);
    renderer.setClearColor(0x000000, 0);
    renderer.clear();
    renderer.render(this.stage, camera);
    renderer.readRenderTargetPixels(this.target, 0, 0, side, side, this.pixels);
    renderer.setRenderTarget(null);
    camera.clearViewOffset();
    this.stage.children = [];
    there.forEach(({ object }, i) => Object.assign(object, before[i]!));
    const isThin = (id: number): boolean => {
      const object = there[id - 1]?.object;
      return object instanceof LineSegments || object instanceof Points;
    };
    const id = nearestId(this.pixels, isThin);
    return there[id - 1]?.path ?? null;
  }

  dispose(): void {
    this.target.dispose();
    for (const made of this.materials) made.dispose();
  }
}
