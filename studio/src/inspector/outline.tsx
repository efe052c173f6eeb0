// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The things of the scene as a tree: click selects, arrow keys go through it, F2 renames, "+" adds.

import { computed, effect, signal, untracked, useComputed } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { edit } from "../model/document.ts";
import { hovered, select, selected } from "../model/selection.ts";
import { memo } from "../style/memo.tsx";
import { setValue } from "../text/edits.ts";
import { isInside } from "../text/paths.ts";
import { AddMenu } from "./add_menu.tsx";
import { duplicateThing, removeThing, renameThing } from "./edit_commands.ts";
import { Icon, iconOf } from "./icons.tsx";
import "./outline.css";
import { isUsuallyOpen, type Thing, visibleThings } from "./outline_tree.ts";
import { renaming } from "./state.ts";
import { things } from "./things.ts";

// What the artist opened or closed, by paths; the others are as usual.
const opened = signal<ReadonlyMap<string, boolean>>(new Map());
const focused = signal(""); // path of the row that Tab comes to

const canOpen = (thing: Thing): boolean => thing.children.length > 0;
const isOpen = (thing: Thing): boolean => canOpen(thing) && (opened.value.get(thing.path) ?? isUsuallyOpen(thing));

function setFolded(path: string, fold: boolean): void {
  opened.value = new Map(opened.peek()).set(path, !fold);
}

// The way to a thing: all that it is in.
const wayTo = (tree: Thing, path: string): Thing[] =>
  tree.children
    .filter((child) => child.path !== path && isInside(path, child.path))
    .flatMap((child) => [child, ...wayTo(child, path)]);

const shown = computed(() => (things.value ? visibleThings(things.value, isOpen) : []));

// What is selected elsewhere is opened here.
effect(() => {
  const path = selected.value;
  focused.value = path ?? "";
  if (path === null) return;
  untracked(() => {
    const closed = things.value ? wayTo(things.value, path).filter((thing) => !isOpen(thing)) : [];
    for (const thing of closed) setFolded(thing.path, false);
  });
});

function choose(thing: Thing): void {
  focused.value = thing.path;
  if (thing.what === "list") return setFolded(thing.path, isOpen(thing));
  select(thing.path || null);
}

function hide(thing: Thing): void {
  const show = thing.visible === false;
  edit(`${show ? "Show" : "Hide"} ${thing.title}`, (text) => setValue(text, `${thing.path}.visible`, show));
}

const canRename = (thing: Thing): boolean => thing.name !== null;

// ---- keys ----------------------------------------------------------------------------------------------------------

function goTo(thing: Thing | undefined): void {
  if (!thing) return;
  focused.value = thing.path;
  if (thing.what !== "list") select(thing.path || null);
  requestAnimationFrame(() => window.document.getElementById(rowId(thing.path))?.focus());
}

const rowId = (path: string): string => `out-${path.replace(/[^\w]/g, "-")}`;

function keys(event: KeyboardEvent): void {
  if (renaming.value !== null || event.altKey) return;
  const rows = shown.value;
  const index = rows.findIndex(({ thing }) => thing.path === focused.value);
  const { thing, level } = rows[index] ?? rows[0]!;
  const acts: Record<string, () => void> = {
    ArrowDown: () => goTo(rows[index + 1]?.thing),
    ArrowUp: () => goTo(rows[index - 1]?.thing),
    Home: () => goTo(rows[0]?.thing),
    End: () => goTo(rows.at(-1)?.thing),
    ArrowRight: () => (canOpen(thing) && !isOpen(thing) ? setFolded(thing.path, false) : goTo(rows[index + 1]?.thing)),
    ArrowLeft: () =>
      isOpen(thing)
        ? setFolded(thing.path, true)
        : goTo(rows.slice(0, index).findLast((row) => row.level < level)?.thing),
    Enter: () => choose(thing),
    " ": () => choose(thing),
    F2: () => canRename(thing) && void (renaming.value = thing.path),
    Delete: () => thing.what !== "list" && thing.path && removeThing(thing.path),
  };
  const isCopy = event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey) && thing.what === "entry";
  const act = isCopy ? () => duplicateThing(thing.path) : event.ctrlKey ? undefined : acts[event.key];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}

// ---- rows ----------------------------------------------------------------------------------------------------------

function NameField({ thing }: { thing: Thing }) {
  const field = useRef<HTMLInputElement>(null);
  const name = thing.name ?? "";
  useLayoutEffect(() => field.current?.select(), []); // at once: what is typed next is the name
  const end = (take: boolean): void => {
    if (renaming.peek() !== thing.path) return;
    renaming.value = null;
    const typed = field.current?.value.trim() ?? name;
    if (take && typed !== name) renameThing(thing.path, typed);
    requestAnimationFrame(() => window.document.getElementById(rowId(thing.path))?.focus());
  };
  return (
    <input
      ref={field}
      class="out-rename"
      aria-label={`New name of ${thing.title}`}
      defaultValue={name}
      onBlur={() => end(true)}
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") end(true);
        if (event.key === "Escape") end(false);
      }}
    />
  );
}

const eye = "M1.5 8C4 3.8 12 3.8 14.5 8 12 12.2 4 12.2 1.5 8ZM8 6a2 2 0 1 0 0 4 2 2 0 0 0 0-4Z";

function Eye({ thing }: { thing: Thing }) {
  if (thing.visible === null) return null;
  const what = thing.visible ? `Hide ${thing.title} in pictures` : `Show ${thing.title} in pictures`;
  return (
    <button
      type="button"
      class={`plain out-eye ${thing.visible ? "" : "off"}`}
      aria-label={what}
      aria-pressed={!thing.visible}
      title={what}
      tabIndex={-1}
      onClick={(event) => {
        event.stopPropagation();
        hide(thing);
      }}
    >
      <svg class="thing-icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={thing.visible ? eye : `${eye}M2.5 2.5l11 11`} />
      </svg>
    </button>
  );
}

function Badge({ thing }: { thing: Thing }) {
  const inside = isOpen(thing) && thing.children.some(({ errors, others }) => errors + others > 0);
  if (inside || thing.errors + thing.others === 0) return null;
  const what = thing.errors > 0 ? "mistake" : "remark";
  const count = thing.errors || thing.others;
  return (
    <span class={`out-badge ${what}`} title={`${count} ${what}${count === 1 ? "" : "s"}`}>
      {thing.errors > 0 ? "✕" : "!"}
      <span class="hidden">
        {count} {what}
        {count === 1 ? "" : "s"}
      </span>
    </span>
  );
}

const TreeRow = memo(({ thing, level }: { thing: Thing; level: number }) => {
  const open = isOpen(thing);
  // Of what is selected and pointed at only the rows that it is about are drawn anew.
  const { path } = thing;
  const isSelected = useComputed(() => (selected.value ?? "") === path).value;
  const isHovered = useComputed(() => hovered.value === path).value;
  const isFocused = useComputed(() => focused.value === path).value;
  const isRenamed = useComputed(() => renaming.value === path).value;
  const classes = ["out-row", `out-${thing.what}`];
  if (isSelected) classes.push("selected");
  if (isHovered) classes.push("hovered");
  if (thing.visible === false) classes.push("unseen");
  return (
    <div
      id={rowId(thing.path)}
      class={classes.join(" ")}
      role="treeitem"
      aria-level={level}
      aria-selected={isSelected}
      {...(canOpen(thing) ? { "aria-expanded": open } : {})}
      tabIndex={isFocused ? 0 : -1}
      style={{ paddingLeft: `${4 + (level - 1) * 13}px` }}
      onClick={() => choose(thing)}
      onDblClick={() => canRename(thing) && void (renaming.value = thing.path)}
      onPointerEnter={() => thing.what !== "list" && (hovered.value = thing.path || null)}
      onPointerLeave={() => hovered.peek() === thing.path && (hovered.value = null)}
    >
      <span
        class="out-twisty"
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          setFolded(thing.path, open);
        }}
      >
        {canOpen(thing) ? (open ? "▾" : "▸") : ""}
      </span>
      {thing.what !== "list" && <Icon name={iconOf(thing.path, thing.kind)} />}
      {isRenamed ? (
        <NameField thing={thing} />
      ) : (
        <span class="out-title" title={thing.title}>
          {thing.title}
        </span>
      )}
      {thing.about && <span class="out-about">{thing.about}</span>}
      {thing.included && (
        <span class="out-included" title="Comes from an included scene; changes of it are written here">
          included
        </span>
      )}
      <span class="grow" />
      <Badge thing={thing} />
      <Eye thing={thing} />
    </div>
  );
});

export function Outline() {
  const rows = shown.value;
  const list = useRef<HTMLDivElement>(null);
  // What is selected is in sight.
  useEffect(() => {
    list.current?.querySelector(".out-row.selected")?.scrollIntoView({ block: "nearest" });
  }, [selected.value, rows.length]);
  if (rows.length === 0) return <p class="out-empty dim">The outline comes when the scene could be read.</p>;
  const hasFocus = rows.some(({ thing }) => thing.path === focused.value);
  if (!hasFocus) focused.value = "";
  return (
    <div class="outline">
      <div class="out-bar">
        <AddMenu />
      </div>
      <div ref={list} class="out-tree" role="tree" aria-label="Things of the scene" onKeyDown={keys}>
        {rows.map(({ thing, level }) => (
          <TreeRow key={`${thing.what}:${thing.path}`} thing={thing} level={level} />
        ))}
      </div>
    </div>
  );
}
