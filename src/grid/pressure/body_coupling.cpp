// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/pressure/body_coupling.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "grid/tiles/beside.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

double dot(const SixVector& a, const SixVector& b) {
  double sum = 0;
  for (size_t k = 0; k < 6; ++k) sum += a[k] * b[k];
  return sum;
}

}  // namespace

// Makes B of one body.
class BodyCoupling::Builder {
 public:
  Builder(const CoupledBodies& given, size_t body, const Tiles& tiles, std::span<const float> liquid)
      : given_(given), body_(body), tiles_(tiles), liquid_(liquid) {}

  std::vector<Entry> build() {
    for (const BodyFace& face : given_.faces[body_]) add_face(face);
    merge();
    find_slopes();
    find_continued();
    for (const Slope& slope : slopes_) add_slope(slope);
    merge();
    return std::move(entries_);
  }

 private:
  // The mean of differences of pressure along an axis: `weight` times that of the upper cell less the lower one's.
  struct Slope {
    uint32_t upper, lower;
    int axis;
  };

  // `closed`: share of a face of the cell that the body closes; 0 for what continuing pressures makes.
  void add(size_t cell, const std::array<float, 6>& flow, float closed) {
    if (!is_liquid(cell)) return;
    entries_.push_back({static_cast<uint32_t>(cell), flow, closed > 0 ? std::array<float, 6>{} : flow});
    closed_.push_back(closed);
  }

  // What moves through its closed part flows into the cell above and out of the one below.
  void add_face(const BodyFace& face) {
    const size_t below = beside(tiles_, face.cell, face.axis, -1);
    if (!is_liquid(face.cell) && !is_liquid(below)) return;
    Vec3d along{};
    along[face.axis] = static_cast<double>(face.closed);
    const Vec3d turning = cross(arm_to(face.middle, given_.bodies.centre(body_), given_.space), along);
    std::array<float, 6> flow{};
    for (int a = 0; a < 3; ++a) {
      flow[static_cast<size_t>(a)] = static_cast<float>(along[a]);
      flow[static_cast<size_t>(3 + a)] = static_cast<float>(turning[a]);
    }
    add(face.cell, flow, face.closed);
    for (float& f : flow) f = -f;
    add(below, flow, face.closed);
  }

  // One entry a cell.
  void merge() {
    std::vector<uint32_t> order(entries_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](uint32_t a, uint32_t b) { return entries_[a].cell < entries_[b].cell; });
    std::vector<Entry> merged;
    std::vector<float> closed;
    for (const uint32_t i : order) {
      if (merged.empty() || merged.back().cell != entries_[i].cell) {
        merged.push_back(entries_[i]);
        closed.push_back(closed_[i]);
        continue;
      }
      closed.back() += closed_[i];
      for (size_t k = 0; k < 6; ++k) {
        merged.back().flow[k] += entries_[i].flow[k];
        merged.back().continuing[k] += entries_[i].continuing[k];
      }
    }
    entries_.swap(merged);
    closed_.swap(closed);
  }

  // Between liquid cells that the body touches and those beside them.
  void find_slopes() {
    for (const Entry& entry : entries_) {
      for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
        const std::vector<float>& open = given_.solids.open.face[static_cast<size_t>(axis)];
        const size_t below = beside(tiles_, entry.cell, axis, -1), above = beside(tiles_, entry.cell, axis, 1);
        if (is_liquid(below) && open[entry.cell] > 0) {
          slopes_.push_back({entry.cell, static_cast<uint32_t>(below), axis});
          ++count_[static_cast<size_t>(axis)];
        }
        if (is_liquid(above) && open[above] > 0) {
          slopes_.push_back({static_cast<uint32_t>(above), entry.cell, axis});
          ++count_[static_cast<size_t>(axis)];
        }
      }
    }
  }
  bool is_liquid(size_t cell) const { return cell < tiles_.cells() && liquid_[cell] != 0; }

  // What a slope of the pressure along an axis pushes besides: the integral, over the surface in all cells, of the way
  // from the middle of the cell to the surface along the axis, times the normal. By the divergence theorem it is along
  // the axis, and in a cell as large as the solid's share of the cell less half of the cell's two closed faces.
  void find_continued() {
    for (size_t n = 0; n < entries_.size(); ++n) {
      const uint32_t cell = entries_[n].cell;
      Vec3f lower{}, upper{};
      for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
        const std::vector<float>& open = given_.solids.open.face[static_cast<size_t>(axis)];
        lower[axis] = 1 - open[cell];
        upper[axis] = 1 - open[beside(tiles_, cell, axis, 1)];
      }
      const Vec3f both = lower + upper;
      constexpr float kRounding = 1e-4f;
      if (both.x + both.y + both.z > closed_[n] + kRounding) continue;  // another solid reaches into the cell
      const Vec3d arm = arm_to(middle_of(cell), given_.bodies.centre(body_), given_.space);
      for (int axis = 0; axis < tiles_.dimensions(); ++axis) {
        Vec3d push{};
        push[axis] = static_cast<double>(1 - given_.solids.share[cell] - 0.5f * both[axis]);
        const Vec3d torque = cross(arm, push);
        continued_[static_cast<size_t>(axis)][static_cast<size_t>(axis)] += push[axis];
        for (int k = 0; k < 3; ++k) continued_[static_cast<size_t>(3 + k)][static_cast<size_t>(axis)] += torque[k];
      }
    }
  }

  Vec3f middle_of(uint32_t cell) const {
    const size_t tile = cell / tiles_.cells_per_tile();
    const auto in = static_cast<int>(cell % tiles_.cells_per_tile());
    const Vec3i c =
        tiles_.first_cell(tile) + Vec3i{in % kTileSize, in / kTileSize % kTileSize, in / (kTileSize * kTileSize)};
    return static_cast<Vec3f>(c) + Vec3f{0.5f, 0.5f, 0.5f};
  }

  void add_slope(const Slope& slope) {
    const auto axis = static_cast<size_t>(slope.axis);
    std::array<float, 6> flow;
    for (size_t k = 0; k < 6; ++k) flow[k] = static_cast<float>(continued_[k][axis] / count_[axis]);
    add(slope.upper, flow, 0);
    for (float& f : flow) f = -f;
    add(slope.lower, flow, 0);
  }

  const CoupledBodies& given_;
  size_t body_;
  const Tiles& tiles_;
  std::span<const float> liquid_;
  std::vector<Entry> entries_;
  std::vector<float> closed_;  // of each entry, shares of faces that the body closes
  std::vector<Slope> slopes_;
  std::array<double, 3> count_{};
  std::array<std::array<double, 3>, 6> continued_{};
};

BodyCoupling::BodyCoupling(const CoupledBodies& given, const Tiles& tiles, std::span<const float> liquid)
    : bodies_(given.bodies.size()), pushes_(given.bodies.size()) {
  const double cell_mass = given.density * std::pow(given.space.cell, tiles.dimensions());
  parallel_for(
      bodies_.size(),
      [&](size_t b) {
        Body& body = bodies_[b];
        body.entries = Builder(given, b, tiles, liquid).build();
        body.inverse_mass = cell_mass / given.bodies.mass(b);
        body.inverse_inertia = Mat3d::diagonal({cell_mass, cell_mass, cell_mass}) * given.bodies.inverse_inertia(b);
        body.before = given.bodies.motion(b);
        body.hold = given.holds[b];
        body.per_inertia = body.hold.inertia > 0 ? cell_mass / body.hold.inertia : 0;
      },
      1);
}

// B^T p.
SixVector BodyCoupling::press(const Body& body, std::span<const float> pressure) {
  SixVector push{};
  for (const Entry& entry : body.entries) {
    const auto p = static_cast<double>(pressure[entry.cell]);
    for (size_t k = 0; k < 6; ++k) push[k] += p * static_cast<double>(entry.flow[k]);
  }
  return push;
}

// M^-1 times that.
SixVector BodyCoupling::yield(const Body& body, const SixVector& push) {
  const Vec3d turned = body.inverse_inertia * Vec3d{push[3], push[4], push[5]};
  const double m = body.inverse_mass;
  SixVector motion{m * push[0], m * push[1], m * push[2], turned.x, turned.y, turned.z};
  const double held = body.per_inertia * dot(body.hold.along, push);
  for (size_t k = 0; k < 6; ++k) motion[k] -= held * body.hold.along[k];
  return motion;
}

double BodyCoupling::add_product(std::span<const float> x, std::span<float> y) const {
  parallel_for(
      bodies_.size(), [&](size_t b) { pushes_[b] = press(bodies_[b], x); }, 1);
  double product = 0;
  for (size_t b = 0; b < bodies_.size(); ++b) {  // cells between two bodies belong to both
    const SixVector motion = yield(bodies_[b], pushes_[b]);
    for (size_t k = 0; k < 6; ++k) product += motion[k] * pushes_[b][k];
    std::array<float, 6> m;
    for (size_t k = 0; k < 6; ++k) m[k] = static_cast<float>(motion[k]);
    for (const Entry& entry : bodies_[b].entries) {
      float sum = 0;
      for (size_t k = 0; k < 6; ++k) sum += m[k] * entry.flow[k];
      y[entry.cell] += sum;
    }
  }
  return product;
}

void BodyCoupling::add_flow(double times, std::span<float> b) const {
  for (const Body& body : bodies_) {
    const Vec3d &v = body.before.velocity, &w = body.before.angular_velocity;
    const std::array<double, 6> motion{v.x, v.y, v.z, w.x, w.y, w.z};
    for (const Entry& entry : body.entries) {
      double sum = 0;
      for (size_t k = 0; k < 6; ++k) sum += motion[k] * static_cast<double>(entry.continuing[k]);
      b[entry.cell] += static_cast<float>(times * sum);
    }
  }
}

std::vector<RigidMotion> BodyCoupling::motions(std::span<const float> pressure, Pressed is_pressed) const {
  std::vector<RigidMotion> result;
  for (const Body& body : bodies_) {
    const SixVector push = press(body, pressure);
    SixVector change = yield(body, push);
    // Pressed against what holds it; or let go, to be free in the next step.
    const double pressed = body.hold.given - body.per_inertia * dot(body.hold.along, push);
    const double share = is_pressed == Pressed::yes ? std::clamp(pressed, -body.hold.most, 0.0) : 0;
    for (size_t k = 0; k < 6; ++k) change[k] -= share * body.hold.along[k];
    result.push_back({body.before.velocity - Vec3d{change[0], change[1], change[2]},
                      body.before.angular_velocity - Vec3d{change[3], change[4], change[5]}});
  }
  return result;
}

bool BodyCoupling::pushes(std::span<const uint32_t> cells) const {
  constexpr double kSome = 1e-3;  // of a face
  for (const Body& body : bodies_) {
    Vec3d push{};
    for (const Entry& entry : body.entries) {
      if (!std::binary_search(cells.begin(), cells.end(), entry.cell)) continue;
      push += Vec3d{entry.flow[0], entry.flow[1], entry.flow[2]};
    }
    if (length(push) > kSome) return true;
  }
  return false;
}

}  // namespace weir::grid
