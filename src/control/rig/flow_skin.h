// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear flow skinning (3.2.2) on particles: the velocities that are nearest to having given gradients, and nearest to
// given velocities,
//
//   min over v of  lambda_1 |grad v - grad v_1|^2 + lambda_0 |v - v_0|^2                                   (Eq. 10)
//
// The first norm is a sum over pairs of neighbours: sum c_ij |v_i - v_j - G_ij (x_i - x_j)|^2, with the weights of
// Brookshaw's Laplacian, which for a linear velocity gives the integral of its gradient's square. Unlike the square of
// SPH gradients it has no checkerboards of zero energy, and costs one pass over neighbours. The equations are solved by
// conjugate gradients without a matrix. On a lattice (cells of smoke) the pairs are cells that share a face, and the
// sum is that of finite differences.
//
// Cells of a narrow band's core are pairs with particles and with each other (skin_pairs_mixed.cpp). Equations are
// those of a unit of liquid; inner products count each by its volume, in which they are symmetric.
//
// Beyond the paper: the change of velocity can be kept free of divergence. Of all changes that have none it is then the
// nearest, c' = c - D^T q with D D^T q = D c, where D is the divergence by the same pairs. On a lattice that is the
// divergence of the faces between cells, each of which changes by the mean of its two.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "control/rig/skin_pairs.h"
#include "weir/base/vec.h"

namespace weir::rig {

// Rows are components of the velocity: (grad v) d is how much v changes over d.
struct Gradient3f {
  Vec3f row[3];
  Vec3f operator*(const Vec3f& d) const { return {dot(row[0], d), dot(row[1], d), dot(row[2], d)}; }
};

// Eqs. 12, 13: vorticity, expansion and shear, each times its factor.
struct Modulation {
  float vorticity = 1, expansion = 1, shear = 1;  // alpha_R, alpha_V, alpha_S
};
Gradient3f modulated(const Gradient3f& gradient, const Modulation& modulation, int dimensions);

class FlowSkin {
 public:
  // Particles or cells `spacing` (m) apart.
  FlowSkin(double spacing, int dimensions, SkinOn on = SkinOn::particles);

  // Which particles are free; the others keep their velocity. All arrays below are as long as `position`.
  // `coarse`: see SkinPairs::find.
  void find(std::span<const Vec3f> position, std::span<const uint8_t> free, std::span<const uint8_t> coarse = {});

  // Of a velocity, at the free particles: least squares over neighbours, exact for linear velocities. Zero where there
  // are too few neighbours to tell.
  void gradients(std::span<const Vec3f> velocity, std::span<Gradient3f> gradient) const;

  // Solves Eq. 9 for the free particles. `wanted` is grad v_1 (used at free particles), `velocity` comes as v_0 and
  // leaves as v. Stops when the residual is below `tolerance` of that at the start. Returns the iterations.
  int solve(double lambda1, double lambda0, std::span<const Gradient3f> wanted, double tolerance, int max_iterations,
            std::span<Vec3f> velocity) const;

  // Takes the divergence out of a change of velocity, whose part beside particles that are not free is lost: there it
  // could not be free of divergence on both sides. Returns the iterations.
  int remove_divergence(double tolerance, int max_iterations, std::span<Vec3f> change) const;
  // At the free particles; zero elsewhere.
  void divergence(std::span<const Vec3f> velocity, std::span<float> result) const;

 private:
  std::vector<Float4> gathered(std::span<const Vec3f> vectors) const;
  float divergence_at(const Float4* velocity, size_t n) const;
  Float4 slope_at(const float* potential, size_t n) const;
  Float4 pull(const Float4* velocity, size_t n) const;

  int dimensions_;
  SkinPairs pairs_;
};

}  // namespace weir::rig
