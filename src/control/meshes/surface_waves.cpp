// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/surface_waves.h"

#include <algorithm>
#include <cmath>

#include "base/conjugate_gradients.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

constexpr int kMostIterations = 200;
constexpr double kPrecision = 1e-5;
// Edges beside slivers: weights below zero pull values apart, and large ones weld two vertices together; both take many
// iterations and tell nothing about the surface.
constexpr float kMostWeight = 4;

size_t at(int32_t i) { return static_cast<size_t>(i); }

float cotangent(float along, float across) { return along / std::max(1e-30f, across); }

}  // namespace

SurfaceLaplacian::SurfaceLaplacian(const tracked::HalfEdges& net, std::span<const Vec3f> positions)
    : begin_(positions.size() + 1, 0), mass_(positions.size()), diagonal_(positions.size()), normal_(positions.size()) {
  parallel_for(positions.size(),
               [&](size_t v) { begin_[v + 1] = static_cast<uint32_t>(net.valence(static_cast<int32_t>(v))); });
  for (size_t v = 0; v < positions.size(); ++v) begin_[v + 1] += begin_[v];
  neighbour_.resize(begin_.back());
  weight_.resize(begin_.back());
  // Of every half-edge, half the cotangent of the corner opposite; of every triangle, its normal as long as twice its
  // area.
  std::vector<float> opposite(net.half_edges());
  std::vector<Vec3f> area(net.triangles());
  parallel_for(net.triangles(), [&](size_t t) {
    const Vec3i corner = net.triangle(t);
    const Vec3f &a = positions[at(corner.x)], &b = positions[at(corner.y)], &c = positions[at(corner.z)];
    const Vec3f ab = b - a, bc = c - b, ca = a - c;
    area[t] = cross(ab, bc);
    const float across = length(area[t]);
    opposite[3 * t] = -0.5f * cotangent(dot(bc, ca), across);
    opposite[3 * t + 1] = -0.5f * cotangent(dot(ca, ab), across);
    opposite[3 * t + 2] = -0.5f * cotangent(dot(ab, bc), across);
  });
  parallel_for(positions.size(), [&](size_t v) {
    uint32_t next = begin_[v];
    float sum = 0, areas = 0;
    Vec3f normal;
    net.around(static_cast<int32_t>(v), [&](int32_t h) {
      const float w = std::clamp(opposite[at(h)] + opposite[at(net.twin(h))], 0.0f, kMostWeight);
      neighbour_[next] = net.to(h);
      weight_[next++] = w;
      sum += w;
      areas += length(area[at(h / 3)]) / 6;  // a third of the triangle
      normal += area[at(h / 3)];
    });
    mass_[v] = areas;
    diagonal_[v] = sum;
    normal_[v] = normalized(normal);
  });
}

float SurfaceLaplacian::pull(size_t v, std::span<const float> values) const {
  float sum = 0;
  for (uint32_t i = begin_[v]; i < begin_[v + 1]; ++i) sum += weight_[i] * values[at(neighbour_[i])];
  return sum;
}

void SurfaceLaplacian::apply(std::span<const float> values, std::span<float> result) const {
  parallel_for(size(), [&](size_t v) { result[v] = diagonal_[v] * values[v] - pull(v, values); });
}

int SurfaceLaplacian::solve(float factor, std::span<const float> right, std::span<const uint8_t> is_free,
                            std::span<float> x) const {
  const size_t n = size();
  std::vector<float> residual(n), direction(n), image(n), inverse(n);
  // Image of a vector where vertices are free, and its product with that vector.
  const auto multiply = [&](std::span<const float> from) {
    return parallel_sum<double>(n, [&](size_t v) {
      if (!is_free[v]) return image[v] = 0.0f;
      image[v] = (mass_[v] + factor * diagonal_[v]) * from[v] - factor * pull(v, from);
      return image[v] * from[v];
    });
  };
  multiply(x);
  // Jacobi's preconditioner.
  parallel_for(n, [&](size_t v) {
    inverse[v] = is_free[v] ? 1 / (mass_[v] + factor * diagonal_[v]) : 0.0f;
    residual[v] = is_free[v] ? right[v] - image[v] : 0.0f;
  });
  const double target =
      kPrecision * kPrecision * parallel_sum<double>(n, [&](size_t v) { return right[v] * right[v] * inverse[v]; });
  double left = parallel_sum<double>(
      n, [&](size_t v) { return static_cast<double>(residual[v]) * static_cast<double>(residual[v] * inverse[v]); });
  const auto turn = [&](double keep) {
    parallel_for(n, [&, by = static_cast<float>(keep)](size_t v) {
      direction[v] = residual[v] * inverse[v] + by * direction[v];
    });
  };
  const auto advance = [&](double length) {
    left = parallel_sum<double>(n, [&, by = static_cast<float>(length)](size_t v) {
      x[v] += by * direction[v];
      residual[v] -= by * image[v];
      return residual[v] * residual[v] * inverse[v];
    });
  };
  const GradientsOutcome outcome = conjugate_gradients(LinearSystem{.is_solved = [&] { return !(left > target); },
                                                                    .precondition = [&] { return left; },
                                                                    .turn = turn,
                                                                    .apply = [&] { return multiply(direction); },
                                                                    .advance = advance},
                                                       kMostIterations);
  return outcome.iterations;
}

void step_waves(const WaveSettings& settings, float step, const SurfaceLaplacian& laplacian, std::span<float> height,
                std::span<float> velocity) {
  const size_t n = laplacian.size();
  const std::span<const float> mass = laplacian.mass();
  std::vector<uint8_t> is_free(n);
  parallel_for(n, [&](size_t v) {
    is_free[v] = std::abs(height[v]) <= settings.height;
    if (!is_free[v]) velocity[v] = 0;
  });
  const float quarter = 0.25f * step * step * settings.speed * settings.speed;
  std::vector<float> before(n), right(n), after(n), next(height.begin(), height.end());
  laplacian.apply(height, before);
  parallel_for(n, [&](size_t v) {  // Eq. 11
    right[v] = mass[v] * (height[v] + step * velocity[v]) - quarter * before[v];
    next[v] += is_free[v] ? step * velocity[v] : 0.0f;
  });
  laplacian.solve(quarter, right, is_free, next);
  laplacian.apply(next, after);
  const float fading = std::exp(-settings.damping * step);
  const float half = 0.5f * step * settings.speed * settings.speed;
  parallel_for(n, [&](size_t v) {  // Eq. 12
    if (!is_free[v]) return;
    velocity[v] = fading * (velocity[v] - half * (before[v] + after[v]) / mass[v]);
    height[v] = next[v];
  });
}

void spread_over(const SurfaceLaplacian& laplacian, float distance, std::span<float> values) {
  constexpr int kSteps = 2;  // implicit ones; more come closer to a bell curve
  const std::vector<uint8_t> all(values.size(), 1);
  std::vector<float> right(values.size());
  for (int i = 0; i < kSteps; ++i) {
    parallel_for(values.size(), [&](size_t v) { right[v] = laplacian.mass()[v] * values[v]; });
    laplacian.solve(distance * distance / (2 * kSteps), right, all, values);
  }
}

}  // namespace weir::meshes
