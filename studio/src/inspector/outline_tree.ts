// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The things of a scene as a tree, from the schema: lists of blocks with their entries, and blocks that are somewhere or
// of one of several kinds (domain, solver, camera). Parameters of blocks are the inspector's.

import type { Json } from "../link/protocol.ts";
import { kindIn, nameIn, singular, titleOf } from "../model/names.ts";
import { type Field, fieldOf, fieldsOf, labelOf } from "../schema/fields.ts";
import { type JsonSchema, resolved } from "../schema/schema.ts";
import { isListOfThings } from "../schema/things.ts";
import { blockOf, isBlock } from "../schema/walk.ts";
import { isInside, valueAt } from "../text/paths.ts";
import { isStandIn, isVariant, writtenAt } from "../text/places.ts";
import { same } from "../text/replace.ts";
import type { Facts } from "./rows.ts";

export interface Thing {
  path: string;
  title: string;
  about: string; // its kind, beside a name
  what: "scene" | "list" | "entry" | "block";
  kind: string; // "sphere"
  name: string | null; // its own; null: it cannot have one
  children: Thing[];
  included: boolean; // from another file
  visible: boolean | null; // null: it has no such switch
  errors: number; // that check tells of it and of what is in it
  others: number; // warnings and hints
}

type Members = { [key: string]: Json };
const membersOf = (value: Json | undefined): Members | null =>
  value !== null && typeof value === "object" && !Array.isArray(value) ? value : null;

export function treeOf(facts: Facts): Thing {
  const whole = facts.known.full ?? facts.text;
  const scene = blockOf(facts.root, whole, facts.root);
  const children = scene ? partsOf(scene, whole, "", facts) : [];
  const general = facts.findings.filter(({ path }) => !children.some((child) => isInside(path, child.path)));
  return {
    path: "",
    title: (membersOf(whole)?.["title"] as string | undefined) || "Scene",
    about: "",
    what: "scene",
    kind: "",
    name: null,
    children,
    included: false,
    visible: null,
    ...counted(general),
  };
}

// Entries that were written a moment ago are not in the full scene yet.
const newest = (path: string, facts: Facts, value: Json | undefined): Json | undefined => {
  if (value !== undefined && value !== null && !Array.isArray(value)) return value;
  const own = writtenAt(facts.text, path, facts.known);
  return Array.isArray(own) && Array.isArray(value) && own.length !== value.length ? own : (value ?? own);
};

// The things in a block: blocks in it are looked through.
function partsOf(block: JsonSchema, value: Json | undefined, path: string, facts: Facts): Thing[] {
  return fieldsOf(block, facts.root).flatMap((field) => {
    const at = path ? `${path}.${field.name}` : field.name;
    if (path === "" && isStandIn(at, facts.known)) return [];
    const inner = newest(at, facts, membersOf(value)?.[field.name]);
    if (isListOfThings(field, facts.root))
      return Array.isArray(inner) && inner.length > 0 ? [listThing(field, inner, at, facts)] : [];
    const members = membersOf(inner);
    const own = members && blockOf(field.schema, inner, facts.root);
    if (!own || !isBlock(own)) return [];
    const children = partsOf(own, inner, at, facts);
    const isTop = !/[[\]]/.test(path);
    const isThing = isTop && (field.blocks.length > 1 || fieldsOf(own, facts.root).some(({ place }) => place));
    return isThing ? [blockThing(field, members, at, children, facts)] : children;
  });
}

function listThing(field: Field, entries: Json[], path: string, facts: Facts): Thing {
  const children = entries.map((entry, index) => entryThing(field, entry, `${path}[${index}]`, facts));
  return {
    path,
    title: field.label,
    about: String(entries.length),
    what: "list",
    kind: "",
    name: null,
    children,
    included: false,
    visible: null,
    ...counted([]),
  };
}

function entryThing(field: Field, value: Json, path: string, facts: Facts): Thing {
  const block = blockOf(field.item!, value, facts.root);
  const hasSwitch = block?.properties?.["visible"]?.type === "boolean";
  // What it is called by itself need not be told again.
  const ownKind = nameIn(value) ? kindIn(value) : "";
  const shape = kindIn(value) ? "" : kindIn(membersOf(value)?.["shape"]);
  return {
    path,
    title: titleOf(path, facts.known.full ?? facts.text, facts.root),
    about: (ownKind || shape).replaceAll("_", " "),
    what: "entry",
    kind: kindIn(value),
    name: membersOf(value) ? String(membersOf(value)!["name"] ?? "") : null,
    children: block ? partsOf(block, value, path, facts) : [],
    included:
      isIncluded(path, facts) &&
      !same(valueAt(facts.known.full, listOf(path)), resolved(field.schema, facts.root).default),
    visible: hasSwitch ? membersOf(value)?.["visible"] !== false : null,
    ...counted(facts.findings.filter((each) => isInside(each.path, path))),
  };
}

function blockThing(field: Field, value: Members, path: string, children: Thing[], facts: Facts): Thing {
  return {
    path,
    title: field.label,
    about: kindIn(value).replaceAll("_", " "),
    what: "block",
    kind: kindIn(value),
    name: null,
    children,
    included: isIncluded(path, facts),
    visible: null,
    ...counted(facts.findings.filter((each) => isInside(each.path, path))),
  };
}

const isIncluded = (path: string, facts: Facts): boolean =>
  isVariant(facts.text) && writtenAt(facts.text, path, facts.known) === undefined;
const listOf = (path: string): string => path.replace(/\[\d+\]$/, "");

const counted = (findings: Facts["findings"]): { errors: number; others: number } => {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  return { errors, others: findings.length - errors };
};

// ---- what can be added ---------------------------------------------------------------------------------------------

export interface Addable {
  name: string; // "Force: wind"
  help: string;
  path: string; // of the list, or of the block
  isList: boolean;
  kind: string | null;
  field: Field;
}

// To a block of the scene at `path`, or to the scene: entries of its lists, blocks that it lacks.
export function addables(block: JsonSchema, value: Json | undefined, path: string, facts: Facts): Addable[] {
  return fieldsOf(block, facts.root).flatMap((field): Addable[] => {
    const at = path ? `${path}.${field.name}` : field.name;
    if (isListOfThings(field, facts.root)) return entriesFor(field, at, facts.root);
    const inner = membersOf(value)?.[field.name];
    const own = membersOf(inner) && blockOf(field.schema, inner, facts.root);
    if (own && field.blocks.length === 1) return addables(own, inner, at, facts);
    const lacks = inner === null && field.nullable && field.blocks.length === 1;
    const isThing = lacks && fieldsOf(field.blocks[0]!.schema, facts.root).some(({ place }) => place);
    return isThing ? [{ name: field.label, help: field.help, path: at, isList: false, kind: null, field }] : [];
  });
}

function entriesFor(field: Field, path: string, root: JsonSchema): Addable[] {
  const what = labelOf(singular(field.item!));
  const blocks = fieldOf("", field.item!, root).blocks;
  return blocks.map(({ kind, help }) => ({
    name: kind === null ? what : `${what}: ${labelOf(kind).toLowerCase()}`,
    help: help.split(/[.:;]/)[0] ?? "",
    path,
    isList: true,
    kind,
    field,
  }));
}

// Lists that are not a parameter of the thing itself, as the shapes of a shape, are closed at first.
export const isUsuallyOpen = ({ what, path }: Thing): boolean => what !== "list" || !/\]\.\w+\.[\w.]+$/.test(path);

// The deepest thing that has `path` in it; null: the scene as a whole.
export function thingAt(tree: Thing, path: string): string | null {
  const inner = tree.children.find((child) => isInside(path, child.path));
  const deeper = inner && thingAt(inner, path);
  if (deeper) return deeper;
  return inner && inner.what !== "list" ? inner.path : null;
}

// In the order in which they are seen.
export function visibleThings(
  thing: Thing,
  isOpen: (thing: Thing) => boolean,
  level = 1,
): { thing: Thing; level: number }[] {
  const inner = isOpen(thing) ? thing.children.flatMap((child) => visibleThings(child, isOpen, level + 1)) : [];
  return [{ thing, level }, ...inner];
}
