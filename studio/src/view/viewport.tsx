// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The view: a canvas with the picture, and over it tools, labels, dots and notes.

import { effect, type Signal } from "@preact/signals";
import { useEffect, useRef, useState } from "preact/hooks";
import { document as scene } from "../model/document.ts";
import { type Box, drawnBox, ghostBox, view } from "./api.ts";
import { boxColours, BoxLayer } from "./box_layer.ts";
import { BoxDots, HandleDots } from "./dots.tsx";
import { followPage, frameAll, frameSelected } from "./follow.ts";
import { Hands } from "./hands.ts";
import { Legends, PictureFrame, Problems, TakeNotes, WipeLine } from "./notes.tsx";
import { plus } from "./moves.ts";
import { Numbers } from "./numbers.tsx";
import { Notices } from "../style/notices.tsx";
import { followOverlay } from "./overlay.ts";
import { Stage } from "./stage.ts";
import { Toolbar } from "./toolbar.tsx";
import { isFlat, origin } from "./tools.ts";
import { offerToTests } from "./view_tests.ts";
import "./viewport.css";

function followBox(stage: Stage, box: Signal<Box | null>, colour: number): () => void {
  const layer = new BoxLayer(colour);
  stage.scene.add(layer.group);
  const end = effect(() => {
    layer.show(box.value, isFlat.value, origin.value);
    stage.invalidate();
  });
  return () => {
    end();
    stage.scene.remove(layer.group);
    layer.dispose();
  };
}

// A window that is moved to a finer screen keeps its size.
function followScreen(stage: Stage): () => void {
  let query: MediaQueryList;
  const watch = (): void => {
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener("change", changed, { once: true });
  };
  const changed = (): void => {
    stage.resize(stage.width, stage.height);
    watch();
  };
  watch();
  return () => query.removeEventListener("change", changed);
}

// Everything that lives as long as the canvas does.
function start(stage: Stage, labels: HTMLElement): () => void {
  const corner = (): DOMRect => stage.canvas.getBoundingClientRect();
  const ends = [followPage(stage), followOverlay(stage, labels), followScreen(stage)];
  ends.push(followBox(stage, drawnBox, boxColours.drawn), followBox(stage, ghostBox, boxColours.ghost));
  const hands = new Hands(stage);
  view.current = {
    frameAll: () => frameAll(stage),
    frameSelected: () => frameSelected(stage),
    placeAt: (x, y) => {
      const place = stage.placeAt(x - corner().x, y - corner().y);
      return place && plus(place, origin.value);
    },
    picture: () => stage.picture(),
  };
  ends.push(offerToTests(stage), () => hands.dispose());
  return () => {
    view.current = null;
    ends.reverse().forEach((end) => end());
    stage.dispose();
  };
}

export function Viewport() {
  const canvas = useRef<HTMLCanvasElement>(null);
  const labels = useRef<HTMLDivElement>(null);
  const [stage, setStage] = useState<Stage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [size, setSize] = useState({ width: 1, height: 1 });

  useEffect(() => {
    let made: Stage;
    try {
      made = new Stage(canvas.current!);
    } catch {
      setProblem("This browser cannot draw in 3D (WebGL 2). Update it, or turn on hardware acceleration.");
      return undefined;
    }
    const end = start(made, labels.current!);
    const watch = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      made.resize(width, height);
      setSize({ width, height });
    });
    watch.observe(canvas.current!.parentElement!);
    setStage(made);
    return () => {
      watch.disconnect();
      end();
    };
  }, []);

  return (
    <div class="view">
      <canvas
        ref={canvas}
        class="view-canvas"
        tabIndex={0}
        aria-label={`View of ${scene.value?.scene ?? "the scene"}`}
      />
      <div ref={labels} class="view-labels" aria-hidden="true" />
      {problem && <p class="view-broken">{problem}</p>}
      {stage && (
        <>
          <PictureFrame stage={stage} size={size} />
          <div class="view-dots">
            <HandleDots />
            <BoxDots stage={stage} />
          </div>
          <WipeLine stage={stage} />
          <Toolbar stage={stage} />
          <TakeNotes />
        </>
      )}
      <Notices />
      <div class="view-foot">
        {stage && (
          <>
            <Problems />
            <Legends />
            <Numbers />
          </>
        )}
      </div>
    </div>
  );
}
