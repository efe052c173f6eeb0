// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Symmetric 3x3 matrices and their eigenvectors, small and fast: one for every particle near a surface.

#pragma once

#include <array>
#include <cmath>

#include "weir/base/vec.h"

namespace weir::surface {

struct Symmetric3f {
  float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  Vec3f operator*(const Vec3f& v) const {
    return {xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z};
  }
  void add(const Vec3f& v, float weight) {  // v v^T
    xx += weight * v.x * v.x;
    yy += weight * v.y * v.y;
    zz += weight * v.z * v.z;
    xy += weight * v.x * v.y;
    xz += weight * v.x * v.z;
    yz += weight * v.y * v.z;
  }
};

struct Eigen3f {
  Vec3f value;                // in no order
  std::array<Vec3f, 3> axis;  // unit, at right angles

  // The matrix with the same axes and other eigenvalues.
  Symmetric3f with(const Vec3f& other) const {
    Symmetric3f m;
    for (int k = 0; k < 3; ++k) m.add(axis[static_cast<size_t>(k)], other[k]);
    return m;
  }
};

// Cyclic Jacobi rotations: never fails, whatever the matrix.
inline Eigen3f eigen_of(const Symmetric3f& m) {
  float a[3][3] = {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
  float v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const float size = std::abs(m.xx) + std::abs(m.yy) + std::abs(m.zz);
  for (int sweep = 0; sweep < 8; ++sweep) {
    if (std::abs(a[0][1]) + std::abs(a[0][2]) + std::abs(a[1][2]) <= 1e-6f * size) break;
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      if (a[p][q] == 0) continue;
      const float theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const float t = std::copysign(1.0f, theta) / (std::abs(theta) + std::sqrt(theta * theta + 1));
      const float c = 1 / std::sqrt(t * t + 1), s = t * c;
      for (int k = 0; k < 3; ++k) {
        const float kp = a[k][p], kq = a[k][q];
        a[k][p] = c * kp - s * kq;
        a[k][q] = s * kp + c * kq;
      }
      for (int k = 0; k < 3; ++k) {
        const float pk = a[p][k], qk = a[q][k];
        a[p][k] = c * pk - s * qk;
        a[q][k] = s * pk + c * qk;
        const float kp = v[k][p], kq = v[k][q];
        v[k][p] = c * kp - s * kq;
        v[k][q] = s * kp + c * kq;
      }
    }
  }
  return {{a[0][0], a[1][1], a[2][2]},
          {Vec3f{v[0][0], v[1][0], v[2][0]}, Vec3f{v[0][1], v[1][1], v[2][1]}, Vec3f{v[0][2], v[1][2], v[2][2]}}};
}

}  // namespace weir::surface
