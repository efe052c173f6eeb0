// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the page and the server (src/studio/) say to each other.
//
// Over the WebSocket /socket?token=T: requests `{id, do, ...}`, each answered by `{id, ok}` or `{id, error}` (one sentence
// for the artist), and events `{event, ...}` that every open page gets. Over HTTP, with the header X-Weir-Token or
// ?token=T: what is large, as "packed" answers (packed.ts), and files.
//
//   GET /api/setup?scene=S&frame=F[&has=A B]  packed SetupHeader: what the scene sets up at a frame, of the text as edited;
//                                             without the arrays of the names A and B
//   GET /api/particles?take=T&frame=F&by=speed[&limit=N]   packed ParticlesHeader
//   GET /api/surface?take=T&frame=F[&cell=C]  packed SurfaceHeader; meshed on demand and kept; C: of the grid, in spacings
//   GET /api/volume?take=T&frame=F[&name=N]   packed VolumeHeader of the volume N, "density" without it
//   GET /api/actors?take=T&frame=F[&overlay=1] packed ActorsHeader: where floating bodies are; with `overlay` what
//                                             directors do
//   GET /api/stats?take=T                     Stats as JSON
//   GET /api/schema                           what `weir describe --schema` prints
//   GET /api/file?path=P                      a picture, film or mesh below the folder, with ranges
//   PUT /api/file?path=P                      uploads a mesh, picture or point file; never replaces one
//   GET /api/template?name=N&frame=F          packed ParticlesHeader of a template's recorded particles, in its own place;
//                                             F counts from 1
//   GET /api/thumbnail?template=N[&frame=F]   a small picture; without a frame the kept one; "strip": 12 frames side by
//                                             side, 160 x 120 each
//                                             N: of the library, or "recording:SCENE:NAME"
//
// Paths of scenes and files are relative to the folder that Studio has opened, with "/" between names. The examples that
// come with Weir are opened as "examples:sph/drop.json": to look at and run; the first edit asks for a copy in the folder.
// A take's name is the path of its folder: "takes/drop/001".

export type Vec3 = [number, number, number];
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

// ---- scenes and their text -----------------------------------------------------------------------------------------

export interface SceneCard {
  scene: string; // its path
  title: string;
  about: string; // the first comment of the file
  picture: string | null; // path for /api/file, or null
  ways: string[]; // "sph", "flip", "templates", "rig", ...: solver and directors
  flat: boolean;
  takes: number;
  unsaved: boolean; // there is an autosave that is newer than the file
  modified?: number; // ms since 1970, when the file was last written
}

// The text of a scene as all pages see it. `version` counts its changes, also undone ones.
export interface Document {
  scene: string;
  text: string;
  version: number;
  saved: boolean; // the file has this text
  undo: string | null; // what undo would take back, in words; null: nothing
  redo: string | null;
  readonly: boolean; // an example
  recovered: boolean; // opened from the autosave of a Studio that ended before it was saved
  differs: boolean; // another program has changed the file, and the text was not saved: saving replaces that
}

export type Severity = "error" | "warning" | "hint";

export interface Finding {
  severity: Severity;
  path: string; // in the scene: "solids[0].shape.radius"; "" for the scene as a whole
  line: number; // 0: not known
  file: string; // where the line is; another file than the scene's when it is included
  sentence: string; // without its location
}

// What `check` says. A quick check follows every edit; a whole one, which builds the solver and the directors, follows when
// there was time.
export interface Checked {
  scene: string;
  version: number;
  whole: boolean;
  findings: Finding[];
  // Of whole checks of good scenes.
  particles?: number;
  memory?: number; // bytes
  disk?: number;
  // From reading, as far as it can be read; used where the text leaves something out.
  frames: { first: number; last: number; rate: number };
  dimensions: 2 | 3;
  solver: string;
  spacing: number;
  // The scene with every parameter spelled out, includes worked in; null when it cannot be read.
  full: Json;
}

// ---- takes and jobs ------------------------------------------------------------------------------------------------

export type TakeKind = "full" | "half" | "quarter" | "flat" | "ballistic" | "live";
export type TakeState = "waiting" | "running" | "stopped" | "failed" | "done";

export interface Take {
  take: string; // path of its folder
  scene: string;
  name: string; // "take 3", or what the artist calls it
  kind: TakeKind;
  state: TakeState;
  made: string; // ISO date
  changes: string[]; // against the take it was made after: "forces[0].drag: 2 → 5"
  from: { take: string; frame: number } | null; // branched
  frames: { first: number; last: number; rate: number }; // that it is to have
  have: [number, number][]; // ranges of frames that are there, inclusive
  dimensions: 2 | 3;
  lower: Vec3; // of its domain
  upper: Vec3;
  particles: boolean; // what its frames hold
  volumes: string[]; // names of scalar volumes to be shown, "density"
  phases: { name: string; colour: Vec3 }[];
  spacing: number;
  bodies?: boolean; // the liquid carries some of its solids
  progress: Progress | null; // while it runs
  error: string; // why it failed
  bytes: number; // on the disk
  // Of a live take: [first frame, edition], ...; the frames from there on are of that edition. A frame that a page keeps
  // of another one was made anew since then.
  editions?: [number, number][];
}

export interface Progress {
  task: string; // "simulating"
  item: string; // "frame"
  current: number;
  first: number;
  last: number;
  seconds: number;
  left: number | null; // seconds; null: not known yet
  numbers: Record<string, number>; // particles, steps, density_iterations, memory, ...
}

// Anything that takes time besides a run: meshes, pictures, films, exports, recordings, fits.
export interface Job {
  job: string;
  what: string; // "film of take 3"
  take: string | null;
  state: TakeState;
  progress: Progress | null;
  said: string[]; // the last lines it printed
  error: string;
  results: string[]; // paths of files that it made, for /api/file
  answer?: { fits?: Fit[] } | null; // what it printed as JSON; the best fit first
}

// One of the places where a template agrees best with the liquid of a take (`weir library fit`).
export interface Fit {
  instance: string; // the path of that which was placed: one of the scene, or a new one
  start: number; // the scene's frame at which it starts
  offset: Vec3; // m, by which it is moved
  transform: { translate?: Vec3; [key: string]: Json | undefined };
  first?: number; // the template's frame (from 1) with which it begins
  last?: number; // the same of one that is played backwards
  lower: Vec3; // of its region, then
  upper: Vec3;
  before: FitScore; // where it is, or was recorded
  after: FitScore;
}

export interface FitScore {
  score: number; // 0 to 1, as the others
  density: number;
  velocity: number;
}

export interface Offers {
  styles: { style: string; name: string }[]; // of pictures, films and sheets; "" is as the scene says
  formats: { format: string; name: string; about: string; of: string }[]; // of exports; `of`: "Surface", "Particles"
  no_formats: string | null; // why there are none
}

export interface Stats {
  frames: number[];
  measures: { key: string; unit: string; values: (number | null)[] }[];
}

// ---- the library ---------------------------------------------------------------------------------------------------

export interface Template {
  name: string;
  tags: string[];
  about: string;
  frames: number;
  rate: number;
  particles: number;
  flat: boolean;
  picture: boolean; // /api/thumbnail has one
  lower: Vec3; // its region, in its own place
  upper: Vec3;
  spacing: number;
}

// ---- requests ------------------------------------------------------------------------------------------------------

// `do` → [what it takes, what it answers].
export interface Requests {
  hello: [{}, Hello];
  project: [{}, { scenes: SceneCard[]; examples: SceneCard[]; starters: Starter[] }];
  // A new file from a starter (docs: one for every way) or as a copy of a scene; answers its path.
  create: [{ scene: string; from: string }, { scene: string }];
  open: [{ scene: string; discard_autosave?: boolean }, Document];
  // The whole text. `base`: the version it was made from; answered by an error when the text has changed since then, whose
  // news this page has then got. Edits with the same `merge` that follow each other are one step of undo: a drag.
  edit: [{ scene: string; base: number; text: string; label: string; merge?: string }, { version: number }];
  undo: [{ scene: string }, { version: number }];
  redo: [{ scene: string }, { version: number }];
  save: [{ scene: string }, { version: number }];
  revert: [{ scene: string }, { version: number }]; // to the file; can be undone

  takes: [{ scene: string }, { takes: Take[] }];
  // `without`: paths of directors that are left out, to see what they do: ["directors[0]"].
  run: [
    { scene: string; kind: TakeKind; from?: { take: string; frame: number }; name?: string; without?: string[] },
    { take: string },
  ];
  stop: [{ take?: string; job?: string }, {}];
  resume: [{ take: string }, {}];
  rename_take: [{ take: string; name: string }, {}];
  remove_take: [{ take: string }, {}];
  restore_take: [{ take: string }, { version: number }]; // its text becomes that of the scene; can be undone

  // The scene is simulated as it is edited, from `frame` of the live take or anew; frames arrive as `take` events.
  live: [{ scene: string; frame: number | null; on: boolean }, { take: string }];

  jobs: [{}, { jobs: Job[] }];
  // What of the following can be made of a take; it changes with the take's first frame.
  offers: [{ take: string }, Offers];
  // `style`: one that is offered.
  picture: [
    { take: string; frame: number; style?: string; width: number; height: number; samples: number },
    { job: string },
  ];
  film: [{ take: string; style: string; width: number; height: number; samples: number }, { job: string }];
  sheet: [{ take: string; style: string; width: number; height: number; samples: number }, { job: string }];
  // `format`: one that is offered.
  export: [{ take: string; format: string; first: number; last: number }, { job: string }];

  library: [{}, { templates: Template[]; folder: string }];
  record: [
    { take: string; name: string; lower: Vec3; upper: Vec3; first: number; last: number; tags: string[] },
    { job: string },
  ];
  fit: [{ scene: string; take: string; template: string; frame: number }, { job: string }];
  remove_template: [{ name: string }, {}];
}

export interface Hello {
  version: string; // of the program
  folder: string; // absolute, to be shown
  scene: string | null; // that was named on the command line
  cores: number;
  memory: number; // bytes of the machine
  examples: boolean; // whether they were found
}

export interface Starter {
  name: string; // for `create`: "starter:templates"
  title: string;
  about: string;
}

// ---- events --------------------------------------------------------------------------------------------------------

export interface Events {
  document: Document; // after every edit, undo, save, by whichever page
  checked: Checked;
  take: Take; // made, or changed: progress, frames
  take_removed: { take: string };
  job: Job;
  project: {}; // files came or went: ask again
  trouble: { sentence: string }; // that no request was to blame for: what is not saved cannot be kept safe
  library: {};
}

// ---- packed answers ------------------------------------------------------------------------------------------------

// Where an array lies in what follows the header.
export interface Part {
  at: number | null; // bytes; null where the page said that it has it
  count: number; // of items
  width: number; // numbers an item
  type: "u8" | "i8" | "u16" | "u32" | "f32";
  name?: string; // of large ones of a setup: what they hold
}

// Eight bytes a particle: x, y, z from `lower` (0) to `upper` (65535), and the value from `low` to `high`.
export interface ParticlesHeader {
  frame: number;
  count: number; // of all particles
  lower: Vec3;
  upper: Vec3;
  by: string; // "speed", "phase", "role" (1: temporary), "heat", "thickness"; "paint": the value is 5, 6, 5 bits of sRGB
  low: number;
  high: number;
  unit: string; // "m/s"
  can: string[]; // what else they can be coloured by
  radius: number; // m
  points: Part; // u16 x 4; `count` may be less than that of all, every so-manieth
}

export interface SurfaceHeader {
  frame: number;
  lower: Vec3;
  upper: Vec3;
  positions: Part; // u16 x 3
  normals: Part; // i8 x 4, the last unused
  triangles: Part; // u32 x 3
}

export interface VolumeHeader {
  frame: number;
  name: string;
  lower: Vec3;
  upper: Vec3;
  size: Vec3; // voxels; z is 1 in flat scenes
  high: number; // the value of 255
  values: Part; // u8, x fastest
}

// What there is in a frame of a take besides its liquid. Places are counted as those of particles.
export interface ActorsHeader {
  frame: number;
  // Solids that the liquid carries: `path` and `name` are those of the take's scene; the matrix (16 numbers, column by
  // column) maps from the space in which the shape is written, as that of its handle does where nothing was simulated.
  bodies: { path: string; name: string; matrix: number[] }[];
  points: { colour: Vec3; radius: number; positions: Part }[];
  lines: { colour: Vec3; positions: Part }[]; // two ends of every piece
  meshes: { colour: Vec3; positions: Part; triangles: Part }[];
  legend: { what: string; colour: Vec3 }[];
}

export type Look = "solid" | "liquid" | "wanted" | "ghost";

export interface SetupHeader {
  scene: string;
  version: number;
  frame: number;
  dimensions: 2 | 3;
  domain: { lower: Vec3; upper: Vec3 } | null;
  stage: { lower: Vec3; upper: Vec3 };
  reach: { lower: Vec3; upper: Vec3 }; // a little more: bodies end there, and liquid with the domain
  // All places here are counted from this one: not zero in scenes far from zero. The values of places are as written;
  // a gizmo changes the translate of a transform by how far it moves, since it may be written otherwise there.
  origin: Vec3;
  // `path`: of what is shown, in the scene: "solids[0]", "directors[1].instances[0]".
  bodies: { path: string; look: Look; colour: Vec3; positions: Part; triangles: Part; edges: Part }[];
  points: { path: string; colour: Vec3; radius: number; positions: Part }[];
  lines: { path: string; colour: Vec3; positions: Part }[]; // a polyline each
  arrows: { path: string; colour: Vec3; from: Vec3; to: Vec3 }[];
  labels: { path: string; at: Vec3; text: string; colour: Vec3; minor: boolean }[];
  legend: { what: string; colour: Vec3 }[];
  handles: Handle[];
  camera: { from: Vec3; to: Vec3; up: Vec3; angle: number } | null; // at the frame; degrees, from top to bottom
  problems: string[];
  unfinished: boolean; // some of it, the form of a control mesh between its keys, is still being made: ask again soon
}

// What a gizmo can take hold of. Its numbers are those at the frame, also where they are keyframed.
export interface Handle {
  path: string; // of the thing: "solids[0]"
  // Where it is written: the path of a transform ("solids[0].shape.transform"), whose translate, rotate and scale are set,
  // or of a single place or direction ("forces[0].centre").
  edits: string;
  kind: "transform" | "place" | "direction";
  can: ("translate" | "rotate" | "scale" | "size" | "value")[]; // what of it is written; "size" is in `scale`
  pivot: Vec3; // in the world, where the gizmo stands
  matrix: number[]; // 16, column by column, of the transform; identity for the others
  // What carries it: matrix = parent * own, and what is written is that of `own`; a written place is in its space.
  parent: number[];
  about: Vec3; // of a transform: the point of its own space that scale and rotate leave where it is
  translate: Vec3; // of a transform: as written at this frame; of the others: the value
  rotate: Vec3; // degrees
  scale: Vec3;
}
