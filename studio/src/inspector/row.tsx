// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A parameter: its name with unit, its field, its key and its reset, and what check says of it. Parameters that hold
// others are sections, which fold.

import type { ComponentChildren } from "preact";
import { useRef } from "preact/hooks";
import type { Json } from "../link/protocol.ts";
import { edit } from "../model/document.ts";
import { schema } from "../model/project.ts";
import { Menu, type MenuItem } from "../runs/menu.tsx";
import { entryField, plainName } from "../schema/fields.ts";
import { firstValue } from "../schema/values.ts";
import { memo } from "../style/memo.tsx";
import { appendTo, duplicateEntry, moveEntry, removeEntry } from "../text/edits.ts";
import { chooseBlock, keyState, labelFor, resetRow, setRow, switchOff, switchOn, toggleKey } from "./acts.ts";
import { controls } from "./controls.tsx";
import { surroundings } from "./facts.ts";
import { FindingLine } from "./finding_line.tsx";
import { countFindings, type Row } from "./rows.ts";
import { unitText } from "./numbers.ts";
import { isOpen, onlyChanged, pointedRow, search, setOpen } from "./state.ts";
import { freeName, singular } from "../model/names.ts";

const idOf = (path: string): string => `in-${path.replace(/[^\w]/g, "-")}`;

const point = (row: Row) => ({
  onPointerEnter: () => void (pointedRow.value = row),
  onFocusCapture: () => void (pointedRow.value = row),
});

// ---- what stands behind the field ----------------------------------------------------------------------------------

const keyTitles = {
  none: "Set a keyframe here",
  keyed: "Has keyframes, none here: set one",
  here: "Remove the keyframe here",
};

function KeyButton({ row }: { row: Row }) {
  if (!row.field.keyed) return <span class="in-gap" />;
  const state = keyState(row);
  return (
    <button
      type="button"
      class={`in-key ${state}`}
      aria-label={`${row.field.label}: ${keyTitles[state]}`}
      aria-pressed={state === "here"}
      title={keyTitles[state]}
      onClick={() => toggleKey(row)}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M6 1 11 6 6 11 1 6Z" />
        {state === "keyed" && <circle cx="6" cy="6" r="1.6" />}
      </svg>
    </button>
  );
}

function ResetButton({ row }: { row: Row }) {
  if (row.origin !== "written" || row.field.required) return null;
  return (
    <button
      type="button"
      class="in-reset"
      aria-label={`Reset ${row.field.label}`}
      title="Back to the default: no longer written in the scene"
      onClick={() => resetRow(row)}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d="M2.2 6a3.9 3.9 0 1 0 1.3-2.9M3.4 1v2.4h2.4" />
      </svg>
    </button>
  );
}

function Label({ row, htmlFor }: { row: Row; htmlFor: string }) {
  const { label, unit, help } = row.field;
  return (
    <label class="in-label" for={htmlFor} title={help}>
      {label}
      {unit && unit !== label.toLowerCase() && <span class="in-unit"> {unitText(unit)}</span>}
    </label>
  );
}

const Findings = ({ row }: { row: Row }) => (
  <>
    {row.findings.map((finding, index) => (
      <FindingLine key={index} finding={finding} />
    ))}
  </>
);

// ---- forms that have blocks ----------------------------------------------------------------------------------------

// Which of the forms a value has: a name, numbers, or a block of a kind.
function FormChoice({ row }: { row: Row }) {
  const { plain, choices, blocks, label, nullable } = row.field;
  const short = typeof row.value === "string" ? `name:${row.value}` : Array.isArray(row.value) ? "numbers" : "";
  const now = short || (row.block ? `kind:${row.block.kind ?? ""}` : "");
  const choose = (chosen: string): void => {
    const [form, name] = [chosen.slice(0, chosen.indexOf(":")), chosen.slice(chosen.indexOf(":") + 1)];
    if (form === "name") setRow(row, name);
    else if (form === "kind")
      chooseBlock(
        row,
        blocks.find(({ kind }) => (kind ?? "") === name)!,
      );
    else if (chosen === "numbers") setRow(row, Array<Json>(row.field.size).fill(0));
    else resetRow(row);
  };
  return (
    <select
      class="in-kind"
      aria-label={label ? `Kind of ${label}` : "Kind"}
      title={row.block?.help ?? ""}
      value={now}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {(nullable || now === "") && <option value="">none</option>}
      {plain === "vector" && <option value="numbers">as numbers</option>}
      {choices.map((name) => (
        <option key={name} value={`name:${name}`}>
          {plainName(name)}
        </option>
      ))}
      {blocks.map(({ kind, help }) => (
        <option key={kind} value={`kind:${kind ?? ""}`} title={help}>
          {kind === null ? "own values" : plainName(kind)}
        </option>
      ))}
    </select>
  );
}

const isNumbers = (row: Row): boolean => row.field.plain === "vector" && Array.isArray(row.value);

// A part that is there or not.
function Presence({ row }: { row: Row }) {
  const on = row.block !== null;
  const toggle = (): void => (on ? switchOff(row) : switchOn(row));
  return (
    <input
      type="checkbox"
      class="in-switch"
      aria-label={`${row.field.label}: ${on ? "there" : "not there"}`}
      title={on ? "Take it away" : "Add it"}
      checked={on}
      onChange={toggle}
    />
  );
}

interface SectionProps {
  row: Row;
  children: ComponentChildren;
  head?: ComponentChildren;
  alone?: boolean; // folded at first, and opened by itself
}

function Section({ row, children, head, alone = false }: SectionProps) {
  const { label, help, blocks, plain, nullable } = row.field;
  const isFiltered = search.value.trim() !== "" || onlyChanged.value;
  const hasMore = row.rows.length > 0 || isNumbers(row);
  const usually = !alone && (row.written > 0 || row.origin === "included" || row.field.required);
  const open = hasMore && (isFiltered || isOpen(row.path, usually, alone));
  const inside = row.rows.reduce((sum, inner) => sum + countFindings(inner), 0);
  const hasChoice = blocks.length > 1 || (plain !== "none" && plain !== "list" && blocks.length > 0);
  return (
    <section class="in-section" aria-label={label}>
      <div class={`in-head is-${row.origin}`} {...point(row)}>
        {!hasChoice && nullable && blocks.length === 1 && <Presence row={row} />}
        <button
          type="button"
          class="in-fold"
          aria-expanded={open}
          disabled={!hasMore}
          title={help}
          onClick={() => setOpen(row.path, !open, alone)}
        >
          {label}
          <span class="in-twisty" aria-hidden="true">
            {hasMore ? (open ? "▾" : "▸") : ""}
          </span>
        </button>
        {inside > 0 && !open && (
          <span class="in-count" title="Mistakes and remarks inside">
            {inside}
          </span>
        )}
        {hasChoice || <ResetButton row={row} />}
        {hasChoice && <FormChoice row={row} />}
        {head}
      </div>
      <Findings row={row} />
      {open && <div class="in-inside">{children}</div>}
    </section>
  );
}

// ---- lists ---------------------------------------------------------------------------------------------------------

function ListSection({ row }: { row: Row }) {
  const root = schema.value;
  const latest = useRef(row);
  latest.current = row;
  const list = useRef(() => latest.current).current;
  const { item, label } = row.field;
  if (!root || !item) return null;
  const what = singular(item);
  const add = (): void => {
    const last = row.rows.at(-1);
    const isPlain = last !== undefined && last.field.blocks.length === 0;
    const value = isPlain ? last.value : firstValue(entryField(row.field, root), root, surroundings());
    setOpen(row.path, true);
    edit(`Add ${what} to ${labelFor(row)}`, (text) => appendTo(text, row.path, value));
  };
  const head = (
    <>
      <span class="in-number-of">{row.rows.length || ""}</span>
      <button type="button" class="in-small" aria-label={`Add to ${label}`} title={`Add: ${what}`} onClick={add}>
        +
      </button>
    </>
  );
  return (
    <Section row={row} head={head}>
      {row.rows.map((entry, index) => (
        <Entry
          key={index}
          list={list}
          row={entry}
          index={index}
          isLast={index === row.rows.length - 1}
          isOfMany={row.rows.length > many}
        />
      ))}
    </Section>
  );
}

interface EntryProps {
  list: () => Row; // as it is then: an entry is not drawn anew because another one of it changed
  row: Row;
  index: number;
  isLast: boolean;
  isOfMany: boolean;
}

const many = 12; // entries that are folded at first, so that the panel stays quick and can be looked over

function EntryMenu({ list, row, index, isLast }: EntryProps) {
  const name = row.field.label;
  const copy = (): { name?: string } => {
    const isNamed = row.rows.some(({ field, value }) => field.name === "name" && value !== "");
    const taken = list().rows.map(({ field }) => field.label);
    return isNamed ? { name: freeName(name, taken) } : {};
  };
  const item = (what: string, change: (text: string) => string, off: string | null = null): MenuItem => ({
    name: what,
    off,
    act: () => edit(`${what}: ${name} of ${labelFor(list())}`, change),
  });
  const items = [
    item("Duplicate", (text) => duplicateEntry(text, row.path, copy())),
    item("Move up", (text) => moveEntry(text, row.path, index - 1), index > 0 ? null : "It is the first."),
    item("Move down", (text) => moveEntry(text, row.path, index + 1), isLast ? "It is the last." : null),
    item("Remove", (text) => removeEntry(text, row.path)),
  ];
  return (
    <Menu label={`Change the list: ${name}`} class="in-small" items={items}>
      ⋯
    </Menu>
  );
}

const Entry = memo((props: EntryProps) => {
  const { row } = props;
  const buttons = <EntryMenu {...props} />;
  if (row.field.blocks.length > 0) {
    return (
      <Section row={{ ...row, field: { ...row.field, required: false } }} head={buttons} alone={props.isOfMany}>
        <Rows rows={row.rows} />
      </Section>
    );
  }
  return <PlainRow row={row} isEntry behind={buttons} />;
});

// ---- rows ----------------------------------------------------------------------------------------------------------

function PlainRow({ row, behind, isEntry = false }: { row: Row; behind?: ComponentChildren; isEntry?: boolean }) {
  const id = idOf(row.path);
  const Control = controls[row.field.plain];
  return (
    <div class={`in-row is-${row.origin} ${isEntry ? "in-entry" : ""}`} {...point(row)}>
      <div class="in-line">
        <div class="in-name">
          <Label row={row} htmlFor={id} />
          <ResetButton row={row} />
        </div>
        <div class="in-control">
          <Control row={row} id={id} />
        </div>
        {behind ?? <KeyButton row={row} />}
      </div>
      <Findings row={row} />
    </div>
  );
}

// One entry may stand for a list.
function onlyEntry(row: Row): Row {
  const root = schema.value;
  return root ? { ...row, field: { ...row.field, plain: entryField(row.field, root).plain } } : row;
}

const OneRow = memo(({ row }: { row: Row }) => {
  const { plain, blocks, help } = row.field;
  if (plain === "list" && typeof row.value === "string") return <PlainRow row={onlyEntry(row)} />;
  if (plain === "list") return <ListSection row={row} />;
  if (blocks.length === 0) return <PlainRow row={row} />;
  const numbers = { ...row, findings: [], field: { ...row.field, label: "Along x, y, z", help, blocks: [] } };
  return <Section row={row}>{isNumbers(row) ? <PlainRow row={numbers} /> : <Rows rows={row.rows} />}</Section>;
});

export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      {rows.map((row) => (
        <OneRow key={row.path} row={row} />
      ))}
    </>
  );
}
