// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The menu of a row, on the right button or the menu key.

import { signal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";

export interface Choice {
  name: string;
  keys?: string;
  act: () => void;
}

const open = signal<{ x: number; y: number; label: string; choices: Choice[]; back: HTMLElement | null } | null>(null);

export function openMenu(x: number, y: number, label: string, choices: Choice[]): void {
  if (choices.length) open.value = { x, y, label, choices, back: document.activeElement as HTMLElement | null };
}

export function Menu() {
  const list = useRef<HTMLDivElement>(null);
  const shown = open.value;
  useLayoutEffect(() => {
    if (!shown || !list.current) return;
    const { width, height } = list.current.getBoundingClientRect();
    list.current.style.left = `${Math.max(4, Math.min(shown.x, innerWidth - width - 4))}px`;
    list.current.style.top = `${Math.max(4, shown.y + height > innerHeight - 4 ? shown.y - height : shown.y)}px`;
    list.current.querySelector("button")?.focus();
  }, [shown]);
  if (!shown) return null;

  const close = (): void => {
    open.value = null;
    shown.back?.focus();
  };
  const key = (event: KeyboardEvent): void => {
    const buttons = [...list.current!.querySelectorAll("button")];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (way) buttons[(at + way + buttons.length) % buttons.length]!.focus();
    else if (event.key === "Escape" || event.key === "Tab") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="tl-menu-ground" onPointerDown={close} onContextMenu={(event) => event.preventDefault()}>
      <div
        class="tl-menu"
        role="menu"
        aria-label={shown.label}
        ref={list}
        onKeyDown={key}
        onPointerDown={(event) => event.stopPropagation()}
      >
        {shown.choices.map(({ name, keys, act }) => (
          <button
            key={name}
            type="button"
            role="menuitem"
            tabIndex={-1}
            onClick={() => {
              close();
              act();
            }}
          >
            <span class="grow">{name}</span>
            {keys && <span class="dim">{keys}</span>}
          </button>
        ))}
      </div>
    </div>
  );
}
