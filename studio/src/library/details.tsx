// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the chosen template is, and what can be done with it.

import { useSignal } from "@preact/signals";
import { useRef } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Template } from "../link/protocol.ts";
import { checked } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { hello } from "../model/project.ts";
import { shown as shownTake } from "../model/takes.ts";
import { colourBy } from "../view/api.ts";
import { aboutText, countText, lengthText, misfit, short, sizeText } from "./facts.ts";
import { Fit } from "./fit.tsx";
import { useFocus } from "./focus.ts";
import type { Anchor } from "./place.ts";
import { anchor, placeOnTheFloor } from "./placing.ts";
import type { Shown } from "./template_cards.tsx";

const anchors: { is: Anchor; name: string }[] = [
  { is: "", name: "its middle" },
  { is: "bottom", name: "its floor" },
  { is: "waterline", name: "its waterline" },
];

function Facts({ template }: { template: Template }) {
  return (
    <dl class="lib-facts">
      <dt>Length</dt>
      <dd>{lengthText(template.frames, template.rate)}</dd>
      <dt>Region</dt>
      <dd>{sizeText(template)}</dd>
      <dt>Particles</dt>
      <dd>
        {countText(template.particles)}, {short(template.spacing)} m apart
      </dd>
      {template.tags.length > 0 && (
        <>
          <dt>Tags</dt>
          <dd>{template.tags.join(", ")}</dd>
        </>
      )}
    </dl>
  );
}

function AskedToRemove({ name, onKeep }: { name: string; onKeep: () => void }) {
  const keep = useFocus<HTMLButtonElement>();
  return (
    <div
      class="lib-asked"
      role="alertdialog"
      aria-label={`Remove ${name}?`}
      onKeyDown={(event) => {
        if (event.key === "Escape") onKeep();
      }}
    >
      <span>Remove {name} from the library for good? Scenes that use it will miss it.</span>
      <div class="row">
        <button type="button" class="lib-bad" onClick={() => told(ask("remove_template", { name }))}>
          Remove
        </button>
        <button ref={keep} type="button" onClick={onKeep}>
          Keep
        </button>
      </div>
    </div>
  );
}

function Remove({ name }: { name: string }) {
  const asked = useSignal(false);
  const button = useRef<HTMLButtonElement>(null);
  const keep = (): void => {
    asked.value = false;
    button.current?.focus();
  };
  return (
    <>
      <button ref={button} type="button" aria-expanded={asked.value} onClick={() => (asked.value = true)}>
        Remove…
      </button>
      {asked.value && <AskedToRemove name={name} onKeep={keep} />}
    </>
  );
}

export function Details({ shown, onClose }: { shown: Shown; onClose: () => void }) {
  const { name, template } = shown;
  const problem = template && checked.value ? misfit(template, checked.value.dimensions) : null;
  return (
    <section class="lib-details" aria-label={`Template ${name}`}>
      <div class="row">
        <h2 class="grow">{name}</h2>
        <button type="button" class="plain" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      {template?.about && <p class="small dim">Recorded from {aboutText(template.about, hello.value?.folder ?? "")}</p>}
      {template ? <Facts template={template} /> : <p class="small dim">{shown.line}</p>}
      {problem && <p class="small lib-warning">⚠ {problem}</p>}
      <div class="row">
        <button
          type="button"
          class="main"
          title="Puts it on the middle of the domain's floor; drag its picture to put it elsewhere"
          onClick={() => placeOnTheFloor(name, shown.height)}
        >
          Place at frame {frame.value}
        </button>
        {template && shown.key === name && <Remove key={name} name={name} />}
      </div>
      <label class="row small">
        <span class="dim">Drop it by</span>
        <select value={anchor.value} onChange={(event) => (anchor.value = event.currentTarget.value as Anchor)}>
          {anchors.map(({ is, name: words }) => (
            <option key={is} value={is}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {shownTake.value && (
        <label class="row small" title="Colours the particles in the view by whether a template has lent them">
          <input
            type="checkbox"
            checked={colourBy.value === "temporary"}
            onChange={(event) => (colourBy.value = event.currentTarget.checked ? "temporary" : "speed")}
          />
          Show lent particles
        </label>
      )}
      <Fit key={name} name={name} flat={template?.flat ?? checked.value?.dimensions === 2} />
    </section>
  );
}
