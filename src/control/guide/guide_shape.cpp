// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/guide/guide_shape.h"

#include <algorithm>

#include "base/parallel.h"
#include "control/guide/guide_field.h"
#include "grid/redistance.h"

namespace weir {

namespace {

// Distances are wanted a little farther than where they are cut off.
constexpr float kMore = 1;

constexpr float kOverlap = 0.5f;

// How distances are found: quickly in every step, where nobody sees the guide itself.
using FindDistance = void (*)(const Tiles&, float inner, float outer, std::vector<float>&, BeyondTiles);

template <class Value>
std::vector<float> field_of(const Tiles& tiles, const Value& value) {
  std::vector<float> field(tiles.field_size(), kGuideBand);
  parallel_for(tiles.cells(), [&](size_t i) { field[i] = value(i); });
  return field;
}

// Lines 2 to 9 of Algorithm 1: a field whose zeros are the guide, a distance up to `inside` cells in it. Without a
// mask, all tiles are in it. After line 6, `closed` is the input without gaps and pockets.
std::vector<float> guide_field(const Tiles& tiles, std::span<const float> input, std::span<const float> solids,
                               std::span<const float> mask, const GuideShape& shape, FindDistance find, float inside,
                               std::vector<float>* closed) {
  // 4 and 2: the input, dilated to fill gaps, united with solids. These are not dilated, unlike in the paper: the air
  // between walls closer than two gaps, and a fillet of air along every wall above the surface, would count as liquid.
  // 3: outside both, the smaller of two distances is the distance of the union; there is nothing left to solve.
  std::vector<float> guide = field_of(tiles, [&](size_t i) { return std::min(solids[i], input[i] - shape.gap); });
  // 5
  close_air_pockets(tiles, mask, solids, shape.air_pocket, guide);
  // 6: the Neumann condition at the border of the mask is that cells beyond it take no part.
  const float eroded = shape.gap + shape.depth;
  if (!mask.empty()) {
    parallel_for(tiles.cells(), [&](size_t i) {
      if (mask[i] >= 0) guide[i] = kNoDistance;
    });
  }
  find(tiles, eroded + inside, kMore, guide, BeyondTiles::takes_no_part);
  if (closed) *closed = field_of(tiles, [&](size_t i) { return guide[i] + shape.gap; });
  // 7: erode. 9: subtract solids. 8: intersect with the mask.
  parallel_for(tiles.cells(), [&](size_t i) { guide[i] = std::max(guide[i] + eroded, -solids[i]); });
  if (!mask.empty()) parallel_for(tiles.cells(), [&](size_t i) { guide[i] = std::max(guide[i], mask[i]); });
  return guide;
}

}  // namespace

std::vector<float> compute_guide(const Tiles& tiles, std::span<const float> input, std::span<const float> solids,
                                 const GuideShape& shape) {
  // 1
  std::vector<float> mask = field_of(tiles, [&](size_t i) { return input[i] - shape.mask; });
  std::fill(mask.begin() + static_cast<ptrdiff_t>(tiles.cells()), mask.end(), 1.0f);
  std::vector<float> guide = guide_field(tiles, input, solids, mask, shape, march_distance, kGuideBand, nullptr);
  // 10: tiles that are missing lie in solids, to which the guide reaches: its surface is not between them and the
  // others.
  march_distance(tiles, kGuideBand, kGuideBand, guide, BeyondTiles::takes_no_part);
  return guide;
}

FinalGuide compute_final_guide(const Tiles& tiles, std::span<const float> preliminary, std::span<const float> advected,
                               std::span<const float> liquid, std::span<const float> solids, const GuideShape& shape) {
  FinalGuide result;
  // 2 and 3 (1 is the caller's). Guide and liquid overlap a little, so that no surface remains where they touch.
  result.bulk = field_of(tiles, [&](size_t i) { return std::min(advected[i] - kOverlap, liquid[i]); });
  sweep_distance(tiles, kMore, shape.gap + kMore, result.bulk, BeyondTiles::takes_no_part);
  // 4, but for its last redistancing, which would be done twice, and its mask: the distance of the bulk is told less
  // far.
  // 5
  result.guide = guide_field(tiles, result.bulk, solids, {}, shape, sweep_distance, kGuideInside, &result.closed);
  // 6 has nothing left to do: inside of two shapes the larger of two distances is the distance, outside of one of them
  // it is no more than that.
  parallel_for(tiles.cells(), [&](size_t i) {
    result.guide[i] = std::clamp(std::max(result.guide[i], preliminary[i]), -kGuideInside, kGuideBand);
  });
  return result;
}

}  // namespace weir
