// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the artist does in the view with the pointer: looks around, selects things, moves them by the gizmo.

import { effect } from "@preact/signals";
import type { Handle, Vec3 } from "../link/protocol.ts";
import { document as scene } from "../model/document.ts";
import { hovered, select } from "../model/selection.ts";
import { Drag, isReached, shiftOf } from "./drag.ts";
import { Gizmo } from "./gizmo.ts";
import { lookFrom, orbited, panned, pixelSize, zoomed } from "./navigation.ts";
import { followPointer } from "./pointer.ts";
import { type Region, regionAt } from "./regions.ts";
import type { Stage } from "./stage.ts";
import { setup } from "./setup_feed.ts";
import { roundStep, roundedTo } from "./steps.ts";
import { activeHandle, arrowScale, gizmoDisc, held, isFlat, look, snapping, space, type Tool, tool } from "./tools.ts";
import { throughCamera } from "./api.ts";
import type { Placed } from "./moves.ts";

const snapPixels = 24; // a step of snapping is at least as large on the screen
const patience = 3000; // ms in which the server's answer shows what was dragged

export class Hands {
  private readonly gizmo: Gizmo;
  private drag: Drag | null = null;
  private held: Region | null = null; // in which it is dragged
  private clicked = { x: 0, y: 0, seen: new Set<string>() };
  private pointer: { x: number; y: number } | null = null;
  private looking = 0;
  private waiting: ReturnType<typeof setTimeout> | null = null;
  private readonly ends: (() => void)[] = [];

  constructor(private readonly stage: Stage) {
    this.gizmo = new Gizmo(stage.cameraFor(stage.regions[0]!.window), {
      begin: (handle, what) => this.begin(handle, what),
      move: (move) => this.drag?.move(move),
      end: () => this.end(),
      changed: () => stage.invalidate(),
    });
    stage.over.push(this.gizmo);
    gizmoDisc.current = () => this.gizmo.disc;
    this.ends.push(
      followPointer(stage.canvas, {
        hover: (x, y) => this.hover(x, y),
        leave: () => this.leave(),
        press: (x, y) => this.press(x, y),
        drag: (x, y) => this.pull(x, y),
        drop: () => this.gizmo.drop(),
        cancel: () => this.cancel(),
        orbit: (dx, dy) => this.orbit(dx, dy),
        pan: (dx, dy) => this.navigate((now) => panned(now, dx, dy, stage.height)),
        zoom: (factor, x, y) => this.zoom(factor, x, y),
        click: (x, y) => this.click(x, y),
      }),
      effect(() => this.holdGizmo()),
      effect(() => this.showHeld()),
    );
    window.addEventListener("keydown", this.key, true);
  }

  // ---- looking around ----

  private navigate(change: (now: typeof look.value) => typeof look.value): void {
    // Whoever moves while looking through the scene's camera leaves it from where it stands.
    if (throughCamera.value) this.leaveCamera();
    look.value = change(look.value);
  }

  private leaveCamera(): void {
    const camera = setup.value?.header.camera;
    throughCamera.value = false;
    if (camera && !isFlat.value) look.value = lookFrom(camera.from, camera.to);
  }

  private orbit(dx: number, dy: number): void {
    this.navigate((now) => (isFlat.value ? panned(now, dx, dy, this.stage.height) : orbited(now, dx, dy)));
  }

  private zoom(factor: number, x: number, y: number): void {
    const { window: box } = regionAt(this.stage.regions, x, y);
    const at = this.stage.aimAt(x, y);
    this.navigate((now) => zoomed(now, factor, at.x, at.y, box.width / box.height));
  }

  // ---- selecting ----

  private hover(x: number, y: number): void {
    this.pointer = { x, y };
    if (this.looking === 0) this.looking = requestAnimationFrame(() => this.look());
  }

  private look(): void {
    this.looking = 0;
    if (!this.pointer || this.gizmo.isHeld) return;
    const { x, y } = this.pointer;
    const at = this.stage.aimAt(x, y);
    this.gizmo.aim(at.camera, at.window.height);
    this.gizmo.hover(at.x, at.y);
    const path = this.gizmo.isHovered ? null : this.stage.pathAt(x, y);
    if (hovered.value !== path) hovered.value = path;
    this.stage.canvas.style.cursor = this.gizmo.isHovered ? "grab" : path ? "pointer" : "default";
  }

  private leave(): void {
    this.pointer = null;
    hovered.value = null;
  }

  // A second click at the same place takes what lies behind.
  private click(x: number, y: number): void {
    const again = Math.hypot(x - this.clicked.x, y - this.clicked.y) < 5;
    if (!again) this.clicked = { x, y, seen: new Set() };
    let path = this.stage.pathAt(x, y, this.clicked.seen);
    if (path === null && this.clicked.seen.size > 0) {
      this.clicked.seen.clear();
      path = this.stage.pathAt(x, y);
    }
    if (path !== null) this.clicked.seen.add(path);
    select(path);
  }

  // ---- the gizmo ----

  private press(x: number, y: number): boolean {
    const at = this.stage.aimAt(x, y);
    this.gizmo.aim(at.camera, at.window.height);
    this.held = regionAt(this.stage.regions, x, y);
    return this.gizmo.press(at.x, at.y);
  }

  private pull(x: number, y: number): void {
    const at = this.stage.aimAt(x, y, this.held ?? undefined);
    this.gizmo.drag(at.x, at.y);
  }

  private begin(handle: Handle, what: Tool): void {
    if (this.waiting) clearTimeout(this.waiting);
    hovered.value = null;
    this.stage.canvas.style.cursor = "grabbing";
    const size = pixelSize(look.value, this.stage.height);
    const rounded = ({ translate, rotate, scale }: Placed): Placed => ({
      translate: translate.map((value, i) => keep(value, handle.translate[i]!, roundedTo(value, size))) as Vec3,
      rotate: rotate.map((value, i) => keep(value, handle.rotate[i]!, roundedTo(value, 0.1))) as Vec3,
      scale: scale.map((value, i) => keep(value, handle.scale[i]!, roundedTo(value, 0.001))) as Vec3,
    });
    this.drag = new Drag(handle, what, rounded);
  }

  private end(): void {
    this.drag?.end();
    this.drag = null;
    this.stage.canvas.style.cursor = "grab";
    // Where nothing comes of it (a mistake in the scene, another page's edit), what is true is shown.
    this.waiting = setTimeout(() => (held.value = null), patience);
  }

  private cancel(): void {
    if (!this.drag) return;
    this.gizmo.abandon();
    this.drag.cancel();
    this.drag = null;
  }

  private readonly key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !this.drag) return;
    event.preventDefault();
    event.stopPropagation();
    this.cancel();
  };

  private holdGizmo(): void {
    const handle = activeHandle.value;
    const grip = { tool: tool.value, space: space.value, flat: isFlat.value };
    const step = snapping.value ? roundStep(pixelSize(look.value, this.stage.height) * snapPixels) : null;
    if (held.value || this.gizmo.isHeld) return;
    if (!handle || throughCamera.value || scene.value?.readonly) this.gizmo.release();
    else {
      this.gizmo.hold({ handle, ...grip, step, arrow: arrowScale(handle) });
    }
    this.stage.invalidate();
  }

  // What is dragged is shown where it is to be, until the server's answer shows it there.
  private showHeld(): void {
    const now = held.value;
    const answer = setup.value?.header;
    this.stage.setup.show(setup.value);
    for (const { object } of this.stage.setup.things) {
      object.matrix.identity();
      object.matrixWorldNeedsUpdate = true;
    }
    this.stage.invalidate();
    if (!now) return;
    const shown = answer?.handles.find(({ edits }) => edits === now.handle.edits);
    if (!shown) return;
    if (now.done && isReached(now.placed, shown)) {
      if (this.waiting) clearTimeout(this.waiting);
      held.value = null;
      return;
    }
    if (now.handle.kind === "direction") return;
    const shift = shiftOf(now, shown);
    for (const { path, object } of this.stage.setup.things) {
      if (path !== now.handle.path) continue;
      object.matrix.copy(shift);
    }
  }

  dispose(): void {
    this.cancel();
    if (this.waiting) clearTimeout(this.waiting);
    held.value = null;
    gizmoDisc.current = () => null;
    cancelAnimationFrame(this.looking);
    for (const end of this.ends) end();
    window.removeEventListener("keydown", this.key, true);
    this.gizmo.dispose();
  }
}

// What was not moved keeps its digits.
const keep = (value: number, before: number, rounded: number): number =>
  Math.abs(value - before) < 1e-9 ? before : rounded;
