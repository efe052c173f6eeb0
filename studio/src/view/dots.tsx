// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Dots over the view: the handles of what is selected, and those of a box that is being drawn; over each of two takes
// that stand side by side. They are buttons, so that keys reach them too, those over the first take; arrow keys move the
// box.

import { computed } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { Raycaster, Vector2, Vector3 } from "three";
import type { Handle, Vec3 } from "../link/protocol.ts";
import { titleNow } from "../model/names.ts";
import { select, selected } from "../model/selection.ts";
import { beside, besideStyle } from "../model/takes.ts";
import { plainName } from "../schema/fields.ts";
import { type Box, drawnBox } from "./api.ts";
import { alongAxis, minus, onPlane, plus, type Ray } from "./moves.ts";
import { pixelSize } from "./navigation.ts";
import { pin } from "./overlay.ts";
import type { Stage } from "./stage.ts";
import { roundedTo } from "./steps.ts";
import { activeHandle, chosenHandle, gripOf, handles, isFlat, look, origin } from "./tools.ts";

type Slot = 0 | 1;
const slots = computed<Slot[]>(() => (beside.value && besideStyle.value === "side" ? [0, 1] : [0]));
// Keys and screen readers meet each of them once.
const reachOf = (slot: Slot) => (slot === 0 ? {} : { tabIndex: -1, "aria-hidden": true });

function usePin(at: () => Vec3, slot: Slot) {
  const element = useRef<HTMLButtonElement>(null);
  const latest = useRef(at);
  latest.current = at;
  useEffect(() => (element.current ? pin(element.current, () => latest.current(), slot) : undefined), []);
  return element;
}

const shortName = ({ edits, path }: Handle): string =>
  plainName(edits.slice(path.length).replace(/^\./, "")).replaceAll(".", " ") || titleNow(path);

function HandleDot({ handle, slot }: { handle: Handle; slot: Slot }) {
  const element = usePin(() => gripOf(handle), slot);
  const isActive = activeHandle.value?.edits === handle.edits;
  const take = (): void => {
    if (selected.value !== handle.path && handle.path !== "") select(handle.path);
    chosenHandle.value = handle.edits;
  };
  return (
    <button
      ref={element}
      type="button"
      class={`view-dot ${isActive ? "active" : ""}`}
      aria-pressed={isActive}
      aria-label={`Move ${titleNow(handle.path)} by ${shortName(handle)}`}
      title={`${titleNow(handle.path)}: ${shortName(handle)}`}
      {...reachOf(slot)}
      onClick={take}
    />
  );
}

export function HandleDots() {
  const those = handles.value;
  if (those.length < 2) return null;
  return (
    <>
      {slots.value.flatMap((slot) =>
        those.slice(0, 200).map((handle) => <HandleDot key={`${slot} ${handle.edits}`} handle={handle} slot={slot} />),
      )}
    </>
  );
}

// ---- the box ----

type Axis = 0 | 1 | 2;
export interface Face {
  axis: Axis;
  end: "lower" | "upper";
}

const names = ["x", "y", "z"] as const;
const unit = (axis: Axis): Vector3 => new Vector3().setComponent(axis, 1);
const middleOf = ({ lower, upper }: Box): Vec3 => lower.map((value, i) => (value + upper[i]!) / 2) as Vec3;

// One side moved; it never goes through the other.
export function stretched(box: Box, { axis, end }: Face, to: number, least: number): Box {
  const limit = end === "lower" ? Math.min(to, box.upper[axis] - least) : Math.max(to, box.lower[axis] + least);
  const side = box[end].map((value, i) => (i === axis ? limit : value)) as Vec3;
  return { ...box, [end]: side };
}

export function movedTo(box: Box, middle: Vec3): Box {
  const by = middleOf(box).map((value, i) => middle[i]! - value);
  const moved = (side: Vec3): Vec3 => side.map((value, i) => value + by[i]!) as Vec3;
  return { lower: moved(box.lower), upper: moved(box.upper) };
}

interface DragProps {
  stage: Stage;
  name: string;
  round: boolean;
  at: () => Vec3;
  slot: Slot;
  pull: (ray: Ray) => void; // of the pointer

  nudge: (axis: Axis, by: number) => void;
}

// Of the part of the view in which it was taken hold of, also where the pointer leaves that.
function rayIn(stage: Stage, slot: Slot, x: number, y: number): Ray {
  const aim = stage.aimAt(x, y, stage.regions[slot]);
  const caster = new Raycaster();
  caster.setFromCamera(new Vector2(aim.x, aim.y), aim.camera);
  return caster.ray;
}

function BoxDot({ stage, name, round, at, slot, pull, nudge }: DragProps) {
  const element = usePin(at, slot);
  const down = (event: PointerEvent): void => {
    const own = event.currentTarget as HTMLElement;
    own.setPointerCapture(event.pointerId);
    const corner = stage.canvas.getBoundingClientRect();
    const before = drawnBox.value;
    own.onpointermove = (move) => pull(rayIn(stage, slot, move.clientX - corner.x, move.clientY - corner.y));
    own.onpointerup = () => (own.onpointermove = null);
    own.onpointercancel = () => {
      own.onpointermove = null;
      drawnBox.value = before;
    };
  };
  const key = (event: KeyboardEvent): void => {
    const ways: Record<string, [Axis, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [1, 1],
      ArrowDown: [1, -1],
      PageUp: [2, -1],
      PageDown: [2, 1],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    nudge(way[0], way[1] * 4 * pixelSize(look.value, stage.height));
  };
  return (
    <button
      ref={element}
      type="button"
      class={`view-dot box ${round ? "centre" : ""}`}
      aria-label={name}
      title={name}
      {...reachOf(slot)}
      onPointerDown={down}
      onKeyDown={key}
    />
  );
}

export function BoxDots({ stage }: { stage: Stage }) {
  return (
    <>
      {slots.value.map((slot) => (
        <BoxDotsOf key={slot} stage={stage} slot={slot} />
      ))}
    </>
  );
}

function BoxDotsOf({ stage, slot }: { stage: Stage; slot: Slot }) {
  const box = drawnBox.value;
  if (!box) return null;
  const axes: Axis[] = isFlat.value ? [0, 1] : [0, 1, 2];
  const size = (): number => pixelSize(look.value, stage.height);
  const change = (to: Box): void => {
    const own = (side: Vec3): Vec3 => side.map((value) => roundedTo(value, size())) as Vec3;
    drawnBox.value = { lower: own(to.lower), upper: own(to.upper) };
  };
  const stretch = (face: Face, to: number): void => change(stretched(drawnBox.value!, face, to, 4 * size()));
  const faces = axes.flatMap((axis) => (["lower", "upper"] as const).map((end): Face => ({ axis, end })));
  return (
    <>
      {faces.map((face) => {
        const at = (): Vec3 => {
          const now = drawnBox.value ?? box;
          const place = middleOf(now);
          place[face.axis] = now[face.end][face.axis];
          return minus(place, origin.value);
        };
        return (
          <BoxDot
            key={`${face.axis}${face.end}`}
            stage={stage}
            slot={slot}
            name={`Side of the box: ${face.end === "lower" ? "least" : "greatest"} ${names[face.axis]}`}
            round={false}
            at={at}
            pull={(ray) => {
              const from = new Vector3(...at());
              const along = alongAxis(ray, from, unit(face.axis));
              if (along !== null) stretch(face, drawnBox.value![face.end][face.axis] + along);
            }}
            nudge={(axis, by) => axis === face.axis && stretch(face, drawnBox.value![face.end][axis] + by)}
          />
        );
      })}
      <BoxDot
        stage={stage}
        slot={slot}
        name="Move the box"
        round
        at={() => minus(middleOf(drawnBox.value ?? box), origin.value)}
        pull={(ray) => {
          const facing = new Vector3(0, 0, 1).transformDirection(stage.cameraFor(stage.regions[0]!.window).matrixWorld);
          const to = onPlane(ray, new Vector3(...minus(middleOf(drawnBox.value!), origin.value)), facing);
          if (to) change(movedTo(drawnBox.value!, plus(to.toArray(), origin.value)));
        }}
        nudge={(axis, by) => {
          const middle = middleOf(drawnBox.value!);
          middle[axis] += by;
          change(movedTo(drawnBox.value!, middle));
        }}
      />
    </>
  );
}
