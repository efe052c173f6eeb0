// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A small drawing on a button, of lines in a square of 16 in the colour of its text.

import type { ComponentChildren } from "preact";

interface Props {
  size: number; // px
  line?: number; // how thick
  class?: string;
  children: ComponentChildren;
}

export function Drawing({ size, line = 1.5, children, ...more }: Props) {
  return (
    <svg
      {...more}
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      stroke-width={line}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
