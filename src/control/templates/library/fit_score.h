// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How well a template agrees with a liquid. Both are put on a grid as shares of each cell that they fill; what counts
// are the cells inside the template's region:
//   density    what both fill, of what either fills (1: the same form): liquid without template and template without
//              liquid both spoil it
//   velocity   1 minus the mean square difference of the velocities, of the mean square of both, where both are

#pragma once

#include <span>
#include <vector>

#include "weir/base/vec.h"

namespace weir::templates {

struct FitScore {
  double density = 0, velocity = 0;                              // 0 to 1
  double total() const { return density * (1 + velocity) / 2; }  // velocities only count where there is liquid
};

struct FitLiquid {
  std::span<const Vec3f> position, velocity;
  double spacing = 0.02;  // m
  double still = 0.5;     // m/s: differences well below it are none
  int dimensions = 3;
};

// Points in the scene, each filling a volume.
struct FitCloud {
  std::vector<Vec3f> position, velocity;
  std::vector<float> volume;  // m3, m2 in 2D
  size_t size() const { return position.size(); }
};
// Points of a cell of this size become one.
FitCloud merged(const FitCloud& cloud, double cell, int dimensions);

// A liquid on a grid, to be compared with templates in it.
class FitGrid {
 public:
  // Only what is in the box (m) counts.
  FitGrid(const FitLiquid& liquid, const Box3d& box, double cell);

  double cell() const { return cell_; }
  // Of a template, moved by `offset`, whose `region` (canonical) `placed` brings into the scene. Safe to call from
  // several threads.
  FitScore compare(const FitCloud& points, const Affine& placed, const Box3d& region, const Vec3d& offset) const;

 private:
  struct Cells {
    Vec3i lower, size;
    std::vector<float> filled;
    std::vector<Vec3f> motion;  // velocity times share
    explicit Cells(const Vec3i& lower, const Vec3i& upper);
    size_t at(int x, int y, int z) const {
      return (static_cast<size_t>(z - lower.z) * static_cast<size_t>(size.y) + static_cast<size_t>(y - lower.y)) *
                 static_cast<size_t>(size.x) +
             static_cast<size_t>(x - lower.x);
    }
    bool contains(int x, int y, int z) const {
      return x >= lower.x && x < lower.x + size.x && y >= lower.y && y < lower.y + size.y && z >= lower.z &&
             z < lower.z + size.z;
    }
  };
  Cells cells_around(const Box3d& box) const;
  void spread(Cells& cells, const Vec3f& position, const Vec3f& velocity, float volume) const;

  double cell_;
  int dimensions_;
  float still_;
  Cells liquid_;
};

}  // namespace weir::templates
