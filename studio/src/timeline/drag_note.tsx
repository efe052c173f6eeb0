// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a drag does, beside the pointer.

import { dragNote } from "./gesture.ts";

export function DragNote() {
  const note = dragNote.value;
  if (!note) return null;
  return (
    <div class="tl-note" role="status" style={{ left: `${note.x + 14}px`, top: `${note.y - 30}px` }}>
      {note.text}
    </div>
  );
}
