// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Names that artists give to scenes, templates and files.

// `wanted`, or "wanted-2", "wanted-3": the first that is not taken. Case does not tell names apart on every disk.
export function freeName(wanted: string, taken: readonly string[], between = "-"): string {
  const those = new Set(taken.map((name) => name.toLowerCase()));
  if (!those.has(wanted.toLowerCase())) return wanted;
  const base = wanted.replace(/[- ]\d+$/, "");
  for (let number = 2; ; ++number) {
    const name = `${base}${between}${number}`;
    if (!those.has(name.toLowerCase())) return name;
  }
}

// "A recorded splash" becomes "recorded-splash".
export const nameFrom = (title: string): string =>
  title
    .toLowerCase()
    .replace(/^(a|an|the) /, "")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "") || "scene";

export const sceneFile = (name: string): string => (name.endsWith(".json") ? name : `${name}.json`);
export const sceneWithoutEnding = (scene: string): string => scene.replace(/\.json$/, "");

// Scenes without a title are called as their file: "dolphin-mesh" is shown as "dolphin mesh".
export function titleOf({ scene, title }: { scene: string; title: string }): string {
  const file = sceneWithoutEnding(
    scene
      .replace(/^examples:/, "")
      .split("/")
      .at(-1)!,
  );
  return title && title !== file ? title : file.replace(/[-_]+/g, " ");
}

// What is wrong with the name of a new scene, as a sentence; null when it is good.
export function wrongWithScene(name: string, scenes: readonly string[]): string | null {
  if (!name.trim()) return "Give the scene a name.";
  if (name.trim() !== name) return "A name neither begins nor ends with a space.";
  if (/[\\:*?"<>|\u0000-\u001f]/.test(name)) return 'A name may not have \\ : * ? " < > |.';
  const parts = name.split("/");
  if (parts.some((part) => part === "" || part === "..")) return "Write folders as in shots/splash.";
  if (parts.some((part) => part.startsWith("."))) return "A name may not begin with a dot.";
  if (scenes.some((scene) => scene.toLowerCase() === sceneFile(name).toLowerCase()))
    return "There is a scene of this name already.";
  return null;
}

// The same for a template.
export function wrongWithTemplate(name: string, templates: readonly string[]): string | null {
  if (!name) return "Give the template a name.";
  if (/^[-. ]|[/\u0000-\u001f]| $/.test(name)) return "A name has no / and begins with a letter or a digit.";
  if (templates.includes(name)) return "There is a template of this name already.";
  return null;
}

// Tags are words.
export const tagsOf = (text: string): string[] => [...new Set(text.split(/[\s,]+/).filter((tag) => tag !== ""))];
