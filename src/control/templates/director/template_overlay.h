// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What templates do in a run, as the figures of their paper show it (Schoentgen et al. 2020, 5.1): control particles
// from green where liquid covers them to black where none does, repulsion particles in red, the region of each
// instance and the falloff around it. Found again from the run's scene, its templates and the particles of a frame.

#pragma once

#include <memory>

#include "control/templates/director/instance.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/overlay.h"

namespace weir::templates {

Vec3f coverage_colour(float coverage);  // of a control particle: 0 uncovered, 1 covered
Vec3f repulsion_colour();
// The repulsion particles of an instance that was moved to a frame, in the scene, and how large they are drawn.
std::vector<Vec3f> repulsion_places(const Instance& instance);
double repulsion_radius(const Instance& instance);

// From canonical space to where an instance is.
Affine placed_in_scene(const Instance& instance);

// InputError when one of the director's templates is gone.
std::unique_ptr<DirectorOverlay> make_overlay(const DirectorPart& part);

}  // namespace weir::templates
