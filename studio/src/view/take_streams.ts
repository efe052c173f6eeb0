// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is fetched of the takes in the view: which pages of which frames, the most urgent first.

import { address } from "../link/connection.ts";
import type { Take } from "../link/protocol.ts";
import type { Stream } from "../frames/cache.ts";
import { isIn, type Range, wantedOrder } from "../frames/order.ts";

export interface TakeStreams {
  particles: Stream | null;
  surface: Stream | null;
  volume: Stream | null;
  actors: Stream | null;
}

export interface Shown {
  particles: boolean;
  surface: boolean;
  volume: boolean;
  directs: boolean;
}

export interface At {
  frame: number;
  played: Range;
  looping: boolean;
  playing: boolean;
}

// Ahead and behind while the playhead stands: enough to begin playing at once.
const standing = { ahead: 24, behind: 6 };
const running = { ahead: 10000, behind: 6 };
// A surface is made when it is asked for.
const surfaces = { standing: { ahead: 0, behind: 0 }, running: { ahead: 12, behind: 0 } };

// Fields that are colours and values of their own; "density" is smoke.
export const volumeOf = (take: Take): string | null =>
  take.volumes.includes("density") ? "density" : (take.volumes[0] ?? null);

export function streamsOf(take: Take, by: string, shown: Shown, at: At): TakeStreams {
  const there = (way: { ahead: number; behind: number }): number[] =>
    wantedOrder({ ...at, ...way }).filter((frame) => isIn(frame, take.have));
  const usual = there(at.playing ? running : standing);
  const stream = (page: string, more: Record<string, string>, wanted: number[], lanes: number): Stream => ({
    name: [page, take.take, ...Object.values(more)].join("|"),
    take: take.take,
    address: (frame) => address(page, { take: take.take, frame, ...more }),
    wanted,
    lanes,
  });
  const volume = volumeOf(take);
  const surface = shown.surface && take.particles && take.dimensions === 3;
  return {
    particles: shown.particles && take.particles ? stream("particles", { by }, usual, 3) : null,
    surface: surface ? stream("surface", {}, there(at.playing ? surfaces.running : surfaces.standing), 1) : null,
    volume: shown.volume && volume ? stream("volume", { name: volume }, usual, 2) : null,
    actors: take.bodies || shown.directs ? stream("actors", shown.directs ? { overlay: "1" } : {}, usual, 2) : null,
  };
}

export const listed = (streams: TakeStreams): Stream[] =>
  Object.values(streams).filter((stream): stream is Stream => stream !== null);
