// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Where the points of a rig are before it moves (3.1.1), and how far apart: the paper takes 4 to 8 of the solver's
// spacings by hand and leaves it to the future to choose by itself. Here the thin parts of the shape decide.

#pragma once

#include <filesystem>
#include <vector>

#include "control/rig/rig_settings.h"
#include "weir/geometry/shapes/field.h"

namespace weir::rig {

struct RigPoints {
  std::vector<Vec3d> position;
  double spacing = 0;  // m; of points from a file: the mean distance of nearest neighbours
};

// `given`: multiple of the solver's spacing, or none to go by thickness, at most `sparsest`. InputError when no point
// is inside.
RigPoints sample_rig(const Field& field, RigSampling sampling, std::optional<double> given, double sparsest,
                     double solver_spacing, int dimensions, uint64_t seed);

// One "x y z" a line; empty lines and what follows # are passed over.
RigPoints read_rig_points(const std::filesystem::path& file, const Vec3d& origin = {});

// Thickness (m) that nine tenths of the shape's volume reach. The thickness at a point is the diameter of the largest
// ball inside the shape that contains it (Hildebrand & Rueegsegger 1997). `resolution`: m.
double usual_thickness(const Field& field, double resolution, int dimensions);

}  // namespace weir::rig
