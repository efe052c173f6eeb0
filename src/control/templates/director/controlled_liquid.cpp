// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/controlled_liquid.h"

#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

// Indices of the particles in a box, in order.
std::vector<uint32_t> particles_in(const Box3f& box, uint8_t phase, const Particles& particles) {
  constexpr size_t kPiece = 4096;
  const size_t pieces = (particles.size() + kPiece - 1) / kPiece;
  std::vector<std::vector<uint32_t>> found(pieces);
  parallel_for(
      pieces,
      [&](size_t n) {
        const size_t end = std::min(particles.size(), (n + 1) * kPiece);
        for (size_t i = n * kPiece; i < end; ++i) {
          if (particles.phase[i] == phase && box.contains(particles.position[i])) {
            found[n].push_back(static_cast<uint32_t>(i));
          }
        }
      },
      1);
  std::vector<uint32_t> all;
  for (const std::vector<uint32_t>& piece : found) all.insert(all.end(), piece.begin(), piece.end());
  return all;
}

}  // namespace

ControlledLiquid::ControlledLiquid(const Instance& instance, const Particles& particles)
    : cells_(instance.control().support()) {
  const auto reach = static_cast<float>(instance.control().support() * instance.scale());
  const std::vector<uint32_t> near = particles_in(instance.world_bounds().padded(reach), instance.phase(), particles);
  std::vector<Vec3f> canonical(near.size());
  parallel_for(near.size(), [&](size_t i) { canonical[i] = instance.to_canonical(particles.position[near[i]]); });
  cells_.build(canonical);
  index_.resize(near.size());
  influence_.resize(near.size());
  parallel_for(near.size(), [&](size_t i) {
    index_[i] = near[cells_.index(i)];
    influence_[i] = instance.influence(cells_.position(i));
  });
  velocity_x_ = cells_.by_slot<float>([&](uint32_t i) { return particles.velocity[near[i]].x; });
  velocity_y_ = cells_.by_slot<float>([&](uint32_t i) { return particles.velocity[near[i]].y; });
  velocity_z_ = cells_.by_slot<float>([&](uint32_t i) { return particles.velocity[near[i]].z; });
}

ControlledLiquid::Flow ControlledLiquid::flow_at(const Vec3f& canonical) const {
  simd::Lanes sum = simd::zero(), x = sum, y = sum, z = sum;
  cells_.add_around(canonical, [&](size_t k, auto, auto, auto, auto, simd::Lanes rest) {
    const simd::Lanes w = rest * (rest * rest);
    sum += w;
    x = simd::mul_add(w, simd::load(&velocity_x_[k]), x);
    y = simd::mul_add(w, simd::load(&velocity_y_[k]), y);
    z = simd::mul_add(w, simd::load(&velocity_z_[k]), z);
  });
  const float weight = simd::sum(sum);
  return {weight > 0 ? simd::sums(x, y, z) / weight : Vec3f{}, weight};
}

}  // namespace weir::templates
