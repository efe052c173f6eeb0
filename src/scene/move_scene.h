// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes far from zero. Positions are floats, which at 10 km are 1 mm apart: a scene out there would not be the one it
// is at zero. So it is counted from an origin near it (Scene::origin). What is a place the Blocks of the parameters say
// (Info::place), so this holds for all kinds of solvers, directors and shapes.

#pragma once

#include "weir/scene/parameter.h"
#include "weir/scene/scene.h"

namespace weir {

// Spacings from zero up to which a scene is what it is at zero.
constexpr double kFarthestSpacings = 16384;

// How far the nearest part of a box is from zero, along the axis on which that is most; 0 for a box that holds zero.
double distance_from_zero(const Box3d& box, int dimensions);

// Counts the scene from an origin near it when all of its domain is farther from zero than that; without a domain, when
// the first of its liquids and emitters is.
void move_near_zero(Scene& scene);

// The same scene, counted from this origin: scenes that are run for another one are counted as that is.
Scene counted_from(Scene scene, const Vec3d& origin);

void move_shape(Shape& shape, const PlaceMove& move);
// A transform of something whose own space stays; and one from places of the scene to places of the scene.
void move_placed(Transform& transform, const PlaceMove& move);
void move_within(Transform& transform, const PlaceMove& move);

}  // namespace weir
