// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where frames and values are in the graph, in pixels.

import * as curve from "./curve_state.ts";
import * as state from "./state.ts";
import { frameAt, xOf } from "./time_view.ts";

export const axisWidth = 52;
export const topHeight = 16; // frames; a drag there scrubs

export const size = curve.graphSize;
export const x = (at: number): number => axisWidth + xOf(state.timeView.value, size.value.width - axisWidth, at);
export const frameOf = (px: number): number =>
  frameAt(state.timeView.value, size.value.width - axisWidth, px - axisWidth);
export const span = (): number => curve.valueView.value.high - curve.valueView.value.low;
export const valueHeight = (): number => size.value.height - topHeight;
export const y = (value: number): number => topHeight + ((curve.valueView.value.high - value) / span()) * valueHeight();
export const valueAtY = (py: number): number =>
  curve.valueView.value.high - ((py - topHeight) / valueHeight()) * span();
