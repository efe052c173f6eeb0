// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Files that jobs made: what can be seen in the page, and what is only listed.

export type ResultKind = "picture" | "film" | "file";

export function kindOf(path: string): ResultKind {
  const end = path.toLowerCase().split(".").at(-1);
  if (end === "png" || end === "jpg" || end === "jpeg" || end === "svg") return "picture";
  return end === "mp4" || end === "webm" ? "film" : "file";
}

export const nameOf = (path: string): string => path.split("/").at(-1)!;
export const folderOf = (path: string): string => path.split("/").slice(0, -1).join("/");

export interface Listed {
  pictures: string[];
  films: string[];
  files: string[]; // the first of them
  more: number; // files that are not listed
  folder: string; // of the files
}

const manyFiles = 4;
const manyPictures = 6;

export function listed(results: readonly string[]): Listed {
  const of = (kind: ResultKind): string[] => results.filter((path) => kindOf(path) === kind);
  const [pictures, files] = [of("picture"), of("file")];
  const shownFiles = files.slice(0, files.length > manyFiles ? manyFiles - 1 : manyFiles);
  return {
    pictures: pictures.slice(0, manyPictures),
    films: of("film"),
    files: shownFiles,
    more: files.length - shownFiles.length + Math.max(0, pictures.length - manyPictures),
    folder: folderOf(files[0] ?? results[0] ?? ""),
  };
}
