// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The numbers of the handle that is held: where the thing is, how it is turned and scaled, to be typed.

import { useState } from "preact/hooks";
import type { Handle, Vec3 } from "../link/protocol.ts";
import { edit, document as scene, full } from "../model/document.ts";
import { autoKey, frame } from "../model/playhead.ts";
import { keyedOf } from "../text/keyframes.ts";
import { valueAt } from "../text/paths.ts";
import { placedOf } from "./drag.ts";
import type { Placed } from "./moves.ts";
import { labelOf, pathOf, withPlaced } from "./placing.ts";
import { fittedNumber, lengthInWords, roundStep, shortNumber } from "./steps.ts";
import { activeHandle, held, isFlat, look } from "./tools.ts";

const axes = ["x", "y", "z"] as const;

interface NumberProps {
  name: string;
  value: number;
  step: number;
  set: (value: number) => void;
}

// Enter or leaving the field takes the number, Escape forgets it, arrows step.
function NumberField({ name, value, step, set }: NumberProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [focused, setFocused] = useState(false);
  const take = (): void => {
    if (typed === null) return;
    const number = Number(typed.replace(",", "."));
    setTyped(null);
    if (typed.trim() !== "" && Number.isFinite(number) && number !== value) set(number);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "Enter") take();
    else if (event.key === "Escape") setTyped(null);
    else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const by = (event.key === "ArrowUp" ? step : -step) * (event.shiftKey ? 0.1 : 1);
      setTyped(null);
      set(Number((value + by).toFixed(6)));
    } else return;
    event.stopPropagation();
  };
  return (
    <input
      class="view-number"
      inputMode="decimal"
      aria-label={name}
      title={shortNumber(value)}
      value={typed ?? (focused ? shortNumber(value) : fittedNumber(value))}
      onInput={(event) => setTyped(event.currentTarget.value)}
      onFocus={(event) => {
        const input = event.currentTarget;
        setFocused(true);
        requestAnimationFrame(() => input.select());
      }}
      onBlur={() => {
        take();
        setFocused(false);
      }}
      onKeyDown={key}
    />
  );
}

interface RowProps {
  handle: Handle;
  what: keyof Placed;
  name: string;
  unit: string;
  step: number;
  placed: Placed;
}

const isKeyed = (handle: Handle, what: keyof Placed): boolean =>
  keyedOf(valueAt(full.value, pathOf(handle, what))) !== null;

function NumberRow({ handle, what, name, unit, step, placed }: RowProps) {
  const set = (axis: number, value: number): void => {
    const before = placedOf(handle);
    const changed = placed[what].map((old, i) => (i === axis ? value : old)) as Vec3;
    const after = { ...before, [what]: changed };
    const keying = { frame: frame.value, always: autoKey.value, full: full.value };
    edit(labelOf(what, handle), (text) => withPlaced(text, handle, before, after, keying));
  };
  return (
    <span class={`view-numbers-row ${isKeyed(handle, what) || autoKey.value ? "keyed" : ""}`}>
      <span class="view-numbers-name">{name}</span>
      {axes.map(
        (axis, i) =>
          !(isFlat.value && isAway(what, handle, i)) && (
            <NumberField
              key={axis}
              name={`${name} ${axis}${unit ? `, ${unit}` : ""}`}
              value={placed[what][i]!}
              step={step}
              set={(value) => set(i, value)}
            />
          ),
      )}
      <span class="dim">{unit}</span>
    </span>
  );
}

// In flat scenes things move in x and y and turn about z.
const isAway = (what: keyof Placed, { kind }: Handle, axis: number): boolean =>
  kind === "transform" && what === "rotate" ? axis !== 2 : axis === 2;

export function Numbers() {
  const handle = activeHandle.value;
  if (!handle || scene.value?.readonly) return null;
  const now = held.value?.handle.edits === handle.edits ? held.value.placed : placedOf(handle);
  const metres = roundStep(look.value.distance / 200);
  const row = { handle, placed: now };
  return (
    <div class="view-numbers" role="group" aria-label={`Numbers of ${handle.path || handle.edits}`}>
      {handle.kind === "transform" ? (
        <>
          <NumberRow {...row} what="translate" name="Move" unit="m" step={metres} />
          {handle.can.includes("rotate") && <NumberRow {...row} what="rotate" name="Turn" unit="°" step={5} />}
          {handle.can.includes("scale") && <NumberRow {...row} what="scale" name="Scale" unit="" step={0.1} />}
          {handle.can.includes("size") && <NumberRow {...row} what="scale" name="Size" unit="m" step={metres} />}
        </>
      ) : handle.kind === "place" ? (
        <NumberRow {...row} what="translate" name="Place" unit="m" step={metres} />
      ) : (
        <NumberRow {...row} what="translate" name="Direction" unit="" step={0.1} />
      )}
      <span class="hidden">Arrow keys step by {lengthInWords(metres)}</span>
    </div>
  );
}
