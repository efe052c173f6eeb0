// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Fetches and unpacks frames beside the page's own thread. Their bytes are handed over, not copied.

import { unpack } from "../link/packed.ts";

export type WorkerAsk = { id: number; address: string } | { cancel: number };
export type WorkerAnswer =
  { id: number; header: unknown; bytes: ArrayBuffer; start: number } | { id: number; error: string };

// The page's own types are loaded with those of workers, in which "self" is the page.
const worker = self as unknown as DedicatedWorkerGlobalScope;
const underWay = new Map<number, AbortController>();

async function answer(id: number, address: string): Promise<void> {
  const abort = new AbortController();
  underWay.set(id, abort);
  try {
    const response = await fetch(address, { signal: abort.signal });
    if (!response.ok) throw new Error((await response.text()) || `Studio answers ${response.status}.`);
    const packed = unpack(await response.arrayBuffer());
    worker.postMessage({ id, ...packed } satisfies WorkerAnswer, [packed.bytes]);
  } catch (error) {
    if (!abort.signal.aborted) {
      const sentence = error instanceof Error ? error.message : String(error);
      worker.postMessage({ id, error: sentence } satisfies WorkerAnswer);
    }
  } finally {
    underWay.delete(id);
  }
}

worker.onmessage = ({ data }: MessageEvent<WorkerAsk>) => {
  if ("cancel" in data) underWay.get(data.cancel)?.abort();
  else void answer(data.id, data.address);
};
