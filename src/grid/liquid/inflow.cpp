// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/inflow.h"

#include <array>
#include <cmath>

#include "grid/liquid/gather.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

class Inflow {
 public:
  Inflow(const MovingShape& shape, const Vec3f& velocity, bool comes_out, GridFlow& flow)
      : shape_(shape), velocity_(velocity), comes_out_(comes_out), flow_(flow) {
    const Vec3f lower = flow.space().to_grid(shape.bounds().lower), upper = flow.space().to_grid(shape.bounds().upper);
    for (int axis = 0; axis < flow.tiles().dimensions(); ++axis) {
      lower_[axis] = static_cast<int>(std::floor(lower[axis]));
      upper_[axis] = static_cast<int>(std::ceil(upper[axis])) + 1;
    }
  }

  void prescribe() {
    for (int axis = 0; axis < flow_.tiles().dimensions(); ++axis) {
      for (int z = lower_.z; z < upper_.z; ++z) {
        for (int y = lower_.y; y < upper_.y; ++y) {
          for (int x = lower_.x; x < upper_.x; ++x) prescribe(axis, {x, y, z});
        }
      }
    }
  }

 private:
  void prescribe(int axis, const Vec3i& cell) {
    const Tiles& tiles = flow_.tiles();
    const size_t i = tiles.cell(cell);
    if (i >= tiles.cells() || !contains(axis, cell)) return;
    // Half a cell of the shape has no face upstream in it: its rear, unless no other face could push.
    Vec3i before = cell, after = cell;
    const int way = velocity_[axis] < 0 ? -1 : 1;
    before[axis] -= way, after[axis] += way;
    const bool rear = comes_out_ && !contains(axis, before) && contains(axis, after);
    flow_.prescribe(axis, i, velocity_[axis], rear ? 0.0f : velocity_[axis]);
  }

  bool contains(int axis, const Vec3i& cell) const {
    const Vec3f face = flow_.space().to_world(static_cast<Vec3f>(cell) + face_middle(axis));
    constexpr float kEnd = 1;
    float distance;
    shape_.distance(std::span(&face, 1), std::span(&kEnd, 1), std::span(&distance, 1));
    return distance < 1e-3f * static_cast<float>(flow_.space().cell);  // its borders too, to within rounding
  }

  const MovingShape& shape_;
  Vec3f velocity_;
  bool comes_out_;
  GridFlow& flow_;
  Vec3i lower_{0, 0, 0}, upper_{1, 1, 1};  // cells around the shape
};

// Cells beside an emitter, in front of an outflow, which looks at that part of the liquid (sim/outflow.cpp), and around
// a sink, as far as it can draw in a step.
constexpr float kBesideEmitter = 1, kBeforeOutflow = 4, kAroundSink = kFarthestMove + 1;

// Sets 1 for cells as near to a shape as `reach` (m).
void mark_near(const MovingShape& shape, float reach, const GridSpace& space, const Tiles& tiles,
               std::vector<uint8_t>& marked) {
  marked.resize(tiles.cells(), 0);
  const Vec3f around{reach, reach, reach};
  const Box3f bounds{shape.bounds().lower - around, shape.bounds().upper + around};
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const auto low = static_cast<Vec3f>(tiles.first_cell(t));
        const Vec3f size{kTileSize, kTileSize, static_cast<float>(tiles.depth())};
        if (bounds.intersected({space.to_world(low), space.to_world(low + size)}).empty()) return;
        std::vector<size_t> cells;
        std::vector<Vec3f> middles;
        const Vec3f first = low + Vec3f{0.5f, 0.5f, 0.5f};
        visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
          const Vec3f middle = space.to_world(first + static_cast<Vec3f>(Vec3i{x, y, z}));
          if (!bounds.contains(middle)) return;
          cells.push_back(i);
          middles.push_back(middle);
        });
        const std::vector<float> end(cells.size(), 1.0f);
        std::vector<float> distance(cells.size());
        if (!cells.empty()) shape.distance(middles, end, distance);
        for (size_t n = 0; n < cells.size(); ++n) marked[cells[n]] |= distance[n] < reach;
      },
      16);
}

}  // namespace

void prescribe_inflow(Emitters& emitters, const Clock& clock, GridFlow& flow) {
  emitters.visit_running(clock, [&](const MovingShape& shape, const Vec3f& velocity, bool comes_out) {
    Inflow(shape, velocity, comes_out, flow).prescribe();
  });
}

std::vector<uint8_t> cells_left_to_particles(Emitters& emitters, Sinks& sinks, const Clock& clock,
                                             const GridSpace& space, const Tiles& tiles) {
  std::vector<uint8_t> left;
  const auto cell = static_cast<float>(space.cell);
  emitters.visit_running(clock, [&](const MovingShape& shape, const Vec3f&, bool comes_out) {
    mark_near(shape, cell * (comes_out ? kBesideEmitter : kBeforeOutflow), space, tiles, left);
  });
  sinks.visit(clock, [&](const MovingShape& shape) { mark_near(shape, cell * kAroundSink, space, tiles, left); });
  return left;
}

}  // namespace weir::grid
