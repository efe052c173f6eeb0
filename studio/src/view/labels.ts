// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Labels and numbers over the picture: those that have no room are left out, the important ones last.

import type { Rectangle } from "./regions.ts";

export interface Plate {
  x: number; // of its left edge, px
  y: number; // of its middle
  width: number;
  height: number;
  weight: number; // more is more important
  depth: number; // nearer ones go before
}

const overlaps = (a: Plate, b: Plate): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && Math.abs(a.y - b.y) < (a.height + b.height) / 2;

// Which of them are shown.
export function declutter(plates: readonly (Plate | null)[]): boolean[] {
  const order = plates.map((_, i) => i).filter((i) => plates[i]);
  order.sort((a, b) => plates[b]!.weight - plates[a]!.weight || plates[a]!.depth - plates[b]!.depth || a - b);
  const shown = plates.map(() => false);
  const taken: Plate[] = [];
  for (const i of order) {
    const plate = plates[i]!;
    if (taken.some((other) => overlaps(plate, other))) continue;
    taken.push(plate);
    shown[i] = true;
  }
  return shown;
}

export interface Label {
  text: string;
  kind: "thing" | "minor" | "number" | "selected" | "hovered";
  colour: string;
  path: string;
  weight: number;
}

// Where a label is on the page, and how far from the eye; null: not in the view.
export type Place = { x: number; y: number; depth: number; within: Rectangle } | null;

const gap = 7; // px beside what is named

// Elements are used again from picture to picture.
export class LabelLayer {
  private readonly elements: HTMLElement[] = [];
  private readonly widths = new Map<string, number>();
  private shownKey = "";

  constructor(private readonly parent: HTMLElement) {}

  draw(labels: readonly Label[], places: readonly Place[]): void {
    this.write(labels);
    const plates = labels.map((label, i): Plate | null => {
      const place = places[i];
      if (!place) return null;
      const own = this.widthOf(label, i);
      const x = label.kind === "number" ? place.x - own / 2 : place.x + gap;
      const { within } = place;
      const isInside = x >= within.x + 2 && x + own <= within.x + within.width - 2;
      if (!isInside || place.y < 6 || place.y > within.height - 6) return null;
      return { x, y: place.y, width: own, height: 15, weight: label.weight, depth: place.depth };
    });
    const shown = declutter(plates);
    labels.forEach((_, i) => {
      const { style } = this.elements[i]!;
      const plate = plates[i];
      style.visibility = shown[i] ? "visible" : "hidden";
      if (plate && shown[i]) style.transform = `translate(${Math.round(plate.x)}px, ${Math.round(plate.y - 8)}px)`;
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
      if (element.textContent !== text) element.textContent = text;
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
