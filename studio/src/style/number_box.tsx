// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A number that is typed: what is half typed stays when the panel is drawn anew, and counts on Enter or when the field
// is left. What is no number is taken back. All digits are shown while the field has the focus.

import { useSignal } from "@preact/signals";
import { brief } from "./brief.ts";

interface Props {
  label: string;
  value: number;
  done: (value: number) => void;
  class?: string;
  title?: string;
  min?: number;
  max?: number;
  step?: number | "any";
}

export function NumberBox({ label, value, done, ...rest }: Props) {
  const typed = useSignal<string | null>(null);
  const focused = useSignal(false);
  const take = (): void => {
    const number = Number(typed.value);
    if (typed.value !== null && typed.value.trim() !== "" && Number.isFinite(number) && number !== value) done(number);
    typed.value = null;
  };
  return (
    <input
      type="number"
      aria-label={label}
      value={typed.value ?? (focused.value ? value : brief(value))}
      onInput={(event) => (typed.value = event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === "Enter") take();
        if (event.key === "Escape") typed.value = null;
      }}
      onFocus={() => (focused.value = true)}
      onBlur={() => {
        focused.value = false;
        take();
      }}
      {...rest}
    />
  );
}
