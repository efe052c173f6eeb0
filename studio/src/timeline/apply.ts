// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Edits of the timeline, made to the scene's text.

import type { Json } from "../link/protocol.ts";
import { removeValue, setValue } from "../text/edits.ts";
import { parse } from "../text/parse.ts";
import type { Segment } from "../text/paths.ts";
import { isVariant, openScene, partAt, placeOf } from "../text/places.ts";
import { allReplaced } from "../text/replace.ts";
import type { Edit } from "./clip_edits.ts";
import { isBlock } from "./parameters.ts";

// Where the values are written plainly they are replaced in one go; the others one after the other.
export const applied =
  (edits: readonly Edit[]) =>
  (text: string): string => {
    const [root, known] = [parse(text), openScene()];
    const isPlain = !isVariant(root) && isBlock(root) && root["set"] === undefined;
    const there: { at: Segment[]; value: Json }[] = [];
    const others: Edit[] = [];
    for (const edit of edits) {
      const at = placeOf(root, edit.path, known);
      if (isPlain && edit.value !== undefined && partAt(root, at) !== undefined) there.push({ at, value: edit.value });
      else others.push(edit);
    }
    return others.reduce(
      (now, { path, value }) => (value === undefined ? removeValue(now, path) : setValue(now, path, value)),
      there.length ? allReplaced(text, there) : text,
    );
  };
