// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Velocities on the faces of the cells (a MAC grid): component a of cell c lives at the middle of its lower face along
// axis a. In cells, with (0, 0, 0) at the lower corner of cell 0: x at (0, 0.5, 0.5), y at (0.5, 0, 0.5), and so on; in
// 2D nothing depends on z.

#pragma once

#include <array>
#include <vector>

#include "grid/tiles/block.h"

namespace weir::grid {

struct MacField {
  std::array<std::vector<float>, 3> face;

  void resize(const Tiles& tiles, float value = 0) {
    for (std::vector<float>& f : face) f.assign(tiles.field_size(), value);
  }
};

// To the next cell along an axis.
constexpr Vec3i along(int axis) { return {axis == 0, axis == 1, axis == 2}; }

// Where the values of component `axis` lie, in cells from the lower corners of theirs.
constexpr Vec3f face_middle(int axis) {
  return {axis == 0 ? 0.0f : 0.5f, axis == 1 ? 0.0f : 0.5f, axis == 2 ? 0.0f : 0.5f};
}

// Of all components, the largest by its size.
float largest_component(const Tiles& tiles, const MacField& field);

// The velocities in and around one tile.
template <int margin>
struct MacBlock {
  Block<margin> component[3];

  void load(const Tiles& tiles, size_t tile, const MacField& field) {
    for (size_t axis = 0; axis < 3; ++axis) component[axis].load(tiles, tile, field.face[axis]);
  }
  // At a point in cells from the lower corner of the tile.
  Vec3f sample(const Vec3f& g) const {
    return {component[0].sample(g.x, g.y - 0.5f, g.z - 0.5f), component[1].sample(g.x - 0.5f, g.y, g.z - 0.5f),
            component[2].sample(g.x - 0.5f, g.y - 0.5f, g.z)};
  }
};

}  // namespace weir::grid
