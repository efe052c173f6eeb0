// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How many frames templates have: those of the library, and those that the scene records of other scenes. Of the latter
// the frames of that scene are asked for where the recording does not say which it takes.

import { effect, signal } from "@preact/signals";
import { ask, linkState, on } from "../link/connection.ts";
import type { Json } from "../link/protocol.ts";
import { sceneName, written } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { schema } from "../model/project.ts";
import { schemaAt } from "../schema/walk.ts";
import { parse } from "../text/parse.ts";
import { valueAt } from "../text/paths.ts";
import type { Source } from "./clips.ts";
import { isBlock, isNumber } from "./parameters.ts";

interface Frames {
  first: number;
  last: number;
  rate: number;
}

const library = signal<ReadonlyMap<string, Source>>(new Map());
const recorded = signal<ReadonlyMap<string, Frames>>(new Map()); // by the path of the scene

// "a/b.json" from the scene "examples:c/d.json" is "examples:c/a/b.json".
export function besides(scene: string, file: string): string {
  const [, root, path] = scene.match(/^([a-z]+:)?(.*)$/)!;
  const parts = [...path!.split("/").slice(0, -1), ...file.split("/")];
  const clean: string[] = [];
  for (const part of parts) {
    if (part === ".." && clean.length && clean.at(-1) !== "..") clean.pop();
    else if (part !== ".") clean.push(part);
  }
  return `${root ?? ""}${clean.join("/")}`;
}

const recordings = (scene: Json): Json[] =>
  isBlock(scene) && Array.isArray(scene["recordings"]) ? scene["recordings"] : [];

export function recordedSource(entry: Json, scene: string, known: ReadonlyMap<string, Frames>): Source | null {
  if (!isBlock(entry) || typeof entry["scene"] !== "string") return null;
  const frames = known.get(besides(scene, entry["scene"]));
  const first = isNumber(entry["first"]) ? entry["first"] : frames?.first;
  const last = isNumber(entry["last"]) ? entry["last"] : frames?.last;
  return first === undefined || last === undefined ? null : { frames: last - first + 1, rate: frames?.rate ?? 0 };
}

// Of a template by its name, as a scene finds it: among its recordings before the library.
export function sourceOf(scene: Json, rate: number): (name: string) => Source | null {
  const own = new Map<string, Source>();
  for (const entry of recordings(scene)) {
    const source = recordedSource(entry, sceneName.value ?? "", recorded.value);
    if (source && isBlock(entry)) own.set(String(entry["name"]), { frames: source.frames, rate: source.rate || rate });
  }
  return (name) => own.get(name) ?? library.value.get(name) ?? null;
}

async function askLibrary(): Promise<void> {
  const { templates } = await ask("library", {});
  library.value = new Map(templates.map(({ name, frames, rate }) => [name, { frames, rate }]));
}

// The frames that a scene's text gives, for as long as the server has not read it.
function framesIn(text: string): Frames {
  const scene = parse(text);
  const of = (name: string): number => {
    const given = valueAt(scene, `frames.${name}`);
    return Number(given ?? (schema.peek() ? schemaAt(schema.peek()!, ["frames", name], scene)?.default : 0));
  };
  return { first: of("first"), last: of("last"), rate: of("rate") };
}

const asked = new Set<string>();

async function askScene(scene: string): Promise<void> {
  if (asked.has(scene)) return;
  asked.add(scene);
  // A recording may name a file that is not there, of which check tells.
  const found = await ask("open", { scene }).catch(() => null);
  if (found && !recorded.value.has(scene)) recorded.value = new Map(recorded.value).set(scene, framesIn(found.text));
}

export function followSources(): void {
  linkState.subscribe((state) => {
    asked.clear();
    if (state === "open") told(askLibrary());
  });
  on("library", () => told(askLibrary()));
  on("checked", ({ scene, frames }) => {
    if (asked.has(scene)) recorded.value = new Map(recorded.value).set(scene, frames);
  });
  effect(() => {
    const scene = sceneName.value;
    if (!scene || linkState.value !== "open") return;
    for (const entry of recordings(written.value)) {
      if (isBlock(entry) && typeof entry["scene"] === "string") told(askScene(besides(scene, entry["scene"])));
    }
  });
}
