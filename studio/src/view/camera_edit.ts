// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scene's camera is put where the artist looks from.

import { edit, full } from "../model/document.ts";
import { autoKey, frame } from "../model/playhead.ts";
import { valueAt } from "../text/paths.ts";
import type { Vec3 } from "../link/protocol.ts";
import { eyeOf, fieldOfView, type Look } from "./navigation.ts";
import { plus } from "./moves.ts";
import { written } from "./placing.ts";
import { roundedTo } from "./steps.ts";
import { origin } from "./tools.ts";

const slopeOf = (degrees: number): number => Math.tan((degrees * Math.PI) / 360);

// So that the middle of the view, as far as the picture's frame will show it, is in the picture; `angle`: of the camera,
// `share`: of the view's height that the frame takes.
export function cameraFor(look: Look, angle: number, share: number): { position: Vec3; target: Vec3 } {
  const distance = (look.distance * slopeOf(fieldOfView) * share) / slopeOf(angle);
  const round = (place: Vec3): Vec3 => place.map((value) => roundedTo(value, distance / 1000)) as Vec3;
  return { position: round(eyeOf({ ...look, distance }).toArray()), target: round(look.target) };
}

export function setCamera(look: Look, angle: number, share: number): void {
  const local = cameraFor(look, angle, share);
  const [position, target] = [plus(local.position, origin.value), plus(local.target, origin.value)];
  const keying = { frame: frame.value, always: autoKey.value, full: full.value };
  edit("Set the camera to the view", (text) => {
    const moved = written(text, "picture.camera.position", position, keying);
    return written(moved, "picture.camera.target", target, keying);
  });
}

// The camera's own angle of view, or what a camera has that is not there yet.
export function writtenAngle(): number {
  const angle = valueAt(full.value, "picture.camera.view");
  return typeof angle === "number" ? angle : fieldOfView;
}
