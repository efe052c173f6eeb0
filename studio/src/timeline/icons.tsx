// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Signs on buttons, drawn in a square of 16.

import { Drawing } from "../style/drawing.tsx";

const paths = {
  first: "M3 3v10M13 3L5.5 8 13 13z",
  previous: "M10.5 3L5 8l5.5 5z",
  play: "M4 2.5L13 8l-9 5.5z",
  stop: "M4 3h3v10H4zM9 3h3v10H9z",
  next: "M5.5 3L11 8l-5.5 5z",
  last: "M13 3v10M3 3l7.5 5L3 13z",
  loop: "M4 6h7.5V3.5L15 7l-3.5 3.5V8H5v3M12 10H4.5v2.5L1 9l3.5-3.5",
  record: "M8 2.5l5.5 5.5L8 13.5 2.5 8z",
  reverse: "M13 3L7 8l6 5zM7 3L1 8l6 5z",
  mute: "M2 6h3l4-3v10l-4-3H2zM11 6l4 4M15 6l-4 4",
  sound: "M2 6h3l4-3v10l-4-3H2zM11.5 5.5q2 2.5 0 5M13.5 4q3 4 0 8",
  copy: "M2.5 2.5h8v8h-8zM5.5 10.5v3h8v-8h-3",
  remove: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.7 9h5.6l.7-9",
  out: "M3 8h10",
  in: "M3 8h10M8 3v10",
  fit: "M2 3v10M14 3v10M4.5 8h7M6.5 6l-2 2 2 2M9.5 6l2 2-2 2",
  more: "M3.5 8h.1M8 8h.1M12.4 8h.1",
} as const;

export type IconName = keyof typeof paths;
const filled: readonly IconName[] = ["first", "previous", "play", "stop", "next", "last", "reverse"];

export const Icon = ({ name }: { name: IconName }) => (
  <Drawing class="tl-icon" size={14} line={name === "more" ? 2.4 : 1.5}>
    <path d={paths[name]} fill={filled.includes(name) ? "currentColor" : "none"} />
  </Drawing>
);

interface Props {
  name: IconName;
  label: string;
  act: () => void;
  pressed?: boolean;
  disabled?: boolean;
}

// `label`: also what is told when the pointer rests on it.
export function IconButton({ name, label, act, pressed, disabled }: Props) {
  return (
    <button
      type="button"
      class="tl-button"
      aria-label={label}
      title={label}
      disabled={disabled ?? false}
      onClick={act}
      {...(pressed === undefined ? {} : { "aria-pressed": pressed })}
    >
      <Icon name={name} />
    </button>
  );
}
