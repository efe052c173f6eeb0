// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What tests of the page may see of the view, as window.weirView: read-only.

import { Vector3 } from "three";
import type { Vec3 } from "../link/protocol.ts";
import { frame } from "../model/playhead.ts";
import { shown } from "../model/takes.ts";
import { minus, plus } from "./moves.ts";
import type { Thing } from "./setup_layer.ts";
import type { Stage } from "./stage.ts";
import { origin } from "./tools.ts";

interface ViewForTests {
  // What is on the canvas: null where nothing of a take is.
  // `every`: how-manieth of the particles are drawn while things move.
  drawn: () => { frame: number | null; take: string | null; particles: number; every: number; triangles: number };
  // Where the middles of the bodies are that the take in the view shows, by their paths; and how many points of
  // directors it shows.
  bodies: () => Record<string, Vec3>;
  directing: () => number;
  fps: () => number; // pictures in the last second
  // What the scene sets up, as it is on the canvas.
  setup: () => { frame: number; version: number; bodies: number; paths: string[] } | null;
  pick: (x: number, y: number) => string | null; // at a place of the page
  project: (place: Vec3) => [number, number] | null; // to a place of the page
  playhead: () => { frame: number; take: string | null };
}

declare global {
  interface Window {
    weirView?: ViewForTests;
  }
}

function middleOf(object: Thing["object"]): Vec3 {
  object.geometry.computeBoundingBox();
  return plus(
    object.geometry.boundingBox!.getCenter(new Vector3()).applyMatrix4(object.matrix).toArray(),
    origin.peek(),
  );
}

export function offerToTests(stage: Stage): () => void {
  const corner = (): DOMRect => stage.canvas.getBoundingClientRect();
  window.weirView = {
    drawn: () => {
      const [layer] = stage.takes;
      const { drawn } = layer;
      return {
        frame: drawn?.frame ?? null,
        take: drawn?.take ?? null,
        particles: drawn?.frame != null ? layer.cloud.count : 0,
        every: stage.everyDrawn,
        triangles: drawn?.frame != null ? drawn.triangles : 0,
      };
    },
    bodies: () => Object.fromEntries(stage.takes[0].actors.things.map(({ path, object }) => [path, middleOf(object)])),
    directing: () => stage.takes[0].actors.points,
    fps: () => stage.fps,
    setup: () => {
      const header = stage.pictured;
      if (!header) return null;
      const paths = [...new Set(stage.setup.things.map(({ path }) => path))];
      return { frame: header.frame, version: header.version, bodies: header.bodies.length, paths };
    },
    pick: (x, y) => stage.pathAt(x - corner().x, y - corner().y),
    project: (place) => {
      const at = stage.project(minus(place, origin.value));
      return at ? [at.x + corner().x, at.y + corner().y] : null;
    },
    playhead: () => ({ frame: frame.value, take: shown.value?.take ?? null }),
  };
  return () => {
    delete window.weirView;
  };
}
