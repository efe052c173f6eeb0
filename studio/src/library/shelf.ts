// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The templates that scenes of this folder can use: those of its library, and the recordings of the open scene.

import { computed, effect, signal } from "@preact/signals";
import { ask, linkState, on } from "../link/connection.ts";
import type { Json, Template, Vec3 } from "../link/protocol.ts";
import { full } from "../model/document.ts";
import { told } from "../model/notices.ts";

export const templates = signal<Template[] | null>(null); // null: not known yet
export const libraryFolder = signal("");

export async function refreshLibrary(): Promise<void> {
  const answer = await ask("library", {});
  templates.value = answer.templates;
  libraryFolder.value = answer.folder;
}

// While the library is shown.
export function followLibrary(): () => void {
  const ends = [
    on("library", () => told(refreshLibrary())),
    effect(() => {
      if (linkState.value === "open") told(refreshLibrary());
    }),
  ];
  return () => ends.forEach((end) => end());
}

// What a scene records for itself, or of itself.
export interface Recording {
  name: string;
  scene: string; // that is run for it; "": this one
  tags: string[];
  first: number | null;
  last: number | null;
  size: Vec3 | null; // of its region; null: all of the liquid
}

const isObject = (value: Json | undefined): value is { [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const numberOr = <T>(value: Json | undefined, otherwise: T): number | T =>
  typeof value === "number" ? value : otherwise;

function sizeOf(region: Json | undefined): Vec3 | null {
  const size = isObject(region) ? region["size"] : null;
  return Array.isArray(size) && size.length === 3 ? (size.map((each) => numberOr(each, 0)) as Vec3) : null;
}

export function recordingsOf(scene: Json): Recording[] {
  const list = isObject(scene) ? scene["recordings"] : null;
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((each) => ({
    name: String(each["name"] ?? ""),
    scene: String(each["scene"] ?? ""),
    tags: Array.isArray(each["tags"]) ? each["tags"].map(String) : [],
    first: numberOr(each["first"], null),
    last: numberOr(each["last"], null),
    size: sizeOf(each["region"]),
  }));
}

// By which the server knows it, in place of the name of a template.
export const recordingKey = (scene: string, name: string): string => `recording:${scene}:${name}`;

export const recordings = computed(() => recordingsOf(full.value));

// Templates that have all the words and all the tags.
export function found(those: readonly Template[], words: string, tags: readonly string[]): Template[] {
  const wanted = words.toLowerCase().split(/\s+/);
  return those.filter((template) => {
    const text = `${template.name} ${template.tags.join(" ")} ${template.about}`.toLowerCase();
    return wanted.every((word) => text.includes(word)) && tags.every((tag) => template.tags.includes(tag));
  });
}

// The most frequent first.
export function tagsIn(those: readonly Template[]): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of those) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([tag]) => tag);
}
