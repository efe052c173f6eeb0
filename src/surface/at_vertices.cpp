// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "surface/at_vertices.h"

#include "surface/kernels.h"
#include "surface/symmetric.h"
#include "weir/base/parallel.h"

namespace weir::surface {

namespace {

// Vertices come block by block: those of one group are near one another, and look for particles together.
constexpr size_t kGroup = 128;
constexpr float kLargestGroup = 8;  // spacings

// visit(vertex, crowd) for every vertex from begin to end; the crowd holds all points within `radius` of it, and
// others.
template <class Visit>
void with_crowds(std::span<const Vec3f> vertices, size_t begin, size_t end, const Bins& bins, float radius,
                 std::vector<uint32_t>& crowd, const Visit& visit) {
  Box3f box;
  for (size_t i = begin; i < end; ++i) box.include(vertices[i]);
  if (end - begin > 1 && max_component(box.size()) > kLargestGroup) {
    const size_t middle = (begin + end) / 2;
    with_crowds(vertices, begin, middle, bins, radius, crowd, visit);
    with_crowds(vertices, middle, end, bins, radius, crowd, visit);
    return;
  }
  const Box3f around = box.padded(radius);
  crowd.clear();
  bins.visit_box(around, [&](size_t from, size_t to) {
    for (size_t i = from; i < to; ++i) {
      if (around.contains(bins.points()[i])) crowd.push_back(static_cast<uint32_t>(i));
    }
  });
  for (size_t i = begin; i < end; ++i) visit(i, crowd);
}

template <class Visit>
void for_each_vertex(std::span<const Vec3f> vertices, const Bins& bins, float radius, const Visit& visit) {
  parallel_for_blocks(
      vertices.size(),
      [&](size_t begin, size_t end) {
        std::vector<uint32_t> crowd;
        with_crowds(vertices, begin, end, bins, radius, crowd, visit);
      },
      kGroup);
}

// Weighted sums over the particles around a vertex, of their positions and velocities as seen from it.
struct Fit {
  float weight = 0;
  Vec3f offset{}, velocity{};
  Symmetric3f spread;
  Vec3f product[3] = {};  // velocity component times offset

  void add(float w, const Vec3f& d, const Vec3f& v) {
    weight += w;
    offset += d * w;
    velocity += v * w;
    spread.add(d, w);
    for (int k = 0; k < 3; ++k) product[k] += d * (w * v[k]);
  }

  // The fitted velocity at the vertex itself.
  Vec3f here() const {
    const Vec3f mean = offset / weight, mean_velocity = velocity / weight;
    Symmetric3f c = spread;
    c.add(mean, -weight);
    // Where the particles lie in a plane or line, nothing is known of the change across it: it is taken for none.
    const float least = 3e-5f * weight;
    const Mat3d m{{Vec3d{c.xx + least, c.xy, c.xz}, Vec3d{c.xy, c.yy + least, c.yz}, Vec3d{c.xz, c.yz, c.zz + least}}};
    const Vec3f back = static_cast<Vec3f>(m.inverse() * static_cast<Vec3d>(mean));
    Vec3f result;
    for (int k = 0; k < 3; ++k) result[k] = mean_velocity[k] - dot(product[k] - mean * velocity[k], back);
    return result;
  }
};

}  // namespace

std::vector<float> fullness(std::span<const Vec3f> vertices, const Bins& bins) {
  constexpr float kRadius2 = kNeighbourhood * kNeighbourhood;
  constexpr float kFull = 1.6755161f * kRadius2 * kNeighbourhood;  // the integral of the weights, 8 pi / 15 R^3
  std::vector<float> result(vertices.size());
  for_each_vertex(vertices, bins, kNeighbourhood, [&](size_t i, const std::vector<uint32_t>& crowd) {
    float sum = 0;
    for (const uint32_t j : crowd) sum += std::max(0.0f, 1 - length_squared(bins.points()[j] - vertices[i]) / kRadius2);
    result[i] = sum / kFull;
  });
  return result;
}

std::vector<Vec3f> velocities_at(std::span<const Vec3f> vertices, const Bins& bins, std::span<const Vec3f> velocity) {
  constexpr float kRadius = kNeighbourhood, kRadius2 = kRadius * kRadius;
  std::vector<Vec3f> result(vertices.size());
  for_each_vertex(vertices, bins, kRadius, [&](size_t i, const std::vector<uint32_t>& crowd) {
    Fit fit;
    for (const uint32_t j : crowd) {
      if (bins.given()[j] >= velocity.size()) continue;
      const Vec3f d = bins.points()[j] - vertices[i];
      const float u = 1 - length_squared(d) / kRadius2;
      if (u > 0) fit.add(u, d, velocity[bins.given()[j]]);
    }
    result[i] = fit.weight > 0 ? fit.here() : Vec3f{};
  });
  return result;
}

std::vector<Vec3f> means_at(std::span<const Vec3f> vertices, const Bins& bins, std::span<const Vec3f> value) {
  constexpr float kRadius = kNeighbourhood, kRadius2 = kRadius * kRadius;
  std::vector<Vec3f> result(vertices.size());
  for_each_vertex(vertices, bins, kRadius, [&](size_t i, const std::vector<uint32_t>& crowd) {
    Vec3f sum{};
    float weight = 0;
    for (const uint32_t j : crowd) {
      if (bins.given()[j] >= value.size()) continue;
      const float u = 1 - length_squared(bins.points()[j] - vertices[i]) / kRadius2;
      if (u <= 0) continue;
      sum += value[bins.given()[j]] * (u * u);
      weight += u * u;
    }
    if (weight > 0) result[i] = sum / weight;
  });
  return result;
}

}  // namespace weir::surface
