// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Run with its menu, a preview with the run behind it, live.

import { checked } from "../model/document.ts";
import { frame } from "../model/playhead.ts";
import { shown } from "../model/takes.ts";
import { Icon } from "./icons.tsx";
import { isLive, toggleLive } from "./live.ts";
import { Menu, type MenuItem } from "./menu.tsx";
import {
  blocked,
  branchFrom,
  branchOff,
  branchWords,
  offReason,
  previewThenRun,
  quick,
  start,
} from "./run_commands.ts";
import { kindWords, previewKinds } from "./run_kinds.ts";

function items(): (MenuItem | "line")[] {
  const previews = previewKinds.map((kind): MenuItem => {
    const isQuick = kind === quick();
    return {
      name: `Preview: ${kindWords[kind].name.toLowerCase()}`,
      about: kindWords[kind].about,
      off: offReason(kind),
      ...(isQuick ? { keys: "Ctrl+Shift+Enter" } : {}),
      act: () => start(kind),
    };
  });
  const run = { name: "Run", about: kindWords.full.about, keys: "Ctrl+Enter", off: blocked.value };
  const branch: MenuItem = {
    name: branchWords.value,
    about: "With the scene as it is now; earlier frames stay.",
    keys: "Shift+B",
    off: branchOff.value,
    act: () => branchFrom(shown.value!, frame.value),
  };
  return [{ ...run, act: () => start("full") }, "line", ...previews, "line", branch];
}

export function RunButtons() {
  const reason = blocked.value;
  const [first, last] = [checked.value?.frames.first, checked.value?.frames.last];
  const what = first === undefined ? "" : `: frames ${first} to ${last}`;
  const both = `First at ${kindWords[quick()].name.toLowerCase()}, which is there soon; then all of it`;
  return (
    <>
      <div class="top-split">
        <button
          type="button"
          class="main"
          aria-disabled={!!reason}
          title={reason ?? `Run the scene${what} (Ctrl+Enter)`}
          onClick={() => start("full")}
        >
          Run
        </button>
        <Menu label="Other ways to run" class={reason ? "" : "main"} note={reason} items={items()}>
          <Icon of="caret" />
        </Menu>
      </div>
      <button type="button" aria-disabled={!!reason} title={reason ?? both} onClick={previewThenRun}>
        Preview, then run
      </button>
      <LiveButton reason={reason} />
    </>
  );
}

function LiveButton({ reason }: { reason: string | null }) {
  const on = isLive.value;
  const about = "Simulate while you edit: what you change is seen from the next frame on (L)";
  return (
    <button
      type="button"
      class={`top-live ${on ? "on" : ""}`}
      aria-pressed={on}
      aria-disabled={!on && !!reason}
      title={on ? "Live is on; press to end it (L)" : (reason ?? about)}
      onClick={toggleLive}
    >
      <span class="top-dot" aria-hidden="true" />
      {on ? "Live on" : "Live"}
    </button>
  );
}
