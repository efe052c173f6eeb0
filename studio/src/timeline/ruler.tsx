// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The ruler: a drag on it scrubs. Above its numbers is the range that is looped, with ends to drag; below are the frames
// that the takes have, brighter where they are in memory already.

import { signal } from "@preact/signals";
import { cachedFrames } from "../frames/cache.ts";
import type { Take } from "../link/protocol.ts";
import { frame, frames, goTo, loopRange, playing } from "../model/playhead.ts";
import { beside, shown } from "../model/takes.ts";
import { dragNote, startDrag } from "./gesture.ts";
import "./ruler.css";
import { markers, moveMarker, renameMarker } from "./markers.ts";
import { inSeconds, laneWidth, timeView } from "./state.ts";
import { frameAt, frameTicks, secondTicks, xOf } from "./time_view.ts";

export const rulerHeight = 38;
const loopHeight = 8;

const x = (at: number): number => xOf(timeView.value, laneWidth.value, at);
const frameUnder = (event: PointerEvent | MouseEvent, ruler: Element): number =>
  frameAt(timeView.value, laneWidth.value, event.clientX - ruler.getBoundingClientRect().left);

function Ticks() {
  const { first, rate } = frames.value;
  const ticks = inSeconds.value
    ? secondTicks(timeView.value, laneWidth.value, first, rate)
    : frameTicks(timeView.value, laneWidth.value);
  const lines = ticks.map(({ frame: at, label }) => `M${x(at).toFixed(1)} ${label ? 19 : 23}V27`).join("");
  return (
    <g>
      <path class="tl-ticks" d={lines} />
      {ticks
        .filter(({ label }) => label)
        .map(({ frame: at, label }) => (
          <text key={at} x={x(at) + 3} y={22}>
            {label}
          </text>
        ))}
    </g>
  );
}

function Loop() {
  const { first, last } = loopRange.value ?? frames.value;
  const [from, to] = [x(first), x(last)];
  return (
    <g class={loopRange.value ? "tl-loop set" : "tl-loop"}>
      <title>Frames that are played: drag its ends, double-click for all</title>
      <rect x={from} y={1} width={Math.max(2, to - from)} height={loopHeight - 2} rx={2} />
      <path d={`M${from} 0h5v${loopHeight}h-5zM${to} 0h-5v${loopHeight}h5z`} />
    </g>
  );
}

function Strip({ take, y, kept }: { take: Take | null; y: number; kept: [number, number][] | undefined }) {
  if (!take) return null;
  const bars = (ranges: readonly [number, number][]): string =>
    ranges.map(([from, to]) => `M${x(from - 0.5).toFixed(1)} ${y}H${x(to + 0.5).toFixed(1)}`).join("");
  return (
    <g class="tl-strip">
      <title>{`${take.name}: frames that are there; bright: in memory`}</title>
      <path class="missing" d={bars([[take.frames.first, take.frames.last]])} />
      <path class="have" d={bars(take.have)} />
      {kept && <path class="kept" d={bars(kept)} />}
    </g>
  );
}

const naming = signal<number | null>(null); // frame of the marker whose name is typed

function Markers() {
  return (
    <>
      {markers.value.map(({ id, frame: at, name }) => (
        <div
          key={id}
          class="tl-marker"
          role="button"
          tabIndex={0}
          aria-label={`Marker ${name} at frame ${at}; Enter goes there, F2 renames it, Delete removes it`}
          title={`${name}: frame ${at}. Drag it; double-click renames it.`}
          style={{ transform: `translateX(${x(at)}px)` }}
          onPointerDown={(event) => dragMarker(event, at)}
          onDblClick={() => (naming.value = at)}
          onKeyDown={(event) => {
            if (event.key === "Enter") goTo(at);
            else if (event.key === "F2") naming.value = at;
            else if (event.key === "Delete") renameMarker(at, "");
            else return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {naming.value === at ? <MarkerName at={at} name={name} /> : <span>{name}</span>}
        </div>
      ))}
    </>
  );
}

function MarkerName({ at, name }: { at: number; name: string }) {
  const done = (value: string): void => {
    naming.value = null;
    renameMarker(at, value);
  };
  return (
    <input
      aria-label={`Name of the marker at frame ${at}; empty removes it`}
      value={name}
      ref={(input) => input?.select()}
      onPointerDown={(event) => event.stopPropagation()}
      onBlur={(event) => naming.value === at && done(event.currentTarget.value)}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") done(event.currentTarget.value);
        if (event.key === "Escape") naming.value = null;
      }}
    />
  );
}

function dragMarker(from: PointerEvent, at: number): void {
  if (from.button !== 0) return;
  from.stopPropagation();
  const ruler = (from.currentTarget as HTMLElement).parentElement!;
  let now = at;
  startDrag(from, {
    move: (event) => {
      const to = Math.round(frameUnder(event, ruler));
      if (markers.value.some((marker) => marker.frame === to && to !== now)) return;
      moveMarker(now, to);
      now = to;
      dragNote.value = { x: event.clientX, y: event.clientY, text: `Frame ${to}` };
    },
    end: (hasMoved) => {
      if (!hasMoved) goTo(at);
    },
    cancel: () => moveMarker(now, at),
  });
}

function dragLoop(from: PointerEvent, ruler: Element, end: "first" | "last" | "both"): void {
  const before = loopRange.value;
  const { first, last } = before ?? frames.value;
  const start = frameUnder(from, ruler);
  const inside = (at: number): number => Math.min(frames.value.last, Math.max(frames.value.first, at));
  startDrag(from, {
    move: (event) => {
      const by = Math.round(frameUnder(event, ruler) - start);
      let range = { first, last };
      if (end === "first") range = { first: inside(Math.min(last - 1, first + by)), last };
      else if (end === "last") range = { first, last: inside(Math.max(first + 1, last + by)) };
      else {
        const shift = Math.min(frames.value.last - last, Math.max(frames.value.first - first, by));
        range = { first: first + shift, last: last + shift };
      }
      const isAll = range.first === frames.value.first && range.last === frames.value.last;
      loopRange.value = isAll ? null : range;
      dragNote.value = { x: event.clientX, y: event.clientY, text: `Loop ${range.first} to ${range.last}` };
    },
    cancel: () => (loopRange.value = before),
  });
}

// The playhead goes to where the pointer is, and with it.
export function scrub(from: PointerEvent, ruler: Element): void {
  playing.value = false;
  const before = frame.value;
  const go = (event: PointerEvent): void => goTo(frameUnder(event, ruler));
  go(from);
  startDrag(from, { move: go, cancel: () => goTo(before) });
}

function press(event: PointerEvent): void {
  if (event.button !== 0) return;
  const ruler = event.currentTarget as HTMLElement;
  const box = ruler.getBoundingClientRect();
  const { first, last } = loopRange.value ?? frames.value;
  const [at, y] = [event.clientX - box.left, event.clientY - box.top];
  if (y > loopHeight + 1) return scrub(event, ruler);
  if (Math.abs(at - x(first)) < 8) dragLoop(event, ruler, "first");
  else if (Math.abs(at - x(last)) < 8) dragLoop(event, ruler, "last");
  else if (loopRange.value && at > x(first) && at < x(last)) dragLoop(event, ruler, "both");
}

export function Ruler() {
  const [take, other] = [shown.value, beside.value];
  const reset = (event: MouseEvent): void => {
    const { top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
    if (event.clientY - top <= loopHeight + 1) loopRange.value = null;
  };
  return (
    <div class="tl-ruler" onPointerDown={press} onDblClick={reset} title="Drag to move the playhead">
      <svg width={laneWidth.value} height={rulerHeight} aria-hidden="true">
        <Ticks />
        <Loop />
        <Strip take={take} y={30} kept={take ? cachedFrames.value[take.take] : undefined} />
        <Strip take={other} y={35} kept={other ? cachedFrames.value[other.take] : undefined} />
      </svg>
      <Markers />
    </div>
  );
}
