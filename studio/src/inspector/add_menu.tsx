// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// "+ Add": what can be added to what is selected, and to the scene, as the schema has it. Things of several kinds have a
// row for each list; arrow keys go through all of it.

import { computed } from "@preact/signals";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { selected } from "../model/selection.ts";
import { labelOf, plainName } from "../schema/fields.ts";
import { blockOf, schemaAt } from "../schema/walk.ts";
import { segments, valueAt } from "../text/paths.ts";
import { addThing } from "./edit_commands.ts";
import { facts } from "./facts.ts";
import { Icon, iconOf } from "./icons.tsx";
import { type Addable, addables } from "./outline_tree.ts";
import { outerOf, singular, titleOf } from "../model/names.ts";

interface Group {
  title: string;
  items: Addable[];
}

const groups = computed<Group[]>(() => {
  const now = facts.value;
  if (!now) return [];
  const whole = now.known.full ?? now.text;
  const found: Group[] = [];
  // To the selected thing, and to the one that it is in: an instance beside an instance.
  for (let path = selected.value ?? ""; path !== ""; path = outerOf(path)) {
    const value = valueAt(whole, path);
    const schema = schemaAt(now.root, segments(path), whole);
    const block = schema && blockOf(schema, value, now.root);
    const items = block ? addables(block, value, path, now) : [];
    if (items.length > 0) found.push({ title: `To ${titleOf(path, whole, now.root)}`, items });
  }
  const scene = blockOf(now.root, whole, now.root);
  const all = scene ? addables(scene, whole, "", now) : [];
  const single = all.filter((item) => all.filter(({ path }) => path === item.path).length === 1);
  if (single.length > 0) found.push({ title: "To the scene", items: single });
  for (const path of new Set(all.filter((item) => !single.includes(item)).map((item) => item.path))) {
    const items = all.filter((item) => item.path === path);
    found.push({ title: labelOf(singular(items[0]!.field.item!)), items });
  }
  return found;
});

// In a group of one list the kinds are enough.
const nameOf = (item: Addable, group: Group): string => {
  const sameList = group.items.length > 1 && group.items.every(({ path }) => path === item.path);
  return sameList && item.kind ? plainName(item.kind) : item.name;
};

function move(panel: HTMLElement, key: string): boolean {
  const all = [...panel.querySelectorAll<HTMLElement>("[role=menuitem]")];
  const at = all.indexOf(window.document.activeElement as HTMLElement);
  const box = all[at]?.getBoundingClientRect();
  const below = (way: number): number => {
    if (!box) return 0;
    const rows = all
      .map((item, index) => ({ index, own: item.getBoundingClientRect() }))
      .filter(({ own }) => (own.top - box.top) * way > 4);
    const near = Math.min(...rows.map(({ own }) => Math.abs(own.top - box.top)));
    const row = rows.filter(({ own }) => Math.abs(own.top - box.top) < near + 4);
    row.sort((a, b) => Math.abs(a.own.left - box.left) - Math.abs(b.own.left - box.left));
    return row[0]?.index ?? at;
  };
  const to: Record<string, () => number> = {
    ArrowRight: () => Math.min(at + 1, all.length - 1),
    ArrowLeft: () => Math.max(at - 1, 0),
    ArrowDown: () => below(1),
    ArrowUp: () => below(-1),
    Home: () => 0,
    End: () => all.length - 1,
  };
  const next = to[key];
  if (next) all[next()]?.focus();
  return next !== undefined;
}

function Panel({ close }: { close: (back: boolean) => void }) {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    panel.current?.querySelector<HTMLElement>("[role=menuitem]")?.focus();
    const away = (event: Event): void => {
      if (!panel.current?.parentElement?.contains(event.target as Node)) close(false);
    };
    window.addEventListener("pointerdown", away, true);
    return () => window.removeEventListener("pointerdown", away, true);
  }, []);
  return (
    <div
      ref={panel}
      class="out-panel"
      role="menu"
      aria-label="What can be added"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close(true);
        else if (event.key === "Tab") close(false);
        else if (!move(panel.current!, event.key)) return;
        if (event.key !== "Tab") event.preventDefault();
      }}
    >
      {groups.value.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <h3>{group.title}</h3>
          <div class="out-choices">
            {group.items.map((item) => (
              <button
                key={`${item.path} ${item.kind}`}
                type="button"
                role="menuitem"
                tabIndex={-1}
                title={item.help}
                onClick={() => {
                  close(false);
                  addThing(item);
                }}
              >
                <Icon name={iconOf(item.isList ? `${item.path}[0]` : item.path, item.kind ?? "")} />
                {nameOf(item, group)}
              </button>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

export function AddMenu() {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = (back: boolean): void => {
    setOpen(false);
    if (back) button.current?.focus();
  };
  return (
    <div class="out-add">
      <button
        ref={button}
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        title="Add a thing to the scene"
        onClick={() => setOpen(!open)}
      >
        + Add
      </button>
      {open && <Panel close={close} />}
    </div>
  );
}
