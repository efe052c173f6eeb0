// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The timeline: playing, the ruler with the playhead, and a row for each thing that has a place in time.

import "./play_commands.ts";
import { useSignalEffect } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import { frame, frames, playing, secondsAt, step } from "../model/playhead.ts";
import { DragNote } from "./drag_note.tsx";
import { Menu } from "./menu.tsx";
import { Rows } from "./row_list.tsx";
import { nameWidth } from "./rows.ts";
import { Ruler, rulerHeight, scrub } from "./ruler.tsx";
import * as state from "./state.ts";
import { following, frameAt, scrolled, xOf, zoomed } from "./time_view.ts";
import "./timeline.css";
import { Toolbar } from "./toolbar.tsx";

// Where only the frame changes, as in playing, nothing else is made again.
function Playhead() {
  const x = xOf(state.timeView.value, state.laneWidth.value, frame.value);
  if (x < -1 || x > state.laneWidth.value + 1) return null;
  const { first, last } = frames.value;
  return (
    <div
      class="tl-playhead"
      role="slider"
      tabIndex={0}
      aria-label="Playhead"
      aria-valuemin={first}
      aria-valuemax={last}
      aria-valuenow={Math.round(frame.value)}
      aria-valuetext={`frame ${Math.round(frame.value)}, ${secondsAt(frame.value).toFixed(2)} seconds`}
      style={{ transform: `translateX(${nameWidth + x}px)` }}
      onKeyDown={(event) => {
        const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
        if (!by) return;
        event.preventDefault();
        step(by);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        const body = (event.currentTarget as HTMLElement).parentElement!;
        scrub(event, body.querySelector(".tl-ruler")!);
      }}
    />
  );
}

// Frames beside those of the scene are darker.
function Outside() {
  const x = (at: number): number =>
    Math.min(state.laneWidth.value, Math.max(0, xOf(state.timeView.value, state.laneWidth.value, at)));
  const { first, last } = frames.value;
  return (
    <>
      <div class="tl-outside" style={{ left: `${nameWidth}px`, width: `${x(first)}px` }} />
      <div
        class="tl-outside"
        style={{ left: `${nameWidth + x(last)}px`, width: `${state.laneWidth.value - x(last)}px` }}
      />
    </>
  );
}

function wheel(event: WheelEvent): void {
  const body = event.currentTarget as HTMLElement;
  const x = event.clientX - body.getBoundingClientRect().left - nameWidth;
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : event.deltaX;
  const { from, to } = state.timeView.value;
  if (event.ctrlKey || event.metaKey) {
    const at = frameAt(state.timeView.value, state.laneWidth.value, Math.max(0, x));
    state.timeView.value = zoomed(state.timeView.value, Math.exp(Math.sign(event.deltaY) * 0.18), at);
  } else if (sideways) {
    state.timeView.value = scrolled(state.timeView.value, (sideways / state.laneWidth.value) * (to - from));
  } else return;
  event.preventDefault();
}

export function Timeline() {
  const body = useRef<HTMLDivElement>(null);
  // Ctrl+wheel must not zoom the page, which only a listener that is not passive can say.
  useEffect(() => {
    const own = body.current!;
    own.addEventListener("wheel", wheel, { passive: false });
    return () => own.removeEventListener("wheel", wheel);
  }, []);
  useSignalEffect(() => {
    if (playing.value) state.timeView.value = following(state.timeView.peek(), frame.value);
  });
  return (
    <div class="tl">
      <Toolbar />
      <div class="tl-body" ref={body}>
        <div class="tl-head" style={{ height: `${rulerHeight}px` }}>
          <div class="tl-corner dim" style={{ width: `${nameWidth}px` }}>
            <button type="button" class="plain" title="All keys, or only clips (U)" onClick={state.toggleAll}>
              {state.allOpen.value ? "▾ Fold keys" : "▸ Unfold keys"}
            </button>
          </div>
          <Ruler />
        </div>
        <Rows />
        <Outside />
        <Playhead />
      </div>
      <Menu />
      <DragNote />
    </div>
  );
}
