// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The graph: frames to the right, values up, keys to drag.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { frame, frames } from "../model/playhead.ts";
import { axisWidth, frameOf, size, topHeight, valueHeight, x, y } from "./curve_place.ts";
import { box, doubleClick, press, wheel } from "./curve_pointer.ts";
import * as curve from "./curve_state.ts";
import * as view from "./curve_view.ts";
import * as state from "./state.ts";
import { frameTicks, valueTicks } from "./time_view.ts";

const shades: Record<string, string> = {
  x: "red",
  y: "green",
  z: "blue",
  r: "red",
  g: "green",
  b: "blue",
  "": "plain",
};

function Grid() {
  const { width, height } = size.value;
  const { low, high } = curve.valueView.value;
  const values = valueTicks(low, high, valueHeight());
  const ticks = frameTicks(state.timeView.value, width - axisWidth).filter(({ label }) => label);
  const { first, last } = frames.value;
  return (
    <g class="cv-grid">
      <rect class="cv-outside" x={axisWidth} y={topHeight} width={Math.max(0, x(first) - axisWidth)} height={height} />
      <rect class="cv-outside" x={x(last)} y={topHeight} width={Math.max(0, width - x(last))} height={height} />
      <path d={ticks.map(({ frame: at }) => `M${x(at).toFixed(1)} ${topHeight}V${height}`).join("")} />
      <path d={values.map((value) => `M${axisWidth} ${y(value).toFixed(1)}H${width}`).join("")} />
      {low < 0 && high > 0 && <path class="zero" d={`M${axisWidth} ${y(0).toFixed(1)}H${width}`} />}
      <rect class="cv-axis" width={axisWidth} height={height} />
      <rect class="cv-axis" width={width} height={topHeight} />
      {ticks.map(({ frame: at, label }) => (
        <text key={label} x={x(at) + 3} y={12}>
          {label}
        </text>
      ))}
      {values
        .filter((value) => y(value) > topHeight + 4)
        .map((value) => (
          <text key={value} class="value" x={axisWidth - 5} y={y(value) + 3.5}>
            {Math.abs(value) >= 1e5 ? value.toExponential(1) : value}
          </text>
        ))}
    </g>
  );
}

function Curves() {
  const [from, to] = [frameOf(axisWidth), frameOf(size.value.width)];
  const selected = new Set(curve.selectedPoints.value.map(view.pointName));
  const labels = named(curve.curves.value, from, to);
  return (
    <g>
      {curve.curves.value.map((each, n) => {
        const { line, jumps } = view.drawn(each, x, y, from, to);
        const marks = (those: boolean): string =>
          each.frames
            .map((at, key) =>
              selected.has(view.pointName({ curve: each, key })) === those && at >= from - 1 && at <= to + 1
                ? diamond(x(at), y(each.values[key]!), those ? 5.5 : 4.5)
                : "",
            )
            .join("");
        const [plain, chosen] = [marks(false), marks(true)];
        const { name, at } = labels[n]!;
        return (
          <g key={`${each.property.path}#${each.axis}`} class={`cv-curve ${shades[each.letter] ?? "plain"}`}>
            <path class="line" d={line} />
            {jumps && <path class="jump" d={jumps} />}
            {plain && <path class="points" d={plain} />}
            {chosen && <path class="points chosen" d={chosen} />}
            <text x={at[0]} y={at[1]}>
              {name}
            </text>
          </g>
        );
      })}
    </g>
  );
}

interface Label {
  name: string;
  at: [number, number];
}

// On each curve, near its end; to the left of labels that are there already.
function named(curves: readonly view.Curve[], from: number, to: number): Label[] {
  const many = curve.shownProperties.value.length > 1;
  const labels: (Label & { width: number })[] = [];
  for (const each of curves) {
    const name = [many ? each.property.name : "", each.letter].filter(Boolean).join(" ");
    const width = name.length * 7 + 6;
    const end = Math.min(to, Math.max(from, each.frames.at(-1) ?? to));
    let at: [number, number] = [Math.min(x(end) + 9, size.value.width - width), 0];
    for (let tries = 0; tries < 9; ++tries) {
      at[1] = Math.max(topHeight + 11, y(view.valueOf(each, frameOf(at[0] + width / 2))) - 6);
      const [px, py] = at;
      const over = labels.find(
        (label) => Math.abs(label.at[1] - py) < 12 && px < label.at[0] + label.width && px + width > label.at[0],
      );
      if (!over) break;
      at = [over.at[0] - width, py];
    }
    labels.push({ name, at, width });
  }
  return labels;
}

const diamond = (px: number, py: number, half: number): string =>
  `M${(px - half).toFixed(1)} ${py.toFixed(1)}l${half} ${-half} ${half} ${half} ${-half} ${half}z`;

function PlayheadLine() {
  const at = x(frame.value);
  if (at < axisWidth) return null;
  return <path class="cv-playhead" d={`M${at} 0V${size.value.height}M${at - 5} 0h10l-5 8z`} />;
}

function units(): string {
  return [...new Set(curve.shownProperties.value.map(({ field }) => field.unit).filter(Boolean))].join(", ");
}

export function Graph() {
  const own = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const graph = own.current!;
    graph.addEventListener("wheel", wheel, { passive: false });
    return () => graph.removeEventListener("wheel", wheel);
  }, []);
  useLayoutEffect(() => {
    const measure = new ResizeObserver(() => {
      const { clientWidth: width, clientHeight: height } = own.current!;
      size.value = { width: Math.max(axisWidth + 40, width), height: Math.max(topHeight + 20, height) };
      state.laneWidth.value = size.value.width - axisWidth;
    });
    measure.observe(own.current!);
    return () => measure.disconnect();
  }, []);
  const { width, height } = size.value;
  return (
    <div
      class="cv-graph"
      ref={own}
      role="group"
      aria-label="Curves; keys can be chosen and typed above"
      onPointerDown={press}
      onDblClick={doubleClick}
    >
      <div class="cv-lane" style={{ left: `${axisWidth}px` }} />
      <svg width={width} height={height} aria-hidden="true">
        <Grid />
        <svg
          x={axisWidth}
          y={topHeight}
          width={width - axisWidth}
          height={height - topHeight}
          viewBox={`${axisWidth} ${topHeight} ${width - axisWidth} ${height - topHeight}`}
        >
          <Curves />
        </svg>
        <PlayheadLine />
        <text class="cv-unit" x={6} y={12}>
          {units()}
        </text>
        {box.value && <rect class="cv-box" {...box.value} />}
      </svg>
    </div>
  );
}
