// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The first page: a new scene of any way, the scenes of the folder, the examples.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import type { SceneCard } from "../link/protocol.ts";
import { helpOpen } from "../model/layout.ts";
import { hello, project } from "../model/project.ts";
import { AddFiles } from "./add_files.tsx";
import { Card } from "./card.tsx";
import { type Filter, fits, grouped, newestFirst, nextCard, noFilter } from "./cards.ts";
import { FilterBar } from "./filter_bar.tsx";
import { NewScene } from "./new_scene.tsx";
import { sceneForTour, startTour } from "./tour_steps.ts";
import { groupWords } from "./ways.ts";
import "./start.css";

const shownAtFirst = 12; // of the folder's own scenes

// The card that Tab leads to; from there arrow keys lead on.
interface Reached {
  scene: string;
  tell: (scene: string) => void;
}

interface CardsProps {
  cards: readonly SceneCard[];
  own: boolean;
  reached: Reached;
}

function Cards({ cards, own, reached }: CardsProps) {
  return (
    <ul class="cards">
      {cards.map((card) => (
        <Card
          key={card.scene}
          card={card}
          own={own}
          reached={reached.scene === card.scene}
          onReach={() => reached.tell(card.scene)}
        />
      ))}
    </ul>
  );
}

function OwnScenes({ filter, reached }: { filter: Filter; reached: Reached }) {
  const all = useSignal(false);
  const scenes = newestFirst(project.value.scenes);
  const those = scenes.filter((card) => fits(card, filter));
  const few = all.value || filter !== noFilter ? those : those.slice(0, shownAtFirst);
  if (scenes.length > 0 && those.length === 0) return null;
  return (
    <section aria-labelledby="own-scenes">
      <h2 id="own-scenes">
        Scenes of this folder <span class="count">{scenes.length}</span>
      </h2>
      {scenes.length === 0 ? (
        <p class="empty">There are none yet. Start one on the left, or open an example below and make a copy of it.</p>
      ) : (
        <Cards cards={few} own reached={reached} />
      )}
      {few.length < those.length && (
        <button type="button" onClick={() => (all.value = true)}>
          Show all {those.length}
        </button>
      )}
    </section>
  );
}

function Examples({ filter, reached }: { filter: Filter; reached: Reached }) {
  const groups = grouped(project.value.examples.filter((card) => fits(card, filter)));
  return groups.map(({ name, cards }) => {
    const { title, line } = groupWords(name);
    return (
      <section key={name} aria-label={`Examples: ${title}`}>
        <h2>
          <span class="group-kind">Examples</span> {title} <span class="group-line">{line}</span>
        </h2>
        <Cards cards={cards} own={false} reached={reached} />
      </section>
    );
  });
}

function Scenes() {
  const filter = useSignal<Filter>(noFilter);
  const last = useSignal("");
  const list = useRef<HTMLDivElement>(null);
  const { scenes, examples } = project.value;
  const those = [...scenes, ...examples].filter((card) => fits(card, filter.value));
  const isThere = those.some(({ scene }) => scene === last.value);
  const reached: Reached = {
    scene: isThere ? last.value : (those[0]?.scene ?? ""),
    tell: (scene) => (last.value = scene),
  };
  const move = (event: KeyboardEvent): void => {
    const cards = [...list.current!.querySelectorAll<HTMLElement>("a.card")];
    const at = cards.indexOf(event.target as HTMLElement);
    const spots = cards.map((card) => card.getBoundingClientRect());
    const next = nextCard(spots, at, event.key);
    if (next === null || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    cards[next]!.focus();
    cards[next]!.scrollIntoView({ block: "nearest" });
  };
  return (
    <div class="start-scenes">
      <FilterBar filter={filter} found={those.length} all={[...scenes, ...examples]} />
      <div class="start-lists" ref={list} onKeyDown={move}>
        <OwnScenes filter={filter.value} reached={reached} />
        <Examples filter={filter.value} reached={reached} />
        {those.length === 0 && filter.value !== noFilter && (
          <p class="empty">
            No scene is like that.{" "}
            <button type="button" onClick={() => (filter.value = noFilter)}>
              Show all scenes
            </button>
          </p>
        )}
      </div>
    </div>
  );
}

function Heading() {
  return (
    <header class="start-head">
      <img src="/icon.svg" alt="" width="28" height="28" />
      <h1>Weir Studio</h1>
      {hello.value && (
        <span class="start-folder" title={hello.value.folder}>
          <span class="dim">Folder</span> {hello.value.folder}
        </span>
      )}
      <span class="grow" />
      {sceneForTour() && (
        <button type="button" onClick={startTour}>
          Show me around
        </button>
      )}
      <button type="button" onClick={() => (helpOpen.value = true)}>
        Help <kbd>?</kbd>
      </button>
    </header>
  );
}

export function StartPage() {
  return (
    <div class="start">
      <Heading />
      {hello.value === null ? (
        <p class="start-waiting" role="status">
          Looking at the folder…
        </p>
      ) : (
        <main class="start-main">
          <aside class="start-side" aria-label="New scene and files">
            <NewScene />
            <section aria-labelledby="add-files">
              <h2 id="add-files">Files</h2>
              <AddFiles />
            </section>
          </aside>
          <Scenes />
        </main>
      )}
    </div>
  );
}
