// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/lattice_frame.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/morton.h"
#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

constexpr int kMortonBits = 20;  // an axis

int exponent_of_velocities(const FrameLattice& lattice, const Particles& particles) {
  double sum = 0, most = 0;
  for (const Vec3f& v : particles.velocity) {
    sum += length_squared(Vec3d(v));
    most = std::max(most, static_cast<double>(max_component(abs(v))));
  }
  const double speed = particles.size() > 0 ? std::sqrt(sum / static_cast<double>(particles.size())) : 0;
  const double step = std::max({speed / FrameLattice::kVelocitySteps,
                                lattice.step * lattice.rate / FrameLattice::kTravelSteps, most / (1 << 29)});
  return std::clamp(static_cast<int>(std::floor(std::log2(step))), kLeastVelocityExponent, kMostVelocityExponent);
}

// On the lattice, in the order of the particles.
void place_on_lattice(const FrameLattice& lattice, const Particles& particles, LatticeFrame& frame) {
  for (size_t axis = 0; axis < lattice.axes(); ++axis) {
    frame.position[axis].resize(particles.size());
    frame.velocity[axis].resize(particles.size());
    const int a = static_cast<int>(axis);
    const double highest = std::ceil(lattice.size[a] / lattice.step);
    parallel_for(particles.size(), [&](size_t i) {
      const double steps = std::round((particles.position[i][a] - lattice.lower[a]) / lattice.step);
      const double speed = std::ldexp(static_cast<double>(particles.velocity[i][a]), -frame.velocity_exponent);
      frame.position[axis][i] = static_cast<int32_t>(std::clamp(steps, 0.0, highest));
      frame.velocity[axis][i] = static_cast<int32_t>(std::lround(speed));
    });
  }
}

std::vector<size_t> along_morton_curve(const FrameLattice& lattice, const LatticeFrame& frame,
                                       const std::vector<uint64_t>& ids, const std::vector<size_t>& indices) {
  struct Entry {
    uint64_t code, id;
    size_t index;
    bool operator<(const Entry& b) const { return code != b.code ? code < b.code : id < b.id; }
  };
  const auto bits = static_cast<int>(std::bit_width(static_cast<uint64_t>(lattice.longest_edge() / lattice.step) + 1));
  const int shift = std::max(0, bits - kMortonBits);
  std::vector<Entry> entries(indices.size());
  parallel_for(indices.size(), [&](size_t n) {
    const size_t i = indices[n];
    uint64_t code = 0;
    for (size_t axis = 0; axis < lattice.axes(); ++axis) {
      const auto cell = static_cast<uint64_t>(frame.position[axis][i] >> shift);
      code |= (lattice.dimensions == 3 ? spread3(cell) : spread2(cell)) << axis;
    }
    entries[n] = {code, ids[i], i};
  });
  std::sort(entries.begin(), entries.end());
  std::vector<size_t> sorted(entries.size());
  for (size_t n = 0; n < entries.size(); ++n) sorted[n] = entries[n].index;
  return sorted;
}

std::vector<size_t> order_of_storage(const FrameLattice& lattice, const LatticeFrame& frame,
                                     const std::vector<uint64_t>& ids, const LatticeFrame* previous) {
  std::vector<size_t> order, newcomers;
  if (previous != nullptr) {
    std::unordered_map<uint64_t, size_t> where;
    where.reserve(ids.size());
    for (size_t i = 0; i < ids.size(); ++i) where.emplace(ids[i], i);
    std::vector<uint8_t> stayed(ids.size(), 0);
    for (const uint64_t id : previous->id) {
      const auto found = where.find(id);
      if (found == where.end()) continue;
      order.push_back(found->second);
      stayed[found->second] = 1;
    }
    for (size_t i = 0; i < ids.size(); ++i) {
      if (!stayed[i]) newcomers.push_back(i);
    }
  } else {
    for (size_t i = 0; i < ids.size(); ++i) newcomers.push_back(i);
  }
  const std::vector<size_t> sorted = along_morton_curve(lattice, frame, ids, newcomers);
  order.insert(order.end(), sorted.begin(), sorted.end());
  return order;
}

template <class T>
std::vector<T> in_order(const std::vector<T>& values, const std::vector<size_t>& order) {
  std::vector<T> result(order.size());
  for (size_t i = 0; i < order.size(); ++i) result[i] = values[order[i]];
  return result;
}

}  // namespace

FrameLattice::FrameLattice(int given_dimensions, const Box3d& box, double spacing, double given_rate)
    : dimensions(given_dimensions),
      lower(box.lower),
      size(box.size()),
      step(spacing / (kSteps * std::sqrt(given_dimensions))),
      rate(given_rate) {}

LatticeFrame to_lattice(const FrameLattice& lattice, const Particles& particles, const LatticeFrame* previous) {
  LatticeFrame frame;
  frame.velocity_exponent = exponent_of_velocities(lattice, particles);
  place_on_lattice(lattice, particles, frame);
  const std::vector<size_t> order = order_of_storage(lattice, frame, particles.id, previous);
  for (size_t axis = 0; axis < lattice.axes(); ++axis) {
    frame.position[axis] = in_order(frame.position[axis], order);
    frame.velocity[axis] = in_order(frame.velocity[axis], order);
  }
  frame.id = in_order(particles.id, order);
  frame.mass = in_order(particles.mass, order);
  frame.phase = in_order(particles.phase, order);
  return frame;
}

Particles from_lattice(const FrameLattice& lattice, const LatticeFrame& frame) {
  Particles particles;
  particles.resize(frame.size());
  const double velocity_step = std::ldexp(1.0, frame.velocity_exponent);
  parallel_for(frame.size(), [&](size_t i) {
    for (size_t axis = 0; axis < lattice.axes(); ++axis) {
      const int a = static_cast<int>(axis);
      particles.position[i][a] = static_cast<float>(lattice.lower[a] + frame.position[axis][i] * lattice.step);
      particles.velocity[i][a] = static_cast<float>(frame.velocity[axis][i] * velocity_step);
    }
  });
  particles.id = frame.id;
  particles.mass = frame.mass;
  particles.phase = frame.phase;
  return particles;
}

}  // namespace weir::templates
