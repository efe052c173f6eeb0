// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scene file as text: typed here, or changed by the other panels. It follows what is selected, and a click in it
// selects. What is typed need not be right yet: check says where it is not.

import { computed, effect, signal } from "@preact/signals";
import { Component } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import type { Finding } from "../link/protocol.ts";
import { checked, document, edit } from "../model/document.ts";
import { select, selected } from "../model/selection.ts";
import { facts } from "./facts.ts";
import { SeveritySign } from "./finding_line.tsx";
import { thingAt } from "./outline_tree.ts";
import { things } from "./things.ts";
import { type Placed, linesOf, movedCaret, pathAt, placed, typedChange } from "./text_spots.ts";
import { linesOfTokens, type Token } from "./text_tokens.ts";
import "./text_pane.css";

const text = computed(() => document.value?.text ?? "");
const lines = computed(() => linesOfTokens(text.value));
const known = computed(() => facts.value?.known ?? { full: null, schema: null });
const found = computed<Placed[]>(() =>
  placed(checked.value?.findings ?? [], text.value, document.value?.scene ?? "", known.value),
);
const marked = computed(() => (selected.value ? linesOf(text.value, selected.value, known.value) : null));
// A line to be shown, and the area that can show it.
const wanted = signal<number | null>(null);
// What was selected by a click in the text is in sight already.
let selectedHere: string | null = null;

effect(() => {
  const path = selected.value;
  if (path === null || path === selectedHere) return;
  selectedHere = null;
  wanted.value = marked.peek()?.first ?? null;
});

// ---- typing --------------------------------------------------------------------------------------------------------

let typing = { merge: "", at: 0, until: 0 };
let typings = 0;

function typed(after: string, caret: number): void {
  const before = text.peek();
  const now = performance.now();
  const goesOn = now < typing.until && Math.abs(caret - typing.at) < 40;
  typing = { merge: goesOn ? typing.merge : `typing ${++typings}`, at: caret, until: now + 1200 };
  edit("Edit the text", typedChange(before, after), typing.merge);
}

// As if it had been typed; the browser's own undo is not used.
function insert(area: HTMLTextAreaElement, from: number, to: number, what: string): void {
  area.setRangeText(what, from, to, "end");
  typed(area.value, area.selectionEnd);
}

const unit = (): string => (/^\t/m.test(text.peek()) ? "\t" : "  ");

function indent(area: HTMLTextAreaElement, less: boolean): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const first = value.lastIndexOf("\n", start - 1) + 1;
  if (!less && !value.slice(start, end).includes("\n")) return insert(area, start, end, unit());
  const lines = value.slice(first, end).split("\n");
  const changed = lines.map((line) => (less ? line.replace(/^(\t| {1,2})/, "") : unit() + line));
  const replaced = changed.join("\n");
  insert(area, first, end, replaced);
  area.setSelectionRange(Math.max(first, start + changed[0]!.length - lines[0]!.length), first + replaced.length);
}

function newLine(area: HTMLTextAreaElement): void {
  const { selectionStart: start, selectionEnd: end, value } = area;
  const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
  const before = /^[ \t]*/.exec(line)![0];
  const deeper = /[[{]\s*$/.test(line) ? unit() : "";
  const newline = value.includes("\r\n") ? "\r\n" : "\n";
  insert(area, start, end, newline + before + deeper);
}

// Escape, then Tab leaves the text, for those who have no mouse.
let leaves = false;

function keys(event: KeyboardEvent): void {
  const area = event.currentTarget as HTMLTextAreaElement;
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.isComposing;
  if (event.key === "Escape") leaves = true;
  else if (event.key === "Tab" && isPlain && !leaves && !area.readOnly) {
    event.preventDefault();
    indent(area, event.shiftKey);
  } else if (event.key === "Enter" && isPlain && !area.readOnly) {
    event.preventDefault();
    newLine(area);
  } else if (event.key !== "Tab" && event.key !== "Shift") leaves = false;
}

// ---- what is where -------------------------------------------------------------------------------------------------

function selectAt(area: HTMLTextAreaElement): void {
  if (area.selectionStart !== area.selectionEnd) return;
  const path = pathAt(text.peek(), area.selectionStart, known.peek());
  const thing = things.peek() && path ? thingAt(things.peek()!, path) : null;
  selectedHere = thing;
  select(thing);
}

interface LineProps {
  number: number;
  pieces: Token[];
  isMarked: boolean;
  mark: Finding | undefined;
}

const sameLine = (a: LineProps, b: LineProps): boolean =>
  a.number === b.number &&
  a.isMarked === b.isMarked &&
  a.mark === b.mark &&
  a.pieces.length === b.pieces.length &&
  a.pieces.every((piece, index) => piece.text === b.pieces[index]!.text && piece.kind === b.pieces[index]!.kind);

// Drawn anew only where something of it changed.
class Line extends Component<LineProps> {
  override shouldComponentUpdate(next: LineProps): boolean {
    return !sameLine(this.props, next);
  }
  override render({ number, pieces, isMarked, mark }: LineProps) {
    return (
      <div id={`tx-${number}`} class={`tx-line ${isMarked ? "marked" : ""} ${mark?.severity ?? ""}`}>
        <span class="tx-number-of">{number}</span>
        {pieces.map(({ kind, text: piece }, index) => (
          <span key={index} class={`tx-${kind}`}>
            {piece}
          </span>
        ))}
        {"\n"}
      </div>
    );
  }
}

function Code() {
  const byLine = new Map<number, Finding>();
  for (const { finding, line } of [...found.value].reverse()) byLine.set(line, finding);
  const band = marked.value;
  return (
    <div class="tx-code" aria-hidden="true">
      {lines.value.map((pieces, index) => (
        <Line
          key={index}
          number={index + 1}
          pieces={pieces}
          isMarked={band !== null && index + 1 >= band.first && index + 1 <= band.last}
          mark={byLine.get(index + 1)}
        />
      ))}
    </div>
  );
}

function goToLine(area: HTMLTextAreaElement | null, line: number): void {
  if (!area || line === 0) return;
  const all = area.value.split("\n");
  const from = all.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
  area.focus({ preventScroll: true });
  area.setSelectionRange(from, from + (all[line - 1]?.trimEnd().length ?? 0));
  wanted.value = line;
}

function Findings({ area }: { area: () => HTMLTextAreaElement | null }) {
  const those = found.value;
  if (those.length === 0) return null;
  const show = ({ finding, line }: Placed): void => {
    const thing = things.peek() && finding.path ? thingAt(things.peek()!, finding.path) : null;
    selectedHere = thing;
    if (thing) select(thing);
    goToLine(area(), line);
  };
  return (
    <ul class="tx-findings" aria-label="What check says">
      {those.map((each, index) => (
        <li key={index}>
          <button type="button" class="plain" onClick={() => show(each)}>
            <SeveritySign severity={each.finding.severity} />
            <span class="tx-where">{each.line ? `Line ${each.line}` : each.finding.file || "Scene"}</span>
            <span class="tx-sentence">
              {each.finding.path && <b>{each.finding.path}: </b>}
              {each.finding.sentence}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

export function TextPane() {
  const area = useRef<HTMLTextAreaElement>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const now = text.value;
  // The caret stays at its place when another panel changes the text.
  useLayoutEffect(() => {
    const field = area.current;
    if (!field || field.value === now) return;
    const [start, end] = [field.selectionStart, field.selectionEnd].map((caret) => movedCaret(field.value, now, caret));
    field.value = now;
    if (window.document.activeElement === field) field.setSelectionRange(start!, end!);
  }, [now]);
  useEffect(
    () =>
      effect(() => {
        const line = wanted.value;
        if (line === null || !scroller.current) return;
        const { scrollTop, clientHeight } = scroller.current;
        const { offsetTop: top = 0, offsetHeight: height = 0 } = window.document.getElementById(`tx-${line}`) ?? {};
        const isSeen = top >= scrollTop && top + 2 * height <= scrollTop + clientHeight;
        if (!isSeen) scroller.current.scrollTop = Math.max(0, top - clientHeight / 4);
        wanted.value = null;
      }),
    [],
  );
  const readonly = document.value?.readonly ?? true;
  return (
    <div class="text-pane">
      {readonly && <p class="tx-note small">An example: make a copy of it to change it.</p>}
      <div ref={scroller} class="tx-scroll">
        <div class="tx-area">
          <Code />
          <textarea
            ref={area}
            aria-label="The scene file as text. Tab indents; Escape, then Tab leaves."
            spellcheck={false}
            autocomplete="off"
            readOnly={readonly}
            onInput={(event) => typed(event.currentTarget.value, event.currentTarget.selectionEnd)}
            onKeyDown={keys}
            onClick={(event) => selectAt(event.currentTarget)}
          />
        </div>
      </div>
      <Findings area={() => area.current} />
    </div>
  );
}
