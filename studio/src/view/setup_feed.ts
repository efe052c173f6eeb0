// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Asks the server what the scene sets up at the playhead's frame: never more than one question under way, the latest
// wins, and what was answered before is shown until then.

import { signal } from "@preact/signals";
import type { Packed } from "../link/packed.ts";
import type { Part, SetupHeader } from "../link/protocol.ts";

export type Setup = Packed<SetupHeader>;

export const partsOfSetup = ({ bodies, points, lines }: SetupHeader): Part[] => [
  ...bodies.flatMap(({ positions, triangles, edges }) => [positions, triangles, edges]),
  ...[...points, ...lines].map(({ positions }) => positions),
];

export const setup = signal<Setup | null>(null);
export const setupError = signal<string | null>(null);

export interface Question {
  scene: string;
  version: number; // of the text, as far as the page knows
  frame: number;
}

type Fetch = (scene: string, frame: number) => Promise<Setup>;

const mostKept = 64;
const mostBytes = 64e6;
const keyOf = ({ scene, version, frame }: Question): string => `${scene}@${version}@${frame}`;

export class SetupFeed {
  private wanted: Question | null = null;
  private asking = false;
  private last = -Infinity; // when the last question was asked
  private readonly kept = new Map<string, Setup>();
  private bytes = 0;

  constructor(
    private readonly fetch: Fetch,
    private readonly now: () => number = () => performance.now(),
    private readonly untilFinished = 250, // ms until what is not finished is asked for again
  ) {}

  // `pause`: the least ms between two questions.
  want(question: Question, pause: number): void {
    const isOther = this.wanted?.scene !== question.scene;
    this.wanted = question;
    if (isOther) {
      this.forget();
      setup.value = null;
      setupError.value = null;
    }
    const kept = this.kept.get(keyOf(question));
    if (kept) setup.value = kept;
    else void this.ask(pause);
  }

  // What is true of a scene has changed without its text: a recording was made.
  forget(): void {
    this.kept.clear();
    this.bytes = 0;
  }

  stop(): void {
    this.wanted = null;
    this.forget();
    setup.value = null;
    setupError.value = null;
  }

  private async ask(pause: number): Promise<void> {
    if (this.asking) return;
    this.asking = true;
    try {
      for (let asked: Question | null = null; this.wanted && this.wanted !== asked;) {
        const wait = this.last + pause - this.now();
        if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
        asked = this.wanted;
        if (asked && !this.kept.has(keyOf(asked))) await this.answer(asked);
      }
    } finally {
      this.asking = false;
    }
  }

  private async answer(asked: Question): Promise<void> {
    this.last = this.now();
    try {
      const answer = await this.fetch(asked.scene, asked.frame);
      if (this.wanted?.scene !== asked.scene) return;
      setup.value = answer;
      setupError.value = null;
      if (answer.header.unfinished) setTimeout(() => void this.ask(0), this.untilFinished);
      else this.keep(keyOf({ ...asked, version: answer.header.version }), answer);
    } catch (error) {
      if (this.wanted?.scene === asked.scene) setupError.value = error instanceof Error ? error.message : String(error);
    }
  }

  private keep(key: string, answer: Setup): void {
    if (!this.kept.has(key)) this.bytes += answer.bytes.byteLength;
    this.kept.set(key, answer);
    for (const [oldest, old] of this.kept) {
      if (this.kept.size <= mostKept && this.bytes <= mostBytes) break;
      this.kept.delete(oldest);
      this.bytes -= old.bytes.byteLength;
    }
  }
}
