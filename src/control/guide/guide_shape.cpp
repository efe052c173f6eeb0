// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_shape.h"

#include <algorithm>

#include "control/guide/guide_field.h"
#include "grid/surface/redistance.h"
#include "grid/tiles/halo.h"
#include "grid/tiles/row.h"
#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::guide {

namespace {

// Distances are wanted a little farther than where they are cut off.
constexpr float kMore = 1;

constexpr float kOverlap = 0.5f;

// How distances are found: quickly in every step, where nobody sees the guide itself.
using FindDistance = void (*)(const grid::Tiles&, float inner, float outer, std::vector<float>&, grid::BeyondTiles);

template <class Value>
void set_field(const grid::Tiles& tiles, std::vector<float>& field, const Value& value) {
  field.resize(tiles.field_size());
  parallel_for(tiles.cells(), [&](size_t i) { field[i] = value(i); });
  std::fill(field.begin() + static_cast<ptrdiff_t>(tiles.cells()), field.end(), kGuideBand);
}

// Cells of solids beside the guide belong to it: of a cell that a wall cuts, whose middle is in the wall, a sheet of
// liquid would be left that is as thin as what is open of it.
void continue_into_solids(const grid::Tiles& tiles, std::span<const float> solids, std::vector<float>& guide) {
  std::vector<uint8_t> has_solid(tiles.size());
  const size_t cells = tiles.cells_per_tile();
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const float* own = solids.data() + t * cells;
        for (size_t i = 0; i < cells && !has_solid[t]; i += grid::kTileSize)
          has_solid[t] = !simd::all(simd::load(own + i) >= 0);
      },
      16);
  if (std::find(has_solid.begin(), has_solid.end(), 1) == has_solid.end()) return;
  const std::vector<float> before = guide;
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        if (!has_solid[t]) return;
        grid::Halo value, solid;
        value.load(tiles, t, before), solid.load(tiles, t, solids);
        grid::visit_rows(tiles, t, [&](int y, int z, size_t i) {
          const grid::RowMask inside = simd::load(&solids[i]) < 0;
          grid::Row least = simd::set(kGuideBand);
          for (int n = 0; n < 2 * tiles.dimensions(); ++n) {
            const int way = n % 2 ? 1 : -1, axis = n / 2;
            const auto beside = [&](const grid::Halo& halo) {
              return simd::load(axis == 0   ? halo.row(y, z) + way
                                : axis == 1 ? halo.row(y + way, z)
                                            : halo.row(y, z + way));
            };
            const grid::Row there = beside(value);
            least = beside(solid) >= 0 ? simd::min(least, there) : least;
          }
          simd::store(inside ? least : simd::load(&before[i]), &guide[i]);
        });
      },
      4);
}

// Lines 2 to 9 of Algorithm 1: a field whose zeros are the guide, a distance up to `inside` cells in it. Without a
// mask, all tiles are in it. After line 6, `closed` is the input without gaps and pockets.
void find_guide(const grid::Tiles& tiles, std::span<const float> input, std::span<const float> solids,
                std::span<const float> mask, const GuideShape& shape, FindDistance find, float inside,
                std::vector<float>& guide, std::vector<float>* closed) {
  // 4, 2 and 3: the input, dilated to fill gaps. Solids take no part, instead of being united with it and dilated: the
  // air between walls closer than two gaps, and a fillet of air along every wall above the surface, would count as
  // liquid, and air behind a thin wall would make a shell on this side of it.
  set_field(tiles, guide, [&](size_t i) { return solids[i] < 0 ? grid::kNoDistance : input[i] - shape.gap; });
  // 5
  close_air_pockets(tiles, mask, solids, shape.air_pocket, guide);
  // 6: the Neumann condition at the border of the mask is that cells beyond it take no part.
  const float eroded = shape.gap + shape.depth;
  if (!mask.empty()) {
    parallel_for(tiles.cells(), [&](size_t i) {
      if (mask[i] >= 0) guide[i] = grid::kNoDistance;
    });
  }
  find(tiles, eroded + inside, kMore, guide, grid::BeyondTiles::takes_no_part);
  if (closed) set_field(tiles, *closed, [&](size_t i) { return guide[i] + shape.gap; });
  // 7: erode. 9: subtract solids. 8: intersect with the mask.
  parallel_for(tiles.cells(), [&](size_t i) { guide[i] += eroded; });
  continue_into_solids(tiles, solids, guide);
  if (!mask.empty()) parallel_for(tiles.cells(), [&](size_t i) { guide[i] = std::max(guide[i], mask[i]); });
}

}  // namespace

std::vector<float> compute_guide(const grid::Tiles& tiles, std::span<const float> input, std::span<const float> solids,
                                 const GuideShape& shape) {
  // 1
  std::vector<float> mask, guide;
  set_field(tiles, mask, [&](size_t i) { return input[i] - shape.mask; });
  std::fill(mask.begin() + static_cast<ptrdiff_t>(tiles.cells()), mask.end(), 1.0f);
  find_guide(tiles, input, solids, mask, shape, grid::march_distance, kGuideBand, guide, nullptr);
  // 10: tiles that are missing lie in solids, to which the guide reaches: its surface is not between them and the
  // others.
  grid::march_distance(tiles, kGuideBand, kGuideBand, guide, grid::BeyondTiles::takes_no_part);
  return guide;
}

void compute_final_guide(const grid::Tiles& tiles, std::span<const float> preliminary, std::span<const float> advected,
                         std::span<const float> liquid, std::span<const float> solids, const GuideShape& shape,
                         FinalGuide& result) {
  // 2 and 3 (1 is the caller's). Guide and liquid overlap a little, so that no surface remains where they touch.
  set_field(tiles, result.bulk, [&](size_t i) { return std::min(advected[i] - kOverlap, liquid[i]); });
  grid::sweep_distance(tiles, kMore, shape.gap + kMore, result.bulk, grid::BeyondTiles::takes_no_part);
  // 4, but for its last redistancing, which would be done twice, and its mask: the distance of the bulk is told less
  // far.
  std::vector<float>& guide = result.guide;
  find_guide(tiles, result.bulk, solids, {}, shape, grid::sweep_distance, kGuideInside, guide, &result.closed);
  // 5. 6 has nothing left to do: inside of two shapes the larger of two distances is the distance, outside of one of
  // them it is no more than that.
  parallel_for(tiles.cells(),
               [&](size_t i) { guide[i] = std::clamp(std::max(guide[i], preliminary[i]), -kGuideInside, kGuideBand); });
}

}  // namespace weir::guide
