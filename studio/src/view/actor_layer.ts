// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is in a frame of a take besides its liquid: the solids that it carries, and what its directors do. Bodies
// are drawn by the forms that the scene sets up now, where the take has them: one that was moved in the scene since then
// stays where the take has it, one of another shape has the new one.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  type Object3D,
  Points,
  Scene,
  type ShaderMaterial,
} from "three";
import { type Packed, partOf } from "../link/packed.ts";
import type { ActorsHeader, Json, Vec3 } from "../link/protocol.ts";
import { lifted } from "./colours.ts";
import { dotMaterial, dotUniforms } from "./dots.ts";
import type { Materials, State } from "./looks.ts";
import { type SetupLayer, solidLayer, type Thing } from "./setup_layer.ts";

type Body = ActorsHeader["bodies"][number];

// Which solid of the scene as it is now a body of a take is: by its name where it has one. Null: it has gone since.
export function pathNow({ path, name }: Pick<Body, "path" | "name">, solids: Json | undefined): string | null {
  const those = Array.isArray(solids) ? solids : [];
  const nameOf = (solid: Json | undefined): Json =>
    typeof solid === "object" && solid !== null && !Array.isArray(solid) ? (solid["name"] ?? "") : "";
  const own = Number(/\d+/.exec(path)?.[0]);
  if (name === "" || nameOf(those[own]) === name) return path;
  const found = those.findIndex((solid) => nameOf(solid) === name);
  return found < 0 ? null : `solids[${found}]`;
}

// By what the forms of a solid, which stand where its handle has them, are carried to where the take has it.
export const carryOf = (body: Body, handle: readonly number[] | undefined): Matrix4 => {
  const carry = new Matrix4().fromArray(body.matrix);
  return handle ? carry.multiply(new Matrix4().fromArray(handle).invert()) : carry;
};

const linear = (bytes: Vec3): Vec3 => bytes.map((value) => value / 255) as Vec3;

export class ActorLayer {
  readonly group = new Group();
  readonly over = new Scene(); // what directors do, drawn over the rest
  things: Thing[] = [];
  readonly carries = new Map<string, Matrix4>(); // by path, of the bodies that are shown
  points = 0; // of directors
  private header: ActorsHeader | null = null;
  private builtFrom: readonly Thing[] | null = null;
  private readonly dots: ShaderMaterial[] = [];
  private readonly strokes: LineBasicMaterial[] = [];

  constructor(private readonly materials: Materials) {}

  get legend(): ActorsHeader["legend"] {
    return this.header?.legend ?? [];
  }

  show(packed: Packed<ActorsHeader>, flat: boolean): void {
    this.header = packed.header;
    this.clearDirectors();
    const { points, lines, meshes } = packed.header;
    for (const { colour, positions, triangles } of meshes) {
      const geometry = geometryOf(partOf(packed, positions, "f32"));
      geometry.setIndex(new BufferAttribute(partOf(packed, triangles, "u32"), 1));
      if (!flat) geometry.computeVertexNormals();
      this.add(new Mesh(geometry, this.materials.body("ghost", colour, flat)));
    }
    lines.forEach(({ colour, positions }, i) => {
      const stroke = (this.strokes[i] ??= new LineBasicMaterial({ transparent: true }));
      stroke.color.setRGB(...linear(lifted(colour)), "srgb");
      this.add(new LineSegments(geometryOf(partOf(packed, positions, "f32")), stroke));
    });
    points.forEach(({ colour, radius, positions }, i) => {
      const dot = (this.dots[i] ??= this.newDot());
      dot.uniforms["uColour"]!.value = linear(lifted(colour));
      dot.uniforms["uRadius"]!.value = radius;
      this.add(new Points(geometryOf(partOf(packed, positions, "f32")), dot));
      this.points += positions.count;
    });
  }

  private newDot(): ShaderMaterial {
    const { pixels, leastDot } = this.materials;
    const uniforms = { ...dotUniforms(), uColour: { value: [1, 1, 1] }, uPixels: pixels, uLeast: leastDot };
    return dotMaterial({ packed: false, round: true, uniforms });
  }

  private add(object: Object3D): void {
    object.frustumCulled = false;
    object.renderOrder = this.over.children.length;
    this.over.add(object);
  }

  // Before it is drawn: the forms of the bodies are those of the setup, in which the solids may stand in another order.
  follow(setup: SetupLayer, solids: Json | undefined, stateOf: (path: string) => State): void {
    this.carries.clear();
    for (const body of this.header?.bodies ?? []) {
      const path = pathNow(body, solids);
      if (path !== null) this.carries.set(path, carryOf(body, setup.spaceOf(path)));
    }
    const isSame = this.builtFrom === setup.things && this.things.every(({ path }) => this.carries.has(path));
    if (!isSame || (this.things.length === 0 && this.carries.size > 0)) this.build(setup);
    for (const { path, object, material } of this.things) {
      object.matrix.copy(this.carries.get(path)!);
      object.matrixWorldNeedsUpdate = true;
      object.material = material(stateOf(path));
    }
    this.group.visible = setup.group.visible;
  }

  private build(setup: SetupLayer): void {
    this.builtFrom = setup.things;
    this.group.clear();
    this.things = setup.things
      .filter(({ path, object }) => this.carries.has(path) && !(object instanceof Points))
      .map((thing) => {
        const { geometry } = thing.object;
        const object = thing.object instanceof Mesh ? new Mesh(geometry) : new LineSegments(geometry);
        if (object instanceof Mesh) object.layers.enable(solidLayer);
        object.matrixAutoUpdate = false;
        object.renderOrder = thing.order;
        this.group.add(object);
        return { ...thing, object, shown: true, pickable: true };
      });
  }

  hide(): void {
    this.header = null;
    this.builtFrom = null;
    this.carries.clear();
    this.things = [];
    this.group.clear();
    this.clearDirectors();
  }

  private clearDirectors(): void {
    for (const each of this.over.children) (each as Mesh).geometry.dispose();
    this.over.clear();
    this.points = 0;
  }

  dispose(): void {
    this.hide();
    for (const material of [...this.dots, ...this.strokes]) material.dispose();
  }
}

const geometryOf = (positions: Float32Array): BufferGeometry =>
  new BufferGeometry().setAttribute("position", new BufferAttribute(positions, 3));
