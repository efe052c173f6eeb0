// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The library: recorded pieces of liquid, to be found, placed in the scene, recorded from takes.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { sceneName } from "../model/document.ts";
import { command } from "../model/commands.ts";
import { leftTab } from "../model/layout.ts";
import { takes } from "../model/takes.ts";
import { AddFiles } from "../start/add_files.tsx";
import { Details } from "./details.tsx";
import { placeText } from "./facts.ts";
import { focusCards } from "./focus.ts";
import { dragged } from "./placing.ts";
import { Record } from "./record.tsx";
import { followLibrary, found, libraryFolder, recordingKey, recordings, tagsIn, templates } from "./shelf.ts";
import { type Shown, TemplateCards } from "./template_cards.tsx";
import "./library.css";

// Kept while other panels are shown.
const words = signal("");
const tags = signal<string[]>([]);
const chosen = signal<string | null>(null);
const recording = signal(false);

command({
  name: "Record a template",
  group: "Edit",
  keys: ["Shift+R"],
  act: () => {
    leftTab.value = "library";
    recording.value = true;
  },
  can: () => sceneName.value !== null,
});

function Search() {
  const all = tagsIn(templates.value ?? []);
  const turn = (tag: string): void => {
    tags.value = tags.value.includes(tag) ? tags.value.filter((each) => each !== tag) : [...tags.value, tag];
  };
  return (
    <div class="lib-search">
      <div class="row">
        <input
          type="search"
          class="grow"
          placeholder="Search templates"
          aria-label="Search templates"
          value={words.value}
          onInput={(event) => (words.value = event.currentTarget.value)}
        />
        <button type="button" aria-pressed={recording.value} onClick={() => (recording.value = !recording.value)}>
          Record…
        </button>
      </div>
      {all.length > 0 && (
        <div class="lib-tags" role="group" aria-label="Tags">
          {all.slice(0, 10).map((tag) => (
            <button key={tag} type="button" aria-pressed={tags.value.includes(tag)} onClick={() => turn(tag)}>
              {tag}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

const frameWords = (count: number): string => (count === 1 ? "1 frame" : `${count} frames`);

function ofLibrary(): Shown[] {
  return found(templates.value ?? [], words.value, tags.value).map((template) => ({
    key: template.name,
    name: template.name,
    template,
    picture: template.picture,
    height: template.upper[1] - template.lower[1],
    line: frameWords(template.frames),
  }));
}

function ofScene(): Shown[] {
  return recordings.value
    .filter(({ name }) => name.toLowerCase().includes(words.value.toLowerCase()))
    .map((each) => ({
      key: recordingKey(sceneName.value ?? "", each.name),
      name: each.name,
      template: null,
      picture: takes.value.length > 0, // a run makes it
      height: each.size?.[1] ?? 0,
      line: each.scene ? `recorded from ${each.scene.split("/").at(-1)}` : "recorded from this scene when it has run",
    }));
}

function Lists() {
  const [library, scene] = [ofLibrary(), ofScene()];
  const isEmpty = templates.value?.length === 0;
  return (
    <div class="lib-lists">
      {library.length > 0 && <TemplateCards label="Templates" cards={library} chosen={chosen} />}
      {isEmpty && scene.length === 0 && (
        <p class="lib-empty">
          No templates yet. A template is a recorded piece of liquid, such as a splash, that can be played again
          anywhere. Run a scene, then press Record.
        </p>
      )}
      {!isEmpty && templates.value !== null && library.length === 0 && (
        <p class="lib-empty">No template is like that.</p>
      )}
      {scene.length > 0 && (
        <>
          <h3>Recorded by this scene</h3>
          <TemplateCards label="Recordings of this scene" cards={scene} chosen={chosen} />
        </>
      )}
      <details class="lib-files">
        <summary>Meshes and other files</summary>
        <AddFiles />
      </details>
      <p class="small dim lib-folder" title={libraryFolder.value}>
        Library: {libraryFolder.value}
      </p>
    </div>
  );
}

function Ghost() {
  const now = dragged.value;
  if (!now) return null;
  const flat = now.at !== null && now.at[2] === 0;
  return (
    <div class={`lib-ghost ${now.at ? "over" : ""}`} style={{ left: `${now.x}px`, top: `${now.y}px` }}>
      <b>{now.name}</b>
      <span>{now.at ? placeText(now.at, flat) : "let go in the view"}</span>
    </div>
  );
}

export function LibraryPanel() {
  useEffect(followLibrary, []);
  const shown = [...ofLibrary(), ...ofScene()].find(({ key }) => key === chosen.value);
  const stopRecording = (): void => {
    recording.value = false;
    focusCards();
  };
  const recorded = (name: string): void => {
    chosen.value = name;
    stopRecording();
  };
  const close = (): void => {
    chosen.value = null;
    focusCards();
  };
  return (
    <div class="lib">
      <Search />
      <Lists />
      {recording.value ? (
        <Record onDone={recorded} onClose={stopRecording} />
      ) : (
        shown && <Details shown={shown} onClose={close} />
      )}
      <Ghost />
    </div>
  );
}
