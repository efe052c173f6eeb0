// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the artist looks from: a point that is looked at, and the eye around it. Y is up; with no turn the eye is in
// front, on the side of +z, looking along -z.

import { type OrthographicCamera, type PerspectiveCamera, Quaternion, Vector3 } from "three";
import type { Vec3 } from "../link/protocol.ts";

export type Projection = "perspective" | "parallel";
export type Side = "front" | "side" | "top" | "free";

export interface Look {
  target: Vec3;
  yaw: number; // radians, about y
  pitch: number; // radians, up
  distance: number;
  projection: Projection;
}

export interface Bounds {
  lower: Vec3;
  upper: Vec3;
}

export const fieldOfView = 35; // degrees, from top to bottom
const slope = Math.tan((fieldOfView * Math.PI) / 360);
const quarter = Math.PI / 2;

export const startLook: Look = { target: [0, 0.5, 0], yaw: 0.6, pitch: 0.35, distance: 4, projection: "perspective" };

export function turnOf({ yaw, pitch }: Look): Quaternion {
  const about = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), yaw);
  return about.multiply(new Quaternion().setFromAxisAngle(new Vector3(1, 0, 0), -pitch));
}

export function eyeOf(look: Look): Vector3 {
  const back = new Vector3(0, 0, look.distance).applyQuaternion(turnOf(look));
  return back.add(new Vector3(...look.target));
}

// Metres that a pixel stands for at the target.
export const pixelSize = (look: Look, height: number): number => (2 * look.distance * slope) / Math.max(height, 1);

export function orbited(look: Look, dx: number, dy: number): Look {
  const pitch = Math.min(quarter, Math.max(-quarter, look.pitch + dy * 0.007));
  return { ...look, yaw: look.yaw - dx * 0.007, pitch, projection: "perspective" };
}

export function panned(look: Look, dx: number, dy: number, height: number): Look {
  const size = pixelSize(look, height);
  const by = new Vector3(-dx * size, dy * size, 0).applyQuaternion(turnOf(look));
  return { ...look, target: by.add(new Vector3(...look.target)).toArray() };
}

// What is under the pointer (x, y from -1 to 1) stays there.
export function zoomed(look: Look, factor: number, x: number, y: number, aspect: number): Look {
  const distance = Math.min(1e6, Math.max(1e-4, look.distance * factor));
  const by = (look.distance - distance) * slope;
  const shift = new Vector3(x * aspect * by, y * by, 0).applyQuaternion(turnOf(look));
  return { ...look, distance, target: shift.add(new Vector3(...look.target)).toArray() };
}

const corners = [0, 1, 2, 3, 4, 5, 6, 7];

// The box fills the view, and stays on this side of the eye.
export function framed(look: Look, box: Bounds, aspect: number): Look {
  const lower = new Vector3(...box.lower);
  const upper = new Vector3(...box.upper);
  const middle = lower.clone().add(upper).multiplyScalar(0.5);
  const back = turnOf(look).invert();
  let distance = 0;
  for (const i of corners) {
    const corner = new Vector3(i & 1 ? upper.x : lower.x, i & 2 ? upper.y : lower.y, i & 4 ? upper.z : lower.z);
    corner.sub(middle).applyQuaternion(back);
    const needed = Math.max(Math.abs(corner.y), Math.abs(corner.x) / aspect) / slope;
    distance = Math.max(distance, needed + (look.projection === "perspective" ? Math.max(corner.z, 0) : 0));
  }
  return {
    ...look,
    target: middle.toArray(),
    distance: Math.max(distance * (look.projection === "perspective" ? 1.06 : 1.18), 1e-3),
  };
}

// What filled a view of one shape fills that of another.
export function refitted(look: Look, box: Bounds, from: number, to: number): Look {
  return { ...look, distance: (look.distance * framed(look, box, to).distance) / framed(look, box, from).distance };
}

export function seenFrom(look: Look, side: Side): Look {
  if (side === "free") return { ...look, projection: "perspective", yaw: startLook.yaw, pitch: startLook.pitch };
  const yaw = side === "side" ? quarter : 0;
  return { ...look, projection: "parallel", yaw, pitch: side === "top" ? quarter : 0 };
}

export function sideOf({ yaw, pitch, projection }: Look): Side {
  if (projection !== "parallel") return "free";
  if (pitch > 1) return "top";
  return yaw > 1 ? "side" : "front";
}

// The look of an eye somewhere that looks at something, as a scene's camera does.
export function lookFrom(eye: Vec3, target: Vec3): Look {
  const away = new Vector3(...eye).sub(new Vector3(...target));
  const distance = Math.max(away.length(), 1e-4);
  const pitch = Math.asin(Math.min(1, Math.max(-1, away.y / distance)));
  return { target, yaw: Math.atan2(away.x, away.z), pitch, distance, projection: "perspective" };
}

export function aim(look: Look, aspect: number, through: PerspectiveCamera, flat: OrthographicCamera) {
  const camera = look.projection === "perspective" ? through : flat;
  camera.quaternion.copy(turnOf(look));
  camera.position.copy(eyeOf(look));
  if (camera === through) {
    through.fov = fieldOfView;
    through.aspect = aspect;
    through.near = look.distance * 0.02;
    through.far = look.distance * 200;
  } else {
    flat.top = look.distance * slope;
    flat.bottom = -flat.top;
    flat.right = flat.top * aspect;
    flat.left = -flat.right;
    flat.near = -look.distance * 100;
    flat.far = look.distance * 100;
  }
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}
