// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed answers of the server (src/studio/packed.h): "WEIR", the length of a header, the header as JSON, and arrays that
// are looked at where they lie.

import type { Part } from "./protocol.ts";

export interface Packed<Header> {
  header: Header;
  bytes: ArrayBuffer;
  start: number; // of the arrays
  named?: ReadonlyMap<string, Uint8Array<ArrayBuffer>>; // those with a name, wherever they lie
}

const magic = 0x52494557; // "WEIR", little-endian

export function unpack<Header>(bytes: ArrayBuffer): Packed<Header> {
  const view = new DataView(bytes);
  if (bytes.byteLength < 8 || view.getUint32(0, true) !== magic) throw new Error("The server's answer is damaged.");
  const length = view.getUint32(4, true);
  const text = new TextDecoder().decode(new Uint8Array(bytes, 8, length));
  return { header: JSON.parse(text) as Header, bytes, start: 8 + length };
}

const kinds = { u8: Uint8Array, i8: Int8Array, u16: Uint16Array, u32: Uint32Array, f32: Float32Array };
type Arrays = { u8: Uint8Array; i8: Int8Array; u16: Uint16Array; u32: Uint32Array; f32: Float32Array };

export function partOf<Type extends Part["type"]>(packed: Packed<unknown>, part: Part, type: Type): Arrays[Type] {
  if (part.type !== type) throw new Error("The server's answer is damaged.");
  const numbers = part.count * part.width;
  const own = part.name === undefined ? undefined : packed.named?.get(part.name);
  if (own) return new kinds[type](own.buffer, own.byteOffset, numbers) as Arrays[Type];
  if (part.at === null) throw new Error("The server's answer is damaged.");
  return new kinds[type](packed.bytes, packed.start + part.at, numbers) as Arrays[Type];
}
