// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Frames that are kept in memory around the playhead, within a budget: those ahead are fetched first, those nearest are
// kept. A stream is one thing to be shown of one take: its particles by their speed, its surface.

import { signal } from "@preact/signals";
import type { Packed } from "../link/packed.ts";
import type { Fetching } from "./fetching.ts";
import { rangesOf } from "./order.ts";

export interface Stream {
  name: string; // tells streams apart
  take: string;
  address: (frame: number) => string;
  wanted: readonly number[]; // frames that there are, the most urgent first
  lanes: number; // requests at a time
}

export interface Kept {
  packed: Packed<unknown>;
  bytes: number;
}

// What is in memory of each take, as ranges of frames; for the timeline.
export const cachedFrames = signal<Readonly<Record<string, [number, number][]>>>({});

interface Entry {
  stream: string;
  take: string;
  frame: number;
  kept: Kept;
}
interface UnderWay {
  stream: string;
  take: string;
  frame: number;
  fetching: Fetching;
}
interface Failure {
  sentence: string;
  again: number; // when it may be tried again
}

const keyOf = (stream: string, frame: number): string => `${stream}@${frame}`;
const patience = 1000; // ms until what failed is tried again
const guess = 1 << 20; // bytes of a frame of which nothing is known yet

export class FrameCache {
  private readonly entries = new Map<string, Entry>();
  private readonly underWay = new Map<string, UnderWay>();
  private readonly failures = new Map<string, Failure>();
  private streams: readonly Stream[] = [];
  private bytes = 0;

  constructor(
    private readonly budget: number,
    private readonly fetch: (address: string) => Fetching,
    private readonly changed: () => void, // a frame has come, or could not
    private readonly now: () => number = () => performance.now(),
  ) {}

  get(stream: string, frame: number): Kept | null {
    return this.entries.get(keyOf(stream, frame))?.kept ?? null;
  }
  failure(stream: string, frame: number): string | null {
    return this.failures.get(keyOf(stream, frame))?.sentence ?? null;
  }
  get size(): number {
    return this.bytes;
  }

  // What is to be there; called whenever the playhead or what is shown changes.
  want(streams: readonly Stream[]): void {
    this.streams = streams;
    const within = this.withinBudget();
    for (const [key, { fetching }] of this.underWay) {
      if (within.has(key)) continue;
      fetching.cancel();
      this.underWay.delete(key);
    }
    this.evict(within);
    for (const stream of streams) this.fill(stream, within);
  }

  // Frames that are no longer true.
  drop(take: string, isStale: (frame: number) => boolean): void {
    for (const [key, entry] of this.entries) if (entry.take === take && isStale(entry.frame)) this.remove(key, entry);
    for (const [key, asked] of this.underWay) {
      if (asked.take !== take || !isStale(asked.frame)) continue;
      asked.fetching.cancel();
      this.underWay.delete(key);
    }
    this.failures.clear();
    this.tell();
  }

  private remove(key: string, entry: Entry): void {
    this.entries.delete(key);
    this.bytes -= entry.kept.bytes;
  }

  // The keys of what is wanted, as far as there is room; streams take turns.
  private withinBudget(): Set<string> {
    const within = new Set<string>();
    const typical = new Map(this.streams.map(({ name }) => [name, this.typicalSize(name)]));
    let room = this.budget;
    for (let i = 0; room > 0 && this.streams.some(({ wanted }) => i < wanted.length); ++i) {
      for (const { name, wanted } of this.streams) {
        const frame = wanted[i];
        if (frame === undefined) continue;
        const key = keyOf(name, frame);
        room -= this.entries.get(key)?.kept.bytes ?? typical.get(name)!;
        // What is at the playhead is wanted whatever it takes.
        if (room >= 0 || i === 0) within.add(key);
      }
    }
    return within;
  }

  private typicalSize(stream: string): number {
    let sum = 0;
    let count = 0;
    for (const entry of this.entries.values()) {
      if (entry.stream !== stream) continue;
      sum += entry.kept.bytes;
      ++count;
    }
    return count > 0 ? sum / count : guess;
  }

  // The oldest of what is not wanted goes first.
  private evict(within: ReadonlySet<string>): void {
    let gone = false;
    for (const [key, entry] of this.entries) {
      if (this.bytes <= this.budget) break;
      if (within.has(key)) continue;
      this.remove(key, entry);
      gone = true;
    }
    if (gone) this.tell();
  }

  private fill(stream: Stream, within: ReadonlySet<string>): void {
    let lanes = stream.lanes;
    for (const { stream: name } of this.underWay.values()) if (name === stream.name) --lanes;
    for (const frame of stream.wanted) {
      if (lanes <= 0) return;
      const key = keyOf(stream.name, frame);
      if (!within.has(key) || this.entries.has(key) || this.underWay.has(key)) continue;
      if ((this.failures.get(key)?.again ?? 0) > this.now()) continue;
      this.begin(stream, frame, key);
      --lanes;
    }
  }

  private begin({ name, take, address }: Stream, frame: number, key: string): void {
    const asked = { stream: name, take, frame, fetching: this.fetch(address(frame)) };
    this.underWay.set(key, asked);
    asked.fetching.packed.then(
      (packed) => this.receive(key, asked, packed),
      (error: Error) => {
        if (this.underWay.get(key) !== asked) return;
        this.underWay.delete(key);
        this.failures.set(key, { sentence: error.message, again: this.now() + patience });
        setTimeout(() => this.want(this.streams), patience + 10);
        this.want(this.streams);
        this.changed();
      },
    );
  }

  private receive(key: string, asked: UnderWay, packed: Packed<unknown>): void {
    if (this.underWay.get(key) !== asked) return;
    this.underWay.delete(key);
    this.failures.delete(key);
    const { stream, take, frame } = asked;
    const kept = { packed, bytes: packed.bytes.byteLength };
    this.entries.set(key, { stream, take, frame, kept });
    this.bytes += kept.bytes;
    this.tell();
    this.want(this.streams);
    this.changed();
  }

  private tell(): void {
    const frames = new Map<string, Set<number>>();
    for (const { take, frame } of this.entries.values()) {
      const those = frames.get(take) ?? new Set();
      frames.set(take, those.add(frame));
    }
    cachedFrames.value = Object.fromEntries([...frames].map(([take, those]) => [take, rangesOf(those)]));
  }
}

// A quarter of the machine's memory where the browser tells of it, at most 1 GB.
export function memoryBudget(): number {
  const memory = typeof navigator === "undefined" ? undefined : (navigator as { deviceMemory?: number }).deviceMemory;
  return Math.min(1, (memory ?? 4) / 4) * 1e9;
}
