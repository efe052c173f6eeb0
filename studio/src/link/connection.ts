// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The connection to the server: requests, events, and what is fetched over HTTP. A lost connection is made again, and
// what was asked for in the meantime is answered by an error.
//
//   const { text } = await ask("open", { scene });
//   on("take", (take) => ...);
//   const packed = await fetchPacked<ParticlesHeader>("particles", { take, frame: 12, by: "speed" });

import { signal } from "@preact/signals";
import { type Packed, unpack } from "./packed.ts";
import type { Events, Requests } from "./protocol.ts";

export type LinkState = "connecting" | "open" | "lost";
export const linkState = signal<LinkState>("connecting");

const token = typeof location === "undefined" ? "" : (new URLSearchParams(location.search).get("token") ?? "");
const waiting = new Map<number, { resolve: (answer: never) => void; reject: (error: Error) => void }>();
const listeners = new Map<string, Set<(news: never) => void>>();
let socket: WebSocket | null = null;
let nextId = 1;
let pause = 250; // ms until the next try

export function connect(): void {
  const opened = new WebSocket(`ws://${location.host}/socket?token=${encodeURIComponent(token)}`);
  socket = opened;
  opened.onopen = () => {
    pause = 250;
    linkState.value = "open";
  };
  opened.onmessage = (message) => receive(String(message.data));
  opened.onclose = () => {
    linkState.value = "lost";
    for (const { reject } of waiting.values()) reject(new Error("The connection to Studio was lost."));
    waiting.clear();
    setTimeout(connect, pause);
    pause = Math.min(pause * 2, 4000);
  };
}

function receive(text: string): void {
  const message = JSON.parse(text);
  if (message.event !== undefined) {
    const { event, ...news } = message;
    for (const listener of listeners.get(event) ?? []) listener(news as never);
    return;
  }
  const asked = waiting.get(message.id);
  waiting.delete(message.id);
  if (message.error !== undefined) asked?.reject(new Error(message.error));
  else asked?.resolve(message.ok as never);
}

export function ask<Verb extends keyof Requests>(verb: Verb, given: Requests[Verb][0]): Promise<Requests[Verb][1]> {
  return new Promise((resolve, reject) => {
    if (socket?.readyState !== WebSocket.OPEN) {
      reject(new Error("There is no connection to Studio; is it still running?"));
      return;
    }
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    socket.send(JSON.stringify({ id, do: verb, ...given }));
  });
}

// Answers a function that ends it.
export function on<Event extends keyof Events>(event: Event, listener: (news: Events[Event]) => void): () => void {
  const those = listeners.get(event) ?? new Set();
  listeners.set(event, those);
  those.add(listener as (news: never) => void);
  return () => those.delete(listener as (news: never) => void);
}

type Given = Record<string, string | number>;

// The address of something, for an <img> or a <video>, or a worker's fetch.
export function address(page: string, given: Given): string {
  const query = new URLSearchParams(Object.entries(given).map(([name, value]) => [name, String(value)]));
  query.set("token", token);
  return `/api/${page}?${query}`;
}

async function fetched(page: string, given: Given, options: RequestInit): Promise<Response> {
  const response = await fetch(address(page, given), options);
  if (!response.ok) throw new Error((await response.text()) || `Studio answers ${response.status}.`);
  return response;
}

export async function fetchPacked<Header>(page: string, given: Given, signal?: AbortSignal): Promise<Packed<Header>> {
  return unpack<Header>(await (await fetched(page, given, signal ? { signal } : {})).arrayBuffer());
}

export async function fetchJson<Answer>(page: string, given: Given): Promise<Answer> {
  return (await fetched(page, given, {})).json();
}

export async function upload(path: string, file: File): Promise<void> {
  await fetched("file", { path }, { method: "PUT", body: file });
}
