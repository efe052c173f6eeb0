// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by guide shapes (Nielsen & Bridson 2011, docs/guide.md): a director that holds the deep liquid, which moves
// as in a coarse run, so that only a shell above it is simulated.

#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "control/guide/guide_field.h"
#include "control/guide/guide_settings.h"
#include "control/guide/guide_shape.h"
#include "weir/scene/scene.h"
#include "weir/sim/director_kind.h"

namespace weir::guide {

// The preliminary guide at a frame of the scene, with the velocity of the liquid. Without tiles nothing guides.
using ReadGuide = std::function<std::shared_ptr<const GuideField>(int frame)>;

// How much liquid (m3, 2D: m2) there is in all of what guides at a frame; nothing when it cannot be told.
using GuideAmount = std::function<std::optional<double>(int frame)>;

// The grid of the guide in cells of which `settings` are.
GuideShape guide_shape(const GuideSettings& settings, const grid::GridSpace& space);

// Number `index` of scene.directors. The scene must outlive it.
std::unique_ptr<Director> make_guide_director(const Scene& scene, size_t index, const grid::GridSpace& space,
                                              ReadGuide read, GuideAmount amount);

// Its row in the registry.
DirectorKind director_kind();

}  // namespace weir::guide
