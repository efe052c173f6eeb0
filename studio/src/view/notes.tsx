// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small notes over the view: what colours mean, which take is where, what is not there yet, what is wrong.

import { useEffect, useState } from "preact/hooks";
import type { Take } from "../link/protocol.ts";
import { frame, playing } from "../model/playhead.ts";
import { beside, besideStyle, hasFrame, isBusy, shown } from "../model/takes.ts";
import { select } from "../model/selection.ts";
import { showing, throughCamera } from "./api.ts";
import { cssOf, gradientOf, lifted, onDark } from "./colours.ts";
import { pictureIn } from "./regions.ts";
import { setup, setupError } from "./setup_feed.ts";
import type { Stage } from "./stage.ts";
import { shortNumber } from "./steps.ts";
import { drawnTakes, wipe } from "./tools.ts";

const named = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function ParticleLegend() {
  const drawn = drawnTakes.value.find((each) => each?.particles && each.colouring);
  if (!drawn?.particles || !drawn.colouring || !showing.value.particles) return null;
  const { by, unit } = drawn.particles;
  const { low, high } = drawn.range;
  const { kinds, ramp } = drawn.colouring;
  if (kinds) {
    if (kinds.length === 0) return null;
    return (
      <div class="view-legend">
        {kinds.map(({ name, colour }) => (
          <span key={name}>
            <i style={{ background: cssOf(colour) }} />
            {name}
          </span>
        ))}
      </div>
    );
  }
  return (
    <div class="view-legend ramp" role="img" aria-label={`${named(by)} from ${low} to ${high} ${unit}`}>
      <span>{named(by)}</span>
      <span>{shortNumber(low)}</span>
      <b style={{ background: gradientOf(ramp) }} />
      <span>
        {shortNumber(high)} {unit}
      </span>
    </div>
  );
}

const directing = () => drawnTakes.value.find((each) => each && each.legend.length > 0)?.legend ?? [];

// What directs is told of once.
function SetupLegend() {
  const all = setup.value?.header.legend ?? [];
  if (all.length < 2 || !showing.value.setup || !showing.value.labels) return null;
  const those = all.filter(({ what }) => !directing().some((each) => each.what === what));
  return (
    <div class="view-legend">
      {those.slice(0, 7).map(({ what, colour }) => (
        <span key={what}>
          <i style={{ background: cssOf(onDark(colour)) }} />
          {what}
        </span>
      ))}
    </div>
  );
}

function DirectorsLegend() {
  const legend = directing();
  if (legend.length === 0) return null;
  return (
    <div class="view-legend" role="group" aria-label="What directs">
      {legend.map(({ what, colour }) => (
        <span key={what}>
          <i style={{ background: cssOf(lifted(colour)) }} />
          {what}
        </span>
      ))}
    </div>
  );
}

export function Legends() {
  return (
    <div class="view-legends">
      <SetupLegend />
      <DirectorsLegend />
      <ParticleLegend />
    </div>
  );
}

// What the artist should know of a take at the playhead.
export function noteOf(take: Take, at: number, problem: string | null): string | null {
  if (!hasFrame(take, at)) return isBusy(take) ? `Frame ${at} is not simulated yet` : `Frame ${at} is not simulated`;
  return problem;
}

function TakeNote({ take, slot, side }: { take: Take; slot: 0 | 1; side: "left" | "right" | "all" }) {
  const problem = drawnTakes.value[slot]?.problem ?? null;
  const note = noteOf(take, frame.value, problem);
  return (
    <div class={`view-take ${side}`}>
      {side !== "all" && <strong>{take.name}</strong>}
      {note && <span class="view-note">{note}</span>}
    </div>
  );
}

export function TakeNotes() {
  const [one, other] = [shown.value, beside.value];
  return (
    <>
      {one && <TakeNote take={one} slot={0} side={other ? "left" : "all"} />}
      {other && <TakeNote take={other} slot={1} side="right" />}
      {one && <Loading />}
    </>
  );
}

// Said only when it takes a while.
function Loading() {
  const late = drawnTakes.value.some((drawn) => drawn?.late) && !playing.value;
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    setLong(false);
    if (!late) return undefined;
    const timer = setTimeout(() => setLong(true), 400);
    return () => clearTimeout(timer);
  }, [late, frame.value]);
  return isLong && late ? <div class="view-loading">Loading frame {frame.value}…</div> : null;
}

// The line between two takes.
export function WipeLine({ stage }: { stage: Stage }) {
  if (!beside.value) return null;
  const isWipe = besideStyle.value === "wipe";
  const at = isWipe ? wipe.value : 0.5;
  const set = (to: number): void => {
    wipe.value = Math.min(0.98, Math.max(0.02, to));
  };
  const down = (event: PointerEvent): void => {
    const line = event.currentTarget as HTMLElement;
    line.setPointerCapture(event.pointerId);
    line.onpointermove = (move) => set((move.clientX - stage.canvas.getBoundingClientRect().x) / stage.width);
    line.onpointerup = line.onpointercancel = () => (line.onpointermove = null);
  };
  const key = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -0.02, ArrowRight: 0.02 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    set(wipe.value + by);
  };
  if (!isWipe) return <div class="view-split" style={{ left: "50%" }} />;
  return (
    <div
      class="view-split wipe"
      style={{ left: `${at * 100}%` }}
      role="slider"
      tabIndex={0}
      aria-label="Where one take is wiped over the other"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(at * 100)}
      onPointerDown={down}
      onKeyDown={key}
    />
  );
}

// The frame of the picture, when the scene's camera is looked through.
export function PictureFrame({ stage, size }: { stage: Stage; size: { width: number; height: number } }) {
  if (!throughCamera.value || !setup.value?.header.camera || setup.value.header.dimensions === 2) return null;
  void [size, beside.value, besideStyle.value];
  return (
    <>
      {stage.regions.map(({ slot, window: box, shown: part }) => {
        const picture = pictureIn(box, stage.pictureAspect);
        return (
          <div
            key={slot}
            class="view-picture-clip"
            style={{ left: `${part.x}px`, top: 0, width: `${part.width}px`, height: `${part.height}px` }}
          >
            <div
              class="view-picture"
              style={{
                left: `${picture.x - part.x}px`,
                top: `${picture.y}px`,
                width: `${picture.width}px`,
                height: `${picture.height}px`,
              }}
            />
          </div>
        );
      })}
    </>
  );
}

export function Problems() {
  const header = setup.value?.header;
  const those = [...(setupError.value ? [setupError.value] : []), ...(header?.problems ?? [])];
  const [open, setOpen] = useState(false);
  if (those.length === 0) return null;
  const pathOf = (sentence: string): string | null => /^([a-z_]+(?:\[\d+\])?[\w.[\]]*):/.exec(sentence)?.[1] ?? null;
  return (
    <div class="view-problems" role="status">
      <button type="button" class="plain" aria-expanded={open} onClick={() => setOpen(!open)}>
        <span aria-hidden="true">⚠ </span>
        {those.length === 1 ? "1 thing is not shown" : `${those.length} things are not shown`}
      </button>
      {open && (
        <ul>
          {those.map((sentence) => {
            const path = pathOf(sentence);
            return (
              <li key={sentence}>
                {path ? (
                  <button type="button" class="plain" onClick={() => select(path)}>
                    {sentence}
                  </button>
                ) : (
                  sentence
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
