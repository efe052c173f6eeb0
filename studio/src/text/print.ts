// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Values as the scene files of examples/ have them: on one line where it fits, else objects filled up line by line and
// lists with one entry a line. Numbers are short.

import type { Json } from "../link/protocol.ts";

const widest = 120; // columns of a line
const short = 60; // what is not broken even where it goes beyond

// Where a value is going to stand.
export interface Place {
  indent: string; // of its line
  column: number;
  unit: string; // of indentation
  newline: string;
}

// Numbers that nobody typed, since they have more digits than anybody types, come from a drag or from arithmetic. They
// get six digits, and never less than a tenth of a millimetre, also far from zero. All others are written as they are.
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return "0";
  const exact = String(value);
  if (Number.isInteger(value) || exact.replace(/e.*|\D/g, "").replace(/^0+/, "").length <= 12) {
    return exact === "-0" ? "0" : exact;
  }
  if (Math.abs(value) < 1e-12) return "0";
  const digitsBefore = Math.max(0, Math.floor(Math.log10(Math.abs(value))) + 1);
  return String(Number(value.toPrecision(Math.max(6, digitsBefore + 4))));
}

export function onOneLine(value: Json): string {
  if (typeof value === "number") return shortNumber(value);
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, each]) => `${JSON.stringify(name)}: ${onOneLine(each)}`);
  return `{${members.join(", ")}}`;
}

const levels = (value: Json): number =>
  value !== null && typeof value === "object"
    ? Number(!Array.isArray(value)) + Math.max(0, ...Object.values(value).map(levels))
    : 0;

// Things with parts of their own have a line each.
const isListOfThings = (value: Json): boolean => Array.isArray(value) && levels(value) > 1;

const hasListOfThings = (value: Json): boolean =>
  value !== null &&
  typeof value === "object" &&
  (isListOfThings(value) || Object.values(value).some((each) => hasListOfThings(each)));

export function printed(value: Json, place: Place): string {
  const line = onOneLine(value);
  const fits = (place.column + line.length < widest || line.length <= short) && !hasListOfThings(value);
  if (fits || value === null || typeof value !== "object" || line.length === 2) return line;
  return Array.isArray(value) ? printedList(value, place) : printedObject(Object.entries(value), place);
}

function printedList(entries: Json[], { indent, unit, newline }: Place): string {
  const inside = indent + unit;
  const isPlain = entries.every((entry) => levels(entry) === 0);
  const lines = isPlain
    ? filled(entries.map(onOneLine), widest - inside.length).map((line) => inside + line)
    : entries.map((entry) => inside + printed(entry, { indent: inside, column: inside.length, unit, newline }));
  return `[${newline}${lines.join(`,${newline}`)}${newline}${indent}]`;
}

// As many on a line as it takes.
function filled(parts: string[], room: number): string[] {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + part.length + 3 < room) lines[lines.length - 1] = `${last}, ${part}`;
    else lines.push(part);
  }
  return lines;
}

function printedObject(members: [string, Json][], { indent, column, unit, newline }: Place): string {
  const inside = indent + " ".repeat(Math.max(0, column + 1 - indent.length));
  let text = "{";
  let at = inside.length;
  members.forEach(([name, value], index) => {
    const key = `${JSON.stringify(name)}: `;
    const length = key.length + onOneLine(value).length + 2;
    if (index > 0 && (at + length >= widest || hasListOfThings(value))) {
      text += `,${newline}${inside}`;
      at = inside.length;
    } else if (index > 0) {
      text += ", ";
      at += 2;
    }
    const written = printed(value, { indent: inside, column: at + key.length, unit, newline });
    text += key + written;
    at = written.includes(newline) ? widest : at + key.length + written.length;
  });
  return `${text}}`;
}
