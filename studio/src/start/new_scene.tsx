// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// "New scene": a starter for every way; choosing one asks for a name, with a free one proposed.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Starter } from "../link/protocol.ts";
import { tell } from "../model/notices.ts";
import { show } from "../model/open_scene.ts";
import { project } from "../model/project.ts";
import { freeName, nameFrom, sceneFile, sceneWithoutEnding, wrongWithScene } from "./names.ts";
import { Placeholder } from "./placeholder.tsx";

const wayOf = (starter: Starter): string => starter.name.replace(/^starter:/, "");
const scenes = (): string[] => project.value.scenes.map(({ scene }) => scene);

function NameForm({ starter, onCancel }: { starter: Starter; onCancel: () => void }) {
  const name = useSignal(freeName(nameFrom(starter.title), scenes().map(sceneWithoutEnding)));
  const busy = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current?.select(), []);
  const wrong = wrongWithScene(name.value, scenes());
  const create = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (wrong || busy.value) return;
    busy.value = true;
    try {
      show((await ask("create", { scene: sceneFile(name.value), from: starter.name })).scene);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error), "error");
    }
    busy.value = false;
  };
  const escape = (event: KeyboardEvent): void => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onCancel();
  };
  return (
    <form class="starter-form" onSubmit={create} onKeyDown={escape}>
      <label>
        <span class="hidden">Name of the new scene</span>
        <input
          ref={field}
          class={wrong ? "bad" : ""}
          value={name.value}
          spellcheck={false}
          autocomplete="off"
          aria-invalid={wrong !== null}
          aria-describedby="starter-wrong"
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <button type="submit" class="main" disabled={wrong !== null || busy.value}>
        Create
      </button>
      <button type="button" onClick={onCancel}>
        Cancel
      </button>
      <p id="starter-wrong" class="small wrong" role="status">
        {wrong}
      </p>
    </form>
  );
}

export function NewScene() {
  const chosen = useSignal<string | null>(null);
  const cancel = (): void => {
    const button = chosen.value;
    chosen.value = null;
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-starter="${button}"]`)?.focus());
  };
  return (
    <section aria-labelledby="new-scene">
      <h2 id="new-scene">New scene</h2>
      <ul class="starters">
        {project.value.starters.map((starter) => (
          <li key={starter.name} class={chosen.value === starter.name ? "chosen" : ""}>
            <button
              type="button"
              class="starter"
              data-starter={starter.name}
              aria-expanded={chosen.value === starter.name}
              title={starter.about}
              onClick={() => (chosen.value = chosen.value === starter.name ? null : starter.name)}
            >
              <Placeholder ways={[wayOf(starter)]} />
              <span class="starter-words">
                <span class="starter-title">{starter.title}</span>
                <span class="starter-about">{starter.about}</span>
              </span>
            </button>
            {chosen.value === starter.name && <NameForm starter={starter} onCancel={cancel} />}
          </li>
        ))}
      </ul>
      {project.value.starters.length === 0 && <p class="dim small">No starters were found.</p>}
    </section>
  );
}
