// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keys for playing, for markers, and for keyframes. This is read before the commands for what is selected
// (inspector/edit_commands.ts): while keys are selected, Delete and Ctrl+D are theirs.

import { command } from "../model/commands.ts";
import { sceneName } from "../model/document.ts";
import { frame, frames, goTo, looping, loopRange, step, togglePlaying } from "../model/playhead.ts";
import * as acts from "./key_acts.ts";
import { canMove } from "./clip_edits.ts";
import { addMarker } from "./markers.ts";
import { rows, selectedKeys, selectedThing, toggleAll } from "./state.ts";
import { propertiesOf } from "./things.ts";

const isOpen = (): boolean => sceneName.value !== null;
const hasKeys = (): boolean => selectedKeys.value.size > 0;
// Text that is marked, or being typed, is what is meant by copying.
const isText = (): boolean =>
  !!document.activeElement?.matches("input, textarea, select, [contenteditable]") || !getSelection()?.isCollapsed;

function loopFrom(first: number, last: number): void {
  loopRange.value = first < last ? { first, last } : null;
  looping.value = true;
}
const ends = (): { first: number; last: number } => loopRange.value ?? frames.value;

const play = { group: "Play", can: isOpen } as const;
command({ ...play, name: "Play or stop", keys: ["Space"], act: togglePlaying });
command({ ...play, name: "Next frame", keys: ["ArrowRight"], act: () => step(1) });
command({ ...play, name: "Previous frame", keys: ["ArrowLeft"], act: () => step(-1) });
command({ ...play, name: "First frame", keys: ["Shift+ArrowLeft"], act: () => goTo(ends().first) });
command({ ...play, name: "Last frame", keys: ["Shift+ArrowRight"], act: () => goTo(ends().last) });
command({ ...play, name: "Next key", keys: ["PageDown"], act: () => acts.goToKey(1) });
command({ ...play, name: "Previous key", keys: ["PageUp"], act: () => acts.goToKey(-1) });
command({ ...play, name: "Add a marker", keys: ["M"], act: addMarker });
command({ ...play, name: "Loop from here", keys: ["B"], act: () => loopFrom(frame.value, ends().last) });
command({ ...play, name: "Loop to here", keys: ["N"], act: () => loopFrom(ends().first, frame.value) });

command({
  name: "Unfold or fold all keys",
  group: "View",
  keys: ["U"],
  act: toggleAll,
  can: () => rows.value.length > 0,
});

const edit = { group: "Edit" } as const;
command({
  ...edit,
  name: "Set keys of what is selected",
  keys: ["K"],
  act: acts.setKeys,
  can: () => selectedThing.value !== null && propertiesOf(selectedThing.value).length > 0,
});
const canNudge = (): boolean =>
  !isText() && (hasKeys() || (selectedThing.value !== null && canMove(selectedThing.value)));
command({
  ...edit,
  name: "Keys or clip: a frame later",
  keys: ["Ctrl+ArrowRight"],
  act: () => acts.nudge(1),
  can: canNudge,
});
command({
  ...edit,
  name: "Keys or clip: a frame earlier",
  keys: ["Ctrl+ArrowLeft"],
  act: () => acts.nudge(-1),
  can: canNudge,
});
command({ ...edit, name: "Delete keys", keys: ["Delete", "Backspace"], act: acts.removeKeys, can: hasKeys });
command({ ...edit, name: "Copy keys", keys: ["Ctrl+C"], act: acts.copyKeys, can: () => hasKeys() && !isText() });
command({
  ...edit,
  name: "Paste keys at the playhead",
  keys: ["Ctrl+V"],
  act: acts.pasteKeys,
  can: () => acts.canPaste() && !isText(),
});
command({
  ...edit,
  name: "Duplicate keys",
  keys: ["Ctrl+D"],
  act: acts.duplicateKeys,
  can: () => hasKeys() && !isText(),
});
