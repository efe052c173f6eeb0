// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What simulates now: how far it is, how long it takes, what it computes; and how to stop it.

import type { Take } from "../link/protocol.ts";
import { ProgressBar } from "./progress_bar.tsx";
import { liveTake, shownName } from "../model/takes.ts";
import { Icon } from "./icons.tsx";
import { isLive } from "./live.ts";
import { atWork, stop } from "./run_commands.ts";
import { leftWords, numbersInWords, stateWords } from "./take_words.ts";

export function RunProgress() {
  const [first, ...others] = atWork.value;
  if (!first) return isLive.value ? <LiveProgress /> : <div class="run-progress" />;
  const numbers = first.progress ? numbersInWords(first.progress.numbers) : [];
  const left = leftWords(first);
  const then = others.length ? `then ${others.map(({ name }) => name).join(", ")}` : "";
  const below = [...numbers, then].filter(Boolean).join(" · ");
  const said = [`${first.name}: ${stateWords(first)}`, left].filter(Boolean).join(" · ");
  return (
    <div class="run-progress">
      <div class="run-said">
        <div title={said}>
          <ShowName take={first} /> {stateWords(first)}
          {left && ` · ${left}`}
        </div>
        <div class="dim" title={below}>
          {below || "\u00a0"}
        </div>
        <ProgressBar what={first.name} progress={first.progress} />
      </div>
      <button
        type="button"
        aria-label={`Stop ${first.name}`}
        title={`Stop ${first.name} (F8)`}
        onClick={() => stop(first)}
      >
        <Icon of="stop" /> Stop
      </button>
    </div>
  );
}

function ShowName({ take }: { take: Take }) {
  if (take.take === shownName.value) return <b>{take.name}</b>;
  return (
    <button type="button" class="run-name" title={`Show ${take.name}`} onClick={() => (shownName.value = take.take)}>
      {take.name}
    </button>
  );
}

function LiveProgress() {
  const take = liveTake.value!;
  const newest = take.have.at(-1)?.[1];
  const where = newest === undefined ? stateWords(take) : `at frame ${newest} of ${take.frames.last}`;
  const numbers = take.progress ? numbersInWords(take.progress.numbers) : [];
  return (
    <div class="run-progress">
      <div class="run-said">
        <div>
          <b>Live</b> {take.state === "done" ? "all frames are there" : where}
        </div>
        <div class="dim">{numbers.join(" · ") || "\u00a0"}</div>
      </div>
    </div>
  );
}
