// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the page begins.

import { render } from "preact";
import { App } from "./app.tsx";
import { followPlayer } from "./frames/player.ts";
import { connect } from "./link/connection.ts";
import { followKeys } from "./model/commands.ts";
import { followDocument } from "./model/document.ts";
import { followAddress } from "./model/open_scene.ts";
import { followPlayhead } from "./model/playhead.ts";
import { followProject } from "./model/project.ts";
import { followTakes } from "./model/takes.ts";
import { followTimeline } from "./timeline/follow.ts";
import "./style/base.css";
import "./style/layout.css";

followDocument();
followProject();
followTakes();
followAddress();
followPlayhead();
followPlayer();
followTimeline();
followKeys();
connect();
render(<App />, document.getElementById("studio")!);
