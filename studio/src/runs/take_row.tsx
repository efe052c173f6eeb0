// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A take in the list: what it is, what was changed, how far it is, and what can be done with it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Take } from "../link/protocol.ts";
import { titleOfNamed } from "../model/names.ts";
import { told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { besideName, isBusy, shownName, takes } from "../model/takes.ts";
import { Icon } from "./icons.tsx";
import { isLive, toggleLive } from "./live.ts";
import { Menu, type MenuItem } from "./menu.tsx";
import { blocked, branchFrom, branchOffOf, resume, stop } from "./run_commands.ts";
import { kindWords } from "./run_kinds.ts";
import { ProgressBar } from "./progress_bar.tsx";
import { changeWords } from "./change_words.ts";
import { branchesOf, type Row } from "./take_tree.ts";
import { haveWords, leftWords, numbersInWords, stateWords } from "./take_words.ts";
import { bytesInWords, whenMade } from "./words.ts";

type Asking = "name" | "remove" | null;

export function TakeRow({ row }: { row: Row }) {
  const { take } = row;
  const [asking, setAsking] = useState<Asking>(null);
  const isShown = take.take === shownName.value;
  const place = isShown ? "shown" : take.take === besideName.value ? "beside" : "";
  return (
    <li
      class={`take-row ${place}`}
      aria-current={isShown}
      style={{ paddingLeft: `${8 + 14 * Math.min(row.depth, 5)}px` }}
    >
      <TreeLines row={row} />
      <div class="take-head">
        {asking === "name" ? (
          <NameField take={take} done={() => setAsking(null)} />
        ) : (
          <TakeName take={take} rename={() => setAsking("name")} />
        )}
        {asking !== "name" && <TakeButtons take={take} ask={setAsking} />}
      </div>
      <TakeState take={take} />
      <Changes take={take} />
      {asking === "remove" && <Removing take={take} done={() => setAsking(null)} />}
    </li>
  );
}

function TreeLines({ row: { depth, lines } }: { row: Row }) {
  return (
    <>
      {lines.slice(0, 5).map((goesOn, level) => {
        const own = level === depth - 1;
        if (!own && !goesOn) return null;
        const shape = own ? (goesOn ? "tee" : "end") : "through";
        return (
          <span key={level} class={`take-line ${shape}`} style={{ left: `${10 + 14 * level}px` }} aria-hidden="true" />
        );
      })}
    </>
  );
}

function TakeName({ take, rename }: { take: Take; rename: () => void }) {
  const key = (event: KeyboardEvent): void => {
    if (event.key !== "F2") return;
    event.preventDefault();
    event.stopPropagation();
    rename();
  };
  const where = take.take === shownName.value ? "in the view" : take.take === besideName.value ? "beside" : "";
  return (
    <button
      type="button"
      class="plain take-name"
      title={`Show ${take.name} (double click or F2 renames it)`}
      onClick={() => (shownName.value = take.take)}
      onDblClick={rename}
      onKeyDown={key}
    >
      <b>{take.name}</b>
      {take.kind !== "full" && take.kind !== "live" && <span class="take-kind">{kindWords[take.kind].mark}</span>}
      {where && <span class="take-where">{where}</span>}
    </button>
  );
}

function NameField({ take, done }: { take: Take; done: () => void }) {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => field.current!.select(), []); // at once: what is typed next is the name
  const keep = (name: string): void => {
    done();
    if (name.trim() && name.trim() !== take.name) told(ask("rename_take", { take: take.take, name: name.trim() }));
  };
  return (
    <input
      class="take-field"
      aria-label={`Name of ${take.name}`}
      defaultValue={take.name}
      ref={field}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") event.currentTarget.blur();
        if (event.key === "Escape") {
          event.currentTarget.value = take.name;
          event.currentTarget.blur();
        }
      }}
      onBlur={(event) => keep(event.currentTarget.value)}
    />
  );
}

function TakeButtons({ take, ask: askFor }: { take: Take; ask: (what: Asking) => void }) {
  const isBeside = take.take === besideName.value;
  const isShown = take.take === shownName.value;
  const compare = isBeside ? `Take ${take.name} from beside` : `Compare: show ${take.name} beside`;
  const canGoOn = take.kind !== "live" && (take.state === "stopped" || take.state === "failed");
  const busy = take.kind === "live" ? isLive.value : isBusy(take);
  return (
    <div class="take-buttons">
      {!isShown && (
        <button
          type="button"
          class="plain"
          aria-label={compare}
          title={compare}
          aria-pressed={isBeside}
          onClick={() => (besideName.value = isBeside ? null : take.take)}
        >
          <Icon of="beside" />
        </button>
      )}
      {busy && (
        <button
          type="button"
          class="plain"
          aria-label={`Stop ${take.name}`}
          title="Stop"
          onClick={() => (take.kind === "live" ? toggleLive() : stop(take))}
        >
          <Icon of="stop" />
        </button>
      )}
      {canGoOn && (
        <button
          type="button"
          class="plain"
          aria-label={`Resume ${take.name}`}
          title="Resume: go on where it stopped, with the scene as it was"
          onClick={() => resume(take)}
        >
          <Icon of="resume" />
        </button>
      )}
      <Menu label={`More for ${take.name}`} class="plain" items={items(take, askFor)}>
        <Icon of="more" />
      </Menu>
    </div>
  );
}

function items(take: Take, askFor: (what: Asking) => void): (MenuItem | "line")[] {
  const live = take.kind === "live";
  const branches = branchesOf(takes.value, take.take);
  const needed = branches[0] ? `${branches[0].name} went on from it and needs its frames; remove that first.` : null;
  const restore = "Undo brings the present text back.";
  return [
    {
      name: `Go on from frame ${frame.value}`,
      about: "A branch, with the scene as it is now.",
      off: blocked.value ?? branchOffOf(take, frame.value),
      act: () => branchFrom(take, frame.value),
    },
    {
      name: "Restore its scene",
      about: `The scene becomes what it was in ${take.name}. ${restore}`,
      off: live ? "The live take has no scene of its own." : null,
      act: () => told(ask("restore_take", { take: take.take })),
    },
    "line",
    { name: "Rename", keys: "F2", off: live ? "The live take keeps its name." : null, act: () => askFor("name") },
    { name: "Remove…", off: needed, act: () => askFor("remove") },
  ];
}

function TakeState({ take }: { take: Take }) {
  const running = take.state === "running";
  const left = leftWords(take);
  const more = running && take.progress ? numbersInWords(take.progress.numbers) : [];
  const kept = [haveWords(take), take.bytes > 0 ? bytesInWords(take.bytes) : "", whenMade(take.made, new Date())];
  const line = running
    ? [stateWords(take), left, ...more]
    : take.state === "done"
      ? kept
      : [stateWords(take), ...kept.slice(1)];
  return (
    <>
      <div class={`take-state ${take.state}`}>{line.filter(Boolean).join(" · ")}</div>
      {running && take.kind !== "live" && <ProgressBar what={take.name} progress={take.progress} />}
      {take.error && <div class="take-error">{take.error}</div>}
    </>
  );
}

function Changes({ take }: { take: Take }) {
  const few = 3;
  const [all, setAll] = useState(false);
  const from = take.from && takes.value.find((other) => other.take === take.from!.take);
  const rest = take.changes.length - few;
  return (
    <>
      {take.from && (
        <div class="take-from">
          from {from?.name ?? take.from.take}, frame {take.from.frame}
        </div>
      )}
      {take.changes.length > 0 && (
        <ul class="take-changes" aria-label="What was changed">
          {(all ? take.changes : take.changes.slice(0, few)).map((change) => (
            <li key={change} title={change}>
              {changeWords(change, titleOfNamed)}
            </li>
          ))}
        </ul>
      )}
      {rest > 0 && (
        <button type="button" class="plain take-more" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? "fewer changes" : `and ${rest} more`}
        </button>
      )}
    </>
  );
}

function Removing({ take, done }: { take: Take; done: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => keep.current!.focus(), []);
  const remove = (): void => {
    done();
    told(ask("remove_take", { take: take.take }));
  };
  return (
    <div
      class="take-removing"
      role="alertdialog"
      aria-label={`Remove ${take.name}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        done();
      }}
    >
      <p>
        Remove {take.name} and its {bytesInWords(take.bytes)}? This cannot be undone.
      </p>
      <div class="row">
        <button type="button" class="take-remove" onClick={remove}>
          Remove
        </button>
        <button type="button" ref={keep} onClick={done}>
          Keep
        </button>
      </div>
    </div>
  );
}
