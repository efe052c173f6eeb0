// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The gizmo at a handle: arrows, rings or boxes of three.js, held by a stand-in object whose movement is told as moves.

import {
  BufferAttribute,
  BufferGeometry,
  type Camera,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Object3D,
  Quaternion,
  Scene,
  type Sphere,
} from "three";
import { TransformControls } from "three/examples/jsm/controls/TransformControls.js";
import type { Handle, Vec3 } from "../link/protocol.ts";
import { minus, type Move, ownTurn, plus } from "./moves.ts";
import { arrowLines } from "./shapes.ts";
import type { Tool } from "./tools.ts";

interface Told {
  begin: (handle: Handle, tool: Tool) => void;
  move: (move: Move) => void;
  end: () => void;
  changed: () => void;
}

export interface Grip {
  handle: Handle;
  tool: Tool;
  space: "world" | "local";
  flat: boolean;
  step: number | null; // m, when it snaps
  arrow: number; // m that a direction of the length 1 is drawn long
}

const arrowPixels = 78;
const colours = ["#e5636b", "#7fc05b", "#5a9bf0", "#ffd479"] as const; // of x, y, z, as in the inspector; of what is held
// From its middle, px: to the tips of its arrows, the ring around its rings, its boxes.
const reach: Record<Tool, number> = { translate: 86, rotate: 100, scale: 82 };
const shareOfHeight = 0.149; // of a view that an arrow of the size 1 is long, as three.js draws it

// three.js draws a tip for each way along an axis, without a line to the one behind.
function removeBackwardTips(helper: Object3D): void {
  const tips: Object3D[] = [];
  helper.traverse((object) => {
    if (!(object instanceof Mesh) || !/^[XYZ]$/.test(object.name)) return;
    object.geometry.computeBoundingSphere();
    const { center } = object.geometry.boundingSphere as Sphere;
    if (center.x + center.y + center.z < -0.2) tips.push(object);
  });
  for (const tip of tips) tip.removeFromParent();
}

export class Gizmo {
  readonly scene = new Scene();
  private readonly controls: TransformControls;
  private readonly stand = new Object3D();
  private readonly arrow = new LineSegments(
    new BufferGeometry(),
    new LineBasicMaterial({ color: 0xffb347, depthTest: false }),
  );
  private grip: Grip | null = null;
  private start = { place: [0, 0, 0] as Vec3, turn: new Quaternion(), scale: [1, 1, 1] as Vec3 };

  constructor(
    camera: Camera,
    private readonly told: Told,
  ) {
    this.controls = new TransformControls(camera, null as never);
    this.controls.setColors(...colours);
    removeBackwardTips(this.controls.getHelper());
    this.scene.add(this.stand, this.arrow, this.controls.getHelper());
    this.arrow.frustumCulled = false;
    this.controls.addEventListener("objectChange", () => this.tell());
    this.controls.addEventListener("change", told.changed);
    this.release();
  }

  // Stands at a handle; while it is held it stays as it is.
  hold(grip: Grip): void {
    if (this.isHeld) return;
    this.grip = grip;
    const { handle, flat } = grip;
    const tool = canUse(handle, grip.tool) ? grip.tool : "translate";
    const { controls, stand } = this;
    const isDirection = handle.kind === "direction";
    const at = isDirection ? plus(handle.pivot, times(handle.translate, grip.arrow)) : handle.pivot;
    stand.position.set(...at);
    stand.scale.set(1, 1, 1);
    stand.quaternion.copy(handle.kind === "transform" ? ownTurn(handle) : new Quaternion());
    stand.updateMatrixWorld();
    controls.attach(stand);
    controls.enabled = true;
    controls.setMode(tool);
    controls.setSpace(grip.space);
    const turns = tool === "rotate";
    controls.showX = controls.showY = !(flat && turns);
    controls.showZ = !flat || turns;
    controls.translationSnap = grip.step;
    controls.rotationSnap = grip.step === null ? null : Math.PI / 12;
    controls.scaleSnap = grip.step === null ? null : 0.1;
    this.arrow.visible = isDirection;
    if (isDirection) this.drawArrow(handle.pivot, at);
  }

  release(): void {
    this.grip = null;
    this.controls.detach();
    this.controls.enabled = false;
    this.arrow.visible = false;
  }

  // Where it stands and how far it reaches on the screen; null: there is none.
  get disc(): { at: Vec3; radius: number } | null {
    return this.grip && { at: this.stand.position.toArray(), radius: reach[this.controls.mode] };
  }

  get isHeld(): boolean {
    return this.controls.dragging;
  }
  get isHovered(): boolean {
    return this.controls.axis !== null;
  }

  // `height`: of the camera's picture, px. Arrows are as long in large views as in small ones.
  aim(camera: Camera, height: number): void {
    if (this.controls.camera !== camera) this.controls.camera = camera;
    this.controls.size = arrowPixels / (shareOfHeight * Math.max(height, 1));
  }

  // Places are from -1 to 1 in the camera's picture.
  hover(x: number, y: number): void {
    if (this.grip) this.controls.pointerHover(pointer(x, y, 0));
  }

  // Whether it is taken hold of.
  press(x: number, y: number): boolean {
    if (!this.grip) return false;
    this.hover(x, y);
    this.start = {
      place: this.stand.position.toArray(),
      turn: this.stand.quaternion.clone(),
      scale: this.stand.scale.toArray(),
    };
    this.controls.pointerDown(pointer(x, y, 0));
    if (!this.isHeld) return false;
    this.told.begin(this.grip.handle, this.controls.mode);
    return true;
  }
  drag(x: number, y: number): void {
    this.controls.pointerMove(pointer(x, y, -1));
  }
  drop(): void {
    if (!this.isHeld) return;
    this.controls.pointerUp(pointer(0, 0, 0));
    this.told.end();
  }
  // Given up: nobody is told.
  abandon(): void {
    this.controls.pointerUp(pointer(0, 0, 0));
  }

  private tell(): void {
    if (!this.grip) return;
    const { place, turn, scale } = this.start;
    const { stand, controls, grip } = this;
    const way = minus(stand.position.toArray(), place);
    if (grip.handle.kind === "direction") {
      this.drawArrow(grip.handle.pivot, stand.position.toArray());
      this.told.move({ kind: "translate", by: times(way, 1 / grip.arrow) });
    } else if (controls.mode === "translate") {
      this.told.move({ kind: "translate", by: way });
    } else if (controls.mode === "rotate") {
      this.told.move({ kind: "rotate", by: stand.quaternion.clone().multiply(turn.clone().invert()) });
    } else {
      const by = stand.scale.toArray().map((value, i) => value / scale[i]!) as Vec3;
      this.told.move({ kind: "scale", by: grip.flat ? [by[0], by[1], 1] : by });
    }
  }

  private drawArrow(from: Vec3, to: Vec3): void {
    const segments = arrowLines(from, to);
    this.arrow.geometry.dispose();
    this.arrow.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(segments, 3));
  }

  dispose(): void {
    this.controls.detach();
    this.controls.getHelper().dispose();
    this.arrow.geometry.dispose();
    this.arrow.material.dispose();
  }
}

export const canUse = ({ can }: Handle, tool: Tool): boolean =>
  can.includes(tool) || (tool === "scale" && can.includes("size"));

const times = (v: Vec3, by: number): Vec3 => [v[0] * by, v[1] * by, v[2] * by];
// What the controls need of an event.
const pointer = (x: number, y: number, button: number): PointerEvent => ({ x, y, button }) as PointerEvent;
