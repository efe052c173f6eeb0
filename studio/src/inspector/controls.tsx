// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The fields of a parameter by its kind: every kind has one.

import type { ComponentType } from "preact";
import { useRef, useState } from "preact/hooks";
import type { Json } from "../link/protocol.ts";
import { templates } from "../library/shelf.ts";
import { sceneName } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { project } from "../model/project.ts";
import { upload } from "../link/connection.ts";
import { type Field, plainName, type PlainKind } from "../schema/fields.ts";
import { resetRow, setRow, valueNow } from "./acts.ts";
import { namesIn } from "./facts.ts";
import { NumberField } from "./number_field.tsx";
import { colourOf, hexOf, type Range, shown } from "./numbers.ts";
import type { Row } from "./rows.ts";

export interface ControlProps {
  row: Row;
  id: string;
}

export const rangeOf = ({ minimum, above, maximum, unit, plain }: Field): Range => ({
  minimum,
  above,
  maximum,
  unit,
  whole: plain === "integer",
});

const boundless = 1e9; // what is at no frame: "first" and "last" of what is always there

const isBad = (row: Row): boolean => row.findings.some(({ severity }) => severity === "error");
const axes = ["x", "y", "z"];

function NumberControl({ row, id }: ControlProps) {
  const value = valueNow(row);
  const isBound = typeof value === "number" && Math.abs(value) < boundless;
  const isEver = typeof value === "number" && !isBound;
  return (
    <NumberField
      id={id}
      label={row.field.label}
      value={isBound ? value : null}
      range={rangeOf(row.field)}
      bad={isBad(row)}
      placeholder={isEver ? "no limit" : row.field.nullable ? "automatic" : ""}
      onValue={(next, merge) => setRow(row, next, merge)}
      onEmpty={() => resetRow(row)}
    />
  );
}

// Also one number that stands for three.
export function numbersOf(value: Json, size: number): number[] | null {
  if (typeof value === "number") return Array<number>(size).fill(value);
  return Array.isArray(value) && value.every((part) => typeof part === "number") ? (value as number[]) : null;
}

// What is not given has no numbers to change; the button gives it some.
function Missing({ row, first }: { row: Row; first: Json }) {
  return (
    <button type="button" class="in-missing" onClick={() => setRow(row, first)}>
      Set
    </button>
  );
}

function VectorControl({ row, id }: ControlProps) {
  const values = numbersOf(valueNow(row), row.field.size);
  if (!values) return <Missing row={row} first={row.field.default ?? Array<Json>(row.field.size).fill(0)} />;
  const set = (index: number, next: number, merge?: string): void =>
    setRow(
      row,
      values.map((value, at) => (at === index ? next : value)),
      merge,
    );
  return (
    <div class="in-vector" role="group" aria-label={row.field.label}>
      {values.map((value, index) => (
        <NumberField
          key={index}
          {...(index === 0 ? { id } : {})}
          label={`${row.field.label} ${axes[index] ?? index + 1}`}
          axis={axes[index] ?? ""}
          value={value}
          range={rangeOf(row.field)}
          bad={isBad(row)}
          onValue={(next, merge) => set(index, next, merge)}
        />
      ))}
    </div>
  );
}

let colourGesture = 0;

function ColourControl({ row, id }: ControlProps) {
  const values = numbersOf(valueNow(row), 3);
  const merge = useRef("");
  if (!values) return <Missing row={row} first={[0.8, 0.8, 0.8]} />;
  return (
    <div class="in-colour">
      <input
        id={id}
        type="color"
        aria-label={row.field.label}
        value={hexOf(values)}
        onFocus={() => (merge.current = `colour ${++colourGesture}`)}
        onInput={(event) => setRow(row, colourOf(event.currentTarget.value), merge.current)}
      />
      <span class="in-colour-numbers" title="Red, green, blue: shares of light">
        {values.map((value) => shown(Number(value.toFixed(3)))).join("  ")}
      </span>
    </div>
  );
}

function SwitchControl({ row, id }: ControlProps) {
  return (
    <input
      id={id}
      type="checkbox"
      class="in-switch"
      checked={row.value === true}
      onChange={(event) => setRow(row, event.currentTarget.checked)}
    />
  );
}

function ChoiceControl({ row, id }: ControlProps) {
  const value = typeof row.value === "string" ? row.value : "";
  const choose = (chosen: string): void => (chosen === "" ? resetRow(row) : setRow(row, chosen));
  return (
    <select id={id} value={value} onChange={(event) => choose(event.currentTarget.value)}>
      {(row.field.nullable || value === "") && <option value="">none</option>}
      {row.field.choices.map((choice) => (
        <option key={choice} value={choice}>
          {plainName(choice)}
        </option>
      ))}
    </select>
  );
}

interface TypedProps extends ControlProps {
  suggestions: string[];
}

function Typed({ row, id, suggestions }: TypedProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const value = typeof row.value === "string" ? row.value : "";
  const take = (): void => {
    if (draft === null) return;
    setDraft(null);
    if (draft === value) return;
    if (draft === "" && !row.field.required && (row.field.default ?? "") === "") resetRow(row);
    else setRow(row, draft);
  };
  return (
    <>
      <input
        id={id}
        type="text"
        class={isBad(row) ? "bad" : ""}
        list={suggestions.length ? `${id}-names` : undefined}
        autocomplete="off"
        spellcheck={false}
        placeholder={row.field.nullable ? "none" : ""}
        value={draft ?? value}
        onInput={(event) => setDraft(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === "Enter") take();
          if (event.key === "Escape" && draft !== null) {
            setDraft(null);
            event.stopPropagation();
          }
        }}
      />
      {suggestions.length > 0 && (
        <datalist id={`${id}-names`}>
          {suggestions.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      )}
    </>
  );
}

function TextControl({ row, id }: ControlProps) {
  const list = row.field.names;
  const recorded =
    list === "templates" ? [...namesIn("recordings"), ...(templates.value ?? []).map((each) => each.name)] : [];
  const names = list ? [...new Set([...namesIn(list), ...recorded])] : [];
  return <Typed row={row} id={id} suggestions={names} />;
}

// Files are named from the folder of the scene.
function folderOf(scene: string): string {
  const cut = scene.lastIndexOf("/");
  return cut < 0 ? "" : scene.slice(0, cut + 1);
}

function FileControl({ row, id }: ControlProps) {
  const scene = sceneName.value ?? "";
  const folder = folderOf(scene);
  const files = project.value.scenes
    .map((card) => card.scene)
    .filter((name) => name !== scene && name.startsWith(folder));
  const picker = useRef<HTMLInputElement>(null);
  const bring = async (file: File): Promise<void> => {
    await upload(folder + file.name, file);
    setRow(row, file.name);
  };
  return (
    <div class="in-file">
      <Typed row={row} id={id} suggestions={files.map((name) => name.slice(folder.length))} />
      <button
        type="button"
        aria-label={`Bring a file for ${row.field.label}`}
        title="Bring a file into the scene's folder"
        onClick={() => picker.current?.click()}
      >
        …
      </button>
      <input
        ref={picker}
        type="file"
        class="hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          if (file) told(bring(file));
          event.currentTarget.value = "";
        }}
      />
    </div>
  );
}

function OtherControl({ row }: ControlProps) {
  return <code class="in-other">{JSON.stringify(row.value)}</code>;
}

const Nothing = () => null;

export const controls: Record<PlainKind, ComponentType<ControlProps>> = {
  number: NumberControl,
  integer: NumberControl,
  switch: SwitchControl,
  choice: ChoiceControl,
  text: TextControl,
  file: FileControl,
  vector: VectorControl,
  colour: ColourControl,
  list: Nothing, // rows of their own
  none: Nothing,
  other: OtherControl,
};
