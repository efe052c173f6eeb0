// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquids that artists call by their names, as they are at the size of a scene.
//
// Honey looks like honey as it flows over things of twenty centimetres. A scene is as large as its domain, and what
// looks the same in a domain s times as large is, by Froude's law, s^1.5 times as viscous and has s^2 times the surface
// tension. Thin liquids have no such size, since one sees them as drops and as seas: they are what they really are.

#pragma once

#include "scene/blocks.h"

namespace weir {

// Gives phases what their presets say and the scene itself does not; `node` is that of the scene.
void apply_presets(const Node& node, Scene& scene, Reader& reader);

// Scene::phases, written as a single one.
const ValueCodec& the_only_phase();

// For the name of a preset that is no phase of the scene yet: how it becomes one.
std::string preset_meant(const std::string& name, const std::vector<std::string>& phases);

}  // namespace weir
