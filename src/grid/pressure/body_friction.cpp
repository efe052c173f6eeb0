// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/body_friction.h"

#include <cmath>

#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

double dot(const SixVector& a, const SixVector& b) {
  double sum = 0;
  for (size_t k = 0; k < 6; ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

BodyFriction::BodyFriction(const CoupledBodies& given, const MacField& sticks)
    : cell_(given.space.cell), bodies_(given.bodies.size()) {
  const double cell_mass = given.density * std::pow(cell_, given.space.dimensions);
  const double per_inertia = 1 / (cell_mass * cell_ * cell_);
  parallel_for(
      bodies_.size(),
      [&](size_t b) {
        Body& body = bodies_[b];
        body.mass = given.bodies.mass(b) / cell_mass;
        body.inertia = Mat3d::diagonal({per_inertia, per_inertia, per_inertia}) * given.bodies.inertia(b);
        const RigidMotion motion = given.bodies.motion(b);
        for (int k = 0; k < 3; ++k) {
          body.motion[static_cast<size_t>(k)] = motion.velocity[k];
          body.motion[static_cast<size_t>(3 + k)] = motion.angular_velocity[k] * cell_;
        }
        for (const BodyFace& face : given.faces[b]) {
          if (sticks.face[face.axis][face.cell] == 0) continue;
          Vec3d along{};
          along[face.axis] = 1;
          const Vec3d turning = cross(arm_to(face.middle, given.bodies.centre(b), given.space) / cell_, along);
          Face sticking{face.cell, face.axis, {}};
          for (int k = 0; k < 3; ++k) {
            sticking.flow[static_cast<size_t>(k)] = static_cast<float>(along[k]);
            sticking.flow[static_cast<size_t>(3 + k)] = static_cast<float>(turning[k]);
          }
          body.faces.push_back(sticking);
        }
      },
      1);
}

// J^T times the stress.
SixVector BodyFriction::pull(const Body& body, const OnFace& stress) {
  SixVector sum{};
  for (const Face& face : body.faces) {
    const auto s = static_cast<double>(stress(face.axis, face.cell));
    for (size_t k = 0; k < 6; ++k) sum[k] += s * static_cast<double>(face.flow[k]);
  }
  return sum;
}

SixVector BodyFriction::momentum(const Body& body, const SixVector& v) {
  const Vec3d turning = body.inertia * Vec3d{v[3], v[4], v[5]};
  return {body.mass * v[0], body.mass * v[1], body.mass * v[2], turning.x, turning.y, turning.z};
}

void BodyFriction::start(const OnFace& stress, const OnFace& diagonal) {
  parallel_for(
      bodies_.size(),
      [&](size_t b) {
        Body& body = bodies_[b];
        body.residual = pull(body, stress);
        for (double& r : body.residual) r = -r;
        body.direction = {};
        for (size_t k = 0; k < 6; ++k) {
          body.diagonal[k] = k < 3 ? body.mass : body.inertia.row[k - 3][static_cast<int>(k - 3)];
          for (const Face& face : body.faces) {
            const auto flow = static_cast<double>(face.flow[k]);
            body.diagonal[k] += flow * flow * static_cast<double>(diagonal(face.axis, face.cell));
          }
        }
      },
      1);
}

double BodyFriction::residual_squared() const {
  double sum = 0;
  for (const Body& body : bodies_) sum += dot(body.residual, body.residual);
  return sum;
}

double BodyFriction::precondition() const {
  double sum = 0;
  for (const Body& body : bodies_) {
    for (size_t k = 0; k < 6; ++k) {
      if (body.diagonal[k] > 0) sum += body.residual[k] * body.residual[k] / body.diagonal[k];
    }
  }
  return sum;
}

void BodyFriction::turn(double keep, MacField& direction) {
  for (Body& body : bodies_) {
    for (size_t k = 0; k < 6; ++k) {
      const double wanted = body.diagonal[k] > 0 ? body.residual[k] / body.diagonal[k] : 0;
      body.direction[k] = wanted + keep * body.direction[k];
    }
    for (const Face& face : body.faces) {
      double sum = 0;
      for (size_t k = 0; k < 6; ++k) sum += body.direction[k] * static_cast<double>(face.flow[k]);
      direction.face[face.axis][face.cell] = static_cast<float>(sum);
    }
  }
}

double BodyFriction::apply(const OnFace& stress) {
  parallel_for(
      bodies_.size(),
      [&](size_t b) {
        Body& body = bodies_[b];
        body.image = momentum(body, body.direction);
        const SixVector pulled = pull(body, stress);
        for (size_t k = 0; k < 6; ++k) body.image[k] += pulled[k];
      },
      1);
  double sum = 0;
  for (const Body& body : bodies_) sum += dot(body.direction, body.image);
  return sum;
}

void BodyFriction::advance(double length) {
  for (Body& body : bodies_) {
    for (size_t k = 0; k < 6; ++k) {
      body.motion[k] += length * body.direction[k];
      body.residual[k] -= length * body.image[k];
    }
  }
}

std::vector<RigidMotion> BodyFriction::motions() const {
  std::vector<RigidMotion> result;
  for (const Body& body : bodies_) {
    const SixVector& v = body.motion;
    result.push_back({{v[0], v[1], v[2]}, Vec3d{v[3], v[4], v[5]} / cell_});
  }
  return result;
}

}  // namespace weir::grid
