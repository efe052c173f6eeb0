// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The page: the start page, or an open scene with its panels around the view.

import { Curves } from "./timeline/curves.tsx";
import { Timeline } from "./timeline/timeline.tsx";
import { Inspector } from "./inspector/inspector.tsx";
import { Outline } from "./inspector/outline.tsx";
import { TextPane } from "./inspector/text_pane.tsx";
import { LibraryPanel } from "./library/library_panel.tsx";
import { bottomHeight, bottomTab, leftTab, leftWidth, rightTab, rightWidth } from "./model/layout.ts";
import { linkState } from "./link/connection.ts";
import { sceneName } from "./model/document.ts";
import { Plots } from "./runs/plots.tsx";
import { TakesPanel } from "./runs/takes_panel.tsx";
import { TopBar } from "./runs/top_bar.tsx";
import { ShowPanel } from "./show/show_panel.tsx";
import { Help } from "./start/help.tsx";
import { StartPage } from "./start/start_page.tsx";
import { Tour } from "./start/tour.tsx";
import { Notices } from "./style/notices.tsx";
import { Divider } from "./style/divider.tsx";
import { StatusBar } from "./style/status_bar.tsx";
import { Tabs } from "./style/tabs.tsx";
import { Viewport } from "./view/viewport.tsx";

function OpenScene() {
  const columns = `${leftWidth.value}px 4px minmax(0, 1fr) 4px ${rightWidth.value}px`;
  return (
    <div class="scene">
      <TopBar />
      <div
        class="work"
        style={{ gridTemplateColumns: columns, gridTemplateRows: `minmax(0, 1fr) 4px ${bottomHeight.value}px` }}
      >
        <Tabs
          label="Scene, library and takes"
          area="left"
          tab={leftTab}
          tabs={[
            { tab: "scene", name: "Scene", panel: Outline },
            { tab: "library", name: "Library", panel: LibraryPanel },
            { tab: "takes", name: "Takes", panel: TakesPanel },
          ]}
        />
        <Divider label="Width of the left panels" area="left-edge" size={leftWidth} way="right" />
        <main class="middle" aria-label="View">
          <Viewport />
        </main>
        <Divider label="Width of the right panels" area="right-edge" size={rightWidth} way="left" />
        <Tabs
          label="Parameters, text and pictures"
          area="right"
          tab={rightTab}
          tabs={[
            { tab: "inspector", name: "Inspector", panel: Inspector },
            { tab: "text", name: "Text", panel: TextPane },
            { tab: "show", name: "Show", panel: ShowPanel },
          ]}
        />
        <Divider label="Height of the timeline" area="bottom-edge" size={bottomHeight} way="up" />
        <Tabs
          label="Timeline, curves and plots"
          area="bottom"
          tab={bottomTab}
          tabs={[
            { tab: "timeline", name: "Timeline", panel: Timeline },
            { tab: "curves", name: "Curves", panel: Curves },
            { tab: "plots", name: "Plots", panel: Plots },
          ]}
        />
      </div>
      <StatusBar />
    </div>
  );
}

export function App() {
  return (
    <>
      {sceneName.value ? <OpenScene /> : <StartPage />}
      {linkState.value === "lost" && (
        <div class="lost" role="alert">
          Studio does not answer. Trying again; if it was ended, start it again and open the address that it prints.
          Runs and edits are safe.
        </div>
      )}
      {!sceneName.value && <Notices />}
      <Help />
      <Tour />
    </>
  );
}
