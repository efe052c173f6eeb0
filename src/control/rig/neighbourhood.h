// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid around rig points, and rig points around liquid: means of the liquid at the points ("the local animation
// fluid", 3.2.1) and forces of the points spread over the liquid (Eq. 8).
//
// Both ways have the same weights W, each divided by its sum. Taking the mean A and spreading it B is then an operator
// B A that has only eigenvalues between 0 and 1 (it is similar to a symmetric one, N_B^1/2 W N_A W^T N_B^1/2), so that
// drag that is implicit at each point is stable for the liquid as a whole. Only means are driven: what the liquid does
// within the radius beyond them stays its own.
//
// Eq. 8 is a mean, so its force ends as a step where the radius does, and liquid would tear there. Spreading therefore
// divides by no less than kLeastWeight, which fades the outer quarter of the radius; smaller numbers in the diagonal of
// N_B only make the eigenvalues smaller.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/vec.h"

namespace weir {

class Neighbourhood {
 public:
  explicit Neighbourhood(float radius) : radius_(radius) {}

  struct Liquid {
    std::span<const Vec3f> position;
    std::span<const uint8_t> phase = {};
    std::optional<uint8_t> only = {};  // of the phases; all without one
    std::span<const float> mass = {};  // kg
    float least_mass = 0;              // of what nearest() looks for: air is no smoke
  };
  // Which rig points are within the radius of which liquid.
  void find(std::span<const Vec3f> rig, const Liquid& liquid);

  // W-weighted mean of the liquid's values around each rig point; zero where there is no liquid.
  void average(std::span<const Vec3f> of_liquid, std::span<Vec3d> at_rig) const;
  // Adds the W-weighted mean of the values of the rig points (Eq. 8), less near the end of the radius.
  void spread(std::span<const Vec3f> of_rig, std::span<Vec3f> to_liquid) const;
  // Adds `factor` times what takes the liquid's values to the spread means.
  void even_out(std::span<const Vec3f> of_liquid, std::span<const Vec3d> means, float factor,
                std::span<Vec3f> to_liquid) const;

  // 1 for liquid that has a rig point within the radius.
  std::vector<uint8_t> near_rig() const;
  bool has_liquid(size_t rig) const { return weight_[rig] > 0; }
  float nearest(size_t rig) const { return nearest_[rig]; }  // m to the nearest liquid, if within the radius

 private:
  struct Pair {
    uint32_t rig;
    float weight;
  };
  struct Sums {
    float weight = 0, greatest = 0;
  };
  // Of one block of liquid: pairs of its particles one after the other, and sums at the rig points they touch.
  struct Block {
    std::vector<uint32_t> begin;
    std::vector<Pair> pairs;  // `rig` is an index of `touched`
    std::vector<uint32_t> touched;
    std::vector<Sums> sums;
  };

  template <class Visit>
  void for_each_liquid(std::span<const Vec3f> of_rig, Visit&& visit) const;

  float radius_;
  std::vector<Block> blocks_;
  std::vector<double> weight_;
  std::vector<float> nearest_;
};

}  // namespace weir
