// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Viscosity of liquid that slips along solids (face_viscosity.h).

#include <algorithm>

#include "grid/pressure/face_viscosity.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr float kWay = 4;  // 1 / cells^2: what is left open of a face that sticks is about half a cell from the solid

// The shares that act at faces of one tile and around it: 1 where none sticks.
struct TileShares {
  MacBlock<1> stick, share;
  float at(int axis, const Vec3i& c) const {
    if (stick.component[axis].at(c.x, c.y, c.z) == 0) return 1;
    return share.component[axis].at(c.x, c.y, c.z);
  }
};

}  // namespace

void Viscosity::loosen(MacField share) {
  loose_ = std::move(share);
  for (std::vector<float>& loose : loose_share_) loose = share_;
  parallel_for(
      active_.size(),
      [&](size_t n) {
        const size_t t = active_[n];
        TileShares shares;
        shares.stick.load(tiles_, t, fixed_);
        shares.share.load(tiles_, t, *loose_);
        for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            const Vec3i c{x, y, z};
            loose_share_[static_cast<size_t>(axis)][i] *=
                std::min(shares.at(axis, c), shares.at(axis, c + along(axis)));
          });
        }
        for (int e = 0; e < (tiles_.dimensions() == 2 ? 1 : 3); ++e) {
          const int first = e, second = (e + 1) % 3;  // the axes whose faces meet there
          visit_cells(tiles_, t, [&](int x, int y, int z, size_t i) {
            const Vec3i c{x, y, z};
            edge_share_[static_cast<size_t>(e)][i] *=
                std::min({shares.at(first, c), shares.at(first, c - along(second)), shares.at(second, c),
                          shares.at(second, c - along(first))});
          });
        }
      },
      4);
}

void Viscosity::let_slip(float strength, const MacField& before, MacField& velocity) const {
  for (size_t a = 0; a < static_cast<size_t>(tiles_.dimensions()); ++a) {
    parallel_for(tiles_.cells(), [&](size_t i) {
      if (fixed_.face[a][i] == 0 || solids_.open.face[a][i] == 0) return;
      float& v = velocity.face[a][i];
      v += (before.face[a][i] - v) / (1 + kWay * strength * loose_->face[a][i]);
    });
  }
}

}  // namespace weir::grid
