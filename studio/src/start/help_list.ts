// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the help lists, and how keys are written there.

import type { Command } from "../model/commands.ts";

export interface HelpLine {
  name: string;
  keys: string[][]; // any of them; each is pressed together
}

export interface HelpGroup {
  name: string;
  lines: HelpLine[];
}

const signs: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  PageUp: "Page ↑",
  PageDown: "Page ↓",
};

const macSigns: Record<string, string> = { Ctrl: "⌘", Alt: "⌥", Shift: "⇧" };

// "Ctrl+ArrowLeft" is "Ctrl", "←".
export function keySigns(keys: string, mac: boolean): string[] {
  const parts = keys === "+" ? ["+"] : keys.split("+");
  return parts.map((part) => (mac ? macSigns[part] : undefined) ?? signs[part] ?? part);
}

const mouse: [string, string[]][] = [
  ["Turn the view", ["drag", "Alt + drag"]],
  ["Move the view sideways", ["middle drag", "right drag"]],
  ["Come closer, go away", ["wheel"]],
  ["Select", ["click"]],
  ["Move, turn or scale what is selected", ["drag its handles"]],
  ["Place a template", ["drag it from the library"]],
];

const order: Command["group"][] = ["File", "Edit", "View", "Play", "Run", "Help"];

// Commands of one name, for different things that are open, are one line.
function linesOf(commands: readonly Command[], mac: boolean): HelpLine[] {
  const lines = new Map<string, HelpLine>();
  for (const { name, keys } of commands) {
    const line = lines.get(name) ?? { name, keys: [] };
    for (const those of keys) {
      const written = keySigns(those, mac);
      if (!line.keys.some((other) => other.join() === written.join())) line.keys.push(written);
    }
    lines.set(name, line);
  }
  return [...lines.values()];
}

export function helpGroups(commands: readonly Command[], words: string, mac: boolean): HelpGroup[] {
  const groups = order.map((name) => ({
    name: name as string,
    lines: linesOf(
      commands.filter(({ group }) => group === name),
      mac,
    ),
  }));
  groups.push({
    name: "Mouse in the view",
    lines: mouse.map(([name, keys]) => ({ name, keys: keys.map((k) => [k]) })),
  });
  const wanted = words
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  const has = (group: HelpGroup, line: HelpLine): boolean => {
    const text = `${group.name} ${line.name} ${line.keys.map((keys) => keys.join("+")).join(" ")}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  };
  return groups
    .map((group) => ({ ...group, lines: group.lines.filter((line) => has(group, line)) }))
    .filter(({ lines }) => lines.length > 0);
}
