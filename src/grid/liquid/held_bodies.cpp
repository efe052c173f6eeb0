// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/held_bodies.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

constexpr int kRounds = 4;

using Matrix = std::array<SixVector, 6>;

// x with a x = b, by elimination; rows that are empty leave 0.
SixVector solve(Matrix a, SixVector b) {
  for (size_t k = 0; k < 6; ++k) {
    size_t pivot = k;
    for (size_t i = k + 1; i < 6; ++i) {
      if (std::abs(a[i][k]) > std::abs(a[pivot][k])) pivot = i;
    }
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    if (a[k][k] == 0) continue;
    for (size_t i = k + 1; i < 6; ++i) {
      const double by = a[i][k] / a[k][k];
      for (size_t j = k; j < 6; ++j) a[i][j] -= by * a[k][j];
      b[i] -= by * b[k];
    }
  }
  SixVector x{};
  for (size_t k = 6; k-- > 0;) {
    double sum = b[k];
    for (size_t j = k + 1; j < 6; ++j) sum -= a[k][j] * x[j];
    x[k] = a[k][k] == 0 ? 0 : sum / a[k][k];
  }
  return x;
}

Vec3f along_surface(const Vec3f& v, const Vec3f& normal) { return v - normal * dot(v, normal); }

// What is left of a slip.
float slowed(const SlowedFace& face, float speed, const HoldingStep& step) {
  const float sticky = speed / (1 + sticky_drag(face.stickiness, speed * step.per_speed));
  return std::max(0.0f, sticky - face.face->friction_limit);
}

// One body and the faces that it holds. Lengths are in cells and masses in those of full cells of liquid.
class HoldingBody {
 public:
  HoldingBody(const CoupledBodies& given, size_t body, const HoldingStep& step)
      : step_(step), centre_(given.bodies.centre(body)) {
    const double cell = step.space.cell;
    const double cell_mass = step.density * std::pow(cell, step.space.dimensions);
    const Mat3d inertia = given.bodies.inertia(body);
    for (size_t k = 0; k < 3; ++k) {
      mass_[k][k] = given.bodies.mass(body) / cell_mass;
      for (size_t j = 0; j < 3; ++j) {
        mass_[3 + k][3 + j] = inertia.row[k][static_cast<int>(j)] / (cell_mass * cell * cell);
      }
    }
  }

  void add(SlowedFace& face) { faces_.push_back(&face); }

  // What faces lose follows from the shares of the last round, so that it is what the body gets to rounding.
  RigidMotion slow_down() {
    SixVector change{}, last{};
    for (int round = 0; round < kRounds; ++round) {
      last = change;
      change = solve_with(last);
    }
    for (SlowedFace* face : faces_) {
      face->change = -static_cast<float>(held_share(*face, last)) * slip_with(*face, change)[face->face->axis];
    }
    return {{change[0], change[1], change[2]}, Vec3d{change[3], change[4], change[5]} / step_.space.cell};
  }

 private:
  Vec3d arm_of(const SlowedFace& face) const {
    return arm_to(face.face->middle, centre_, step_.space) / step_.space.cell;
  }
  // J: what a motion makes at a face along an axis.
  SixVector row_of(const SlowedFace& face, int axis) const {
    Vec3d along{};
    along[axis] = 1;
    const Vec3d turning = cross(arm_of(face), along);
    return {along.x, along.y, along.z, turning.x, turning.y, turning.z};
  }
  Vec3f slip_with(const SlowedFace& face, const SixVector& change) const {
    const Vec3d moved =
        Vec3d{change[0], change[1], change[2]} + cross(Vec3d{change[3], change[4], change[5]}, arm_of(face));
    return along_surface(face.face->velocity - face.solid - static_cast<Vec3f>(moved), face.normal);
  }

  // c.
  double held_share(const SlowedFace& face, const SixVector& change) const {
    const float speed = length(slip_with(face, change));
    return speed > 0 ? static_cast<double>(1 - slowed(face, speed, step_) / speed) : 0;
  }

  // The body's change, with the shares that an earlier one makes.
  SixVector solve_with(const SixVector& last) const {
    Matrix matrix = mass_;
    SixVector push{};
    for (const SlowedFace* face : faces_) {
      const double held = static_cast<double>(face->face->mass) * held_share(*face, last);
      const int axis = face->face->axis;
      const SixVector row = row_of(*face, axis);
      SixVector along{};  // row of T J
      for (int b = 0; b < 3; ++b) {
        const double part = (b == axis ? 1.0 : 0.0) - static_cast<double>(face->normal[b] * face->normal[axis]);
        const SixVector other = row_of(*face, b);
        for (size_t k = 0; k < 6; ++k) along[k] += part * other[k];
      }
      const auto slip = static_cast<double>(slip_with(*face, {})[axis]);
      for (size_t k = 0; k < 6; ++k) {
        push[k] += row[k] * held * slip;
        for (size_t j = 0; j < 6; ++j) matrix[k][j] += row[k] * held * along[j];
      }
    }
    if (step_.space.dimensions == 2) keep_flat(matrix, push);
    return solve(matrix, push);
  }

  static void keep_flat(Matrix& matrix, SixVector& push) {
    for (const size_t k : {2u, 3u, 4u}) {
      for (size_t j = 0; j < 6; ++j) matrix[k][j] = matrix[j][k] = 0;
      push[k] = 0;
    }
  }

  const HoldingStep& step_;
  Vec3d centre_;
  Matrix mass_{};
  std::vector<SlowedFace*> faces_;
};

}  // namespace

std::vector<RigidMotion> slow_down(const HoldingStep& step, const CoupledBodies* bodies, std::span<SlowedFace> faces) {
  std::vector<HoldingBody> holding;
  for (size_t b = 0; bodies && b < bodies->bodies.size(); ++b) holding.emplace_back(*bodies, b, step);
  for (SlowedFace& face : faces) {
    if (face.body >= 0) holding[static_cast<size_t>(face.body)].add(face);
  }
  parallel_for_blocks(
      faces.size(),
      [&](size_t begin, size_t end) {
        for (SlowedFace& face : faces.subspan(begin, end - begin)) {
          if (face.body >= 0) continue;
          const Vec3f slip = along_surface(face.face->velocity - face.solid, face.normal);
          const float speed = length(slip);
          if (speed > 0) face.change = slip[face.face->axis] * (slowed(face, speed, step) / speed - 1);
        }
      },
      256);
  std::vector<RigidMotion> changes(holding.size());
  parallel_for(
      holding.size(), [&](size_t b) { changes[b] = holding[b].slow_down(); }, 1);
  return changes;
}

}  // namespace weir::grid
