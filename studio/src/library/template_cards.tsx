// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The cards of the library: to choose one of them, and to drag it into the view.

import { type Signal, useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { Template } from "../link/protocol.ts";
import { nextCard } from "../start/cards.ts";
import { beginDrag, placeOnTheFloor, wasDragged } from "./placing.ts";
import { Thumbnail } from "./thumbnail.tsx";

export interface Shown {
  key: string; // by which /api/thumbnail knows it
  name: string; // by which an instance names it
  template: Template | null; // null: a recording of which only the scene tells
  picture: boolean;
  height: number; // m, of its region
  line: string;
}

interface CardProps {
  shown: Shown;
  isChosen: boolean;
  reached: boolean;
  onChoose: () => void;
}

function TemplateCard({ shown, isChosen, reached, onChoose }: CardProps) {
  const over = useSignal(false);
  const { template } = shown;
  return (
    <li>
      <button
        type="button"
        class="lib-card"
        aria-pressed={isChosen}
        tabIndex={reached ? 0 : -1}
        title={`${shown.name}: drag it into the view`}
        onPointerDown={(event) => beginDrag(event, shown.name)}
        onPointerEnter={() => (over.value = true)}
        onPointerLeave={() => (over.value = false)}
        onClick={() => {
          if (!wasDragged.current) onChoose();
        }}
        onDblClick={() => placeOnTheFloor(shown.name, shown.height)}
      >
        <span class="lib-picture">
          <Thumbnail
            name={shown.key}
            frames={template?.frames ?? 1}
            rate={template?.rate ?? 24}
            picture={shown.picture}
            playing={over.value || isChosen}
          />
          {template?.flat && <span class="lib-flat">2D</span>}
        </span>
        <span class="lib-name">{shown.name}</span>
        <span class="lib-line">{shown.line}</span>
      </button>
    </li>
  );
}

interface Props {
  label: string;
  cards: readonly Shown[];
  chosen: Signal<string | null>;
}

export function TemplateCards({ label, cards, chosen }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const reached = cards.some(({ key }) => key === chosen.value) ? chosen.value : cards[0]?.key;
  const move = (event: KeyboardEvent): void => {
    const buttons = [...list.current!.querySelectorAll<HTMLElement>(".lib-card")];
    const spots = buttons.map((button) => button.getBoundingClientRect());
    const next = nextCard(spots, buttons.indexOf(event.target as HTMLElement), event.key);
    if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[next]!.focus();
    chosen.value = cards[next]!.key;
  };
  return (
    <ul class="lib-cards" aria-label={label} ref={list} onKeyDown={move}>
      {cards.map((shown) => (
        <TemplateCard
          key={shown.key}
          shown={shown}
          isChosen={chosen.value === shown.key}
          reached={reached === shown.key}
          onChoose={() => (chosen.value = shown.key)}
        />
      ))}
    </ul>
  );
}
