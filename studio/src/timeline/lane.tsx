// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is drawn in a row: its clip, its marks, its keys as diamonds. All keys are two paths, however many there are, and
// only those that are seen are in them.

import type { Clip } from "./clips.ts";
import { isMuted } from "./clips.ts";
import { keysOf, type Row, rowHeight, spanOf } from "./rows.ts";
import type { Thing } from "./things.ts";
import { type TimeView, xOf } from "./time_view.ts";

interface Props {
  row: Row;
  view: TimeView;
  width: number;
  selected: boolean;
  keys: ReadonlySet<string>; // that are selected
}

const middle = rowHeight / 2;
const round = (x: number): number => Math.round(x * 10) / 10;
const diamond = (x: number, size: number): string =>
  `M${round(x - size)} ${middle}l${size} ${-size} ${size} ${size} ${-size} ${size}z`;

// What is written on a clip beside its name.
function told(thing: Thing, clip: Clip): string {
  const words: string[] = [];
  if (isMuted(thing)) words.push("muted");
  if (clip.reverse) words.push("backward");
  if (clip.speed !== 1) words.push(`×${Math.round(clip.speed * 100) / 100}`);
  if (clip.kind === "played" && clip.openEnd) words.push("length not known yet");
  return words.join(", ");
}

function ClipBar({ thing, clip, view, width }: { thing: Thing; clip: Clip; view: TimeView; width: number }) {
  const x = (frame: number): number => Math.min(width + 20, Math.max(-20, xOf(view, width, frame)));
  const [from, to] = [x(clip.openBegin ? -1e9 : clip.begin), x(clip.openEnd ? 1e9 : clip.end)];
  const words = told(thing, clip);
  if (clip.kind === "lasting" && clip.end === clip.begin) return <Flag at={x(clip.begin)} text={thing.name} />;
  const step = clip.speed * clip.pace;
  const before = (clip.reverse ? clip.length - clip.last : clip.first - 1) / step;
  const after = (clip.reverse ? clip.first - 1 : clip.length - clip.last) / step;
  const isCut = clip.kind === "played" && clip.length > 0 && before + after > 0.01;
  const label = Math.max(from, x(clip.begin), 0) + 8;
  return (
    <g class={`tl-clip ${clip.kind} ${isMuted(thing) ? "muted" : ""}`}>
      {isCut && (
        <rect
          class="cut"
          x={x(clip.begin - before)}
          y={5}
          width={x(clip.end + after) - x(clip.begin - before)}
          height={12}
          rx={3}
        />
      )}
      <rect class="bar" x={from} y={3} width={Math.max(4, to - from)} height={rowHeight - 6} rx={3} />
      {!clip.openBegin && <path class="end" d={`M${from + 2.5} 7v${rowHeight - 14}`} />}
      {!clip.openEnd && <path class="end" d={`M${to - 2.5} 7v${rowHeight - 14}`} />}
      {clip.reverse && to - from > 40 && <path class="back" d={backward(Math.max(from, 0) + 8)} />}
      {to - from > 30 && (
        <text x={label + (clip.reverse ? 14 : 0)} y={15} clip-path={`inset(0 0 0 0)`}>
          {fits(thing.name, words, Math.min(to, width) - label - (clip.reverse ? 20 : 6))}
        </text>
      )}
    </g>
  );
}

// As many of its words as there is room for.
function fits(name: string, words: string, room: number): string {
  const whole = words ? `${name} · ${words}` : name;
  const letters = Math.floor(room / 6.2);
  if (whole.length <= letters) return whole;
  return letters < 3 ? "" : `${whole.slice(0, letters - 1)}…`;
}

const backward = (x: number): string => `M${x + 5} 7l-5 4 5 4M${x + 10} 7l-5 4 5 4`;

// A moment, or a frame at which something is.
function Flag({ at, text }: { at: number; text: string }) {
  return (
    <g class="tl-flag">
      <path d={`M${round(at)} 2v${rowHeight - 4}M${round(at)} 3h9l-2.5 3.5 2.5 3.5h-9`} />
      {text && (
        <text x={at + 13} y={15}>
          {text}
        </text>
      )}
    </g>
  );
}

function Keys({ row, view, width, keys }: Pick<Props, "row" | "view" | "width" | "keys">) {
  const size = row.property ? 5 : 4;
  let [plain, chosen, held] = ["", "", ""];
  let [lastX, lastValue] = [0, ""];
  for (const [frame, names] of keysOf(row)) {
    const x = xOf(view, width, frame);
    if (row.property) {
      // Between two keys of the same value nothing moves: a line says so, as in other programs.
      const value = JSON.stringify(row.property.keyed.keys.find((key) => key.frame === frame)?.value);
      if (lastValue === value && x > 0 && lastX < width) held += `M${round(lastX)} ${middle}H${round(x)}`;
      [lastX, lastValue] = [x, value];
    }
    if (x < -size || x > width + size) continue;
    if (names.every((name) => keys.has(name))) chosen += diamond(x, size);
    else plain += diamond(x, size);
  }
  return (
    <>
      {held && <path class="tl-held" d={held} />}
      {plain && <path class={row.property ? "tl-keys" : "tl-keys all"} d={plain} />}
      {chosen && <path class="tl-keys chosen" d={chosen} />}
    </>
  );
}

export function Lane({ row, view, width, selected, keys }: Props) {
  const { thing, property } = row;
  const span = !property && !thing.clip ? spanOf(thing) : null;
  return (
    <svg class={selected ? "tl-lane selected" : "tl-lane"} width={width} height={rowHeight} aria-hidden="true">
      {span && (
        <rect
          class="tl-span"
          x={xOf(view, width, span.begin)}
          y={middle - 3}
          width={Math.max(3, xOf(view, width, span.end) - xOf(view, width, span.begin))}
          height={6}
          rx={3}
        />
      )}
      {!property && thing.clip && <ClipBar thing={thing} clip={thing.clip} view={view} width={width} />}
      {!property && thing.marks.map(({ path, frame }) => <Flag key={path} at={xOf(view, width, frame)} text="" />)}
      <Keys row={row} view={view} width={width} keys={keys} />
    </svg>
  );
}
