// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A button that opens a list of things to do; arrow keys go through it, Escape closes it.

import { type ComponentChildren, createRef } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { tell } from "../model/notices.ts";
import "./menu.css";

export interface MenuItem {
  name: string;
  about?: string;
  keys?: string;
  off?: string | null; // why it cannot be done now
  act: () => void;
}

interface Props {
  label: string;
  items: (MenuItem | "line")[];
  note?: string | null; // why most of it cannot be done
  children: ComponentChildren;
  class?: string;
  disabled?: boolean;
}

export function Menu({ label, items, note = null, children, class: name = "", disabled = false }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        class={name}
        aria-label={label}
        title={label}
        aria-haspopup="menu"
        aria-expanded={open}
        disabled={disabled}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== "ArrowDown") return;
          event.preventDefault();
          event.stopPropagation();
          setOpen(true);
        }}
      >
        {children}
      </button>
      {open && (
        <List label={label} items={items} note={note} by={button.current!} close={close} leave={() => setOpen(false)} />
      )}
    </>
  );
}

interface ListProps {
  label: string;
  items: (MenuItem | "line")[];
  note: string | null;
  by: HTMLElement;
  close: () => void; // back to the button
  leave: () => void; // to wherever the artist went
}

function List({ label, items, note, by, close, leave }: ListProps) {
  const list = createRef<HTMLDivElement>();
  const element = useRef<HTMLDivElement | null>(null);
  const [place, setPlace] = useState<{ left: number; top: number } | null>(null);
  useLayoutEffect(() => {
    element.current = list.current;
    setPlace(placeBy(by.getBoundingClientRect(), list.current!.getBoundingClientRect()));
    choices(list.current!)[0]?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    const away = (event: Event): void => {
      const inside = element.current?.contains(event.target as Node) || by.contains(event.target as Node);
      if (!inside) leave();
    };
    window.addEventListener("pointerdown", away, true);
    window.addEventListener("wheel", away, true);
    window.addEventListener("resize", leave);
    return () => {
      window.removeEventListener("pointerdown", away, true);
      window.removeEventListener("wheel", away, true);
      window.removeEventListener("resize", leave);
    };
  }, []);
  const go = (event: KeyboardEvent): void => {
    event.stopPropagation();
    if (event.key === "Escape") close();
    else if (event.key === "Tab") leave();
    else if (!moveIn(element.current!, event.key)) return;
    if (event.key !== "Tab") event.preventDefault();
  };
  const style = place ? { left: `${place.left}px`, top: `${place.top}px` } : { left: "0", top: "0" };
  return (
    <div ref={list} class="run-menu" role="menu" aria-label={label} style={style} onKeyDown={go}>
      {note && <p class="run-menu-note">{note}</p>}
      {items.map((item, index) =>
        item === "line" ? <hr key={index} /> : <Choice key={index} item={item} note={note} close={close} />,
      )}
    </div>
  );
}

interface ChoiceProps {
  item: MenuItem;
  note: string | null;
  close: () => void;
}

function Choice({ item, note, close }: ChoiceProps) {
  const below = item.off && item.off !== note ? item.off : item.about;
  const act = (): void => {
    if (item.off) return tell(item.off, "error");
    close();
    item.act();
  };
  return (
    <button type="button" role="menuitem" tabIndex={-1} aria-disabled={!!item.off} onClick={act}>
      <span class="run-menu-name">
        {item.name}
        {item.keys && <kbd>{item.keys}</kbd>}
      </span>
      {below && <span class="run-menu-about">{below}</span>}
    </button>
  );
}

const choices = (list: HTMLElement): HTMLElement[] => [...list.querySelectorAll<HTMLElement>("[role=menuitem]")];

function moveIn(list: HTMLElement, key: string): boolean {
  const those = choices(list);
  const at = those.indexOf(window.document.activeElement as HTMLElement);
  const to = { ArrowDown: at + 1, ArrowUp: at - 1 + those.length, Home: 0, End: those.length - 1 }[key];
  if (to === undefined) return false;
  those[to % those.length]?.focus();
  return true;
}

// Below the button, or above where there is no room; never beyond the page.
function placeBy(button: DOMRect, menu: DOMRect): { left: number; top: number } {
  const fits = button.bottom + 4 + menu.height <= window.innerHeight;
  const top = fits ? button.bottom + 4 : Math.max(4, button.top - 4 - menu.height);
  return { left: Math.max(4, Math.min(button.left, window.innerWidth - menu.width - 8)), top };
}
