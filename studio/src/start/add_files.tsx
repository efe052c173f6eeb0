// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Adds meshes, particle files and pictures to the folder: chosen, or dropped here. Says where they went.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { upload } from "../link/connection.ts";
import { accepted, whereTo } from "./uploads.ts";
import "./add_files.css";

interface Line {
  text: string;
  bad: boolean;
}

async function add(file: File): Promise<Line> {
  const { path, wrong } = whereTo(file.name, file.size);
  if (wrong !== null) return { text: wrong, bad: true };
  try {
    await upload(path, file);
    return { text: path, bad: false };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), bad: true };
  }
}

export function AddFiles() {
  const lines = useSignal<Line[]>([]);
  const over = useSignal(false);
  const busy = useSignal(false);
  const chooser = useRef<HTMLInputElement>(null);
  const addAll = async (files: FileList | null | undefined): Promise<void> => {
    if (!files?.length) return;
    busy.value = true;
    lines.value = [];
    for (const file of files) lines.value = [...lines.value, await add(file)];
    busy.value = false;
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    over.value = false;
    void addAll(event.dataTransfer?.files);
  };
  const hover = (event: DragEvent): void => {
    event.preventDefault(); // lets it be dropped
    over.value = true;
  };
  const good = lines.value.filter(({ bad }) => !bad);
  return (
    <div
      class={`add-files ${over.value ? "over" : ""}`}
      onDragOver={hover}
      onDragLeave={() => (over.value = false)}
      onDrop={drop}
    >
      <input
        ref={chooser}
        type="file"
        class="hidden"
        multiple
        accept={accepted}
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          void addAll(event.currentTarget.files);
        }}
      />
      <button type="button" disabled={busy.value} onClick={() => chooser.current?.click()}>
        {busy.value ? "Adding…" : "Add files…"}
      </button>
      <span class="small dim">or drop meshes, particles, pictures or scenes here</span>
      <div role="status" class="small">
        {good.length > 0 && <p>In the folder, to be named in scenes:</p>}
        <ul>
          {lines.value.map(({ text, bad }) => (
            <li key={text} class={bad ? "bad" : "good"}>
              {bad ? "Not added: " : ""}
              {text}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
