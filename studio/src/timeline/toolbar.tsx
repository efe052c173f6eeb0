// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Above the ruler: playing, the frame as a number, what can be done to the selected clip, and what is seen.

import { document } from "../model/document.ts";
import * as play from "../model/playhead.ts";
import { duplicateThing, removeThing } from "../inspector/edit_commands.ts";
import * as acts from "./thing_acts.ts";
import { canReverse } from "./clip_edits.ts";
import { canBeMuted, isMuted } from "./clips.ts";
import { IconButton } from "./icons.tsx";
import * as state from "./state.ts";
import type { Thing } from "./things.ts";
import { zoomed } from "./time_view.ts";
import { NumberBox } from "../style/number_box.tsx";

function PlayButtons() {
  const { first, last } = play.loopRange.value ?? play.frames.value;
  return (
    <div class="tl-group" role="group" aria-label="Playing">
      <IconButton name="first" label="First frame (Shift+Left)" act={() => play.goTo(first)} />
      <IconButton name="previous" label="Previous frame (Left)" act={() => play.step(-1)} />
      <IconButton
        name={play.playing.value ? "stop" : "play"}
        label={play.playing.value ? "Stop (Space)" : "Play (Space)"}
        act={play.togglePlaying}
      />
      <IconButton name="next" label="Next frame (Right)" act={() => play.step(1)} />
      <IconButton name="last" label="Last frame (Shift+Right)" act={() => play.goTo(last)} />
      <IconButton
        name="loop"
        label="Play again and again"
        pressed={play.looping.value}
        act={() => (play.looping.value = !play.looping.value)}
      />
    </div>
  );
}

function FrameField() {
  const { first, last } = play.frames.value;
  const at = Math.round(play.frame.value);
  return (
    <label class="tl-frame">
      <span class="hidden">Frame</span>
      <NumberBox label="Frame" min={first} max={last} value={at} done={play.goTo} />
      <span class="dim">
        / {last} <span class="tl-seconds">{play.secondsAt(at).toFixed(2)} s</span>
      </span>
    </label>
  );
}

function ClipButtons({ thing }: { thing: Thing }) {
  return (
    <div class="tl-group" role="group" aria-label={`Clip ${thing.name}`}>
      {canReverse(thing) && (
        <IconButton
          name="reverse"
          label={`Play ${thing.name} backward`}
          pressed={thing.clip?.reverse ?? false}
          act={() => acts.reverse(thing)}
        />
      )}
      {canBeMuted(thing) && (
        <IconButton name="mute" label={`Mute ${thing.name}`} pressed={isMuted(thing)} act={() => acts.mute(thing)} />
      )}
      {thing.list && (
        <>
          <IconButton name="copy" label={`Duplicate ${thing.name} (Ctrl+D)`} act={() => duplicateThing(thing.path)} />
          <IconButton name="remove" label={`Delete ${thing.name} (Delete)`} act={() => removeThing(thing.path)} />
        </>
      )}
    </div>
  );
}

export function AutoKey() {
  return (
    <button
      type="button"
      class="tl-button tl-auto"
      aria-pressed={play.autoKey.value}
      title="While this is on, what you move in the view gets a key at the playhead"
      onClick={() => (play.autoKey.value = !play.autoKey.value)}
    >
      <span aria-hidden="true">◆</span> Auto-key
    </button>
  );
}

export function Toolbar() {
  const thing = state.selectedThing.value;
  const zoom = (factor: number): void => {
    const { from, to } = state.timeView.value;
    const isSeen = play.frame.value >= from && play.frame.value <= to;
    state.timeView.value = zoomed(state.timeView.value, factor, isSeen ? play.frame.value : (from + to) / 2);
  };
  return (
    <div class="tl-bar" role="toolbar" aria-label="Timeline">
      <PlayButtons />
      <FrameField />
      <AutoKey />
      <span class="grow" />
      {thing && !document.value?.readonly && <ClipButtons thing={thing} />}
      <button
        type="button"
        class="tl-button"
        title="The ruler in frames or in seconds"
        aria-label={`The ruler shows ${state.inSeconds.value ? "seconds" : "frames"}; show ${state.inSeconds.value ? "frames" : "seconds"}`}
        onClick={() => (state.inSeconds.value = !state.inSeconds.value)}
      >
        {state.inSeconds.value ? "Seconds" : "Frames"}
      </button>
      <div class="tl-group" role="group" aria-label="Zoom">
        <IconButton name="out" label="See more frames (Ctrl+wheel)" act={() => zoom(1.5)} />
        <IconButton name="in" label="See fewer frames (Ctrl+wheel)" act={() => zoom(1 / 1.5)} />
        <IconButton name="fit" label="See all frames" act={state.fit} />
      </div>
    </div>
  );
}
