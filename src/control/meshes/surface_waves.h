// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Waves on a tracked surface (Raveendran et al. 2012, 6.3): h_tt = c^2 L h (Eq. 10), with h the signed distance of a
// vertex from the control mesh and L the Laplacian of the surface by cotangents (Meyer et al. 2003). Implicit Newmark
// steps (Eqs. 11, 12) lose no energy and gain none, whatever the length of steps. With M the areas of vertices and K =
// -M L, each solves
//
//   (M + dt^2/4 c^2 K) h' = (M - dt^2/4 c^2 K) h + dt M h_t,     h_t' = h_t - dt/2 c^2 M^-1 K (h + h')
//
// by conjugate gradients. Vertices further from the control mesh than waves may be high take no part: they stand still
// as the border of those that do.

#pragma once

#include <span>
#include <vector>

#include "tracked/half_edges.h"

namespace weir::meshes {

// The cotangent Laplacian of a surface, of which no vertex may be dead.
class SurfaceLaplacian {
 public:
  SurfaceLaplacian(const tracked::HalfEdges& net, std::span<const Vec3f> positions);

  size_t size() const { return mass_.size(); }
  std::span<const float> mass() const { return mass_; }  // M, m2
  Vec3f normal(size_t vertex) const { return normal_[vertex]; }
  void apply(std::span<const float> values, std::span<float> result) const;  // K
  // (M + factor K) x = right, where `is_free`; x stays as it is elsewhere and is the first guess where it is free.
  // Returns iterations.
  int solve(float factor, std::span<const float> right, std::span<const uint8_t> is_free, std::span<float> x) const;

 private:
  float pull(size_t v, std::span<const float> values) const;  // of its neighbours

  std::vector<uint32_t> begin_;  // of every vertex's neighbours, and the end
  std::vector<int32_t> neighbour_;
  std::vector<float> weight_;
  std::vector<float> mass_, diagonal_;
  std::vector<Vec3f> normal_;  // unit, by area
};

struct WaveSettings {
  float speed = 0;    // c, m/s
  float damping = 0;  // 1/s
  float height = 0;   // m: vertices further away take no part
};

// One step: `height` and `velocity` (h and h_t) of every vertex at its start become those at its end.
void step_waves(const WaveSettings& settings, float step, const SurfaceLaplacian& laplacian, std::span<float> height,
                std::span<float> velocity);

// Spreads values as heat spreads, over about `distance` m.
void spread_over(const SurfaceLaplacian& laplacian, float distance, std::span<float> values);

}  // namespace weir::meshes
