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

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "weir/base/parallel.h"
#include "weir/base/vec.h"

namespace weir::rig {

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
  // Which rig points may be within the radius of which liquid. Comes before all else.
  void find(std::span<const Vec3f> rig, const Liquid& liquid);

  // W-weighted means of two values of the liquid around each rig point; zero where there is no liquid.
  struct Means {
    Vec3d first{}, second{};
    float nearest = 1e30f;    // m to the nearest liquid, if within the radius
    bool has_liquid = false;  // within the radius
  };
  std::vector<Means> average(std::span<const Vec3f> first, std::span<const Vec3f> second) const;

  // visit(liquid, W-weighted mean of the values of rig points (Eq. 8), how much of it acts there) for liquid that has
  // rig points within the radius. The share is less than 1 near the end of the radius.
  template <class Visit>
  void spread(std::span<const Vec3f> of_rig, Visit&& visit) const;

  // 1 for liquid that has a rig point within the radius.
  std::vector<uint8_t> near_rig() const;

 private:
  static constexpr size_t kGroup = 64, kGroups = 8, kBlock = kGroup * kGroups;
  static constexpr size_t kTogether = 8;  // blocks that are worth a task

  // Of kBlock particles, in groups that lie close together: rig points that may be within the radius of some.
  struct Block {
    std::vector<uint32_t> rig;
    std::vector<uint8_t> groups;  // of each, the bits of groups
  };
  // Sums over the rig points around each of a group's particles.
  struct Sums {
    std::array<float, kGroup> x, y, z, weight;
    float share(size_t i) const;
  };
  // Sums over the liquid around a rig point.
  struct RigSums {
    Vec3f first{}, second{};
    float weight = 0, greatest = 0;
  };
  void find_block(size_t block, const Liquid& liquid);
  void sum_group(size_t group, std::span<const Vec3f> of_rig, Sums& sums) const;
  std::vector<RigSums> sum_block(size_t block, std::span<const Vec3f> first, std::span<const Vec3f> second) const;

  float radius_;
  size_t count_ = 0;  // particles
  std::vector<Vec3f> rig_;
  std::vector<Box3f> chunks_;  // around a few rig points each
  std::vector<Block> blocks_;
  std::vector<float> x_, y_, z_;  // of particles, filled up to whole groups; far away those that do not count
  std::vector<float> counts_;     // for nearest: 1 or 0; empty when all do
};

template <class Visit>
void Neighbourhood::spread(std::span<const Vec3f> of_rig, Visit&& visit) const {
  parallel_for((count_ + kGroup - 1) / kGroup,
               [&](size_t group) {
                 if (blocks_[group / kGroups].rig.empty()) return;
                 Sums sums;
                 sum_group(group, of_rig, sums);
                 const size_t first = group * kGroup, size = std::min(kGroup, count_ - first);
                 for (size_t i = 0; i < size; ++i) {
                   if (!(sums.weight[i] > 0)) continue;
                   const float inverse = 1 / sums.weight[i];
                   visit(first + i, Vec3f{sums.x[i], sums.y[i], sums.z[i]} * inverse, sums.share(i));
                 }
               },
               kGroups * kTogether);
}

}  // namespace weir::rig
