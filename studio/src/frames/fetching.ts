// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The page's side of frames/worker.ts: asks it for frames, which can be given up.

import type { Packed } from "../link/packed.ts";
import type { WorkerAnswer, WorkerAsk } from "./worker.ts";

export interface Fetching {
  packed: Promise<Packed<unknown>>;
  cancel: () => void; // the promise is then never answered
}

type Waiting = { resolve: (packed: Packed<unknown>) => void; reject: (error: Error) => void };

const waiting = new Map<number, Waiting>();
let worker: Worker | null = null;
let nextId = 1;

function receive({ data }: MessageEvent<WorkerAnswer>): void {
  const asked = waiting.get(data.id);
  waiting.delete(data.id);
  if ("error" in data) asked?.reject(new Error(data.error));
  else asked?.resolve({ header: data.header, bytes: data.bytes, start: data.start });
}

// A worker that could not be started fails all that wait for it; the next question tries a new one.
function fail(): void {
  for (const { reject } of waiting.values()) reject(new Error("Frames cannot be fetched; reload the page."));
  waiting.clear();
  worker?.terminate();
  worker = null;
}

export function fetchFrame(address: string): Fetching {
  if (!worker) {
    worker = new Worker("/worker.js", { type: "module" });
    worker.onmessage = receive;
    worker.onerror = fail;
  }
  const id = nextId++;
  const packed = new Promise<Packed<unknown>>((resolve, reject) => waiting.set(id, { resolve, reject }));
  worker.postMessage({ id, address } satisfies WorkerAsk);
  return {
    packed,
    cancel: () => {
      if (waiting.delete(id)) worker?.postMessage({ cancel: id } satisfies WorkerAsk);
    },
  };
}
