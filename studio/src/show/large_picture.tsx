// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A picture over the whole page; Escape or a click ends it.

import { useLayoutEffect, useRef } from "preact/hooks";
import { nameOf } from "./results.ts";

export interface Picture {
  path: string;
  source: string; // its address
}

export function LargePicture({ picture: { path, source }, close }: { picture: Picture; close: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current!.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="large-picture"
      aria-label={nameOf(path)}
      onClose={close}
      onClick={() => dialog.current!.close()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <img src={source} alt={nameOf(path)} />
      <div class="row">
        <span class="dim">{path}</span>
        <button type="button" onClick={() => dialog.current!.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}
