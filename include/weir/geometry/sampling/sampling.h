// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// From shapes to particles. With dimensions = 2 everything happens in the plane z = 0. Same input and seed, same
// points, whatever the number of threads. InputError when the spacing is so fine that the particles would not fit in
// memory, or when the shape reaches without limit.

#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "weir/base/error.h"
#include "weir/base/vec.h"
#include "weir/geometry/mesh/mesh.h"
#include "weir/geometry/shapes/field.h"

namespace weir {

enum class Lattice {
  regular,      // a cubic (2D: square) grid
  body_centred  // two cubic grids, each in the middle of the other's cells (2D: hexagonal)
};

// Points inside the shape (distance < 0), x fastest, then y, then z. `spacing` (m) is the distance of nearest
// neighbours. Where the shape's size is a multiple of the spacing, a regular lattice starts half a spacing inside its
// bounds (a 1 m box at 0.1 m gives 10 x 10 x 10 points); otherwise, and for the other lattice, it is centred in them.
// They are counted before memory is taken for them: TooManyPoints when there are more than `most`.
std::vector<Vec3f> sample_lattice(const Field& field, float spacing, Lattice lattice, int dimensions,
                                  size_t most = std::numeric_limits<size_t>::max());

class TooManyPoints : public InputError {
 public:
  TooManyPoints(size_t about, float spacing, size_t most);
  size_t about;  // how many there would be, to a few per cent
};

struct PoissonRegion {
  float shell = Field::kUnbounded;  // m below the surface that are filled; the default is the whole inside
};

// Random points no closer to each other than `spacing` (m), as many as fit but for holes too small to matter.
std::vector<Vec3f> sample_poisson(const Field& field, float spacing, PoissonRegion region, int dimensions,
                                  uint64_t seed);

// Points on the surface, evenly but in no pattern: about one per spacing^2, none closer than 0.8 spacing (m) to
// another, no point of the surface much farther than 0.8 spacing from all of them.
std::vector<Vec3f> sample_surface(const Mesh& mesh, float spacing, uint64_t seed);

// Points along the outline of the shape's cut with z = 0, at equal steps of about `spacing` (m) along each closed
// curve.
std::vector<Vec3f> sample_outline(const Field& field, float spacing);

// Distances (m) between points and their nearest neighbours; all 0 for fewer than two points.
struct SpacingReport {
  double min = 0, mean = 0, max = 0;
};
SpacingReport measure_spacing(std::span<const Vec3f> points);

}  // namespace weir
