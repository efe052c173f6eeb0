// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The view follows the rest of the page: what is open, where the playhead is, what is selected, which takes are shown.

import { computed, effect, untracked } from "@preact/signals";
import { Box3, Vector3 } from "three";
import { FrameCache, memoryBudget } from "../frames/cache.ts";
import { fetchFrame } from "../frames/fetching.ts";
import { isIn, staleFrames } from "../frames/order.ts";
import { playedRange, sawFrame } from "../frames/player.ts";
import { fetchPacked, linkState, on } from "../link/connection.ts";
import { NamedArrays } from "../link/named_arrays.ts";
import type { Checked, SetupHeader, Take } from "../link/protocol.ts";
import { document as scene, full, sceneName, written } from "../model/document.ts";
import { frame, looping, playing } from "../model/playhead.ts";
import { schema } from "../model/project.ts";
import { hovered, selected } from "../model/selection.ts";
import { beside, besideStyle, shown, takes } from "../model/takes.ts";
import { isInside, valueAt } from "../text/paths.ts";
import { colourBy, showing, throughCamera } from "./api.ts";
import type { State } from "./looks.ts";
import { type Bounds, framed, refitted, seenFrom, sideOf, startLook } from "./navigation.ts";
import { regionsOf } from "./regions.ts";
import { partsOfSetup, type Setup, SetupFeed, setup } from "./setup_feed.ts";
import { withFullPaths } from "./setup_paths.ts";
import type { Stage } from "./stage.ts";
import { listed, streamsOf, type TakeStreams } from "./take_streams.ts";
import { beginnings, drawnTakes, held, look, origin, wipe } from "./tools.ts";

const pauses = { playing: 120, still: 20 }; // ms between two questions for the setup

export function followPage(stage: Stage): () => void {
  const ends: (() => void)[] = [];
  const keep = (end: () => void): void => void ends.push(end);
  keep(followSetup(stage));
  keep(followTakesShown(stage));

  keep(followSplit(stage));
  keep(
    effect(() => {
      // Flat scenes have one side.
      if (setup.value?.header.dimensions === 2 && sideOf(look.value) !== "front") {
        look.value = seenFrom(look.value, "front");
      }
      stage.look = look.value;
      stage.wipe = wipe.value;
      stage.split = beside.value ? besideStyle.value : "one";
      const header = setup.value?.header;
      stage.flat = header?.dimensions === 2;
      stage.origin = origin.value;
      stage.floor = header?.domain?.lower[1] ?? 0;
      stage.sceneCamera = throughCamera.value && !stage.flat ? (header?.camera ?? null) : null;
      stage.pictureAspect = pictureAspect.value;
      stage.grid.object.visible = stage.sceneCamera === null;
      stage.invalidate();
    }),
  );

  stage.stateOf = (path: string): State => {
    const [chosen, under] = [selected.peek(), hovered.peek()];
    if (chosen && isInside(path, chosen)) return "selected";
    return under && path === under ? "hovered" : "plain";
  };
  stage.solidsOf = () => valueAt(full.peek(), "solids");
  return () => ends.forEach((end) => end());
}

const pictureAspect = computed((): number => {
  const width = valueAt(full.value, "picture.width");
  const height = valueAt(full.value, "picture.height");
  return typeof width === "number" && typeof height === "number" && height > 0 ? width / height : 16 / 9;
});

// Where the view is halved, what is seen of the scene fits into each half; and back.
function followSplit(stage: Stage): () => void {
  let before: "one" | "side" | "wipe" = "one";
  return effect(() => {
    const split = beside.value ? besideStyle.value : "one";
    if (split === before) return;
    const shape = (of: typeof split): number => regionWidth(stage.width, of) / stage.height;
    const [from, to] = [shape(before), shape(split)];
    before = split;
    const box = untracked(() => boxOfScene(stage));
    if (box && from !== to) look.value = refitted(look.peek(), box, from, to);
  });
}

const regionWidth = (width: number, split: "one" | "side" | "wipe"): number =>
  regionsOf(width, 1, split, 0.5)[0]!.window.width;

function boxOfScene(stage: Stage): Bounds | null {
  const header = setup.value?.header;
  return header ? (header.domain ?? withSmoke(header.stage, stage)) : null;
}

function followSetup(stage: Stage): () => void {
  const named = (those: Setup): Setup =>
    withFullPaths(those, written.peek(), { full: full.peek(), schema: schema.peek() });
  const arrays = new NamedArrays();
  const feed = new SetupFeed(async (name, at) => {
    const answer = await fetchPacked<SetupHeader>("setup", { scene: name, frame: at, has: arrays.names() });
    return named(arrays.complete(answer, partsOfSetup));
  });
  let version = 0;
  const ask = (): void => {
    const name = sceneName.peek();
    if (!name || (!showing.peek().setup && setup.peek()?.header.scene === name)) return;
    feed.want(
      { scene: name, version, frame: frame.peek() },
      playing.peek() && shown.peek() ? pauses.playing : pauses.still,
    );
  };
  // Only what was checked is sure to be answered for: asked earlier, the server may still have the version before. A
  // version is checked anew when a file that it names was changed; whole checks tell nothing new of what is seen.
  const learn = (news: Checked): void => {
    if (news.scene !== sceneName.peek() || news.whole) return;
    version = news.version;
    feed.forget();
    ask();
  };
  let framedScene: string | null = null;
  const ends = [
    on("checked", learn),
    // Recordings that are drawn may have been made.
    on("take", (take: Take) => {
      if (take.scene !== sceneName.peek() || take.state !== "done") return;
      feed.forget();
      ask();
    }),
    effect(() => {
      const name = sceneName.value;
      void [frame.value, showing.value.setup, linkState.value];
      version = scene.peek()?.version ?? version;
      if (!name) feed.stop();
      else untracked(ask);
    }),
    effect(() => {
      stage.setup.show(setup.value);
      const header = setup.value?.header;
      if (!header || framedScene === header.scene) return;
      framedScene = header.scene;
      untracked(() => frameAll(stage, true));
    }),
    effect(() => {
      void full.value; // what names stand for is known from it
      const now = setup.peek();
      if (now) setup.value = named(now);
    }),
    effect(() => {
      void [selected.value, hovered.value, held.value];
      stage.setup.show(setup.value);
      stage.setup.paint(stage.stateOf, beginnings.value);
      stage.setup.group.visible = showing.value.setup;
      stage.invalidate();
    }),
  ];
  return () => {
    ends.forEach((end) => end());
    feed.stop();
  };
}

// `opened`: a scene that was opened just now is looked at from where one begins.
export function frameAll(stage: Stage, opened = false): void {
  const box = boxOfScene(stage);
  if (!box) return;
  throughCamera.value = false;
  const flat = setup.value!.header.dimensions === 2;
  const { window: first } = stage.regions[0]!;
  const from = flat ? seenFrom(look.value, "front") : opened ? startLook : look.value;
  look.value = framed(from, box, first.width / first.height);
}

// Where there is no domain, smoke goes as far as it will.
function withSmoke({ lower, upper }: Bounds, stage: Stage): Bounds {
  const box = new Box3(new Vector3(...lower), new Vector3(...upper));
  for (const { smoke } of stage.takes) box.union(smoke.bounds);
  return { lower: box.min.toArray(), upper: box.max.toArray() };
}

export function frameSelected(stage: Stage): void {
  const path = selected.value;
  const box = path ? stage.boundsOf((those) => isInside(those, path) || isInside(path, those)) : null;
  if (!box) return frameAll(stage);
  throughCamera.value = false;
  const { window: first } = stage.regions[0]!;
  const grown = grow(box);
  look.value = framed(look.value, grown, first.width / first.height);
}

// Room around it, and some size for what has none.
function grow({ lower, upper }: { lower: [number, number, number]; upper: [number, number, number] }) {
  const size = Math.max(...upper.map((value, i) => value - lower[i]!), 1e-3);
  const by = (values: [number, number, number], sign: number): [number, number, number] => [
    values[0] + sign * 0.25 * size,
    values[1] + sign * 0.25 * size,
    values[2] + sign * 0.25 * size,
  ];
  return { lower: by(lower, -1), upper: by(upper, 1) };
}

// Fetches the frames of the takes in the view, and has them drawn.
function followTakesShown(stage: Stage): () => void {
  const cache = new FrameCache(memoryBudget(), fetchFrame, () => {
    dirty = true;
    stage.invalidate();
  });
  let dirty = true;
  let slots: readonly (Take | null)[] = [null, null];
  let streams: readonly (TakeStreams | null)[] = [null, null];
  const before = new Map<string, Take>();

  stage.beforeDrawing = () => {
    if (!dirty) return;
    dirty = false;
    const at = frame.peek();
    slots.forEach((take, slot) => {
      const layer = stage.takes[slot as 0 | 1];
      if (take) layer.update(take, streams[slot]!, at, isIn(at, take.have), cache);
      else layer.clear();
    });
    stage.takes[0].spread(stage.takes[1]);
    stage.takes[1].spread(stage.takes[0]);
    const drawn = stage.takes.map((layer) => (layer.drawn ? { ...layer.drawn } : null));
    if (JSON.stringify(drawn.map(summary)) !== JSON.stringify(drawnTakes.peek().map(summary))) drawnTakes.value = drawn;
    if (drawn.every((each) => !each?.late)) sawFrame(at);
  };
  stage.onRestored = () => {
    dirty = true;
  };

  const ends = [
    effect(() => {
      slots = [shown.value, beside.value];
      const at = { frame: frame.value, played: playedRange(), looping: looping.value, playing: playing.value };
      streams = slots.map((take) => (take ? streamsOf(take, colourBy.value, showing.value, at) : null));
      cache.want(streams.flatMap((each) => (each ? listed(each) : [])));
      dirty = true;
      stage.invalidate();
    }),
    // Frames that a live take has thrown away or made anew.
    effect(() => {
      for (const name of before.keys()) {
        if (takes.value.some(({ take }) => take === name)) continue;
        before.delete(name);
        cache.drop(name, () => true);
      }
      for (const take of takes.value) {
        const was = before.get(take.take);
        before.set(take.take, take);
        if (!was || was === take) continue;
        const isAnew = was.made !== take.made;
        const stale = new Set(isAnew ? [] : staleFrames(was, take));
        if (!isAnew && stale.size === 0) continue;
        cache.drop(take.take, (at) => isAnew || stale.has(at));
        stage.takes.forEach((layer) => layer.refresh());
        cache.want(streams.flatMap((each) => (each ? listed(each) : [])));
      }
    }),
  ];
  return () => {
    ends.forEach((end) => end());
    cache.want([]);
  };
}

// What of it is told to the rest of the page.
const summary = (drawn: (typeof drawnTakes.value)[number]) =>
  drawn && {
    ...drawn,
    particles: drawn.particles && [
      drawn.particles.by,
      drawn.particles.low,
      drawn.particles.high,
      drawn.particles.count,
    ],
    colouring: drawn.colouring !== null,
  };
