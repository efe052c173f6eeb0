// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/rigid_fit.h"

#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

using Matrix4 = std::array<std::array<double, 4>, 4>;

// The eigenvector of the largest eigenvalue, by Jacobi's turns.
std::array<double, 4> leading_vector(Matrix4 a) {
  Matrix4 vectors{};
  for (size_t i = 0; i < 4; ++i) vectors[i][i] = 1;
  for (int sweep = 0; sweep < 30; ++sweep) {
    for (size_t p = 0; p < 3; ++p) {
      for (size_t q = p + 1; q < 4; ++q) {
        if (a[p][q] == 0) continue;
        const double half = 0.5 * (a[q][q] - a[p][p]) / a[p][q];
        const double t = (half < 0 ? -1 : 1) / (std::abs(half) + std::sqrt(half * half + 1));
        const double c = 1 / std::sqrt(t * t + 1), s = t * c;
        for (size_t k = 0; k < 4; ++k) {
          const double x = a[k][p], y = a[k][q];
          a[k][p] = c * x - s * y, a[k][q] = s * x + c * y;
        }
        for (size_t k = 0; k < 4; ++k) {
          const double x = a[p][k], y = a[q][k];
          a[p][k] = c * x - s * y, a[q][k] = s * x + c * y;
          const double u = vectors[k][p], v = vectors[k][q];
          vectors[k][p] = c * u - s * v, vectors[k][q] = s * u + c * v;
        }
      }
    }
  }
  size_t best = 0;
  for (size_t i = 1; i < 4; ++i) best = a[i][i] > a[best][best] ? i : best;
  return {vectors[0][best], vectors[1][best], vectors[2][best], vectors[3][best]};
}

}  // namespace

Vec3d middle_of(std::span<const Vec3f> points) {
  Vec3d sum;
  for (const Vec3f& p : points) sum += static_cast<Vec3d>(p);
  return sum / static_cast<double>(std::max<size_t>(1, points.size()));
}

Quatd rotation_between(std::span<const Vec3f> from, std::span<const Vec3f> to) {
  const Vec3d a = middle_of(from), b = middle_of(to);
  std::array<Vec3d, 3> m{};  // m[i][j]: sum of from_i to_j
  for (size_t k = 0; k < from.size(); ++k) {
    const Vec3d x = static_cast<Vec3d>(from[k]) - a, y = static_cast<Vec3d>(to[k]) - b;
    for (int i = 0; i < 3; ++i) m[static_cast<size_t>(i)] += y * x[i];
  }
  const double xx = m[0].x, xy = m[0].y, xz = m[0].z, yx = m[1].x, yy = m[1].y, yz = m[1].z;
  const double zx = m[2].x, zy = m[2].y, zz = m[2].z;
  const Matrix4 n{{{xx + yy + zz, yz - zy, zx - xz, xy - yx},
                   {yz - zy, xx - yy - zz, xy + yx, zx + xz},
                   {zx - xz, xy + yx, yy - xx - zz, yz + zy},
                   {xy - yx, zx + xz, yz + zy, zz - xx - yy}}};
  const std::array<double, 4> q = leading_vector(n);
  const double sign = q[0] < 0 ? -1 : 1;
  return {q[0] * sign, Vec3d{q[1], q[2], q[3]} * sign};
}

}  // namespace weir::meshes
