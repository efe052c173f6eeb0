// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Random numbers that are the same in every run, for property tests.

export class Random {
  #state: number;
  constructor(seed: number) {
    this.#state = seed >>> 0;
  }
  // In [0, 1): Mulberry32.
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let t = this.#state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  }
  // A whole number from low to high, both included.
  whole(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }
  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }
  of<T>(those: readonly T[]): T {
    return those[this.whole(0, those.length - 1)]!;
  }
}
