// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A button that opens a small panel below it; Escape or a press elsewhere closes it.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

interface Props {
  name: string;
  title: string;
  icon?: ComponentChildren;
  children: ComponentChildren;
}

export function Menu({ name, title, icon, children }: Props) {
  const [open, setOpen] = useState(false);
  const all = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const elsewhere = (event: Event): void => {
      if (!all.current?.contains(event.target as Node)) setOpen(false);
    };
    window.addEventListener("pointerdown", elsewhere, true);
    return () => window.removeEventListener("pointerdown", elsewhere, true);
  }, [open]);
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "Escape" || !open) return;
    event.stopPropagation();
    setOpen(false);
    all.current?.querySelector("button")?.focus();
  };
  return (
    <div class="view-menu" ref={all} onKeyDown={key}>
      <button type="button" aria-expanded={open} title={title} onClick={() => setOpen(!open)}>
        {icon}
        {name} <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <div class="view-menu-panel" role="group" aria-label={title}>
          {children}
        </div>
      )}
    </div>
  );
}
