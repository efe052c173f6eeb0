// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Above the graph: the selected key as numbers, and how it goes on between keys.

import { NumberBox } from "../style/number_box.tsx";
import { document, edit } from "../model/document.ts";
import { frame, goTo } from "../model/playhead.ts";
import { isNumbers } from "../text/interpolation.ts";
import type { Between, Key } from "../text/keyframes.ts";
import * as acts from "./key_acts.ts";
import { applied } from "./apply.ts";
import { limitsOf, withComponent } from "./curve_edits.ts";
import * as curve from "./curve_state.ts";
import { IconButton } from "./icons.tsx";
import { keyChanged } from "./key_edits.ts";
import { keyName, keyOfName } from "./rows.ts";
import * as state from "./state.ts";
import type { Property } from "./things.ts";
import { AutoKey } from "./toolbar.tsx";

const betweens: { value: Between; name: string }[] = [
  { value: "smooth", name: "Smooth" },
  { value: "linear", name: "Straight" },
  { value: "step", name: "Jumps" },
];

interface Selected {
  property: Property;
  at: Key;
}

function selectedKey(): Selected | null {
  const names = [...state.selectedKeys.value];
  if (names.length !== 1) return null;
  const { path, frame } = keyOfName(names[0]!);
  const property = curve.shownProperties.value.find((each) => each.path === path);
  const at = property?.keyed.keys.find((each) => each.frame === frame);
  return property && at ? { property, at } : null;
}

// The key before or after the selected one, or the playhead, of the curves that are shown.
function goToShownKey(way: 1 | -1): void {
  const from = selectedKey()?.at.frame ?? frame.value;
  const those = curve.shownProperties.value.flatMap(({ path, keyed }) =>
    keyed.keys.map((key) => ({ path, frame: key.frame })),
  );
  const beyond = those.filter((key) => (key.frame - from) * way > 1e-6).sort((a, b) => (a.frame - b.frame) * way)[0];
  if (!beyond) return;
  goTo(beyond.frame);
  state.selectKeys([keyName(beyond)]);
}

interface FieldProps {
  label: string;
  value: number;
  done: (value: number) => void;
}

function NumberField({ label, value, done }: FieldProps) {
  return (
    <label class="cv-field">
      <span class="dim">{label}</span>
      <NumberBox label={`${label} of the key`} step="any" value={Number(value.toPrecision(8))} done={done} />
    </label>
  );
}

function KeyFields({ property, at }: Selected) {
  const change = (to: Key): void => {
    edit(`Key of ${property.name}`, applied([keyChanged(property, at.frame, to)]));
    state.selectKeys([keyName({ path: property.path, frame: to.frame })]);
  };
  const isVector = property.keyed.keys.some(({ value }) => isNumbers(value));
  const of = curve.curves.value.filter((each) => each.property.path === property.path);
  const number = property.keyed.keys.findIndex((key) => key.frame === at.frame);
  const limits = limitsOf(property.field);
  return (
    <>
      <NumberField label="Frame" value={at.frame} done={(frame) => change({ ...at, frame })} />
      {of.map(({ axis, letter, values }) => (
        <NumberField
          key={axis}
          label={letter || "Value"}
          value={values[number] ?? 0}
          done={(typed) => {
            const value = Math.min(limits.high, Math.max(limits.low, typed));
            change({ ...at, value: withComponent(at.value, axis, value, isVector) });
          }}
        />
      ))}
      <span class="dim">{property.field.unit}</span>
    </>
  );
}

export function CurveBar() {
  const key = selectedKey();
  const count = state.selectedKeys.value.size;
  const shown = curve.shownProperties.value;
  const between = shown[0]?.keyed.between ?? "smooth";
  const editable = !document.value?.readonly;
  return (
    <div class="tl-bar" role="toolbar" aria-label="Curves">
      <div class="tl-group" role="group" aria-label="Keys">
        <IconButton name="previous" label="Select the key before" act={() => goToShownKey(-1)} />
        <IconButton name="next" label="Select the next key" act={() => goToShownKey(1)} />
      </div>
      {key ? (
        <KeyFields {...key} />
      ) : (
        <span class="dim">{count ? `${count} keys are selected` : "Select a key, or double-click sets one"}</span>
      )}
      <span class="grow" />
      {count > 0 && editable && (
        <IconButton name="remove" label={`Delete ${acts.counted(count)} (Delete)`} act={acts.removeKeys} />
      )}
      <label class="cv-field" title="How values go on between keys">
        <select
          aria-label="Between keys"
          value={between}
          disabled={!shown.length}
          onChange={(event) => {
            const wanted = event.currentTarget.value as Between;
            for (const property of shown) acts.setBetween(property, wanted);
          }}
        >
          {betweens.map(({ value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <AutoKey />
      <IconButton
        name="fit"
        label="See all of the curves"
        act={() => {
          state.fit();
          curve.fitValues();
        }}
      />
    </div>
  );
}
