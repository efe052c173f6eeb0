// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The tools over the view.

import type { ComponentType } from "preact";
import type { Command } from "../model/commands.ts";
import { autoKey } from "../model/playhead.ts";
import { shown } from "../model/takes.ts";
import { colourBy, showing, throughCamera } from "./api.ts";
import { setCamera, writtenAngle } from "./camera_edit.ts";
import {
  CameraIcon,
  EyeIcon,
  FrameIcon,
  KeyIcon,
  LocalIcon,
  MoveIcon,
  ScaleIcon,
  SnapIcon,
  SurfaceIcon,
  TurnIcon,
  WorldIcon,
} from "./icons.tsx";
import { Menu } from "./menu.tsx";
import { sideOf } from "./navigation.ts";
import { setup } from "./setup_feed.ts";
import type { Stage } from "./stage.ts";
import { drawnTakes, isFlat, look, snapping, space, tool } from "./tools.ts";
import {
  canEdit,
  frameChosen,
  frameEverything,
  keyByDragging,
  lookThrough,
  showSurface,
  sides,
  snap,
  tools,
  turnSpace,
} from "./view_commands.ts";

interface ToolProps {
  act: Command;
  icon: ComponentType;
  pressed?: boolean;
  name?: string;
}

const keysOf = ({ keys }: Command): string => (keys[0] ? ` (${keys[0]})` : "");

function ToolButton({ act, icon: Icon, pressed, name }: ToolProps) {
  const said = name ?? act.name;
  return (
    <button
      type="button"
      class="view-tool"
      aria-label={said}
      aria-pressed={pressed}
      title={said + keysOf(act)}
      disabled={!(act.can?.() ?? true)}
      onClick={act.act}
    >
      <Icon />
    </button>
  );
}

const parts = [
  ["setup", "The scene's setup"],
  ["labels", "Names"],
  ["particles", "Particles"],
  ["surface", "Surface"],
  ["volume", "Smoke"],
  ["directs", "What directs"],
] as const;

function ShowMenu() {
  return (
    <Menu name="Display" title="What is shown" icon={<EyeIcon />}>
      {parts.map(([part, name]) => (
        <label key={part}>
          <input
            type="checkbox"
            checked={showing.value[part]}
            onChange={(event) => (showing.value = { ...showing.value, [part]: event.currentTarget.checked })}
          />
          {name}
        </label>
      ))}
    </Menu>
  );
}

const sideNames = { free: "Perspective", front: "Front", side: "Side", top: "Top" };

function LookMenu({ stage }: { stage: Stage }) {
  const flat = isFlat.value;
  const now = throughCamera.value ? "Camera" : flat ? "Front" : sideNames[sideOf(look.value)];
  const put = (): void => setCamera(look.value, writtenAngle(), stage.pictureShare);
  return (
    <Menu name={now} title="Where you look from" icon={<CameraIcon />}>
      {!flat &&
        (Object.keys(sides) as (keyof typeof sides)[]).map((side) => (
          <button key={side} type="button" class="plain" onClick={sides[side].act}>
            {sideNames[side]} <kbd>{sides[side].keys[0]}</kbd>
          </button>
        ))}
      <button type="button" class="plain" onClick={frameEverything.act}>
        Show all <kbd>A</kbd>
      </button>
      <button type="button" class="plain" disabled={!frameChosen.can?.()} onClick={frameChosen.act}>
        Show what is selected <kbd>F</kbd>
      </button>
      {!flat && (
        <>
          <button type="button" class="plain" disabled={!lookThrough.can?.()} onClick={lookThrough.act}>
            {throughCamera.value ? "Leave the camera" : "Look through the camera"} <kbd>C</kbd>
          </button>
          <button type="button" class="plain" disabled={!canEdit() || throughCamera.value} onClick={put}>
            Set camera to this view
          </button>
        </>
      )}
    </Menu>
  );
}

function ColourSelect() {
  const can = drawnTakes.value.flatMap((drawn) => drawn?.particles?.can ?? []);
  const all = [...new Set([...can, colourBy.value])];
  if (!shown.value?.particles || !showing.value.particles) return null;
  return (
    <label class="view-colour" title="What particles are coloured by">
      <span class="hidden">Colour by</span>
      <select value={colourBy.value} onChange={(event) => (colourBy.value = event.currentTarget.value)}>
        {all.map((by) => (
          <option key={by} value={by}>
            by {by}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Toolbar({ stage }: { stage: Stage }) {
  const local = space.value === "local";
  void setup.value; // which commands can be given
  return (
    <div class="view-tools" role="toolbar" aria-label="View tools">
      <div class="view-group">
        <ToolButton act={tools.translate} icon={MoveIcon} pressed={tool.value === "translate"} />
        <ToolButton act={tools.rotate} icon={TurnIcon} pressed={tool.value === "rotate"} />
        <ToolButton act={tools.scale} icon={ScaleIcon} pressed={tool.value === "scale"} />
      </div>
      <div class="view-group">
        <ToolButton act={snap} icon={SnapIcon} pressed={snapping.value} />
        <ToolButton
          act={turnSpace}
          icon={local ? LocalIcon : WorldIcon}
          name={local ? "Along the thing's own axes" : "Along the world's axes"}
        />
        <ToolButton act={keyByDragging} icon={KeyIcon} pressed={autoKey.value} />
      </div>
      <span class="grow" />
      <ColourSelect />
      {shown.value?.particles && !isFlat.value && (
        <div class="view-group">
          <ToolButton act={showSurface} icon={SurfaceIcon} pressed={showing.value.surface} name="Show the surface" />
        </div>
      )}
      <ShowMenu />
      <div class="view-group">
        <ToolButton act={frameEverything} icon={FrameIcon} />
      </div>
      <LookMenu stage={stage} />
    </div>
  );
}
