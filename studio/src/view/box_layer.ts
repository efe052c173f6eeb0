// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A box that the artist draws, or that is proposed to him, as lines and a breath of colour.

import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
} from "three";
import type { Vec3 } from "../link/protocol.ts";
import type { Box } from "./api.ts";
import { boxLines } from "./shapes.ts";

export const boxColours = { drawn: 0xffb347, ghost: 0x7cc4ff };

export class BoxLayer {
  readonly group = new Group();
  private readonly lines: LineSegments<BufferGeometry, LineBasicMaterial>;
  private readonly veil: Mesh<BoxGeometry, MeshBasicMaterial>;

  constructor(color: number) {
    this.lines = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ color }));
    const veil = { color, opacity: 0.07, transparent: true, depthWrite: false, side: DoubleSide };
    this.veil = new Mesh(new BoxGeometry(), new MeshBasicMaterial(veil));
    this.group.add(this.lines, this.veil);
    this.lines.frustumCulled = false;
    this.lines.renderOrder = this.veil.renderOrder = 8;
    this.lines.material.transparent = true;
    this.group.visible = false;
  }

  // `origin`: from where the view counts.
  show(box: Box | null, flat: boolean, origin: Vec3): void {
    this.group.visible = box !== null;
    this.group.position.set(-origin[0], -origin[1], flat ? 0 : -origin[2]);
    if (!box) return;
    const { lower, upper } = box;
    this.lines.geometry.dispose();
    this.lines.geometry = new BufferGeometry().setAttribute(
      "position",
      new BufferAttribute(boxLines(lower, upper, flat), 3),
    );
    const size = upper.map((value, i) => value - lower[i]!);
    this.veil.scale.set(size[0]!, size[1]!, flat ? 1e-6 : size[2]!);
    this.veil.position.set((lower[0] + upper[0]) / 2, (lower[1] + upper[1]) / 2, flat ? 0 : (lower[2] + upper[2]) / 2);
    this.lines.material.depthTest = this.veil.material.depthTest = !flat;
  }

  dispose(): void {
    this.lines.geometry.dispose();
    this.lines.material.dispose();
    this.veil.geometry.dispose();
    this.veil.material.dispose();
  }
}
