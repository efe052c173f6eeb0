// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every parameter of what is selected, or of the scene as a whole, with search, help and what check says.

import { computed } from "@preact/signals";
import type { Json } from "../link/protocol.ts";
import { type Field, fieldOf } from "../schema/fields.ts";
import { schemaAt } from "../schema/walk.ts";
import { selected } from "../model/selection.ts";
import { isInside, segments, valueAt } from "../text/paths.ts";
import { isStandIn, writtenAt } from "../text/places.ts";
import { stable } from "../text/shared.ts";
import { facts } from "./facts.ts";
import { FindingLine } from "./finding_line.tsx";
import "./inspector.css";
import { rangeText, shown } from "./numbers.ts";
import { rangeOf } from "./controls.tsx";
import { type Facts, found, type Row, rowOf, words } from "./rows.ts";
import { Rows } from "./row.tsx";
import { onlyChanged, pointedRow, search } from "./state.ts";
import { titleOf } from "../model/names.ts";
import { Header } from "./header.tsx";

// What is shown: the selected thing, else the scene.
const shownPath = computed(() => {
  const now = facts.value;
  const path = selected.value ?? "";
  if (!now || !path) return "";
  const isThere = valueAt(now.known.full, path) !== undefined || writtenAt(now.text, path, now.known) !== undefined;
  return isThere && schemaAt(now.root, segments(path), now.known.full) ? path : "";
});

const shownRow = stable<Row | null>(() => {
  const now = facts.value;
  if (!now) return null;
  const path = shownPath.value;
  const schema = schemaAt(now.root, segments(path), now.known.full ?? now.text);
  if (!schema) return null;
  const row = rowOf(fieldOf("", schema, now.root, true), path, now);
  return { ...row, field: { ...row.field, label: titleOf(path, now.known.full ?? now.text, now.root) } };
});

// The rows of a thing; a single parameter, as "gravity", is a row itself.
function rowsIn(row: Row, { known }: Facts): Row[] {
  const isSingle = row.rows.length === 0 || row.field.plain === "list";
  const shownRows = isSingle ? [row] : row.rows;
  if (row.path) return shownRows;
  return shownRows.filter(
    ({ path, field, value }) => !isStandIn(path, known) && field.plain !== "other" && !isUnused(field, value),
  );
}

// Parameters that have no default and are not there, such as "include".
const isUnused = (field: Field, value: Json): boolean =>
  value === null && field.default === undefined && !field.nullable;

function Search() {
  return (
    <div class="in-search">
      <input
        type="search"
        placeholder="Search parameters"
        aria-label="Search parameters"
        value={search.value}
        onInput={(event) => (search.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") search.value = "";
        }}
      />
      <button
        type="button"
        aria-pressed={onlyChanged.value}
        title="Show only what this scene sets"
        onClick={() => (onlyChanged.value = !onlyChanged.value)}
      >
        Changed
      </button>
    </div>
  );
}

function HelpLine() {
  const row = pointedRow.value;
  if (!row || !isInside(row.path, shownPath.value || row.path))
    return <footer class="in-help dim">Point at a parameter to read what it does.</footer>;
  const { field } = row;
  const range = rangeText(rangeOf(field));
  const usual = field.default;
  const number =
    typeof usual === "number" ? shown(usual) : Array.isArray(usual) && usual.length === 3 ? usual.join(", ") : "";
  const text =
    typeof usual === "string" && usual ? usual : typeof usual === "boolean" ? (usual ? "on" : "off") : number;
  const more = [range, text && `default ${text}`, row.origin === "included" && "from an included scene"].filter(
    Boolean,
  );
  return (
    <footer class="in-help" aria-live="polite">
      <b>{field.label}</b> {field.help}
      {more.length > 0 && <span class="dim"> {more.join(" · ")}</span>}
    </footer>
  );
}

export function Inspector() {
  const row = shownRow.value;
  const now = facts.value;
  if (!row || !now) return <p class="in-empty dim">The parameters come when the scene could be read.</p>;
  const rows = found(rowsIn(row, now), words(search.value), onlyChanged.value);
  const general = now.findings.filter(({ path }) => (row.path ? path === row.path : path === ""));
  return (
    <div class="inspector">
      <Header row={row} />
      <Search />
      <div class="in-rows" onPointerLeave={() => (pointedRow.value = null)}>
        {(row.path === "" || row.rows.length > 0) &&
          general.map((each, index) => <FindingLine key={index} finding={each} />)}
        <Rows rows={rows} />
        {rows.length === 0 && (
          <p class="in-empty dim">{search.value ? "No parameter fits." : "Everything here is as it is by default."}</p>
        )}
      </div>
      <HelpLine />
    </div>
  );
}
