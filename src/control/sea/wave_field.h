// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The flow of many waves at one moment, in a table: columns of nodes two spacings apart, each with velocities at
// heights that lie closer towards the surface. So a particle costs the same however many waves there are.
//
// Above the still level, linear waves would grow without bound; Wheeler (1970) stretches their profile from the floor
// to the moving surface instead.

#pragma once

#include <functional>
#include <span>
#include <vector>

#include "control/sea/waves.h"

namespace weir::sea {

class WaveField {
 public:
  struct Place {
    Box3d box;     // of the domain; its lower side is the floor
    double level;  // m
    double pitch;  // m, between columns
    bool flat;     // 2D
  };
  // `wanted(x, z)`: whether the flow is ever asked for near there.
  WaveField(std::vector<Wave> waves, const Place& place, const std::function<bool(double, double)>& wanted);

  void move_to(double time, double scale);
  float height(const Vec3f& x) const;       // m, y of the surface
  float lowest() const { return lowest_; }  // m, of the surface anywhere
  Vec3f velocity(const Vec3f& x) const;     // m/s

  // Without a table, at any place: where still liquid is displaced by, and the flow it is then in.
  Vec3d displacement(const Vec3d& still, double time, double scale) const;
  Vec3d still_velocity(const Vec3d& still, double time, double scale) const;
  // m that nothing is displaced farther sideways.
  double farthest() const;

 private:
  static constexpr size_t kHeights = 16;
  struct Corner {
    size_t column[4];
    float weight[4];
  };
  Corner corner(const Vec3f& x) const;
  void sum_column(size_t column, double time, double scale);

  std::vector<Wave> waves_;
  Place place_;
  double depth_;
  int nx_, nz_;
  double dx_, dz_;
  std::vector<uint32_t> index_;    // of the node's column; the last column is all zero, for nodes nobody asks for
  std::vector<uint32_t> node_;     // of the column
  std::vector<float> along_, up_;  // profiles: cosh and sinh k(z + h) / sinh kh, for each wave and height
  std::vector<float> surface_;     // m above the still level, of the columns
  std::vector<Vec3f> velocity_;    // kHeights for each column
  float lowest_ = 0;
};

}  // namespace weir::sea
