// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The layer of repulsion particles around a template's liquid (Schoentgen et al. 2020, 3.3): found once, when a
// template is recorded, and stored with it.

#pragma once

#include <span>
#include <string>
#include <vector>

#include "control/templates/library/template.h"
#include "weir/base/vec.h"

namespace weir::templates {

// A repulsion particle lies h away from a control particle, against its direction.
struct RepulsionSeed {
  uint32_t parent;  // index of the control particle
  Vec3f inward;     // n_k: unit, towards the liquid
};

// One for every control particle, at h along the negative gradient of their density; those closer than 0.9 h to a
// control particle are left out, and those outside of `region`: there the liquid does not end, only the recording.
std::vector<RepulsionSeed> find_repulsion(std::span<const Vec3f> control, float spacing, int dimensions,
                                          const Box3f& region);

// As they are stored with a frame of a template: their directions are then good to a degree.
constexpr const char* kRepulsionBlock = "repulsion";
constexpr uint32_t kRepulsionVersion = 1;
std::string pack_repulsion(std::span<const RepulsionSeed> seeds, int dimensions);
// Of a frame of the template; found anew when none are stored. InputError when the file is damaged.
std::vector<RepulsionSeed> repulsion_of(const Template& source, size_t frame);

}  // namespace weir::templates
