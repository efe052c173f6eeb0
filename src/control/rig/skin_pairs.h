// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The particles that a skin changes and those beside them, in an order of their own that goes by cells of space, with
// the pairs of neighbours that norms and divergences of velocities are sums over (flow_skin.h).

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/float4.h"
#include "sph/neighbours.h"

namespace weir::rig {

enum class SkinOn { particles, lattice };

class SkinPairs {
 public:
  // Particles or cells `spacing` (m) apart.
  SkinPairs(double spacing, int dimensions, SkinOn on);

  // Free particles are changed; the others keep their velocity. `coarse`, where there are such: 1 for cells that are
  // twice as wide as the spacing, as those in the core of a narrow band.
  void find(std::span<const Vec3f> position, std::span<const uint8_t> free, std::span<const uint8_t> coarse = {});

  size_t size() const { return particle_.size(); }
  uint32_t particle(size_t n) const { return particle_[n]; }  // which it is
  const Float4& point(size_t n) const { return point_[n]; }   // position; w: 0 when it is free, else 1
  bool is_free(size_t n) const { return point_[n].w == 0; }
  float weight(size_t n) const { return weight_[n]; }  // the sum of its pairs
  // How much liquid it stands for, in particles. Weights times this are the same from either side of a pair.
  double volume(size_t n) const { return is_coarse_.empty() || !is_coarse_[n] ? 1.0 : coarse_volume_; }

  struct Pair {
    uint32_t other;
    float weight;  // c_ij, 1/m2
  };
  // Of a free particle with its neighbours; none of others.
  std::span<const Pair> of(size_t n) const {
    const Block& block = blocks_[n / kBlockSize];
    return {block.pairs.data() + block.begin[n % kBlockSize],
            block.begin[n % kBlockSize + 1] - block.begin[n % kBlockSize]};
  }

 private:
  struct Block {
    std::vector<uint32_t> begin;
    std::vector<Pair> pairs;
  };
  struct LatticeTable;
  void collect(std::span<const Vec3f> position, std::span<const uint8_t> free);
  void weigh(size_t begin, size_t end);
  bool find_on_lattice(std::span<const Vec3f> position, std::span<const uint8_t> free);
  void weigh_on_lattice(const LatticeTable& table, size_t begin, size_t end);
  bool has_coarse_near(std::span<const Vec3f> position, std::span<const uint8_t> free,
                       std::span<const uint8_t> coarse) const;
  void find_mixed(std::span<const Vec3f> position, std::span<const uint8_t> free, std::span<const uint8_t> coarse);

  SkinOn on_;
  float support_;  // m
  float scale_;    // of the weights, 1/m2
  float width_;    // m, of a cell of those they are sorted into
  float spacing_;  // m
  double coarse_volume_;
  float coarse_scale_;  // of the weights of pairs with a coarse cell in them, 1/m2
  Cells cells_;
  sph::Neighbours lists_;
  std::vector<uint32_t> particle_;
  std::vector<Float4> point_;
  std::vector<uint8_t> is_coarse_;  // empty where none is
  std::vector<float> weight_;
  std::vector<Block> blocks_;
};

}  // namespace weir::rig
