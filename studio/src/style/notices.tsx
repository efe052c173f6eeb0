// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sentences for the artist, newest below: in the upper right corner of the view, or at the lower edge of the start page.

import { useEffect, useState } from "preact/hooks";
import { dismiss, notices } from "../model/notices.ts";

export function Notices() {
  // Screen readers tell what comes into a region that is there already.
  const [isThere, setThere] = useState(false);
  useEffect(() => setThere(true), []);
  const those = isThere ? notices.value : [];
  return (
    <div class="notices" role="status" aria-live="polite">
      {those.map(({ id, kind, text }) => (
        <div key={id} class={`notice ${kind}`}>
          <span>{text}</span>
          <button type="button" class="plain" aria-label="Dismiss" onClick={() => dismiss(id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
