// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Draws the view: the grid, what the scene sets up, the takes that are shown, the gizmo. Only when something has
// changed, and at most once for every picture of the screen.

import {
  Box3,
  type OrthographicCamera,
  OrthographicCamera as ParallelCamera,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  Vector4,
  WebGLRenderer,
  WebGLRenderTarget,
} from "three";
import type { Json, SetupHeader, Vec3 } from "../link/protocol.ts";
import { Grid } from "./grid.ts";
import { Halos } from "./halos.ts";
import type { State } from "./looks.ts";
import { onPlane, type Ray } from "./moves.ts";
import { aim, type Bounds, type Look, startLook } from "./navigation.ts";
import { Picker } from "./picker.ts";
import { pixelsPerMetre } from "./dots.ts";
import {
  inWindow,
  pictureIn,
  type Rectangle,
  type Region,
  regionAt,
  regionsOf,
  type Split,
  widerAngle,
} from "./regions.ts";
import { SetupLayer, solidLayer, type Thing } from "./setup_layer.ts";
import { drawsInSoftware } from "./software.ts";
import { TakeLayer } from "./take_layer.ts";
import { Thinning, whenDone } from "./thinning.ts";
import { depthOfSolids } from "./volume.ts";

export type ViewCamera = PerspectiveCamera | OrthographicCamera;
type SceneCamera = NonNullable<SetupHeader["camera"]>;

interface Over {
  scene: Scene;
  aim: (camera: ViewCamera, height: number) => void; // before it is drawn
}

const ground = 0x11161b;
const restAfter = 250; // ms without a change until all is drawn finely
const steps = { moving: 40, resting: 110 };

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly over: Over[] = []; // drawn over everything: the gizmo
  readonly grid = new Grid();
  readonly setup = new SetupLayer();
  readonly takes: readonly [TakeLayer, TakeLayer];
  readonly picker: Picker;
  private readonly halos: Halos;
  private readonly through = new PerspectiveCamera();
  private readonly parallel = new ParallelCamera();
  private readonly depths = new WebGLRenderTarget(4, 4, { depthTexture: depthOfSolids() });
  private asked = 0;
  private preparing = false; // what changes now is drawn at once
  private finely: ReturnType<typeof setTimeout> | null = null;
  private readonly times: number[] = [];
  private readonly thinning = new Thinning();
  private stopMeasuring: (() => void) | null = null;

  // What is drawn is a function of these.
  width = 1;
  height = 1;
  look: Look = startLook;
  sceneCamera: SceneCamera | null = null; // when it is looked through
  pictureAspect = 16 / 9;
  split: Split = "one";
  wipe = 0.5;
  flat = false;
  floor = 0;
  origin: Vec3 = [0, 0, 0]; // from where places here are counted
  stateOf: (path: string) => State = () => "plain";
  solidsOf: () => Json | undefined = () => undefined; // as the scene has them now
  beforeDrawing: () => void = () => {};
  afterDrawing: () => void = () => {};
  pictured: SetupHeader | null = null; // what the scene sets up, as it was drawn last

  constructor(readonly canvas: HTMLCanvasElement) {
    // Smooth edges are two thirds of the time of a picture where a processor draws it.
    this.renderer = new WebGLRenderer({ canvas, antialias: !drawsInSoftware(), powerPreference: "high-performance" });
    this.renderer.autoClear = false;
    this.renderer.setScissorTest(true);
    const { materials } = this.setup;
    this.takes = [new TakeLayer(this.renderer, materials), new TakeLayer(this.renderer, materials)];
    this.picker = new Picker(this.renderer);
    this.halos = new Halos(this.renderer);
    this.scene.add(this.grid.object, this.setup.group, this.takes[0].group, this.takes[1].group);
    canvas.addEventListener("webglcontextrestored", this.restored);
  }

  private readonly restored = (): void => {
    for (const take of this.takes) take.forget();
    this.onRestored();
    this.invalidate();
  };
  onRestored: () => void = () => {};

  invalidate(): void {
    if (this.asked === 0 && !this.preparing) this.asked = requestAnimationFrame(() => this.draw());
  }

  resize(width: number, height: number): void {
    this.width = Math.max(1, width);
    this.height = Math.max(1, height);
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.setSize(this.width, this.height, false);
    this.draw(); // at once: the canvas is empty now
  }

  get regions(): Region[] {
    return regionsOf(this.width, this.height, this.split, this.wipe);
  }

  cameraFor({ width, height }: Rectangle): ViewCamera {
    const aspect = width / Math.max(height, 1);
    if (!this.sceneCamera) return aim(this.look, aspect, this.through, this.parallel);
    const { from, to, up, angle } = this.sceneCamera;
    const camera = this.through;
    const picture = pictureIn({ x: 0, y: 0, width, height }, this.pictureAspect);
    camera.fov = widerAngle(angle, picture.height, height);
    camera.aspect = aspect;
    camera.up.set(...up);
    camera.position.set(...from);
    camera.lookAt(...to);
    const distance = Math.max(camera.position.distanceTo(new Vector3(...to)), 1e-3);
    camera.near = distance * 0.01;
    camera.far = distance * 200;
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
    return camera;
  }

  draw(isFine = false): void {
    if (this.asked !== 0) cancelAnimationFrame(this.asked);
    this.asked = 0;
    if (this.renderer.getContext().isContextLost()) return;
    this.preparing = true;
    this.beforeDrawing();
    this.preparing = false;
    this.count();
    for (const take of this.takes) if (take.isDrawn) take.actors.follow(this.setup, this.solidsOf(), this.stateOf);
    this.grid.follow(this.look, this.height, this.flat, this.floor, this.origin);
    this.scene.updateMatrixWorld();
    for (const region of this.regions) this.drawRegion(region, isFine);
    this.pictured = this.setup.header;
    this.afterDrawing();
    this.measure(isFine);
  }

  // How-manieth of the particles are drawn while things move.
  get everyDrawn(): number {
    return this.thinning.everyOf(this.particles);
  }

  // Of the takes in the view.
  private get particles(): number {
    return this.takes.reduce((sum, { drawn, cloud }) => sum + (drawn?.frame != null ? cloud.count : 0), 0);
  }

  // Learns how long it took; then there may be time to draw it finely.
  private measure(isFine: boolean): void {
    if (this.finely) clearTimeout(this.finely);
    this.finely = null;
    if (this.stopMeasuring) return;
    const every = isFine ? 1 : this.everyDrawn;
    const drawn = this.particles / every;
    const isSmoky = this.takes.some(({ drawn: take, smoke }) => take?.frame != null && smoke.object.visible);
    const isCoarse = !isFine && (every > 1 || isSmoky);
    if (drawn === 0 && !isCoarse) return;
    this.stopMeasuring = whenDone(this.renderer.getContext() as WebGL2RenderingContext, (spent) => {
      this.stopMeasuring = null;
      if (!isSmoky && every === 1) this.thinning.learn(drawn, spent);
      if (this.finely) clearTimeout(this.finely);
      if (isCoarse) this.finely = setTimeout(() => this.asked === 0 && this.draw(true), restAfter);
    });
  }

  private drawRegion({ slot, window: picture, shown }: Region, isFine: boolean): void {
    if (shown.width < 1 || shown.height < 1) return;
    const { renderer, scene } = this;
    const camera = this.cameraFor(picture);
    const below = (box: Rectangle): number => this.height - box.y - box.height;
    renderer.setViewport(picture.x, below(picture), picture.width, picture.height);
    renderer.setScissor(shown.x, below(shown), shown.width, shown.height);
    renderer.setClearColor(ground, 1);
    renderer.clear();
    const ratio = renderer.getPixelRatio();
    const pixels = new Vector4(picture.x, below(picture), picture.width, picture.height).multiplyScalar(ratio).floor();
    const take = this.takes[slot];
    for (const each of this.takes) each.group.visible = each === take && each.isDrawn;
    this.setup.leaveOut(take.carries, this.stateOf);
    const { materials } = this.setup;
    materials.parallel.value = camera === this.parallel;
    materials.pixels.value = pixelsPerMetre(camera, pixels.w);
    materials.leastDot.value = 3 * ratio;
    take.cloud.prepare(camera, pixels.w, isFine ? 1 : this.everyDrawn);
    if (take.group.visible && take.smoke.object.visible) {
      this.drawDepths(camera, pixels);
      take.smoke.prepare(camera, pixels, this.depths.depthTexture!, isFine ? steps.resting : steps.moving);
    }
    renderer.render(scene, camera);
    if (take.group.visible && take.actors.over.children.length > 0) {
      renderer.clearDepth();
      renderer.render(take.actors.over, camera);
    }
    this.halos.draw(this.thingsIn(slot), this.stateOf, camera, pixels);
    for (const each of this.over) {
      each.aim(camera, picture.height);
      renderer.render(each.scene, camera);
    }
  }

  // What of the scene can be seen beside or behind a take's liquid: bodies are where that has carried them.
  private thingsIn(slot: 0 | 1): readonly Thing[] {
    const { carries, actors } = this.takes[slot];
    if (carries.size === 0) return this.setup.things;
    return [...this.setup.things.filter(({ path }) => !carries.has(path)), ...actors.things];
  }

  private drawDepths(camera: ViewCamera, pixels: Vector4): void {
    const { renderer } = this;
    this.depths.setSize(Math.max(1, pixels.z), Math.max(1, pixels.w));
    renderer.setRenderTarget(this.depths);
    renderer.clear();
    camera.layers.set(solidLayer);
    renderer.render(this.scene, camera);
    camera.layers.set(0);
    renderer.setRenderTarget(null);
  }

  private count(): void {
    const now = performance.now();
    this.times.push(now);
    while (this.times.length > 240 || this.times[0]! < now - 1000) this.times.shift();
  }
  // Pictures in the last second.
  get fps(): number {
    const now = performance.now();
    return this.times.filter((time) => time > now - 1000).length;
  }

  // ---- places: x and y in pixels from the view's upper left corner ----

  project(place: Vec3, region: Region = this.regions[0]!): { x: number; y: number; depth: number } | null {
    const camera = this.cameraFor(region.window);
    const at = new Vector3(...place).applyMatrix4(camera.matrixWorldInverse);
    if (camera === this.through && at.z > -camera.near) return null;
    const depth = -at.z;
    at.applyMatrix4(camera.projectionMatrix);
    const { window: box } = region;
    return { x: box.x + ((at.x + 1) / 2) * box.width, y: box.y + ((1 - at.y) / 2) * box.height, depth };
  }

  rayAt(x: number, y: number): Ray {
    const region = regionAt(this.regions, x, y);
    const camera = this.cameraFor(region.window);
    const at = inWindow(x, y, region.window);
    const caster = new Raycaster();
    caster.setFromCamera(new Vector2(at.x, at.y), camera);
    return caster.ray;
  }

  // In the picture of its region, from -1 to 1, and the camera of it.
  aimAt(
    x: number,
    y: number,
    { window: box }: Region = regionAt(this.regions, x, y),
  ): { x: number; y: number; camera: ViewCamera; window: Rectangle } {
    return { ...inWindow(x, y, box), camera: this.cameraFor(box), window: box };
  }

  pathAt(x: number, y: number, without: ReadonlySet<string> = new Set()): string | null {
    const { camera, window: box } = this.aimAt(x, y);
    const { slot } = regionAt(this.regions, x, y);
    return this.picker.pick(this.thingsIn(slot), camera, box, x, y, without, this.flat);
  }

  // On the surface of something, else on the floor, or the plane of a flat scene.
  placeAt(x: number, y: number): Vec3 | null {
    if (x < 0 || y < 0 || x > this.width || y > this.height) return null;
    const ray = this.rayAt(x, y);
    if (this.flat) return onPlane(ray, new Vector3(), new Vector3(0, 0, 1))?.toArray() ?? null;
    const caster = new Raycaster(ray.origin, ray.direction);
    const targets = this.thingsIn(regionAt(this.regions, x, y).slot).filter(
      ({ object }) => object.visible && "isMesh" in object,
    );
    const hit = caster.intersectObjects([...targets.map(({ object }) => object), this.takes[0].surface.object], false);
    const first = hit.find(({ object }) => object.visible);
    if (first) return first.point.toArray();
    const floor = onPlane(ray, new Vector3(0, this.floor, 0), new Vector3(0, 1, 0));
    const facing = new Vector3(0, 0, 1).transformDirection(this.cameraFor(this.regions[0]!.window).matrixWorld);
    const far = 30 * this.look.distance;
    if (floor && floor.distanceTo(ray.origin) < far) return floor.toArray();
    return onPlane(ray, new Vector3(...this.look.target), facing)?.toArray() ?? null;
  }

  boundsOf(isMeant: (path: string) => boolean): Bounds | null {
    const box = new Box3();
    for (const { path, object } of this.thingsIn(0)) {
      if (!isMeant(path)) continue;
      if (!object.geometry.boundingBox) object.geometry.computeBoundingBox();
      box.union(object.geometry.boundingBox!.clone().applyMatrix4(object.matrixWorld));
    }
    return box.isEmpty() ? null : { lower: box.min.toArray(), upper: box.max.toArray() };
  }

  // What part of the view's height the frame of the scene's camera takes.
  get pictureShare(): number {
    const { window: box } = this.regions[0]!;
    return pictureIn(box, this.pictureAspect).height / box.height;
  }

  async picture(): Promise<Blob> {
    this.draw(true);
    return new Promise((resolve, reject) => {
      const made = (blob: Blob | null): void =>
        blob ? resolve(blob) : reject(new Error("The picture could not be taken."));
      this.canvas.toBlob(made, "image/png");
    });
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    if (this.finely) clearTimeout(this.finely);
    this.stopMeasuring?.();
    this.canvas.removeEventListener("webglcontextrestored", this.restored);
    for (const part of [...this.takes, this.setup, this.grid, this.picker, this.halos, this.depths]) part.dispose();
    this.depths.depthTexture?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss(); // browsers have few, and wait long before they take them back
  }
}
