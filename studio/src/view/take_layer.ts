// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One take in the view, at one frame: its particles, its surface, its smoke, its bodies and what directs it.

import { Group, type Matrix4, type WebGLRenderer } from "three";
import type { Packed } from "../link/packed.ts";
import type { ActorsHeader, ParticlesHeader, SurfaceHeader, Take, VolumeHeader } from "../link/protocol.ts";
import type { FrameCache } from "../frames/cache.ts";
import { ActorLayer } from "./actor_layer.ts";
import { type Colouring, colouringOf } from "./colours.ts";
import type { Materials } from "./looks.ts";
import { commonRange, ParticleCloud, type ValueRange } from "./particles.ts";
import type { TakeStreams } from "./take_streams.ts";
import { LiquidSurface } from "./surface.ts";
import { Smoke } from "./volume.ts";

// What is in the view of a take.
export interface Drawn {
  take: string;
  frame: number | null; // null: nothing of it yet
  particles: ParticlesHeader | null;
  colouring: Colouring | null;
  range: ValueRange; // over which the colours go
  triangles: number;
  legend: ActorsHeader["legend"]; // of what directs it
  late: boolean; // what is drawn belongs to another frame than the playhead's
  problem: string | null;
}

export class TakeLayer {
  readonly group = new Group();
  readonly cloud: ParticleCloud;
  readonly surface = new LiquidSurface();
  readonly smoke = new Smoke();
  readonly actors: ActorLayer;
  private shown = nothing(); // which frame of which stream is on the GPU
  private seen: (ValueRange & { by: string }) | null = null; // the largest range of its frames, so that colours stay
  drawn: Drawn | null = null;

  constructor(renderer: WebGLRenderer, materials: Materials) {
    this.cloud = new ParticleCloud(renderer);
    this.actors = new ActorLayer(materials);
    this.group.add(this.cloud.object, this.surface.object, this.smoke.object, this.actors.group);
    this.group.visible = false;
  }

  get isDrawn(): boolean {
    return this.drawn?.frame != null;
  }
  // Where the bodies are that it shows, by their paths in the scene.
  get carries(): ReadonlyMap<string, Matrix4> {
    return this.isDrawn ? this.actors.carries : none;
  }

  // Draws what is there of the frame; while the frame at the playhead is not there yet, what was drawn stays.
  update(take: Take, streams: TakeStreams, frame: number, isThere: boolean, cache: FrameCache): void {
    if (this.drawn?.take !== take.take) this.clear();
    const drawn = this.drawn ?? emptyDrawn(take.take);
    this.drawn = drawn;
    this.group.visible = isThere;
    drawn.problem = null;
    drawn.late = false;
    const flat = take.dimensions === 2;
    const part = (kind: keyof TakeStreams, show: (packed: Packed<never>) => void, hide: () => void): void => {
      const stream = streams[kind];
      if (!stream || !isThere) {
        hide();
        this.shown[kind] = "";
        return;
      }
      const key = `${stream.name}@${frame}`;
      const kept = cache.get(stream.name, frame);
      drawn.problem ??= cache.failure(stream.name, frame);
      if (kept && this.shown[kind] !== key) {
        show(kept.packed as Packed<never>);
        this.shown[kind] = key;
      }
      if (!kept) {
        drawn.late = true;
        // Colours of another kind would lie about the legend.
        if (!this.shown[kind].startsWith(`${stream.name}@`)) {
          hide();
          this.shown[kind] = "";
        }
      }
    };
    part(
      "particles",
      (packed) => this.showParticles(packed, take, flat),
      () => this.hideParticles(),
    );
    part(
      "surface",
      (packed: Packed<SurfaceHeader>) => this.surface.show(packed),
      () => this.surface.hide(),
    );
    part(
      "volume",
      (packed: Packed<VolumeHeader>) => this.smoke.show(packed),
      () => this.smoke.hide(),
    );
    part(
      "actors",
      (packed: Packed<ActorsHeader>) => this.actors.show(packed, flat),
      () => this.actors.hide(),
    );
    drawn.triangles = this.surface.triangles;
    drawn.legend = this.actors.legend;
    if (!drawn.late) drawn.frame = isThere ? frame : null;
  }

  private showParticles(packed: Packed<ParticlesHeader>, take: Take, flat: boolean): void {
    const { header } = packed;
    this.cloud.show(packed, flat);
    const before = this.drawn!.particles;
    const same = before && before.by === header.by && before.low === header.low && before.high === header.high;
    if (!same || !this.drawn!.colouring) {
      this.drawn!.colouring = colouringOf(header, take.phases);
      this.cloud.colour(this.drawn!.colouring);
    }
    this.drawn!.particles = header;
    const { by, low, high } = header;
    this.seen = { by, ...(this.seen?.by === by ? commonRange(this.seen, header) : { low, high }) };
  }

  // `other`: the take beside, which is to have the same colours.
  spread(other: TakeLayer): void {
    const own = this.drawn?.particles;
    if (!own || !this.seen) return;
    const beside = other.drawn?.particles ? other.seen : null;
    const isSame = beside && beside.by === own.by && this.drawn!.colouring?.kinds === null;
    const { low, high } = isSame ? commonRange(this.seen, beside) : this.seen;
    this.drawn!.range = { low, high };
    this.cloud.spread(own, this.drawn!.range);
  }

  private hideParticles(): void {
    this.cloud.hide();
    if (this.drawn) this.drawn.particles = this.drawn.colouring = null;
  }

  // A frame that was made anew is taken again.
  refresh(): void {
    this.shown = nothing();
  }

  clear(): void {
    this.cloud.hide();
    this.surface.hide();
    this.smoke.hide();
    this.actors.hide();
    this.group.visible = false;
    this.drawn = this.seen = null;
    this.refresh();
  }

  forget(): void {
    this.cloud.forget();
    this.clear();
  }

  dispose(): void {
    this.cloud.dispose();
    this.surface.dispose();
    this.smoke.dispose();
    this.actors.dispose();
  }
}

const none: ReadonlyMap<string, Matrix4> = new Map();
const nothing = (): Record<keyof TakeStreams, string> => ({ particles: "", surface: "", volume: "", actors: "" });

function emptyDrawn(take: string): Drawn {
  return {
    take,
    frame: null,
    particles: null,
    colouring: null,
    range: { low: 0, high: 1 },
    triangles: 0,
    legend: [],
    late: false,
    problem: null,
  };
}
