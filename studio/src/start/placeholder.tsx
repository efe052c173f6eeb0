// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A small drawing of what a way does, for scenes and starters that have no picture.

import type { ComponentChildren } from "preact";

// All in a box of 48 x 27. Filled with the colour of the text: what is directed; lines: what directs it.
const wave = "M0 20 C6 17 10 17 16 20 S26 23 32 20 S42 17 48 20 V27 H0 Z";
const dots = (those: [number, number, number][]): ComponentChildren =>
  those.map(([x, y, r]) => <circle key={`${x} ${y}`} cx={x} cy={y} r={r} class="fill" />);

const drawings: Record<string, ComponentChildren> = {
  sph: (
    <>
      {dots([
        [24, 6, 2.6],
        [17, 11, 1.4],
        [31, 11, 1.4],
        [13, 15, 1],
        [35, 15, 1],
      ])}
      <path class="fill" d="M0 21 C8 21 12 20 16 17 C19 20 21 22 24 22 S29 20 32 17 C36 20 40 21 48 21 V27 H0 Z" />
    </>
  ),
  flip: (
    <>
      <path class="fill" d="M0 9 C10 9 13 12 18 17 C25 23 33 22 40 22 L48 22 V27 H0 Z" />
      <path class="line thin" d="M8 3 V27 M16 3 V27 M24 3 V27 M32 3 V27 M40 3 V27 M0 11 H48 M0 19 H48" />
    </>
  ),
  smoke: (
    <path
      class="fill"
      d="M22 26 C21 20 16 19 16 14 C12 13 12 7 17 7 C18 2 26 1 28 5 C34 4 36 11 31 13 C33 18 27 20 26 26 Z"
    />
  ),
  templates: (
    <>
      <path class="fill" d={wave} />
      <path class="fill" d="M17 19 C19 14 20 9 21 5 C23 11 25 11 27 5 C28 9 29 14 31 19 Z" />
      <rect class="line dashed" x="12" y="3" width="24" height="20" rx="1" />
    </>
  ),
  reversal: (
    <>
      <path class="fill" d="M24 2 L26.6 9 L34 9.3 L28.2 13.8 L30.3 21 L24 16.8 L17.7 21 L19.8 13.8 L14 9.3 L21.4 9 Z" />
      <path class="line" d="M42 8 A18 18 0 0 1 38 22 M38 22 l4.5 -1 M38 22 l-.6 -4.6" />
      <path class="line" d="M6 8 A18 18 0 0 0 10 22 M10 22 l-4.5 -1 M10 22 l.6 -4.6" />
    </>
  ),
  meshes: (
    <>
      <path class="fill" d="M24 3 L34 9 L34 19 L24 25 L14 19 L14 9 Z" />
      <path
        class="line"
        d="M24 3 L34 9 L34 19 L24 25 L14 19 L14 9 Z M24 3 V13 M24 13 L14 9 M24 13 L34 9 M24 13 V25 M24 13 L14 19 M24 13 L34 19"
      />
    </>
  ),
  rig: (
    <>
      <path class="fill" d="M6 23 C12 6 24 2 32 9 C38 14 40 19 42 24 C36 22 32 18 28 15 C20 10 12 14 6 23 Z" />
      <path class="line" d="M6 23 L16 11 L28 10 L37 16 L42 24" />
      {[
        [6, 23],
        [16, 11],
        [28, 10],
        [37, 16],
        [42, 24],
      ].map(([x, y]) => (
        <circle key={x} class="joint" cx={x} cy={y} r="1.6" />
      ))}
    </>
  ),
  guide: (
    <>
      <path class="fill" d="M0 12 C8 7 14 7 22 12 S36 17 48 10 V14 C36 21 30 20 22 16 S8 11 0 16 Z" />
      <path class="line dashed" d="M0 16 C8 11 14 12 22 16 S36 21 48 14 M0 22 H48" />
    </>
  ),
  ballistic: (
    <>
      {dots([
        [6, 23, 1.4],
        [11, 14, 1.4],
        [17, 8, 1.4],
        [24, 6, 1.4],
        [31, 8, 1.4],
        [37, 14, 1.4],
        [42, 23, 1.4],
      ])}
      <path class="line thin" d="M6 23 C12 0 36 0 42 23" />
    </>
  ),
  sea: (
    <>
      <path class="fill" d={wave} />
      <path class="line" d="M0 12 C6 9 10 9 16 12 S26 15 32 12 S42 9 48 12" />
    </>
  ),
};

// The first way that has a drawing; directors come before solvers, as they are what the scene is about.
const drawn = (ways: readonly string[]): ComponentChildren => {
  const solvers = ["sph", "flip", "smoke", "ballistic"];
  const known = ways.filter((way) => way in drawings);
  const way = known.find((each) => !solvers.includes(each)) ?? known[0] ?? "sea";
  return drawings[way];
};

export function Placeholder({ ways }: { ways: readonly string[] }) {
  return (
    <svg class="way-drawing" viewBox="0 0 48 27" aria-hidden="true">
      {drawn(ways)}
    </svg>
  );
}
