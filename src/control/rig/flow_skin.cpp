// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/flow_skin.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "geometry/point_grid.h"

namespace weir {

namespace {

constexpr uint32_t kNone = 0xffffffff;
constexpr float kSupport = 2;  // spacings

// sigma of W = sigma (1 - q^2)^3, whose integral is 1.
double normalisation(double support, int dimensions) {
  return dimensions == 2 ? 4 / (kPi * support * support) : 315 / (64 * kPi * support * support * support);
}

double dot_all(std::span<const Vec3f> a, std::span<const Vec3f> b) {
  return parallel_sum<double>(a.size(), [&](size_t i) { return static_cast<double>(dot(a[i], b[i])); });
}

}  // namespace

Gradient3f modulated(const Gradient3f& g, const Modulation& m, int dimensions) {
  const float expansion =
      (g.row[0].x + g.row[1].y + (dimensions == 3 ? g.row[2].z : 0)) / static_cast<float>(dimensions);
  Gradient3f result;
  for (int i = 0; i < dimensions; ++i) {
    for (int j = 0; j < dimensions; ++j) {
      const float spin = 0.5f * (g.row[i][j] - g.row[j][i]), strain = 0.5f * (g.row[i][j] + g.row[j][i]);
      const float even = i == j ? expansion : 0;
      result.row[i][j] = m.vorticity * spin + m.expansion * even + m.shear * (strain - even);
    }
  }
  return result;
}

FlowSkin::FlowSkin(double spacing, int dimensions) : spacing_(spacing), dimensions_(dimensions) {}

void FlowSkin::find(std::span<const Vec3f> position, std::span<const uint8_t> free) {
  position_.assign(position.begin(), position.end());
  free_.clear();
  place_.assign(position.size(), kNone);
  for (uint32_t i = 0; i < position.size(); ++i) {
    if (!free[i]) continue;
    place_[i] = static_cast<uint32_t>(free_.size());
    free_.push_back(i);
  }
  const auto support = static_cast<float>(kSupport * spacing_);
  const PointGrid grid(position, support);
  // V_j (-x . grad W) / r^2
  const auto scale = static_cast<float>(6 * normalisation(static_cast<double>(support), dimensions_) *
                                        std::pow(spacing_, dimensions_) / (kSupport * spacing_ * kSupport * spacing_));
  const float inverse = 1 / (support * support);
  pairs_.resize((free_.size() + kBlockSize - 1) / kBlockSize);
  begin_.resize(pairs_.size());
  parallel_for_blocks(free_.size(), [&](size_t first, size_t last) {
    std::vector<Pair>& pairs = pairs_[first / kBlockSize];
    std::vector<uint32_t>& begin = begin_[first / kBlockSize];
    pairs.clear();
    begin.clear();
    for (size_t n = first; n < last; ++n) {
      begin.push_back(static_cast<uint32_t>(pairs.size()));
      grid.visit(position[free_[n]], [&](size_t j, float distance_squared) {
        const float rest = 1 - distance_squared * inverse;
        if (j != free_[n] && rest > 0) pairs.push_back({static_cast<uint32_t>(j), scale * rest * rest});
      });
    }
    begin.push_back(static_cast<uint32_t>(pairs.size()));
  });
}

void FlowSkin::gradients(std::span<const Vec3f> velocity, std::span<Gradient3f> gradient) const {
  const auto regular = static_cast<float>(dimensions_);
  parallel_for(free_.size(), [&](size_t n) {
    const uint32_t i = free_[n];
    // sum c d d^T is the unit matrix in the middle of liquid.
    Mat3d moments = Mat3d::diagonal({0, 0, dimensions_ == 2 ? 1.0 : 0.0}), sums = Mat3d::diagonal({});
    const std::vector<uint32_t>& begin = begin_[n / kBlockSize];
    for (uint32_t p = begin[n % kBlockSize]; p < begin[n % kBlockSize + 1]; ++p) {
      const Pair& pair = pairs_[n / kBlockSize][p];
      const auto d = static_cast<Vec3d>(position_[pair.other] - position_[i]);
      const auto change = static_cast<Vec3d>(velocity[pair.other] - velocity[i]);
      for (int k = 0; k < dimensions_; ++k) {
        moments.row[static_cast<size_t>(k)] += d * (static_cast<double>(pair.weight) * d[k]);
        sums.row[static_cast<size_t>(k)] += d * (static_cast<double>(pair.weight) * change[k]);
      }
    }
    gradient[i] = {};
    if (std::abs(moments.determinant()) < 1e-3 / static_cast<double>(regular)) return;
    const Mat3d inverse = moments.inverse();
    for (int k = 0; k < dimensions_; ++k) {
      gradient[i].row[k] = static_cast<Vec3f>(inverse * sums.row[static_cast<size_t>(k)]);
      if (dimensions_ == 2) gradient[i].row[k].z = 0;
    }
  });
}

// sum_j c_ij (v_i - v_j)
Vec3f FlowSkin::pull(std::span<const Vec3f> velocity, uint32_t i, size_t n) const {
  const std::vector<uint32_t>& begin = begin_[n / kBlockSize];
  const std::vector<Pair>& pairs = pairs_[n / kBlockSize];
  Vec3f sum{};
  for (uint32_t p = begin[n % kBlockSize]; p < begin[n % kBlockSize + 1]; ++p) {
    sum += (velocity[i] - velocity[pairs[p].other]) * pairs[p].weight;
  }
  return sum;
}

int FlowSkin::solve(double lambda1, double lambda0, std::span<const Gradient3f> wanted, double tolerance,
                    int max_iterations, std::span<Vec3f> velocity) const {
  // Half the gradient of Eq. 10 at v_0, where its second term is nothing: what is solved for is the change of velocity.
  const auto two_lambda1 = static_cast<float>(2 * lambda1), zero_order = static_cast<float>(lambda0);
  const size_t count = free_.size();
  std::vector<Vec3f> residual(count), direction(count), change(count), image(count);
  parallel_for(count, [&](size_t n) {
    const uint32_t i = free_[n];
    Vec3f sum = -pull(velocity, i, n);
    const std::vector<uint32_t>& begin = begin_[n / kBlockSize];
    for (uint32_t p = begin[n % kBlockSize]; p < begin[n % kBlockSize + 1]; ++p) {
      const Pair& pair = pairs_[n / kBlockSize][p];
      const Vec3f d = position_[i] - position_[pair.other];
      const bool both = place_[pair.other] != kNone;
      const Vec3f mean = both ? (wanted[i] * d + wanted[pair.other] * d) * 0.5f : wanted[i] * d;
      sum += mean * pair.weight;
    }
    residual[n] = sum * two_lambda1;
  });
  direction = residual;
  // Changes of particles that are not free are zero, so one array for all serves the neighbours.
  std::vector<Vec3f> spread(position_.size());
  double energy = dot_all(residual, residual);
  const double enough = tolerance * tolerance * energy;
  int iterations = 0;
  while (iterations < max_iterations && energy > enough && energy > 0) {
    ++iterations;
    parallel_for(count, [&](size_t n) { spread[free_[n]] = direction[n]; });
    parallel_for(count,
                 [&](size_t n) { image[n] = direction[n] * zero_order + pull(spread, free_[n], n) * two_lambda1; });
    const auto step = static_cast<float>(energy / dot_all(direction, image));
    parallel_for(count, [&](size_t n) {
      change[n] += direction[n] * step;
      residual[n] -= image[n] * step;
    });
    const double next = dot_all(residual, residual);
    const auto keep = static_cast<float>(next / energy);
    energy = next;
    parallel_for(count, [&](size_t n) { direction[n] = residual[n] + direction[n] * keep; });
  }
  parallel_for(count, [&](size_t n) { velocity[free_[n]] += change[n]; });
  return iterations;
}

}  // namespace weir
