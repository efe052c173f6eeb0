// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Labels and numbers over the picture: to the right of what they name, else to the left, and then there while there is room;
// those that have none are left out, the important ones last. All give way to the gizmo, beside which what is selected is
// named.

import type { Rectangle } from "./regions.ts";

export interface Plate {
  x: number; // of its left edge, px
  y: number; // of its middle
  width: number;
  height: number;
  weight: number; // more is more important
  depth: number; // nearer ones go before
}

// What nothing may be written over: the gizmo.
export interface Disc {
  x: number;
  y: number;
  radius: number; // px
}

const margin = 3; // px between two of them

const overlaps = (a: Plate, b: Plate): boolean =>
  a.x < b.x + b.width + margin &&
  b.x < a.x + a.width + margin &&
  Math.abs(a.y - b.y) < (a.height + b.height) / 2 + margin;

export function covers(plate: Plate, { x, y, radius }: Disc): boolean {
  const away = (at: number, from: number, to: number): number => Math.max(from - at, 0, at - to);
  const { height } = plate;
  return (
    Math.hypot(away(x, plate.x, plate.x + plate.width), away(y, plate.y - height / 2, plate.y + height / 2)) < radius
  );
}

// To the right and to the left of a middle.
const sides = (plate: Plate, x: number, y: number, away: number): Plate[] => [
  { ...plate, x: x + away, y },
  { ...plate, x: x - away - plate.width, y },
];

const isWithin = ({ x, y, width }: Plate, within: Rectangle): boolean =>
  x >= within.x + 2 && x + width <= within.x + within.width - 2 && y >= 6 && y <= within.height - 6;

// Where a label may stand that names what is at a place.
export function choicesFor(
  plate: Plate,
  { kind, minor }: Pick<Label, "kind" | "minor">,
  { x, y }: { x: number; y: number },
  within: Rectangle,
  disc: Disc | null,
): Plate[] {
  const beside = kind === "number" ? [{ ...plate, x: x - plate.width / 2, y }] : sides(plate, x, y, gap);
  const free = beside.filter((each) => !disc || !covers(each, disc));
  const away = disc && kind === "selected" && !minor ? sides(plate, disc.x, disc.y, disc.radius + margin) : [];
  return [...free, ...away].filter((each) => isWithin(each, within));
}

export const isLeftOf = (plate: Plate, place: { x: number }): boolean => plate.x < place.x;

// Those on the side where it stood before come first.
export function asBefore(choices: readonly Plate[], place: { x: number }, wasLeft: boolean | undefined): Plate[] {
  const isOn = (plate: Plate): boolean => isLeftOf(plate, place) === wasLeft;
  return wasLeft === undefined ? [...choices] : [...choices.filter(isOn), ...choices.filter((each) => !isOn(each))];
}

// Which of the places that each may have it gets; null: none.
export function declutter(choices: readonly (readonly Plate[])[]): (Plate | null)[] {
  const order = choices.map((_, i) => i).filter((i) => choices[i]!.length > 0);
  const first = (i: number): Plate => choices[i]![0]!;
  order.sort((a, b) => first(b).weight - first(a).weight || first(a).depth - first(b).depth || a - b);
  const shown = choices.map((): Plate | null => null);
  const taken: Plate[] = [];
  for (const i of order) {
    const plate = choices[i]!.find((each) => !taken.some((other) => overlaps(each, other)));
    if (!plate) continue;
    taken.push(plate);
    shown[i] = plate;
  }
  return shown;
}

export interface Label {
  text: string;
  kind: "thing" | "minor" | "number" | "selected" | "hovered";
  colour: string;
  weight: number;
  minor: boolean; // names no thing, but something of it
}

// Where a label is on the page, and how far from the eye; null: not in the view.
export type Place = { x: number; y: number; depth: number; within: Rectangle } | null;

const gap = 7; // px beside what is named

const keyOf = ({ text }: Label, { within }: { within: Rectangle }): string => `${within.x} ${text}`;

const isInPart = ({ x }: Disc, { x: left, width }: Rectangle): boolean => x >= left && x <= left + width;

// The name, and behind two spaces what else is told, lighter.
function partsOf(text: string): (string | Node)[] {
  const cut = text.indexOf("  ");
  if (cut < 0) return [text];
  const more = document.createElement("small");
  more.textContent = text.slice(cut);
  return [text.slice(0, cut), more];
}

// Elements are used again from picture to picture.
export class LabelLayer {
  private readonly elements: HTMLElement[] = [];
  private readonly widths = new Map<string, number>();
  private readonly wereLeft = new Map<string, boolean>(); // of those that were shown last
  private shownKey = "";

  constructor(private readonly parent: HTMLElement) {}

  // `discs`: one in each part of the view that has a gizmo.
  draw(labels: readonly Label[], places: readonly Place[], discs: readonly Disc[] = []): void {
    this.write(labels);
    const choices = labels.map((label, i): Plate[] => {
      const place = places[i];
      if (!place) return [];
      const { x, y, depth, within } = place;
      const plate = { x, y, width: this.widthOf(label, i), height: 16, weight: label.weight, depth };
      const free = choicesFor(plate, label, place, within, discs.find((each) => isInPart(each, within)) ?? null);
      return label.kind === "number" ? free : asBefore(free, place, this.wereLeft.get(keyOf(label, place)));
    });
    const shown = declutter(choices);
    this.wereLeft.clear();
    labels.forEach((label, i) => {
      const { style } = this.elements[i]!;
      const [plate, place] = [shown[i], places[i]];
      style.visibility = plate ? "visible" : "hidden";
      if (!plate || !place) return;
      style.transform = `translate(${Math.round(plate.x)}px, ${Math.round(plate.y - 8)}px)`;
      this.wereLeft.set(keyOf(label, place), isLeftOf(plate, place));
    });
  }

  private write(labels: readonly Label[]): void {
    const key = labels.map(({ text, kind, colour }) => `${kind}${colour}${text}`).join("\n");
    if (key === this.shownKey) return;
    this.shownKey = key;
    while (this.elements.length < labels.length) {
      const made = document.createElement("span");
      this.parent.append(made);
      this.elements.push(made);
    }
    while (this.elements.length > labels.length) this.elements.pop()!.remove();
    labels.forEach(({ text, kind, colour }, i) => {
      const element = this.elements[i]!;
      if (element.textContent !== text) element.replaceChildren(...partsOf(text));
      element.className = `view-label ${kind}`;
      element.style.color = colour;
    });
  }

  private widthOf({ text, kind }: Label, i: number): number {
    const key = `${kind} ${text}`;
    const known = this.widths.get(key);
    if (known !== undefined) return known;
    if (this.widths.size > 2000) this.widths.clear();
    const width = this.elements[i]!.offsetWidth;
    if (width > 0) this.widths.set(key, width);
    return width;
  }

  clear(): void {
    this.draw([], []);
  }
}
