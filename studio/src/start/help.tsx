// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Help on "?": every command with its keys, the mouse, what version this is.

import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { command, commands } from "../model/commands.ts";
import { helpOpen } from "../model/layout.ts";
import { hello } from "../model/project.ts";
import { type HelpGroup, helpGroups } from "./help_list.ts";
import { sceneForTour, startTour } from "./tour_steps.ts";
import "./help.css";

command({ name: "Help", group: "Help", keys: ["?", "F1"], act: () => (helpOpen.value = true) });

const isMac = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

function Group({ group }: { group: HelpGroup }) {
  return (
    <section class="help-group" aria-label={group.name}>
      <h3>{group.name}</h3>
      <dl>
        {group.lines.map(({ name, keys }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {keys.length === 0 && <span class="dim">a button</span>}
              {keys.map((together, index) => (
                <span key={together.join("+")}>
                  {index > 0 && <span class="dim"> or </span>}
                  {together.map((key) => (
                    <kbd key={key}>{key}</kbd>
                  ))}
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Contents() {
  const words = useSignal("");
  const groups = helpGroups(commands, words.value, isMac);
  const tour = (): void => {
    helpOpen.value = false;
    startTour();
  };
  return (
    <>
      <header class="help-head">
        <h2>Help</h2>
        <input
          type="text"
          role="searchbox"
          class="grow"
          autofocus
          placeholder="Search commands and keys"
          aria-label="Search commands and keys"
          value={words.value}
          onInput={(event) => (words.value = event.currentTarget.value)}
        />
        {sceneForTour() && (
          <button type="button" onClick={tour}>
            Show me around
          </button>
        )}
        <button type="button" onClick={() => (helpOpen.value = false)}>
          Close
        </button>
      </header>
      <div class="help-groups">
        {groups.map((group) => (
          <Group key={group.name} group={group} />
        ))}
        {groups.length === 0 && <p class="dim">Nothing is called that.</p>}
      </div>
      <footer class="help-foot small dim">
        <span>Weir Studio {hello.value?.version}</span>
        <span>Apache License 2.0</span>
        <a href="/licences.txt" target="_blank" rel="noopener">
          Licences of what this page is made with
        </a>
      </footer>
    </>
  );
}

// The browser keeps the focus inside a modal dialog and gives it back to where it was. Until the next picture it may still
// be in the dialog that was closed.
export function Help() {
  const dialog = useRef<HTMLDialogElement>(null);
  const open = helpOpen.value;
  useLayoutEffect(() => {
    if (open) dialog.current?.showModal();
    else dialog.current?.close();
  }, [open]);
  const beside = (event: MouseEvent): void => {
    if (event.target === dialog.current) helpOpen.value = false;
  };
  const closed = (): void => {
    const focused = window.document.activeElement;
    if (focused instanceof HTMLElement && dialog.current?.contains(focused)) focused.blur();
    helpOpen.value = false;
  };
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-label="Help"
      onClose={closed}
      onMouseDown={beside}
      onKeyDown={(event) => dialog.current?.open && event.stopPropagation()} // commands wait until it is closed
    >
      {open && (
        <div class="help-inside" tabIndex={-1}>
          <Contents />
        </div>
      )}
    </dialog>
  );
}
