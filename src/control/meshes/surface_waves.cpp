// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/surface_waves.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace weir {

namespace {

constexpr int kMostIterations = 200;
constexpr double kPrecision = 1e-6;
constexpr float kMostCotangent = 100;  // of a corner that is nearly closed: only rounding makes larger ones

size_t at(int32_t i) { return static_cast<size_t>(i); }

float cotangent(const Vec3f& apex, const Vec3f& p, const Vec3f& q) {
  const Vec3f a = p - apex, b = q - apex;
  return std::clamp(dot(a, b) / std::max(1e-30f, length(cross(a, b))), -kMostCotangent, kMostCotangent);
}

double dot_of(std::span<const float> a, std::span<const float> b) {
  return parallel_sum<double>(a.size(),
                              [&](size_t i) { return static_cast<double>(a[i]) * static_cast<double>(b[i]); });
}

}  // namespace

SurfaceLaplacian::SurfaceLaplacian(const HalfEdges& net, std::span<const Vec3f> positions)
    : begin_(positions.size() + 1, 0), mass_(positions.size()), diagonal_(positions.size()) {
  for (size_t v = 0; v < positions.size(); ++v) {
    begin_[v + 1] = begin_[v] + static_cast<uint32_t>(net.valence(static_cast<int32_t>(v)));
  }
  neighbour_.resize(begin_.back());
  weight_.resize(begin_.back());
  parallel_for(positions.size(), [&](size_t v) {
    uint32_t next = begin_[v];
    float area = 0, sum = 0;
    net.around(static_cast<int32_t>(v), [&](int32_t h) {
      const int32_t u = net.twin(h);
      const Vec3f &p = positions[v], &q = positions[at(net.to(h))];
      const Vec3f &c = positions[at(net.from(net.before(h)))], &d = positions[at(net.from(net.before(u)))];
      const float w = 0.5f * (cotangent(c, p, q) + cotangent(d, p, q));
      neighbour_[next] = net.to(h);
      weight_[next++] = w;
      sum += w;
      area += length(cross(q - p, c - p)) / 6;  // a third of the triangle
    });
    mass_[v] = area;
    diagonal_[v] = sum;
  });
}

void SurfaceLaplacian::apply(std::span<const float> values, std::span<float> result) const {
  parallel_for(size(), [&](size_t v) {
    float sum = diagonal_[v] * values[v];
    for (uint32_t i = begin_[v]; i < begin_[v + 1]; ++i) sum -= weight_[i] * values[at(neighbour_[i])];
    result[v] = sum;
  });
}

int SurfaceLaplacian::solve(float factor, std::span<const float> right, std::span<const uint8_t> is_free,
                            std::span<float> x) const {
  const size_t n = size();
  std::vector<float> residual(n), direction(n), image(n), relaxed(n);
  const auto matrix = [&](std::span<const float> from, std::span<float> to) {
    apply(from, to);
    parallel_for(n, [&](size_t v) { to[v] = is_free[v] ? mass_[v] * from[v] + factor * to[v] : 0.0f; });
  };
  // Jacobi's preconditioner.
  const auto relax = [&] {
    parallel_for(n, [&](size_t v) { relaxed[v] = residual[v] / (mass_[v] + factor * std::max(0.0f, diagonal_[v])); });
  };
  matrix(x, image);
  parallel_for(n, [&](size_t v) { residual[v] = is_free[v] ? right[v] - image[v] : 0.0f; });
  relax();
  direction = relaxed;
  double rho = dot_of(residual, relaxed);
  const double target = kPrecision * kPrecision * parallel_sum<double>(n, [&](size_t v) {
                          const auto r = is_free[v] ? static_cast<double>(right[v]) : 0.0;
                          return r * r / static_cast<double>(mass_[v] + factor * std::max(0.0f, diagonal_[v]));
                        });
  int iteration = 0;
  for (; iteration < kMostIterations && rho > target; ++iteration) {
    matrix(direction, image);
    const auto step = static_cast<float>(rho / dot_of(direction, image));
    parallel_for(n, [&](size_t v) {
      x[v] += step * direction[v];
      residual[v] -= step * image[v];
    });
    relax();
    const double next = dot_of(residual, relaxed);
    const auto keep = static_cast<float>(next / rho);
    parallel_for(n, [&](size_t v) { direction[v] = relaxed[v] + keep * direction[v]; });
    rho = next;
  }
  return iteration;
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

}  // namespace weir
