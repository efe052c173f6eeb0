// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How a gizmo's movement changes what is written of a thing. A transform is, in the space of what carries it,
//   x -> translate + offset + rotate · spin · scale · (x - about)
// where rotate turns about x, then y, then z. The gizmo may stand elsewhere than at the point `about`.

import { Euler, MathUtils, Matrix4, Quaternion, Vector3 } from "three";
import type { Handle, Vec3 } from "../link/protocol.ts";

export interface Placed {
  translate: Vec3;
  rotate: Vec3; // degrees
  scale: Vec3;
}

// What the gizmo has done since it was taken hold of, in the world.
export type Move = { kind: "translate"; by: Vec3 } | { kind: "rotate"; by: Quaternion } | { kind: "scale"; by: Vec3 }; // along the thing's own axes

const turnOf = ([x, y, z]: Vec3): Quaternion =>
  new Quaternion().setFromEuler(new Euler(x * MathUtils.DEG2RAD, y * MathUtils.DEG2RAD, z * MathUtils.DEG2RAD, "ZYX"));

const near = (value: number, to: number): number => value + 360 * Math.round((to - value) / 360);

// The angles of a turn that are nearest to those before, so that numbers do not leap.
export function anglesOf(turn: Quaternion, before: Vec3): Vec3 {
  const euler = new Euler().setFromQuaternion(turn, "ZYX");
  const one: Vec3 = [euler.x * MathUtils.RAD2DEG, euler.y * MathUtils.RAD2DEG, euler.z * MathUtils.RAD2DEG];
  const other: Vec3 = [one[0] + 180, 180 - one[1], one[2] + 180];
  const both = [one, other].map((angles) => angles.map((angle, i) => near(angle, before[i]!)) as Vec3);
  const far = (angles: Vec3): number => angles.reduce((sum, angle, i) => sum + Math.abs(angle - before[i]!), 0);
  return far(both[0]!) <= far(both[1]!) + 1e-9 ? both[0]! : both[1]!;
}

// The sizes of a region are not part of its matrix.
const hasSize = ({ can }: Handle): boolean => can.includes("size");

interface Frame {
  parent: Matrix4;
  back: Matrix4; // from the world into the parent's space
  turn: Quaternion; // of the parent
  own: Quaternion; // rotate and spin
  offset: Vector3;
}

function frameOf(handle: Handle): Frame {
  const parent = new Matrix4().fromArray(handle.parent);
  const back = parent.clone().invert();
  const own = back.clone().multiply(new Matrix4().fromArray(handle.matrix));
  const place = new Vector3().setFromMatrixPosition(own);
  const linear = own.clone().setPosition(0, 0, 0);
  const offset = new Vector3(...handle.about)
    .applyMatrix4(linear)
    .add(place)
    .sub(new Vector3(...handle.translate));
  if (!hasSize(handle)) linear.scale(new Vector3(...handle.scale.map((value) => 1 / (value || 1))));
  return { parent, back, turn: turnOfMatrix(parent), own: turnOfMatrix(linear), offset };
}

const turnOfMatrix = (matrix: Matrix4): Quaternion =>
  new Quaternion().setFromRotationMatrix(new Matrix4().extractRotation(matrix)).normalize();

// How the thing is turned in the world, with its spin: the axes along which it is scaled.
export function ownTurn(handle: Handle): Quaternion {
  const { turn, own } = frameOf(handle);
  return turn.multiply(own);
}

// What is to be written after a move.
export function placedAfter(handle: Handle, move: Move): Placed {
  const { translate, rotate, scale } = handle;
  const { back, turn, own, offset } = frameOf(handle);
  if (move.kind === "translate") {
    const by = new Vector3(...move.by).applyMatrix4(back.clone().setPosition(0, 0, 0));
    return { translate: steady(plus(translate, by.toArray()), translate), rotate, scale };
  }
  // What stands at the gizmo stays there.
  const gizmo = new Vector3(...handle.pivot).applyMatrix4(back);
  const fixed = new Vector3(...translate).add(offset);
  if (move.kind === "rotate") {
    const by = turn.clone().invert().multiply(move.by).multiply(turn);
    const moved = fixed.sub(gizmo).applyQuaternion(by).add(gizmo).sub(offset);
    return {
      translate: steady(moved.toArray(), translate),
      rotate: anglesOf(by.multiply(turnOf(rotate)), rotate),
      scale,
    };
  }
  const by = new Vector3(...move.by);
  const scaled = new Vector3(...scale).multiply(by).toArray();
  const away = gizmo.clone().sub(fixed).applyQuaternion(own.clone().invert()).multiply(by).applyQuaternion(own);
  const moved = gizmo.sub(away).sub(offset);
  return { translate: steady(moved.toArray(), translate), rotate, scale: scaled };
}

// Where a thing is when this is written of it; sizes count as scales.
export function matrixOf(handle: Handle, { translate, rotate, scale }: Placed): Matrix4 {
  const { parent, own, offset } = frameOf(handle);
  const spin = turnOf(handle.rotate).invert().multiply(own);
  const matrix = parent.clone().multiply(new Matrix4().makeTranslation(offset.add(new Vector3(...translate))));
  matrix.multiply(new Matrix4().makeRotationFromQuaternion(turnOf(rotate).multiply(spin)));
  matrix.scale(new Vector3(...scale));
  const [x, y, z] = handle.about;
  return matrix.multiply(new Matrix4().makeTranslation(-x, -y, -z));
}

export const plus = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const minus = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

// Numbers that did not change but for rounding stay as they are.
const steady = (now: Vec3, before: Vec3): Vec3 =>
  now.map((value, i) => (Math.abs(value - before[i]!) < 1e-9 ? before[i]! : value)) as Vec3;

export interface Ray {
  origin: Vector3;
  direction: Vector3; // of length 1
}

// How far along an axis the place is that is nearest to a ray; null where they are parallel.
export function alongAxis({ origin, direction }: Ray, from: Vector3, axis: Vector3): number | null {
  const between = origin.clone().sub(from);
  const across = axis.dot(direction);
  const flatness = 1 - across * across;
  if (flatness < 1e-6) return null;
  return (between.dot(axis) - between.dot(direction) * across) / flatness;
}

// Where a ray meets a plane; null where it does not, or behind the eye.
export function onPlane({ origin, direction }: Ray, through: Vector3, normal: Vector3): Vector3 | null {
  const slope = direction.dot(normal);
  if (Math.abs(slope) < 1e-9) return null;
  const distance = through.clone().sub(origin).dot(normal) / slope;
  return distance < 0 ? null : origin.clone().addScaledVector(direction, distance);
}
