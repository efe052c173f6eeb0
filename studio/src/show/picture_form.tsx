// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A picture of the playhead's frame, a film and a contact sheet of a take, in the size that the scene says or another.

import { NumberBox } from "../style/number_box.tsx";
import { signal } from "@preact/signals";
import { ask } from "../link/connection.ts";
import type { Offers, Take } from "../link/protocol.ts";
import { full, sceneName } from "../model/document.ts";
import { told } from "../model/notices.ts";
import { frame } from "../model/playhead.ts";
import { hasFrame } from "../model/takes.ts";
import { limits, pictureOf, type PictureSettings, sameForm, settingOf } from "./settings.ts";

// What the artist has set otherwise than the scene, of the scene that is open.
const own = signal<{ scene: string | null; settings: Partial<PictureSettings> }>({ scene: null, settings: {} });
const style = signal("");

function settings(): PictureSettings {
  const set = own.value.scene === sceneName.value ? own.value.settings : {};
  return { ...pictureOf(full.value), ...set };
}

function set(change: Partial<PictureSettings>): void {
  const before = own.value.scene === sceneName.value ? own.value.settings : {};
  own.value = { scene: sceneName.value, settings: { ...before, ...change } };
}

export function PictureForm({ take, offers }: { take: Take; offers: Offers }) {
  const at = frame.value;
  const none = take.have.length === 0;
  const off = none ? "This take has no frames yet." : "";
  const chosen = offers.styles.some((each) => each.style === style.value) ? style.value : "";
  const order = { take: take.take, style: chosen, ...settings() };
  return (
    <section class="show-part" aria-label="Pictures and films">
      <h3>Pictures of {take.name}</h3>
      <Size />
      <label class="show-field">
        <span>Style</span>
        <select value={chosen} onChange={(event) => (style.value = event.currentTarget.value)}>
          {offers.styles.map((each) => (
            <option key={each.style} value={each.style}>
              {each.name}
            </option>
          ))}
        </select>
      </label>
      <div class="show-buttons">
        <button
          type="button"
          class="main"
          disabled={!hasFrame(take, at)}
          title={hasFrame(take, at) ? "One picture, of the playhead's frame" : `${take.name} has no frame ${at} yet.`}
          onClick={() => told(ask("picture", { ...order, frame: at }))}
        >
          Picture of frame {at}
        </button>
        <button
          type="button"
          disabled={none}
          title={off || "All frames as an .mp4, at the scene's rate"}
          onClick={() => told(ask("film", order))}
        >
          Film
        </button>
        <button
          type="button"
          disabled={none}
          title={off || "Twelve frames on one sheet"}
          onClick={() => told(ask("sheet", order))}
        >
          Sheet
        </button>
      </div>
    </section>
  );
}

function Size() {
  const now = settings();
  const scene = pictureOf(full.value);
  const changed = (["width", "height", "samples"] as const).some((name) => now[name] !== scene[name]);
  const scaled = (times: number): void => {
    const width = Math.max(limits.width[0], Math.min(limits.width[1], Math.round(scene.width * times)));
    set({ width, height: sameForm(scene, width) });
  };
  return (
    <>
      <div class="show-field">
        <span id="show-size">Size</span>
        <div class="row" role="group" aria-labelledby="show-size">
          <Whole name="width" label="Width in pixels" value={now.width} />
          ×
          <Whole name="height" label="Height in pixels" value={now.height} />
          <button type="button" class="show-times" title="Half the scene's size" onClick={() => scaled(0.5)}>
            ½
          </button>
          <button type="button" class="show-times" title="Twice the scene's size" onClick={() => scaled(2)}>
            2×
          </button>
        </div>
      </div>
      <div class="show-field">
        <span>Samples</span>
        <div class="row">
          <Whole name="samples" label="Light paths a pixel; more is slower and less noisy" value={now.samples} />
          {changed ? (
            <button type="button" class="plain show-reset" onClick={() => (own.value = { scene: null, settings: {} })}>
              as in the scene
            </button>
          ) : (
            <span class="dim small">a pixel</span>
          )}
        </div>
      </div>
    </>
  );
}

function Whole({ name, label, value }: { name: keyof PictureSettings; label: string; value: number }) {
  const [low, high] = limits[name];
  const keep = (wanted: number): void => set({ [name]: settingOf(name, String(wanted)) ?? value });
  return (
    <NumberBox
      class="show-number"
      label={label}
      title={label}
      min={low}
      max={high}
      step={1}
      value={value}
      done={keep}
    />
  );
}
