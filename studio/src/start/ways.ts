// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the start page calls the ways of making liquid do something, and the folders of the examples. A way that is not
// listed is called what the scene calls it.

const names: Record<string, string> = {
  sph: "Particles",
  flip: "Grid",
  smoke: "Smoke",
  ballistic: "Ballistic",
  templates: "Templates",
  reversal: "Reversal",
  meshes: "Meshes",
  rig: "Rig",
  guide: "Guide",
  sea: "Sea",
  visitors: "Visitors",
};

interface GroupWords {
  title: string;
  line: string;
}

const groups: Record<string, GroupWords> = {
  recipes: { title: "Recipes", line: "Short scenes that answer one question each; good to copy." },
  sph: { title: "Particles", line: "Splashes, thick liquids, floating bodies, without direction." },
  grid: { title: "Grid", line: "Large water, smoke, paint and thin films." },
  templates: { title: "Templates", line: "Recorded pieces of liquid, placed and retimed." },
  reversal: { title: "Reversal", line: "Water takes a shape at a chosen frame." },
  meshes: { title: "Meshes", line: "Water follows a mesh that moves." },
  rig: { title: "Rig", line: "Water and smoke follow bends, twists and paths." },
  guide: { title: "Guide", line: "A coarse run or a shape guides a fine surface." },
  ballistic: { title: "Ballistic", line: "Drops that fly without feeling each other: previews in seconds." },
};

export const groupOrder = Object.keys(groups);

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

export const wayName = (way: string): string => names[way] ?? capital(way);

// Of a folder of examples: "templates/recorded".
export function groupWords(name: string): GroupWords {
  const [outer, inner] = [name.split("/")[0]!, name.split("/").slice(1).join(", ")];
  const words = groups[outer] ?? { title: capital(outer || "others"), line: "" };
  return inner ? { title: `${words.title}: ${inner}`, line: "Scenes that the ones above are made from." } : words;
}
