// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The kernel of every particle: how its volume is smeared out over space. Inside the liquid it is a ball; near a
// surface an ellipsoid, flat along the surface, by the weighted covariance of its neighbours' positions (Yu & Turk
// 2013); a long one in a thread; a small ball for a particle alone. All lengths in spacings.
//
// Other than Yu & Turk, who give all kernels the same volume and so lose threads and drops, the width of a kernel
// along an axis here depends on the spread along that axis alone, between kWidest in full liquid and kWidest / stretch
// where there is nothing to either side: 1.1 at the usual stretch of 2, the width with which a layer of particles comes
// out thickest, next to a spacing. Nor are particles moved to the middle of their neighbours, which shrinks every
// surface: bumps are taken out of the mesh instead (smooth.h).

#pragma once

#include <span>
#include <vector>

#include "surface/bins.h"
#include "surface/symmetric.h"

namespace weir::surface {

// weight (1 - d^T form d)^3 where that is positive, d from the centre.
struct Kernel {
  Vec3f centre;
  Vec3f reach;  // half the size of the box around it
  Symmetric3f form;
  float weight;
};

constexpr float kWidest = 2.2f;         // radius of a kernel in full liquid
constexpr float kNeighbourhood = 2.5f;  // radius within which neighbours give a kernel its shape

Kernel ball(const Vec3f& centre, float radius);

// Kernels of the points of `bins`, whose width is kNeighbourhood, in their order. Those of deep bins are balls of
// radius kWidest and not kept.
class Kernels {
 public:
  Kernels(const Bins& bins, float stretch);
  bool is_deep(size_t point) const { return index_[point] == kDeep; }
  const Kernel& operator[](size_t point) const { return kernels_[index_[point]]; }  // of one that is not deep

 private:
  static constexpr uint32_t kDeep = 0xffffffff;
  std::vector<uint32_t> index_;
  std::vector<Kernel> kernels_;
};

}  // namespace weir::surface
