// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A number to type, to drag sideways and to step by arrow keys. Shift is fine, Ctrl coarse; Escape takes it back. All of
// its digits are shown while the field has the focus, else as many as fit.

import { useRef, useState } from "preact/hooks";
import { tell } from "../model/notices.ts";
import { brief } from "../style/brief.ts";
import { numberOf, type Pace, type Range, rangeText, shown, stepOf, stepped, within } from "./numbers.ts";

interface Props {
  id?: string;
  label: string;
  value: number | null; // null: not given
  range: Range;
  bad?: boolean;
  placeholder?: string;
  axis?: string; // colours its edge: x, y, z
  onValue: (value: number, merge?: string) => void;
  onEmpty?: () => void;
}

const pixelsPerStep = 4;
let gestures = 0;

const paceOf = (event: MouseEvent | KeyboardEvent): Pace =>
  event.shiftKey ? "fine" : event.ctrlKey || event.metaKey ? "coarse" : "usual";

// How full a field with two ends is.
function fill(value: number | null, { minimum, above, maximum }: Range): string {
  const low = minimum ?? above;
  if (value === null || low === null || maximum === null || maximum - low > 1000) return "";
  const share = Math.min(1, Math.max(0, (value - low) / (maximum - low)));
  return `linear-gradient(to right, #24435680 ${share * 100}%, transparent ${share * 100}%)`;
}

export function NumberField({ id, label, value, range, bad, placeholder, axis, onValue, onEmpty }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const [scrubbing, setScrubbing] = useState(false);
  const [focused, setFocused] = useState(false);
  // Of the typing or stepping that is going on.
  const typing = useRef({ merge: "", before: value });
  const input = useRef<HTMLInputElement>(null);

  const begin = (event: FocusEvent): void => {
    setFocused(true);
    // At once, so that what selects it all selects all digits.
    if (value !== null) (event.currentTarget as HTMLInputElement).value = shown(value);
    typing.current = { merge: `field ${++gestures}`, before: value };
  };
  const take = (): void => {
    if (draft === null) return;
    const text = draft;
    setDraft(null);
    if (text.trim() === "") return onEmpty?.();
    const number = numberOf(text, range.unit);
    if (number === null) return tell(`“${text}” is no number; sums as 1/24 and units as 5 cm are understood.`, "error");
    const limited = within(number, range);
    if (limited !== number)
      tell(`${label}: ${rangeText(range)}, so ${shown(number)} became ${shown(limited)}.`, "error");
    if (limited !== value) onValue(limited);
  };
  const restore = (): void => {
    setDraft(null);
    const { before, merge } = typing.current;
    if (before !== null && before !== value) onValue(before, merge);
  };
  const step = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowUp" ? 1 : -1;
    const from = (draft !== null ? numberOf(draft, range.unit) : value) ?? 0;
    setDraft(null);
    onValue(stepped(from, by, stepOf(from, range), paceOf(event), range), typing.current.merge);
  };
  const keys = (event: KeyboardEvent): void => {
    if (event.key === "ArrowUp" || event.key === "ArrowDown") step(event);
    else if (event.key === "Enter") take();
    else if (event.key === "Escape") restore();
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === "Enter") requestAnimationFrame(() => input.current?.select());
  };

  const drag = (down: PointerEvent): void => {
    const field = down.currentTarget as HTMLInputElement;
    if (down.button !== 0 || window.document.activeElement === field) return;
    down.preventDefault();
    field.setPointerCapture(down.pointerId);
    const from = value ?? within(0, range);
    const size = stepOf(from, range);
    const merge = `scrub ${++gestures}`;
    let moved = false;
    const end = (): void => {
      field.onpointermove = field.onpointerup = field.onpointercancel = null;
      window.removeEventListener("keydown", cancel, true);
      setScrubbing(false);
    };
    const cancel = (event: KeyboardEvent): void => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopPropagation();
      if (moved) onValue(from, merge);
      end();
    };
    window.addEventListener("keydown", cancel, true);
    field.onpointermove = (event) => {
      const way = event.clientX - down.clientX;
      if (!moved && Math.abs(way) < 3) return;
      moved = true;
      setScrubbing(true);
      onValue(stepped(from, Math.round(way / pixelsPerStep), size, paceOf(event), range), merge);
    };
    field.onpointerup = () => {
      end();
      if (moved) return;
      field.focus();
      field.select();
    };
    field.onpointercancel = end;
  };

  return (
    <input
      ref={input}
      id={id}
      class={`in-number ${axis ?? ""} ${bad ? "bad" : ""} ${scrubbing ? "scrubbing" : ""}`}
      style={{ backgroundImage: fill(value, range) }}
      type="text"
      inputMode="decimal"
      autocomplete="off"
      spellcheck={false}
      aria-label={label}
      aria-invalid={bad ?? false}
      placeholder={placeholder ?? "none"}
      value={draft ?? (value === null ? "" : focused ? shown(value) : brief(value))}
      title={value !== null && shown(value) !== brief(value) ? shown(value) : undefined}
      onInput={(event) => setDraft(event.currentTarget.value)}
      onFocus={begin}
      onBlur={() => {
        setFocused(false);
        take();
      }}
      onKeyDown={keys}
      onPointerDown={drag}
    />
  );
}
