// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Which cells of the simulation the guide holds, and what particles come out of it: Algorithm 3 of Nielsen & Bridson
// 2011 at the resolution of the simulation.
//
// The guide holds whole cells: those whose middle is in it. Particles in these are removed. Liquid that the guide gives
// off (it is in the guide of the step before, carried forward, and not in that of now) becomes particles: each of the
// places in a cell that could hold one looks where its liquid was a step ago. So what flows out of the guide is neither
// too much nor too little, whatever the shape of the guide does.

#pragma once

#include <span>
#include <vector>

#include "base/random.h"
#include "control/guide/guide_field.h"

namespace weir {

// Coarse cells by which the middle of a cell must be in the guide: more than rounding, so that all ways to ask agree
// where the guide's surface goes through the middles of cells, as it does in water at rest.
constexpr float kHeld = -1e-3f;

// Cells of a fine grid that a guide holds. Everything must outlive it.
class HeldCells {
 public:
  HeldCells(const GridSpace& fine, const GridSpace& coarse, const Tiles& tiles, std::span<const float> guide)
      : fine_(fine),
        lookup_(coarse, tiles),
        guide_(guide),
        ratio_(coarse.cell / fine.cell),
        scale_(static_cast<float>(fine.cell / coarse.cell)),
        first_middle_(coarse.to_grid(fine.to_world({0.5f, 0.5f, 0.5f}))) {}

  bool holds(const Vec3i& cell) const {
    return lookup_.at_grid(guide_, static_cast<Vec3f>(cell) * scale_ + first_middle_) < kHeld;
  }
  bool holds(const Vec3f& point) const;  // m
  // From the guide's surface, in fine cells.
  bool is_farther(const Vec3f& point, float cells) const {  // a quick look
    return static_cast<float>(ratio_) * (lookup_.nearest(guide_, point) - 1) > cells;
  }
  float distance(const Vec3f& point) const { return static_cast<float>(ratio_) * lookup_.value(guide_, point); }
  // 1 for held cells on fine tiles.
  std::vector<float> on(const Tiles& tiles) const;

 private:
  const GridSpace& fine_;
  GuideLookup lookup_;
  std::span<const float> guide_;
  double ratio_;
  // From fine cells to coarse ones.
  float scale_;
  Vec3f first_middle_;
};

// m3 (2D: m2) of them.
double held_volume(const GridSpace& fine, const GuideField& guide);

struct Seeds {
  std::vector<Vec3f> position, velocity;  // m, m/s
};

struct ReseedStep {
  const GridSpace& fine;
  const GuideField& now;            // tiles, velocity; its distance is not used
  std::span<const float> advected;  // on these tiles, cells: the last guide carried forward
  std::span<const float> guide;     // on these tiles, cells: the guide now
  const HeldCells& before;
  const HeldCells& after;
  float step;  // s
  const Random& random;
  uint32_t number;  // of the step
};
// What the guide has given off in the step.
Seeds given_off(const ReseedStep& step);

// Fills cells of the fine grid up: `missing[i]` (0 to 1) of cell i.
Seeds filled_up(const ReseedStep& step, std::span<const Vec3i> cells, std::span<const float> missing);

}  // namespace weir
