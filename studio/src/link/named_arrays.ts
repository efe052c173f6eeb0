// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Large arrays of packed answers, by the names that the server gives them for what they hold. A question tells the names that
// are here, and the answer leaves those arrays out.
//
//   const answer = arrays.complete(await fetchPacked<SetupHeader>("setup", { ..., has: arrays.names() }), partsOf);

import type { Packed } from "./packed.ts";
import type { Part } from "./protocol.ts";

const most = 64; // names in an address
const mostBytes = 96e6;

export class NamedArrays {
  private readonly kept = new Map<string, Uint8Array<ArrayBuffer>>(); // the latest last
  private bytes = 0;

  names(): string {
    return [...this.kept.keys()].join(" ");
  }

  // The answer with the arrays that it leaves out, and those that it brings are kept.
  complete<Header>(answer: Packed<Header>, partsOf: (header: Header) => Part[]): Packed<Header> {
    const named = new Map<string, Uint8Array<ArrayBuffer>>();
    for (const part of partsOf(answer.header)) {
      if (part.name === undefined) continue;
      const array = part.at === null ? this.kept.get(part.name) : bytesOf(answer, part, part.at);
      if (!array) throw new Error("The server's answer is damaged.");
      named.set(part.name, array);
    }
    for (const [name, array] of named) this.keep(name, array);
    this.forgetOldest();
    return { ...answer, named };
  }

  private keep(name: string, array: Uint8Array<ArrayBuffer>): void {
    this.bytes += array.byteLength - (this.kept.get(name)?.byteLength ?? 0);
    this.kept.delete(name);
    this.kept.set(name, array);
  }

  private forgetOldest(): void {
    for (const [name, array] of this.kept) {
      if (this.kept.size <= most && this.bytes <= mostBytes) return;
      this.kept.delete(name);
      this.bytes -= array.byteLength;
    }
  }
}

function bytesOf({ bytes, start }: Packed<unknown>, part: Part, at: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes, start + at, bytesOfNumber[part.type] * part.count * part.width);
}

const bytesOfNumber = { u8: 1, i8: 1, u16: 2, u32: 4, f32: 4 };
