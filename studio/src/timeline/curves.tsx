// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The curve editor: the keyframed parameters of the selected thing, and the graph of those that are ticked.

import "./play_commands.ts"; // before other commands of the same keys
import { frame } from "../model/playhead.ts";
import { select } from "../model/selection.ts";
import { valueAtFrame } from "../text/interpolation.ts";
import { CurveBar } from "./curve_bar.tsx";
import { Graph } from "./curve_graph.tsx";
import * as curve from "./curve_state.ts";
import "./curves.css";
import { DragNote } from "./drag_note.tsx";
import * as state from "./state.ts";
import { aboutProperty, aboutThing, allOf, type Property, thingAt } from "./things.ts";
import "./timeline.css";

function Offered({ property }: { property: Property }) {
  // Of something in the selected thing, as a deformation of a rig.
  const owner = thingAt(state.things.value, property.path);
  const where = owner && owner !== state.selectedThing.value ? owner.name : aboutProperty(property);
  const isShown = curve.shownProperties.value.includes(property);
  const value = valueAtFrame(property.keyed, Math.round(frame.value), property.field.isRotation);
  const text = (Array.isArray(value) ? value : [value])
    .map((part) => (typeof part === "number" ? Number(part.toPrecision(4)) : ""))
    .join("  ");
  return (
    <div class="cv-offered">
      <input
        type="checkbox"
        checked={isShown}
        aria-label={`Show the curve of ${property.name}`}
        onChange={(event) => curve.showProperty(property, event.currentTarget.checked)}
      />
      <button type="button" class="plain" title={property.field.help} onClick={() => curve.showOnly(property)}>
        {property.name} <span class="dim">{where}</span>
      </button>
      <div class="cv-now dim">
        {text} {property.field.unit}
      </div>
    </div>
  );
}

// Nothing with keys is selected: what could be.
function Choose() {
  const those = allOf(state.things.value).filter(({ properties }) => properties.length);
  return (
    <div class="cv-empty">
      {those.length ? (
        <>
          <p class="dim">Select something with keys to see its curves:</p>
          <div class="cv-those">
            {those.map((thing) => (
              <button key={thing.path} type="button" onClick={() => select(thing.path || null)}>
                {thing.name} <span class="dim">{aboutThing(thing)}</span>
              </button>
            ))}
          </div>
        </>
      ) : (
        <p class="dim">
          Nothing has keys yet. Press the diamond beside a parameter in the inspector, or turn on auto-key and move
          something in the view.
        </p>
      )}
    </div>
  );
}

export function Curves() {
  const offered = curve.offered.value;
  if (!offered.length) return <Choose />;
  const turns = curve.shownProperties.value.some(({ field }) => field.isRotation);
  return (
    <div class="tl">
      <CurveBar />
      <div class="cv-body">
        <div class="cv-list" role="group" aria-label={`Curves of ${state.selectedThing.value?.name ?? ""}`}>
          <h3>{state.selectedThing.value?.name}</h3>
          {offered.map((property) => (
            <Offered key={property.path} property={property} />
          ))}
          {turns && <p class="small dim">Rotations are drawn as they turn: the shorter way round.</p>}
        </div>
        <Graph />
      </div>
      <DragNote />
    </div>
  );
}
