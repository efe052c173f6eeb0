// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which take is in the view, which is beside it, and how; help with comparing.

import { useRef } from "preact/hooks";
import type { Take } from "../link/protocol.ts";
import { told } from "../model/notices.ts";
import { beside, besideName, besideStyle, shown, shownName, takes } from "../model/takes.ts";
import { Icon } from "./icons.tsx";
import { Menu, type MenuItem } from "./menu.tsx";
import { blocked, canLeaveOut, runWithout } from "./run_commands.ts";
import { choiceWords } from "./take_words.ts";
import { takeBefore } from "./take_tree.ts";

export function swapTakes(): void {
  [shownName.value, besideName.value] = [besideName.value, shownName.value];
}

export function TakeChoice() {
  const newestFirst = [...takes.value].reverse();
  if (newestFirst.length === 0) return <span class="dim top-none">No takes yet</span>;
  const others = newestFirst.filter(({ take }) => take !== shownName.value);
  const showThe = (name: string): void => {
    if (besideName.value === name) besideName.value = shownName.value;
    shownName.value = name || null;
  };
  return (
    <div class="top-takes">
      <TakeSelect
        label="Take"
        title="The take in the view"
        none="none"
        takes={newestFirst}
        name={shownName.value}
        choose={showThe}
      />
      <TakeSelect
        label="beside"
        title="The take beside it"
        none="nothing"
        takes={others}
        name={besideName.value}
        choose={(name) => (besideName.value = name || null)}
      />
      {beside.value && <BesideStyle />}
      <Menu label="Compare takes" items={compareItems()} class="top-icon">
        <Icon of="beside" />
        <Icon of="caret" />
      </Menu>
    </div>
  );
}

interface SelectProps {
  label: string;
  title: string;
  none: string;
  takes: Take[];
  name: string | null;
  choose: (name: string) => void;
}

function TakeSelect({ label, title, none, takes: those, name, choose }: SelectProps) {
  const byPointer = useRef(false);
  return (
    <label class="top-take" title={title}>
      {label}
      <select
        aria-label={title}
        value={name ?? ""}
        onPointerDown={() => (byPointer.current = true)}
        onKeyDown={() => (byPointer.current = false)}
        onChange={(event) => {
          choose(event.currentTarget.value);
          // So that Space plays and letters are commands again.
          if (byPointer.current) event.currentTarget.blur();
        }}
      >
        <option value="">{none}</option>
        {those.map((take) => (
          <option key={take.take} value={take.take}>
            {choiceWords(take)}
          </option>
        ))}
      </select>
    </label>
  );
}

function BesideStyle() {
  const button = (style: "side" | "wipe", name: string, title: string) => (
    <button
      type="button"
      title={title}
      aria-pressed={besideStyle.value === style}
      onClick={() => (besideStyle.value = style)}
    >
      {name}
    </button>
  );
  return (
    <div class="top-split" role="group" aria-label="How the two takes are shown">
      {button("side", "Side", "Side by side")}
      {button("wipe", "Wipe", "One picture behind a line that you drag")}
    </div>
  );
}

function compareItems(): (MenuItem | "line")[] {
  const now = shown.value;
  const before = now && takeBefore(takes.value, now);
  const list: (MenuItem | "line")[] = [
    {
      name: before ? `With ${before.name}, made before` : "With the take made before",
      off: before ? null : "There is no take before this one.",
      act: () => (besideName.value = before!.take),
    },
    { name: "Swap the two", off: beside.value ? null : "There is no take beside this one.", act: swapTakes },
    {
      name: "This take alone",
      off: beside.value ? null : "There is no take beside this one.",
      act: () => (besideName.value = null),
    },
  ];
  if (canLeaveOut.value.length === 0) return list;
  const without = canLeaveOut.value.slice(0, 12).map((those): MenuItem => ({
    name: `With and without ${those.name}`,
    about: "Runs the scene without, and shows that beside.",
    off: blocked.value,
    act: () => told(runWithout(those)),
  }));
  return [...list, "line", ...without];
}
