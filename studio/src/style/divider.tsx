// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The line between two panels, to be dragged, or moved by arrow keys.

import type { Signal } from "@preact/signals";

interface Props {
  label: string;
  area: string;
  size: Signal<number>;
  way: "right" | "left" | "up"; // in which the panel grows
}

const limit = (size: number): number => Math.min(700, Math.max(120, size));

export function Divider({ label, area, size, way }: Props) {
  const upright = way !== "up";
  const grown = (event: PointerEvent, from: PointerEvent): number =>
    way === "right"
      ? event.clientX - from.clientX
      : way === "left"
        ? from.clientX - event.clientX
        : from.clientY - event.clientY;
  const drag = (from: PointerEvent): void => {
    const before = size.value;
    const line = from.currentTarget as HTMLElement;
    line.setPointerCapture(from.pointerId);
    line.onpointermove = (event) => (size.value = limit(before + grown(event, from)));
    line.onpointerup = line.onpointercancel = () => (line.onpointermove = null);
  };
  const key = (event: KeyboardEvent): void => {
    const more = { right: "ArrowRight", left: "ArrowLeft", up: "ArrowUp" }[way];
    const less = { right: "ArrowLeft", left: "ArrowRight", up: "ArrowDown" }[way];
    if (event.key !== more && event.key !== less) return;
    event.preventDefault();
    event.stopPropagation();
    size.value = limit(size.value + (event.key === more ? 16 : -16));
  };
  return (
    <div
      class={`divider ${area}`}
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-valuenow={size.value}
      aria-orientation={upright ? "vertical" : "horizontal"}
      onPointerDown={drag}
      onKeyDown={key}
    />
  );
}
