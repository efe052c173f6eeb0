// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where files that are added to the folder go.

// The server takes these; "": the opened folder itself, where scenes are.
const folders: Record<string, readonly string[]> = {
  meshes: ["obj", "ply", "stl", "gltf", "glb", "bin", "fbx"],
  points: ["vdb", "bgeo"],
  pictures: ["png", "jpg", "jpeg", "exr", "hdr"],
  tables: ["csv"],
  "": ["json"],
};

const largest = 256 * 2 ** 20; // bytes; the server takes no more

export const accepted = Object.values(folders)
  .flat()
  .map((ending) => `.${ending}`)
  .join(",");

export type Where = { path: string; wrong: null } | { path: null; wrong: string };

// Names that the server would refuse are made good: "../.a b.obj" becomes "a b.obj".
export function whereTo(name: string, bytes: number): Where {
  const plain = name
    .replace(/^.*[\\/]/, "")
    .replace(/[\u0000-\u001f\u007f]/g, "")
    .replace(/^[.\s]+/, "");
  const folder = Object.entries(folders).find(([, endings]) =>
    endings.some((ending) => plain.toLowerCase().endsWith(`.${ending}`)),
  )?.[0];
  if (folder === undefined) {
    const wrong = `${plain || name} is no mesh, particle file, picture, table or scene (${accepted.replaceAll(",", " ")}).`;
    return { path: null, wrong };
  }
  if (bytes > largest) return { path: null, wrong: `${plain} is larger than 256 MB; copy it into the folder by hand.` };
  return { path: folder ? `${folder}/${plain}` : plain, wrong: null };
}
