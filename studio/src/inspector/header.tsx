// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whose parameters are shown: its icon, its name, what it is, and the way back to what it is in.

import { schema } from "../model/project.ts";
import { select } from "../model/selection.ts";
import { full, written } from "../model/document.ts";
import { segments } from "../text/paths.ts";
import { schemaAt } from "../schema/walk.ts";
import { chooseBlock } from "./acts.ts";
import { Icon, iconOf } from "./icons.tsx";
import type { Row } from "./rows.ts";
import { kindIn, outerOf, singular, titleNow } from "../model/names.ts";
import { labelOf, plainName } from "../schema/fields.ts";

// "solid", "instance of jets"
function whatIs(path: string): string {
  const root = schema.value;
  const own = root && schemaAt(root, segments(path), full.value ?? written.value);
  const isEntry = typeof segments(path).at(-1) === "number";
  return own && isEntry ? labelOf(singular(own)) : "";
}

export function Header({ row }: { row: Row }) {
  const { path, field } = row;
  const outer = path ? outerOf(path) : null;
  const kinds = field.blocks.filter(({ kind }) => kind !== null);
  return (
    <header class="in-header">
      <Icon name={iconOf(path, kindIn(row.value))} />
      <div class="in-title">
        <h2>{path ? field.label : "Scene"}</h2>
        <p class="dim small">
          {outer !== null && (
            <button type="button" class="plain in-outer" onClick={() => select(outer || null)}>
              {outer ? titleNow(outer) : "Scene"}
            </button>
          )}
          {outer !== null && whatIs(path) && " › "}
          {whatIs(path)}
        </p>
      </div>
      {kinds.length > 1 && (
        <select
          aria-label="Kind"
          title={row.block?.help ?? ""}
          value={row.block?.kind ?? ""}
          onChange={(event) => {
            const block = kinds.find(({ kind }) => kind === event.currentTarget.value);
            if (block) chooseBlock(row, block);
          }}
        >
          {kinds.map(({ kind, help }) => (
            <option key={kind} value={kind!} title={help}>
              {plainName(kind!)}
            </option>
          ))}
        </select>
      )}
    </header>
  );
}
