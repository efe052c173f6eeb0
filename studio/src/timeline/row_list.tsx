// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The rows of the timeline: a tree of names, and beside each its lane. Only those that are seen are made.

import { computed, signal, useSignalEffect } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { hovered, select } from "../model/selection.ts";
import { Lane } from "./lane.tsx";
import { RowName } from "./row_name.tsx";
import { box, doubleClick, hover, press, rightClick } from "./row_pointer.ts";
import { nameWidth, type Row, rowHeight, visibleRows } from "./rows.ts";
import * as state from "./state.ts";

const top = signal(0); // how far the rows are scrolled
const height = signal(120);
const active = signal(0); // row to which Tab leads

const selectedId = computed(() => state.selectedThing.value?.path ?? null);
const isSelected = ({ thing, property }: Row): boolean => !property && thing.path === selectedId.value;

export function Rows() {
  const all = state.rows.value;
  const { from, to } = visibleRows(all.length, top.value, height.value);
  const list = useRef<HTMLDivElement>(null);
  const go = (number: number): void => {
    const at = Math.min(all.length - 1, Math.max(0, number));
    active.value = at;
    reveal(list.current!, at);
    select(all[at]!.thing.path || null);
    requestAnimationFrame(() => document.getElementById(`tl-row-${at}`)?.focus());
  };
  // What is selected elsewhere comes into view; closed rows around it are opened.
  useSignalEffect(() => {
    const path = selectedId.value;
    if (path === null || !list.current) return;
    const at = state.rows.peek().findIndex((row) => !row.property && row.thing.path === path);
    if (at < 0) openAround(path);
    else if (document.activeElement === document.body || !list.current.contains(document.activeElement)) {
      active.value = at;
      reveal(list.current, at);
    }
  });
  useLayoutEffect(() => {
    const measure = new ResizeObserver(() => {
      state.laneWidth.value = Math.max(60, list.current!.clientWidth - nameWidth);
      height.value = list.current!.clientHeight;
    });
    measure.observe(list.current!);
    top.value = list.current!.scrollTop;
    return () => measure.disconnect();
  }, []);
  return (
    <div
      class="tl-rows"
      role="tree"
      aria-label="Things with a place in time"
      ref={list}
      onScroll={(event) => (top.value = event.currentTarget.scrollTop)}
      onPointerDown={press}
      onPointerMove={hover}
      onPointerLeave={() => (hovered.value = null)}
      onDblClick={doubleClick}
      onContextMenu={rightClick}
    >
      {all.length === 0 && (
        <p class="tl-empty dim" style={{ width: `${nameWidth}px` }}>
          Nothing here has a place in time yet. Give a parameter a key in the inspector, or add a director in the scene
          panel.
        </p>
      )}
      <div style={{ height: `${all.length * rowHeight}px` }} role="presentation">
        {all.slice(from, to).map((row, n) => (
          <div
            key={row.id}
            class={isSelected(row) ? "tl-row selected" : "tl-row"}
            role="presentation"
            style={{ transform: `translateY(${(from + n) * rowHeight}px)` }}
          >
            <RowName
              row={row}
              number={from + n}
              count={all.length}
              active={from + n === Math.min(active.value, all.length - 1)}
              selected={isSelected(row)}
              go={go}
            />
            <Lane
              row={row}
              view={state.timeView.value}
              width={state.laneWidth.value}
              selected={isSelected(row)}
              keys={state.selectedKeys.value}
            />
          </div>
        ))}
      </div>
      {box.value && (
        <div
          class="tl-box"
          style={{
            left: `${box.value.x}px`,
            top: `${box.value.y}px`,
            width: `${box.value.width}px`,
            height: `${box.value.height}px`,
          }}
        />
      )}
    </div>
  );
}

function reveal(list: HTMLElement, row: number): void {
  const [above, below] = [row * rowHeight, (row + 1) * rowHeight];
  if (above < list.scrollTop) list.scrollTop = above;
  else if (below > list.scrollTop + list.clientHeight) list.scrollTop = below - list.clientHeight;
}

function openAround(path: string): void {
  for (const { thing, property, open } of state.rows.peek()) {
    const isAround = !property && path !== thing.path && thing.path !== "" && path.startsWith(thing.path);
    if (isAround && !open && thing.children.length) state.toggle(thing.path);
  }
}
