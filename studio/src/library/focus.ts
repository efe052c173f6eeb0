// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the focus goes when parts of the panel come and go.

import type { RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";

// For what takes the focus as it appears: before the first picture of it, so that the next key is already for it.
export function useFocus<Thing extends HTMLElement>(): RefObject<Thing | null> {
  const thing = useRef<Thing>(null);
  useLayoutEffect(() => thing.current?.focus(), []);
  return thing;
}

// To the card that is chosen, or the one that Tab leads to, when what had the focus is gone.
export function focusCards(): void {
  requestAnimationFrame(() => {
    const cards = ['.lib-card[aria-pressed="true"]', '.lib-card[tabindex="0"]', ".lib-search input"];
    const first = cards.map((each) => document.querySelector<HTMLElement>(each)).find((each) => each !== null);
    first?.focus();
  });
}
