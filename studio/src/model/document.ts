// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The open scene as text. The server keeps it, with undo and autosave; edits show here at once and are sent one by one.
// An edit is a function from text to text, so that it can be made again when another page was faster.
//
//   edit("Move ball", (text) => setValue(text, "solids[0].shape.centre", [0, 1, 0]), "drag 12");

import { computed, signal } from "@preact/signals";
import { ask, linkState, on } from "../link/connection.ts";
import type { Checked, Document, Json } from "../link/protocol.ts";
import { parse } from "../text/parse.ts";
import { shared, stable } from "../text/shared.ts";
import { tell, told } from "./notices.ts";
import { select } from "./selection.ts";

export const document = signal<Document | null>(null);
export const checked = signal<Checked | null>(null); // the latest, of the open scene

// What the text says, as far as it can be read; includes are not worked in.
const text = computed(() => document.value?.text ?? null);
export const written = stable<Json>(() => (text.value === null ? null : parse(text.value)));
// The scene with every parameter spelled out, as of the latest text that could be read.
export const full = signal<Json>(null);
export const sceneName = computed(() => document.value?.scene ?? null);

type Change = (text: string) => string;
interface Pending {
  label: string;
  change: Change;
  made: { from: string; to: string }; // what it made here, which holds for the server as long as nobody else edits
  merge?: string;
}

const pending: Pending[] = [];
let sending = false;

export async function openScene(scene: string): Promise<void> {
  const opened = await ask("open", { scene });
  checked.value = null;
  full.value = null;
  select(null);
  pending.length = 0;
  document.value = opened;
  if (early?.scene === scene) receiveChecked(early);
}

export function closeScene(): void {
  document.value = null;
  checked.value = null;
  select(null);
}

// `merge`: edits of one drag have the same, and are undone together.
export function edit(label: string, change: Change, merge?: string): void {
  const now = document.value;
  if (!now) return;
  if (now.readonly) {
    tell("This is an example that comes with Weir. Make a copy of it to edit it.", "error");
    return;
  }
  let text: string;
  try {
    text = change(now.text);
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error), "error"); // it cannot be done, with a sentence why
    return;
  }
  if (text === now.text) return;
  document.value = { ...now, text, saved: false, undo: label, redo: null };
  const last = pending.at(-1);
  // What was not sent yet and belongs to the same drag is made in one.
  if (merge && last?.merge === merge && !(sending && pending.length === 1)) {
    const before = last.change;
    last.change = (older) => change(before(older));
    last.made.to = text;
  } else {
    pending.push({ label, change, made: { from: now.text, to: text }, ...(merge ? { merge } : {}) });
  }
  told(send());
}

// The text and version that the server has.
let known: { scene: string; text: string; version: number } | null = null;

let sent = Promise.resolve(); // when all edits have been

function send(): Promise<void> {
  if (!sending) sent = sendAll();
  return sent;
}

async function sendAll(): Promise<void> {
  sending = true;
  try {
    while (pending[0] && known) {
      const { label, change, made, merge } = pending[0];
      const { scene, text: base, version } = known;
      try {
        const text = base === made.from ? made.to : change(base);
        await ask("edit", { scene, base: version, text, label, ...(merge ? { merge } : {}) });
      } catch (error) {
        // Another page was faster: its text is here by now, and the edit is made to that.
        if (known.version !== version && known.scene === scene) continue;
        pending.length = 0;
        showKnown();
        throw error;
      }
      pending.shift();
    }
  } finally {
    sending = false;
  }
}

function showKnown(): void {
  const now = document.value;
  if (now && known?.scene === now.scene) document.value = { ...now, text: known.text, version: known.version };
}

function receive(news: Document): void {
  if (news.scene !== document.value?.scene) return;
  known = { scene: news.scene, text: news.text, version: news.version };
  // While edits are under way the page is ahead of the server.
  if (pending.length === 0 || (pending.length === 1 && sending)) document.value = shared(document.peek(), news);
}

// News of a scene that is being opened may come before the answer that it is open.
let early: Checked | null = null;

function receiveChecked(news: Checked): void {
  early = news;
  if (news.scene !== document.value?.scene) return;
  checked.value = shared(checked.peek(), news);
  if (news.full !== null) full.value = shared(full.peek(), news.full);
}

export const undo = (): void => step("undo");
export const redo = (): void => step("redo");
export const save = (): void => step("save");

function step(verb: "undo" | "redo" | "save"): void {
  const scene = document.value?.scene;
  const go = async (): Promise<void> => {
    // What was edited just now is saved too, and is what is undone first. Where that failed, it was told.
    if (sending) await sent.catch(() => {});
    await ask(verb, { scene: scene! });
  };
  if (scene) told(go());
}

export function followDocument(): void {
  document.subscribe((now) => {
    if (!now) known = null;
    else if (known?.scene !== now.scene) known = { scene: now.scene, text: now.text, version: now.version };
  });
  on("document", receive);
  on("checked", receiveChecked);
  // Another server may have come up in place of the one that was lost.
  linkState.subscribe((state) => {
    const scene = document.peek()?.scene;
    if (state === "open" && scene) told(reopen(scene));
  });
}

async function reopen(scene: string): Promise<void> {
  const opened = await ask("open", { scene });
  known = { scene, text: opened.text, version: opened.version };
  document.value = opened;
  told(send());
}
