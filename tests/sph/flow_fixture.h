// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A Flow made of points by hand, as a solver's step would make it: for tests of single passes.

#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "sph/flow.h"

namespace weir::sph {

inline Scene flow_scene(int dimensions, double spacing) {
  Scene scene;
  scene.dimensions = dimensions;
  scene.solver.spacing = spacing;
  return scene;
}

// Liquid around the solids and walls of a scene, whose own liquids are not looked at. All of the first phase and at
// rest until told otherwise.
struct FlowFixture {
  FlowFixture(Scene s, std::vector<Vec3f> points)
      : scene(std::move(s)),
        spacing(static_cast<float>(scene.solver.spacing)),
        builder(0.5f * spacing, 24),
        bodies(scene, builder),
        flow(Kernel(2 * spacing, scene.dimensions, spacing),
             static_cast<float>(std::pow(scene.solver.spacing, scene.dimensions))),
        cells(flow.kernel.support()),
        position(std::move(points)),
        velocity(position.size()),
        phase(position.size()),
        mass(position.size(), 1000 * flow.volume) {
    const std::vector<Vec3f> unsorted = position;
    const std::span<const uint32_t> order = cells.sort(unsorted);
    for (size_t i = 0; i < order.size(); ++i) position[i] = unsorted[order[i]];
    prepare();
  }

  // To be called when masses have changed.
  void prepare() {
    flow.resize(size());
    for (size_t i = 0; i < size(); ++i) {
      flow.inverse_mass[i] = 1 / mass[i];
      flow.point[i] = float4(position[i], flow.inverse_mass[i]);
    }
    flow.neighbours.find(flow.point, cells, flow.kernel.support());
    Boundary boundary(scene, builder, bodies, flow.kernel);
    boundary.move_to({1, 0, 0.001, 24}, bodies);
    boundary.sum(flow.point, cells, bodies, flow.boundary, flow.contacts, true);
    find_densities(flow);
  }
  void set_velocity(const std::function<Vec3f(const Vec3f&)>& at) {
    for (size_t i = 0; i < size(); ++i) velocity[i] = at(position[i]);
  }
  void set_random_velocity(float speed, uint64_t seed = 7) {
    const Random random(seed);
    for (size_t i = 0; i < size(); ++i) {
      velocity[i] = (random.unit_vec3(i) * 2 - Vec3f{1, 1, 1}) * speed;
      if (scene.dimensions == 2) velocity[i].z = 0;
    }
  }
  size_t size() const { return position.size(); }

  Vec3d momentum(const std::vector<Vec3f>& v) const {
    Vec3d sum;
    for (size_t i = 0; i < size(); ++i) sum += static_cast<Vec3d>(v[i]) * static_cast<double>(mass[i]);
    return sum;
  }
  Vec3d angular_momentum(const std::vector<Vec3f>& v) const {
    Vec3d sum;
    for (size_t i = 0; i < size(); ++i) {
      sum += cross(static_cast<Vec3d>(position[i]), static_cast<Vec3d>(v[i])) * static_cast<double>(mass[i]);
    }
    return sum;
  }
  double energy() const {
    double sum = 0;
    for (size_t i = 0; i < size(); ++i) sum += 0.5 * static_cast<double>(mass[i] * length_squared(velocity[i]));
    return sum;
  }
  // sum m |v|: what momenta are to be compared with.
  double scale(const std::vector<Vec3f>& v) const {
    double sum = 0;
    for (size_t i = 0; i < size(); ++i) sum += static_cast<double>(mass[i] * length(v[i]));
    return sum;
  }

  Scene scene;
  float spacing;
  ShapeBuilder builder;
  RigidBodies bodies;
  Flow flow;
  Cells cells;
  std::vector<Vec3f> position, velocity;
  std::vector<uint8_t> phase;
  std::vector<float> mass;
};

// A block of the lattice with its lowest corner at `lower`; every point is moved by up to `jitter` spacings.
inline std::vector<Vec3f> block(const Vec3i& count, float spacing, float jitter = 0, const Vec3f& lower = {}) {
  const Random random(1);
  std::vector<Vec3f> points;
  for (int k = 0; k < count.z; ++k) {
    for (int j = 0; j < count.y; ++j) {
      for (int i = 0; i < count.x; ++i) {
        const Vec3f middle = static_cast<Vec3f>(Vec3i{i, j, k}) + Vec3f{0.5f, 0.5f, 0.5f};
        const Vec3f shift = (random.unit_vec3(points.size()) * 2 - Vec3f{1, 1, 1}) * jitter;
        points.push_back(lower + (middle + shift) * spacing);
        if (count.z == 1) points.back().z = 0;
      }
    }
  }
  return points;
}

}  // namespace weir::sph
