// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small drawings on the view's buttons.

import type { ComponentChildren } from "preact";
import { Drawing } from "../style/drawing.tsx";

const Icon = ({ children }: { children: ComponentChildren }) => (
  <Drawing size={16} line={1.4}>
    {children}
  </Drawing>
);

export const MoveIcon = () => (
  <Icon>
    <path d="M8 1.5v13M1.5 8h13M6 3.5 8 1.5l2 2M6 12.5l2 2 2-2M3.5 6l-2 2 2 2M12.5 6l2 2-2 2" />
  </Icon>
);
export const TurnIcon = () => (
  <Icon>
    <path d="M13.5 8A5.5 5.5 0 1 1 11 3.4M11.2.9v2.8H8.4" />
  </Icon>
);
export const ScaleIcon = () => (
  <Icon>
    <path d="M2 9.5h4.5V14H2zM9 7l5-5M10.2 2H14v3.8" />
  </Icon>
);
export const SnapIcon = () => (
  <Icon>
    <path d="M3.5 2v6a4.5 4.5 0 0 0 9 0V2h-3v6a1.5 1.5 0 0 1-3 0V2zM3.5 5h3M9.5 5h3" />
  </Icon>
);
export const WorldIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="6" />
    <path d="M2 8h12M8 2c3.4 3.6 3.4 8.4 0 12M8 2c-3.4 3.6-3.4 8.4 0 12" />
  </Icon>
);
export const LocalIcon = () => (
  <Icon>
    <path d="M3 11.5 8 14l5-2.5M3 11.5V5.5L8 8l5-2.5v6M8 8v6M3 5.5 8 3l5 2.5" />
  </Icon>
);
export const KeyIcon = () => (
  <Icon>
    <path d="M8 2.5 13.5 8 8 13.5 2.5 8z" />
    <circle cx="8" cy="8" r="1.5" fill="currentColor" />
  </Icon>
);
export const CameraIcon = () => (
  <Icon>
    <path d="M1.5 4.5h8.5v7H1.5zM10 7l4.5-2.5v7L10 9z" />
  </Icon>
);
export const FrameIcon = () => (
  <Icon>
    <path d="M2 5V2h3M11 2h3v3M14 11v3h-3M5 14H2v-3" />
    <circle cx="8" cy="8" r="2.2" />
  </Icon>
);
export const SurfaceIcon = () => (
  <Icon>
    <path d="M1.5 6c2-2.5 4-2.5 6.5 0s4.5 2.5 6.5 0M1.5 11c2-2.5 4-2.5 6.5 0s4.5 2.5 6.5 0" />
  </Icon>
);
export const EyeIcon = () => (
  <Icon>
    <path d="M1.5 8s2.5-4.5 6.5-4.5S14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8z" />
    <circle cx="8" cy="8" r="2" />
  </Icon>
);
