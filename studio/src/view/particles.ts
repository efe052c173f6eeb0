// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles of one frame: eight bytes each, handed to the GPU as they came from the server, into a buffer that is
// used again for the next frame and grows when it has to. While things move slow machines draw every so-manieth only.

import {
  type Camera,
  DataTexture,
  GLBufferAttribute,
  InterleavedBufferAttribute,
  LinearFilter,
  NearestFilter,
  Points,
  type ShaderMaterial,
  BufferGeometry,
  Sphere,
  Vector3,
  type WebGLRenderer,
} from "three";
import { type Packed, partOf } from "../link/packed.ts";
import type { ParticlesHeader } from "../link/protocol.ts";
import type { Colouring } from "./colours.ts";
import { dotMaterial, type DotUniforms, dotUniforms, pixelsPerMetre, widthOnScreen } from "./dots.ts";

export interface ValueRange {
  low: number;
  high: number;
}

// Around both.
export const commonRange = (a: ValueRange, b: ValueRange): ValueRange => ({
  low: Math.min(a.low, b.low),
  high: Math.max(a.high, b.high),
});

const bytesOfOne = 8;
const roundFrom = 3; // pixels

export class ParticleCloud {
  readonly object: Points<BufferGeometry, ShaderMaterial>;
  private readonly uniforms: DotUniforms;
  private readonly round: ShaderMaterial;
  private readonly square: ShaderMaterial;
  private readonly ramp = new DataTexture(new Uint8Array(1024), 256, 1);
  private buffer: WebGLBuffer | null = null;
  private room = 0; // bytes of the buffer
  private readonly attributes = new Map<number, InterleavedBufferAttribute>(); // of every so-manieth
  private radius = 0.01;
  private flat = false;
  count = 0;

  constructor(private readonly renderer: WebGLRenderer) {
    this.ramp.magFilter = LinearFilter;
    this.ramp.minFilter = NearestFilter;
    this.uniforms = {
      ...dotUniforms(),
      uRamp: { value: this.ramp },
      uPainted: { value: false },
      uRange: { value: [0, 1] },
    };
    this.round = dotMaterial({ packed: true, round: true, uniforms: this.uniforms });
    this.square = dotMaterial({ packed: true, round: false, uniforms: this.uniforms });
    this.object = new Points(new BufferGeometry(), this.round);
    this.object.geometry.boundingSphere = new Sphere(new Vector3(), Infinity);
    this.object.frustumCulled = false;
    this.object.matrixAutoUpdate = false;
    this.object.visible = false;
  }

  show(packed: Packed<ParticlesHeader>, flat: boolean): void {
    const { header } = packed;
    const points = partOf(packed, header.points, "u16");
    this.upload(points);
    this.count = header.points.count;
    this.flat = flat;
    const [lower, upper] = [header.lower, header.upper];
    const { matrix } = this.object;
    matrix.makeScale(upper[0] - lower[0], upper[1] - lower[1], upper[2] - lower[2]).setPosition(...lower);
    this.object.matrixWorldNeedsUpdate = true;
    // Where only some are shown they are larger, so that the liquid looks as full.
    const fewer = Math.max(1, header.count / Math.max(this.count, 1));
    this.radius = header.radius * fewer ** (flat ? 1 / 2 : 1 / 3);
    for (const material of [this.round, this.square]) {
      material.depthTest = !flat;
      material.transparent = flat;
    }
    this.object.visible = this.count > 0;
  }

  colour({ ramp, kinds, painted }: Colouring): void {
    this.ramp.image.data!.set(ramp);
    this.ramp.magFilter = kinds ? NearestFilter : LinearFilter;
    this.ramp.needsUpdate = true;
    this.uniforms["uPainted"]!.value = painted;
  }

  // The ramp goes over this range in place of the values' own, so that two takes have the same colours.
  spread(own: ValueRange, shown: ValueRange): void {
    const size = own.high - own.low;
    const share = (value: number): number => (size > 0 ? (value - own.low) / size : 0);
    this.uniforms["uRange"]!.value = size > 0 ? [share(shown.low), share(shown.high)] : [0, 1];
  }

  hide(): void {
    this.object.visible = false;
    this.count = 0;
  }

  private upload(points: Uint16Array): void {
    const gl = this.gl;
    const bytes = points.byteLength;
    if (!this.buffer || bytes > this.room) {
      if (this.buffer) gl.deleteBuffer(this.buffer);
      this.room = Math.max(bytes, Math.min(2 * this.room, bytes * 2), 4096);
      this.buffer = gl.createBuffer();
      gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
      gl.bufferData(gl.ARRAY_BUFFER, this.room, gl.DYNAMIC_DRAW);
      this.object.geometry.dispose(); // of its vertex arrays, which know the old buffer
      this.attributes.clear();
    }
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, points);
    gl.bindBuffer(gl.ARRAY_BUFFER, null);
  }

  private get gl(): WebGL2RenderingContext {
    return this.renderer.getContext() as WebGL2RenderingContext;
  }

  // An attribute over our own buffer that leaps over what is left out: an interleaved one of four numbers, whose data
  // has items of four times as many. (three.js looks at their array for the kind of number alone.)
  private attributeOf(every: number): InterleavedBufferAttribute {
    const there = this.attributes.get(every);
    if (there) return there;
    const count = this.room / bytesOfOne;
    const buffer = new GLBufferAttribute(this.buffer!, this.gl.UNSIGNED_SHORT, 4 * every, 2, count, true);
    const data = Object.assign(buffer, { array: new Uint16Array() });
    const made = new InterleavedBufferAttribute(data as never, 4, 0, true);
    this.attributes.set(every, made);
    return made;
  }

  // After a lost context: its buffers are gone with it.
  forget(): void {
    this.buffer = null;
    this.room = 0;
    this.attributes.clear();
    this.hide();
  }

  // Before it is drawn: the height of the picture in pixels of the screen, and every how-manieth is drawn.
  prepare(camera: Camera, height: number, every: number): void {
    if (!this.object.visible) return;
    this.object.geometry.setAttribute("packedPoint", this.attributeOf(every));
    this.object.geometry.setDrawRange(0, Math.ceil(this.count / every));
    const radius = this.radius * every ** (this.flat ? 1 / 2 : 1 / 3);
    middle.set(0.5, 0.5, 0.5).applyMatrix4(this.object.matrix);
    const width = widthOnScreen(radius, middle, camera, height);
    this.object.material = width < roundFrom * this.renderer.getPixelRatio() ? this.square : this.round;
    this.uniforms.uRadius.value = radius;
    this.uniforms.uPixels.value = pixelsPerMetre(camera, height);
    this.uniforms.uLeast.value = 1.5 * this.renderer.getPixelRatio();
  }

  dispose(): void {
    if (this.buffer) this.gl.deleteBuffer(this.buffer);
    this.buffer = null;
    this.object.geometry.dispose();
    this.round.dispose();
    this.square.dispose();
    this.ramp.dispose();
  }
}

const middle = new Vector3();
