// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene on the start page: its picture, title, what it is about; a link that opens it.

import { useSignal } from "@preact/signals";
import { address } from "../link/connection.ts";
import type { SceneCard } from "../link/protocol.ts";
import { show } from "../model/open_scene.ts";
import { firstSentence } from "./cards.ts";
import { titleOf } from "./names.ts";
import { Placeholder } from "./placeholder.tsx";
import { wayName } from "./ways.ts";

function Picture({ card }: { card: SceneCard }) {
  const failed = useSignal(false);
  if (card.picture === null || failed.value) return <Placeholder ways={card.ways} />;
  return (
    <img
      src={address("file", { path: card.picture })}
      alt=""
      loading="lazy"
      decoding="async"
      draggable={false}
      onError={() => (failed.value = true)}
    />
  );
}

function Marks({ card }: { card: SceneCard }) {
  return (
    <span class="card-marks">
      <span class="mark">{card.flat ? "2D" : "3D"}</span>
      {card.ways.map((way) => (
        <span key={way} class="mark">
          {wayName(way)}
        </span>
      ))}
      {card.takes > 0 && <span class="mark takes">{card.takes === 1 ? "1 take" : `${card.takes} takes`}</span>}
    </span>
  );
}

interface Props {
  card: SceneCard;
  own: boolean; // of the folder, not an example
  reached: boolean; // by Tab; the others by arrow keys
  onReach: () => void;
}

export function Card({ card, own, reached, onReach }: Props) {
  const open = (event: MouseEvent): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // another tab or window
    event.preventDefault();
    show(card.scene);
  };
  return (
    <li>
      <a
        class="card"
        href={`#${encodeURIComponent(card.scene)}`}
        data-scene={card.scene}
        tabIndex={reached ? 0 : -1}
        onClick={open}
        onFocus={onReach}
        title={card.about}
      >
        <span class="card-picture">
          <Picture card={card} />
          {card.unsaved && <span class="unsaved">● Unsaved changes</span>}
        </span>
        <span class="card-title">{titleOf(card)}</span>
        {own && <span class="card-path">{card.scene}</span>}
        <span class="card-about">{firstSentence(card.about)}</span>
        <Marks card={card} />
      </a>
    </li>
  );
}
