// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What can be done by a key or a button, each declared once: its name, its keys, when it can be done. The help on "?"
// lists them. Keys are those that are typed, not places on the keyboard ("z" is z on a German keyboard too); where a
// keyboard types no Latin letters, the place counts. Nothing is taken from text fields but what has Ctrl.
//
//   command({ name: "Undo", group: "Edit", keys: ["Ctrl+Z"], act: undo, can: () => !!document.value?.undo });

export interface Command {
  name: string;
  group: "File" | "Edit" | "View" | "Play" | "Run" | "Help";
  keys: string[]; // "Ctrl+Shift+Z", "Space", "ArrowLeft", "?"; Ctrl is Cmd on a Mac
  act: () => void;
  can?: () => boolean;
}

export const commands: Command[] = [];

export function command(added: Command): Command {
  commands.push(added);
  return added;
}

const modifiers = ["Ctrl", "Alt", "Shift"];

function typed(event: KeyboardEvent): string {
  if (event.key === " ") return "Space";
  const isLetterElsewhere = event.key.length === 1 && event.key > "\u007f" && /^Key[A-Z]$/.test(event.code);
  const key = isLetterElsewhere ? event.code.slice(3) : event.key;
  return key.length === 1 ? key.toUpperCase() : key;
}

export function matches(event: KeyboardEvent, keys: string): boolean {
  const parts = keys === "+" ? ["+"] : keys.split("+");
  const wanted = parts.at(-1)!;
  if (typed(event) !== wanted) return false;
  const has = { Ctrl: event.ctrlKey || event.metaKey, Alt: event.altKey, Shift: event.shiftKey };
  // Signs such as "?" need Shift on one keyboard and not on another.
  const sign = wanted.length === 1 && !/[A-Z0-9]/.test(wanted);
  return modifiers.every((name) => {
    if (name === "Shift" && sign) return true;
    return has[name as keyof typeof has] === parts.includes(name);
  });
}

const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches("textarea, select, input:not([type=checkbox]):not([type=range])"));

const takesSpace = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("button, a, summary, [role=button], [role=tab], input[type=checkbox]");

// Whoever clicked on Run and then presses Space wants to play, not to run again: a button takes Space and Enter where
// keys led to it, not the pointer.
let pointing = false;
let pointedAt: EventTarget | null = null;

function followPointer(): void {
  window.addEventListener("pointerdown", () => (pointing = true), true);
  for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (pointing = false), true);
  window.addEventListener("focusin", ({ target }) => (pointedAt = pointing ? target : null), true);
}

function ledThereByKeys(target: EventTarget | null): boolean {
  if (target !== pointedAt || !(target instanceof HTMLElement)) return true;
  target.blur();
  return false;
}

export function followKeys(): void {
  followPointer();
  window.addEventListener("keydown", (event) => {
    if (event.isComposing || event.defaultPrevented || event.key === "Process") return;
    const free = event.ctrlKey || event.metaKey || (event.key.startsWith("F") && event.key.length > 1);
    if (takesText(event.target) && !free) return;
    if ((event.key === " " || event.key === "Enter") && takesSpace(event.target) && ledThereByKeys(event.target))
      return;
    const found = commands.find(({ keys, can }) => keys.some((those) => matches(event, those)) && (can?.() ?? true));
    if (!found) return;
    event.preventDefault();
    found.act();
  });
}
