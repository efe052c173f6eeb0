// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small signs on buttons, which have names of their own.

import { Drawing } from "../style/drawing.tsx";

const shapes = {
  home: <path d="M2 8l6-5 6 5M4 7v6h3V9.5h2V13h3V7" />,
  undo: <path d="M6 3L3 6l3 3M3 6h6a3.5 3.5 0 0 1 0 7H6" />,
  redo: <path d="M10 3l3 3-3 3M13 6H7a3.5 3.5 0 0 0 0 7h3" />,
  caret: <path d="M4.5 6.5L8 10l3.5-3.5" />,
  more: <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.4" />,
  stop: <rect x="4" y="4" width="8" height="8" rx="1" fill="currentColor" />,
  resume: <path d="M5 3.5v9l7-4.5z" fill="currentColor" />,
  beside: <path d="M2.5 3.5h11v9h-11zM8 3.5v9" />,
  swap: <path d="M3 6h9.5M10 3.5L12.5 6 10 8.5M13 11H3.5M6 8.5L3.5 11 6 13.5" />,
  close: <path d="M4.5 4.5l7 7M11.5 4.5l-7 7" />,
};

export const Icon = ({ of }: { of: keyof typeof shapes }) => (
  <Drawing class="run-icon" size={14}>
    {shapes[of]}
  </Drawing>
);
