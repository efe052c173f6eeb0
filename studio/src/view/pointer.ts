// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What mouse, pen and fingers do in the view: left takes hold of a gizmo, orbits or clicks; middle, right or Shift and
// left pan; the wheel and two fingers zoom.

import type { Rectangle } from "./regions.ts";

export interface PointerTold {
  hover: (x: number, y: number) => void;
  leave: () => void;
  press: (x: number, y: number) => boolean; // whether something was taken hold of
  drag: (x: number, y: number) => void;
  drop: () => void;
  cancel: () => void;
  orbit: (dx: number, dy: number) => void;
  pan: (dx: number, dy: number) => void;
  zoom: (factor: number, x: number, y: number) => void;
  click: (x: number, y: number) => void;
}

type Doing = "nothing" | "holding" | "orbiting" | "panning" | "pinching";

const clickReach = 4; // px that a click may move

export function followPointer(element: HTMLElement, told: PointerTold): () => void {
  const fingers = new Map<number, { x: number; y: number }>();
  let doing: Doing = "nothing";
  let travelled = 0;

  const place = (event: MouseEvent): { x: number; y: number } => {
    const box: Rectangle = element.getBoundingClientRect();
    return { x: event.clientX - box.x, y: event.clientY - box.y };
  };
  const spread = (): { x: number; y: number; size: number } => {
    const [a, b] = [...fingers.values()] as [{ x: number; y: number }, { x: number; y: number }];
    return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, size: Math.max(Math.hypot(a.x - b.x, a.y - b.y), 1) };
  };

  const down = (event: PointerEvent): void => {
    element.focus({ preventScroll: true });
    const at = place(event);
    fingers.set(event.pointerId, at);
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 2) {
      if (doing === "holding") told.cancel();
      doing = "pinching";
      return;
    }
    if (fingers.size > 2) return;
    travelled = 0;
    const pans = event.button === 1 || event.button === 2 || (event.shiftKey && !event.altKey);
    if (pans) doing = "panning";
    else if (!event.altKey && told.press(at.x, at.y)) doing = "holding";
    else doing = "orbiting";
    event.preventDefault();
  };

  const move = (event: PointerEvent): void => {
    const at = place(event);
    const before = fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== "touch") told.hover(at.x, at.y);
      return;
    }
    const [dx, dy] = [at.x - before.x, at.y - before.y];
    if (doing === "pinching") {
      const from = spread();
      fingers.set(event.pointerId, at);
      if (fingers.size !== 2) return;
      const to = spread();
      told.pan(to.x - from.x, to.y - from.y);
      told.zoom(from.size / to.size, to.x, to.y);
      return;
    }
    fingers.set(event.pointerId, at);
    travelled += Math.hypot(dx, dy);
    if (doing === "holding") told.drag(at.x, at.y);
    else if (travelled <= clickReach) return;
    else if (doing === "panning") told.pan(dx, dy);
    else if (doing === "orbiting") told.orbit(dx, dy);
  };

  const up = (event: PointerEvent): void => {
    if (!fingers.delete(event.pointerId)) return;
    const was = doing;
    if (fingers.size > 0) return;
    doing = "nothing";
    const isCancelled = event.type !== "pointerup";
    const at = place(event);
    if (was === "holding") {
      if (isCancelled) told.cancel();
      else told.drop();
    } else if (was === "orbiting" && travelled <= clickReach && !isCancelled && event.button === 0) {
      told.click(at.x, at.y);
    }
  };

  const wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 33 : 1;
    const at = place(event);
    told.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * lines)) * 0.0016), at.x, at.y);
  };

  const menu = (event: Event): void => event.preventDefault();
  element.addEventListener("pointerdown", down);
  element.addEventListener("pointermove", move);
  element.addEventListener("pointerup", up);
  element.addEventListener("pointercancel", up);
  element.addEventListener("lostpointercapture", up);
  element.addEventListener("pointerleave", told.leave);
  element.addEventListener("wheel", wheel, { passive: false });
  element.addEventListener("contextmenu", menu);
  return () => {
    element.removeEventListener("pointerdown", down);
    element.removeEventListener("pointermove", move);
    element.removeEventListener("pointerup", up);
    element.removeEventListener("pointercancel", up);
    element.removeEventListener("lostpointercapture", up);
    element.removeEventListener("pointerleave", told.leave);
    element.removeEventListener("wheel", wheel);
    element.removeEventListener("contextmenu", menu);
    if (doing === "holding") told.cancel();
  };
}
