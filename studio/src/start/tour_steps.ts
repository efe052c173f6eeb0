// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tour: what each step says and shows, and where the tour is. It goes through an open scene, so from the start page
// it opens an example.

import { computed, effect, signal, untracked } from "@preact/signals";
import { command } from "../model/commands.ts";
import { sceneName } from "../model/document.ts";
import { leftTab, type LeftTab, tourSeen } from "../model/layout.ts";
import { show } from "../model/open_scene.ts";
import { project } from "../model/project.ts";

export interface TourStep {
  title: string;
  text: string;
  around: string; // selects what it tells of
  card: "left" | "right"; // the corner of the view in which the card stands
  tab?: LeftTab;
}

export const tourSteps: readonly TourStep[] = [
  {
    title: "The view",
    text: "Your scene at the playhead's frame, also before anything ran. Drag to turn it, wheel to come closer; click a thing to take hold of it.",
    around: ".work > .middle",
    card: "left",
  },
  {
    title: "The timeline",
    text: "Every director and every clip has a track. Drag a clip to move it in time; Space plays, arrow keys step. Diamonds are keyframes.",
    around: ".work > .bottom",
    card: "left",
  },
  {
    title: "The inspector",
    text: "All parameters of what is selected, with units and help. Mistakes stand beside the field at once, and every change can be undone.",
    around: ".work > .right",
    card: "right",
  },
  {
    title: "Run",
    text: "Start with a preview: a coarser run that is there in seconds. The full run goes on by itself, also when you close this page.",
    around: ".scene > .top-bar",
    card: "right",
  },
  {
    title: "Library and takes",
    text: "Each run is kept as a take, to compare and to branch from. A good splash becomes a template: record it here, then drag it into any scene.",
    around: ".work > .left",
    card: "left",
    tab: "library",
  },
];

export const tourAt = signal<number | null>(null); // null: it is not shown
// The artist asked for it, so it may take the focus.
export const tourAsked = signal(false);
export const tourStep = computed(() => (tourAt.value === null ? null : (tourSteps[tourAt.value] ?? null)));

export function goToStep(at: number): void {
  if (at >= tourSteps.length) return endTour();
  tourAt.value = Math.max(0, at);
  const tab = tourSteps[tourAt.value]?.tab;
  if (tab) leftTab.value = tab;
}

export function endTour(): void {
  tourSeen.value = true;
  tourAsked.value = false;
  tourAt.value = null;
}

// A scene to go through: the first flat example, since such are drawn and run at once.
export function sceneForTour(): string | null {
  const { examples, scenes } = project.value;
  const simple = examples.find(({ scene }) => /[:/]sph\/drop-2d\.json$/.test(scene));
  return (simple ?? examples.find(({ flat }) => flat) ?? examples[0] ?? scenes[0])?.scene ?? null;
}

export function startTour(): void {
  if (sceneName.value === null) {
    const scene = sceneForTour();
    if (scene === null) return;
    show(scene);
  }
  tourAsked.value = true;
  goToStep(0);
}

command({
  name: "Show me around",
  group: "Help",
  keys: ["Shift+F1"],
  act: startTour,
  can: () => sceneName.value !== null || sceneForTour() !== null,
});

// By itself when the first scene is opened, once. It ends when the scene is closed.
export function followTour(): () => void {
  return effect(() => {
    const isOpen = sceneName.value !== null;
    untracked(() => {
      if (isOpen && !tourSeen.value && tourAt.value === null) goToStep(0);
      if (!isOpen && tourAt.value !== null && !tourAsked.value) endTour();
    });
  });
}
