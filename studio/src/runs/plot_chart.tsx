// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One plot: lines over frames, with axes, the playhead, and the values under the pointer. A click moves the playhead.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { frame, frames, goTo } from "../model/playhead.ts";
import { type Scale, scaleOver, ticks, tickWords } from "./axis.ts";
import { linePath, valueAtFrame } from "./plot_line.ts";
import { figure } from "./words.ts";

export interface Series {
  name: string;
  frames: number[];
  values: (number | null)[];
  colour: number;
  dashed: boolean;
}

interface Size {
  width: number;
  height: number;
}

const edge = { left: 46, right: 8, top: 4, bottom: 15 };
const rung = 24; // pixels between two levels, at least
export const colours = 8; // in plots.css

// The frame under the pointer, in all plots alike; null: it is elsewhere.
const pointed = signal<number | null>(null);

interface Props {
  title: string;
  named?: boolean; // each line by its name
  series: Series[];
  log: boolean;
}

export function PlotChart({ title, named = false, series, log }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      setSize({ width, height });
    });
    watch.observe(box.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <figure class="plot" aria-label={title || "Measures"}>
      <Values title={title} named={named} series={series} />
      <div class="plot-box" ref={box}>
        {size.width > 80 && size.height > 40 && <Drawing size={size} series={series} log={log} title={title} />}
      </div>
    </figure>
  );
}

// At the pointer, or else at the playhead.
function Values({ title, named, series }: { title: string; named: boolean; series: Series[] }) {
  const at = pointed.value ?? frame.value;
  return (
    <figcaption>
      {title && <span class={named ? "dim" : "plot-title"}>{title}</span>}
      {series.map(({ name, frames: those, values, colour, dashed }) => {
        const value = valueAtFrame(those, values, at);
        return (
          <span key={name} class={`plot-value c${colour % colours}`} title={`${name} at frame ${at}`}>
            <svg width="14" height="8" aria-hidden="true">
              <path class={`plot-line c${colour % colours} ${dashed ? "dashed" : ""}`} d="M0 4H14" />
            </svg>
            {named && <span class="plot-name">{name}</span>}
            {value === null ? "–" : figure(value)}
          </span>
        );
      })}
    </figcaption>
  );
}

function Drawing({ size, series, log, title }: { size: Size; series: Series[]; log: boolean; title: string }) {
  const { first, last } = frames.value;
  const inner = { width: size.width - edge.left - edge.right, height: size.height - edge.top - edge.bottom };
  const x = (at: number): number => edge.left + ((at - first) / Math.max(1, last - first)) * inner.width;
  const scale = scaleOver(valuesOf(series), log, Math.max(2, inner.height / rung));
  const y = (value: number): number => edge.top + (1 - scale.at(value)) * inner.height;
  const at = (event: PointerEvent): number => {
    const left = (event.currentTarget as Element).getBoundingClientRect().left + edge.left;
    return Math.min(last, Math.max(first, Math.round(first + ((event.clientX - left) / inner.width) * (last - first))));
  };
  const move = (event: PointerEvent): void => {
    pointed.value = at(event);
    if (event.buttons === 1) goTo(at(event));
  };
  return (
    <svg
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`Plot of ${title || series.map(({ name }) => name).join(", ")} over frames ${first} to ${last}`}
      onPointerDown={(event) => goTo(at(event))}
      onPointerMove={move}
      onPointerLeave={() => (pointed.value = null)}
    >
      <Axes size={size} x={x} y={y} scale={scale} first={first} last={last} />
      {series.map(({ name, frames: those, values, colour, dashed }) => (
        <path
          key={name}
          class={`plot-line c${colour % colours} ${dashed ? "dashed" : ""}`}
          d={linePath(those, values, x, y)}
        />
      ))}
      <Upright x={x} size={size} />
    </svg>
  );
}

function* valuesOf(series: Series[]): Iterable<number | null> {
  for (const { values } of series) yield* values;
}

interface AxesProps {
  size: Size;
  x: (frame: number) => number;
  y: (value: number) => number;
  scale: Scale;
  first: number;
  last: number;
}

function Axes({ size, x, y, scale, first, last }: AxesProps) {
  const times = ticks(first, last, Math.max(2, size.width / 34), true);
  return (
    <g class="plot-axes">
      {scale.levels.map((level) => (
        <g key={level}>
          <line x1={edge.left} x2={size.width - edge.right} y1={y(level)} y2={y(level)} />
          <text x={edge.left - 5} y={y(level) + 3.5} text-anchor="end">
            {tickWords(level)}
          </text>
        </g>
      ))}
      {times.map((time) => (
        <g key={time}>
          <line
            class="tick"
            x1={x(time)}
            x2={x(time)}
            y1={size.height - edge.bottom}
            y2={size.height - edge.bottom + 3}
          />
          <text x={x(time)} y={size.height - 2} text-anchor="middle">
            {time}
          </text>
        </g>
      ))}
    </g>
  );
}

// The playhead, and the frame under the pointer.
function Upright({ x, size }: { x: (frame: number) => number; size: Size }) {
  const [top, bottom] = [edge.top, size.height - edge.bottom];
  const head = x(frame.value);
  return (
    <>
      <line class="plot-head" x1={head} x2={head} y1={top} y2={bottom} />
      {pointed.value !== null && (
        <line class="plot-pointed" x1={x(pointed.value)} x2={x(pointed.value)} y1={top} y2={bottom} />
      )}
    </>
  );
}
