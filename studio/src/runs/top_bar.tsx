// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The bar above everything: the scene and its edits, running it, and which takes are in the view.

import { ask } from "../link/connection.ts";
import { command } from "../model/commands.ts";
import { document, redo, save, undo } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { show } from "../model/open_scene.ts";
import { project } from "../model/project.ts";
import { copyName } from "./copy_name.ts";
import { Icon } from "./icons.tsx";
import { RunButtons } from "./run_buttons.tsx";
import { RunProgress } from "./run_progress.tsx";
import { TakeChoice } from "./take_choice.tsx";
import "./top_bar.css";

const canUndo = (): boolean => !!document.value?.undo;
const canRedo = (): boolean => !!document.value?.redo;
const canSave = (): boolean => !!document.value && !document.value.saved && !document.value.readonly;

// Also what looks saved: an undo may be under way that the page does not know of yet.
const saveNow = (): void => {
  if (!document.value?.readonly) save();
};
command({ name: "Save", group: "File", keys: ["Ctrl+S"], act: saveNow, can: () => !!document.value });
command({ name: "Undo", group: "Edit", keys: ["Ctrl+Z"], act: undo, can: canUndo });
command({ name: "Redo", group: "Edit", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], act: redo, can: canRedo });

export function TopBar() {
  return (
    <header class="top-bar" aria-label="Scene and runs">
      <SceneName />
      <Edits />
      <span class="top-line" />
      <RunButtons />
      <RunProgress />
      <TakeChoice />
    </header>
  );
}

function SceneName() {
  const now = document.value;
  if (!now) return null;
  const name = now.scene.replace(/^examples:/, "");
  return (
    <>
      <button type="button" class="top-icon" aria-label="All scenes" title="All scenes" onClick={() => show(null)}>
        <Icon of="home" />
      </button>
      <div class="top-scene">
        <h1 title={name}>{name.split("/").at(-1)}</h1>
        <SceneState />
      </div>
    </>
  );
}

function SceneState() {
  const { scene, readonly, recovered, saved } = document.value!;
  if (readonly) {
    return (
      <button
        type="button"
        class="plain top-note"
        title="Examples stay as they are"
        onClick={() => told(copied(scene))}
      >
        Example: make a copy to edit
      </button>
    );
  }
  if (recovered && !saved) {
    const discard = (): void => told(ask("revert", { scene }));
    return (
      <span class="top-note" title="Studio ended before this was saved">
        recovered{" "}
        <button type="button" class="plain" title="Back to what the file has; can be undone" onClick={discard}>
          Discard
        </button>
      </span>
    );
  }
  return <span class={`top-note ${saved ? "" : "top-unsaved"}`}>{saved ? "saved" : "● not saved"}</span>;
}

async function copied(scene: string): Promise<void> {
  const taken = project.value.scenes.map((card) => card.scene);
  const answer = await ask("create", { scene: copyName(scene, taken), from: scene });
  show(answer.scene);
}

function Edits() {
  const now = document.value;
  if (!now || now.readonly) return null;
  const title = (verb: string, what: string | null, keys: string): string =>
    what ? `${verb}: ${what} (${keys})` : `Nothing to ${verb.toLowerCase()}`;
  const undoes = title("Undo", now.undo, "Ctrl+Z");
  const redoes = title("Redo", now.redo, "Ctrl+Shift+Z");
  return (
    <div class="top-group">
      <button type="button" class="top-icon" aria-label={undoes} title={undoes} disabled={!canUndo()} onClick={undo}>
        <Icon of="undo" />
      </button>
      <button type="button" class="top-icon" aria-label={redoes} title={redoes} disabled={!canRedo()} onClick={redo}>
        <Icon of="redo" />
      </button>
      <button type="button" title="Save (Ctrl+S)" disabled={!canSave()} onClick={save}>
        Save
      </button>
    </div>
  );
}
