// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The in-betweens of control meshes for previews that are made again and again while an artist edits the scene: a morph
// takes a second or so, so it is made in the background, and until it is there only keys are shown.

#pragma once

#include <optional>
#include <string>

#include "control/meshes/meshes_settings.h"
#include "weir/scene/scene.h"
#include "weir/sim/setup_shapes.h"

namespace weir::meshes {

// The mesh between its keys at a frame; nothing when it is not known yet, and is being made by `later`. `path`: of the
// mesh in the scene. InputError when there is no such morph.
std::optional<Mesh> in_between(const Scene& scene, const ControlMeshSettings& mesh, const std::string& path,
                               double frame, const SetupDetail::Later& later);

}  // namespace weir::meshes
