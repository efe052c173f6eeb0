// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// "Record a template": a box in the shown take, some of its frames, a name.

import { signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { ask } from "../link/connection.ts";
import type { Take, Vec3 } from "../link/protocol.ts";
import { told } from "../model/notices.ts";
import { frame, loopRange } from "../model/playhead.ts";
import { jobs, shown } from "../model/takes.ts";
import { freeName, tagsOf, wrongWithTemplate } from "../start/names.ts";
import { type Box, drawnBox } from "../view/api.ts";
import { firstBox, firstFrames, wrongWithBox, wrongWithFrames } from "./box.ts";
import { useFocus } from "./focus.ts";
import { isUnderWay, JobLine } from "./job_line.tsx";
import { templates } from "./shelf.ts";

function BoxFields({ flat }: { flat: boolean }) {
  const box = drawnBox.value;
  if (!box) return null;
  const set = (side: keyof Box, axis: number, text: string): void => {
    const corner = [...box[side]] as Vec3;
    corner[axis] = text.trim() === "" ? NaN : Number(text);
    drawnBox.value = { ...box, [side]: corner };
  };
  const sides = [
    { side: "upper", name: "Upper" },
    { side: "lower", name: "Lower" },
  ] as const;
  return (
    <fieldset class="lib-box">
      <legend>Box, drawn in the view (m)</legend>
      {sides.map(({ side, name }) => (
        <div key={side} class="lib-corner">
          <span class="small dim">{name}</span>
          {["x", "y", "z"].slice(0, flat ? 2 : 3).map((axis, at) => (
            <input
              key={axis}
              type="number"
              step="any"
              aria-label={`${name} corner, ${axis}, in metres`}
              value={Number.isFinite(box[side][at]!) ? Number(box[side][at]!.toFixed(4)) : ""}
              onInput={(event) => set(side, at, event.currentTarget.value)}
            />
          ))}
        </div>
      ))}
    </fieldset>
  );
}

function FrameField({ name, value, onSet }: { name: string; value: number; onSet: (value: number) => void }) {
  return (
    <label class="row">
      <span class="small dim">{name}</span>
      <input
        type="number"
        step="1"
        value={Number.isFinite(value) ? value : ""}
        onInput={(event) => onSet(event.currentTarget.valueAsNumber)}
      />
    </label>
  );
}

// Kept while other panels are shown.
const started = signal<{ job: string; name: string } | null>(null);

interface Props {
  take: Take;
  onDone: (name: string) => void;
  onClose: () => void;
}

function Form({ take, onDone, onClose }: Props) {
  const flat = take.dimensions === 2;
  const names = (templates.value ?? []).map(({ name }) => name);
  const name = useSignal(freeName("splash", names));
  const tags = useSignal("");
  const field = useFocus<HTMLInputElement>();
  const begin = firstFrames(take.have, frame.peek(), loopRange.peek());
  const range = useSignal(begin ?? { first: take.frames.first, last: take.frames.last });
  const job = jobs.value.find((each) => each.job === started.value?.job) ?? null;
  useEffect(() => {
    drawnBox.value = firstBox(take);
    return () => void (drawnBox.value = null);
  }, [take.take]);
  useEffect(() => {
    if (job?.state !== "done") return;
    onDone(started.value!.name);
    started.value = null;
  }, [job?.state]);
  const box = drawnBox.value;
  const wrong =
    wrongWithTemplate(name.value, names) ??
    wrongWithFrames(range.value, take.have) ??
    (box ? wrongWithBox(box, flat) : "There is no box.");
  const record = async (): Promise<void> => {
    if (wrong || !box) return;
    const asked = { take: take.take, name: name.value, ...box, ...range.value, tags: tagsOf(tags.value) };
    started.value = { job: (await ask("record", asked)).job, name: asked.name };
  };
  const busy = isUnderWay(job);
  return (
    <form
      class="lib-details"
      aria-label="Record a template"
      onSubmit={(event) => {
        event.preventDefault();
        told(record());
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <h2>Record a template</h2>
      <p class="small dim">From {take.name}: what flows in the box, frame by frame.</p>
      <label class="lib-field">
        <span class="small dim">Name</span>
        <input
          ref={field}
          spellcheck={false}
          autocomplete="off"
          value={name.value}
          onInput={(event) => (name.value = event.currentTarget.value)}
        />
      </label>
      <div class="row lib-frames">
        <FrameField
          name="Frames"
          value={range.value.first}
          onSet={(first) => (range.value = { ...range.value, first })}
        />
        <FrameField name="to" value={range.value.last} onSet={(last) => (range.value = { ...range.value, last })} />
      </div>
      <BoxFields flat={flat} />
      <label class="lib-field">
        <span class="small dim">Tags</span>
        <input
          placeholder="crown, small"
          spellcheck={false}
          autocomplete="off"
          value={tags.value}
          onInput={(event) => (tags.value = event.currentTarget.value)}
        />
      </label>
      <p class="small lib-wrong" role="status">
        {busy ? "" : wrong}
      </p>
      {job && <JobLine job={job} />}
      <div class="row">
        <button type="submit" class="main" disabled={wrong !== null || busy}>
          Record
        </button>
        <button type="button" onClick={onClose}>
          {busy ? "Close" : "Cancel"}
        </button>
      </div>
    </form>
  );
}

export function Record({ onDone, onClose }: { onDone: (name: string) => void; onClose: () => void }) {
  const take = shown.value;
  if (take?.particles) {
    return <Form key={take.take} take={take} onDone={onDone} onClose={onClose} />;
  }
  return (
    <section class="lib-details" aria-label="Record a template">
      <h2>Record a template</h2>
      <p class="small">
        {take
          ? `${take.name} has no particles; templates are recorded from particles.`
          : "Templates are recorded from a take. Run the scene first, and show the take in the view."}
      </p>
      <button type="button" onClick={onClose}>
        Close
      </button>
    </section>
  );
}
