// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/flow_skin.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"
#include "control/rig/conjugate_gradients.h"
#include "geometry/point_grid.h"

namespace weir {

namespace {

constexpr uint32_t kNone = 0xffffffff;
constexpr float kSupport = 1.8f;  // spacings
constexpr float kBeside = 1.2f;   // the same on a lattice: only the cells that share a face

// sigma of W = sigma (1 - q^2)^3, whose integral is 1.
double normalisation(double support, int dimensions) {
  return dimensions == 2 ? 4 / (kPi * support * support) : 315 / (64 * kPi * support * support * support);
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

FlowSkin::FlowSkin(double spacing, int dimensions, SkinOn on) : spacing_(spacing), dimensions_(dimensions), on_(on) {}

// visit(j, c_ij) for the neighbours j of free particle n.
template <class Visit>
void FlowSkin::for_each_pair(size_t n, Visit&& visit) const {
  const std::vector<uint32_t>& begin = begin_[n / kBlockSize];
  const Pair* pairs = pairs_[n / kBlockSize].data();
  for (uint32_t p = begin[n % kBlockSize]; p < begin[n % kBlockSize + 1]; ++p) visit(pairs[p].other, pairs[p].weight);
}

void FlowSkin::find(std::span<const Vec3f> position, std::span<const uint8_t> free) {
  position_.assign(position.begin(), position.end());
  free_.clear();
  place_.assign(position.size(), kNone);
  for (uint32_t i = 0; i < position.size(); ++i) {
    if (!free[i]) continue;
    place_[i] = static_cast<uint32_t>(free_.size());
    free_.push_back(i);
  }
  const bool lattice = on_ == SkinOn::lattice;
  const auto support = static_cast<float>(static_cast<double>(lattice ? kBeside : kSupport) * spacing_);
  const PointGrid grid(position, support);
  // V_j (-x . grad W) / r^2
  const auto scale = static_cast<float>(6 * normalisation(static_cast<double>(support), dimensions_) *
                                        std::pow(spacing_, dimensions_)) /
                     (support * support);
  const auto beside = static_cast<float>(0.5 / (spacing_ * spacing_));
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
        if (j == free_[n] || rest <= 0) return;
        pairs.push_back({static_cast<uint32_t>(j), lattice ? beside : scale * rest * rest});
      });
    }
    begin.push_back(static_cast<uint32_t>(pairs.size()));
  });
  weight_.resize(free_.size());
  parallel_for(free_.size(), [&](size_t n) {
    weight_[n] = 0;
    for_each_pair(n, [&](uint32_t, float weight) { weight_[n] += weight; });
  });
}

void FlowSkin::gradients(std::span<const Vec3f> velocity, std::span<Gradient3f> gradient) const {
  parallel_for(free_.size(), [&](size_t n) {
    const uint32_t i = free_[n];
    // sum c d d^T is the unit matrix in the middle of liquid.
    Vec3f moments[3]{{}, {}, {0, 0, dimensions_ == 2 ? 1.0f : 0.0f}}, sums[3]{};
    for_each_pair(n, [&](uint32_t j, float weight) {
      const Vec3f d = position_[j] - position_[i], change = velocity[j] - velocity[i], weighted = d * weight;
      for (int k = 0; k < dimensions_; ++k) {
        moments[k] += weighted * d[k];
        sums[k] += weighted * change[k];
      }
    });
    gradient[i] = {};
    const Mat3d matrix{
        {static_cast<Vec3d>(moments[0]), static_cast<Vec3d>(moments[1]), static_cast<Vec3d>(moments[2])}};
    if (std::abs(matrix.determinant()) < 1e-3 / dimensions_) return;
    const Mat3d inverse = matrix.inverse();
    for (int k = 0; k < dimensions_; ++k) {
      gradient[i].row[k] = static_cast<Vec3f>(inverse * static_cast<Vec3d>(sums[k]));
      if (dimensions_ == 2) gradient[i].row[k].z = 0;
    }
  });
}

// sum_j c_ij (v_i - v_j): the pass that every iteration makes.
Vec3f FlowSkin::pull(std::span<const Float4> velocity, size_t n) const {
  const hn::FixedTag<float, 4> four;
  const std::vector<uint32_t>& begin = begin_[n / kBlockSize];
  const Pair* pair = pairs_[n / kBlockSize].data() + begin[n % kBlockSize];
  const Pair* const end = pairs_[n / kBlockSize].data() + begin[n % kBlockSize + 1];
  const auto term = [&](const Pair& p, auto sum) {
    return hn::MulAdd(hn::Load(four, &velocity[p.other].x), hn::Set(four, p.weight), sum);
  };
  auto even = hn::Zero(four), odd = hn::Zero(four);  // two sums, so that none waits for the other
  for (; pair + 1 < end; pair += 2) {
    even = term(pair[0], even);
    odd = term(pair[1], odd);
  }
  if (pair < end) even = term(*pair, even);
  Float4 sum;
  hn::Store(hn::Add(even, odd), four, &sum.x);
  return xyz(velocity[free_[n]]) * weight_[n] - xyz(sum);
}

int FlowSkin::solve(double lambda1, double lambda0, std::span<const Gradient3f> wanted, double tolerance,
                    int max_iterations, std::span<Vec3f> velocity) const {
  // Half the gradient of Eq. 10 at v_0, where its second term is nothing: what is solved for is the change of velocity.
  const auto two_lambda1 = static_cast<float>(2 * lambda1), zero_order = static_cast<float>(lambda0);
  const size_t count = free_.size();
  std::vector<Vec3f> residual(count), change(count);
  parallel_for(count, [&](size_t n) {
    const uint32_t i = free_[n];
    Vec3f sum{};
    for_each_pair(n, [&](uint32_t j, float weight) {
      const Vec3f d = position_[i] - position_[j];
      const Vec3f mean = place_[j] != kNone ? (wanted[i] * d + wanted[j] * d) * 0.5f : wanted[i] * d;
      sum += (mean + velocity[j] - velocity[i]) * weight;
    });
    residual[n] = sum * two_lambda1;
  });
  // Changes of particles that are not free are zero, so one array for all serves the neighbours.
  std::vector<Float4> spread(position_.size());
  const auto apply = [&](const std::vector<Vec3f>& of, std::vector<Vec3f>& image) {
    parallel_for(count, [&](size_t n) { spread[free_[n]] = float4(of[n]); });
    parallel_for(count, [&](size_t n) { image[n] = of[n] * zero_order + pull(spread, n) * two_lambda1; });
  };
  const int iterations = conjugate_gradients(apply, {tolerance, max_iterations}, residual, change);
  parallel_for(count, [&](size_t n) { velocity[free_[n]] += change[n]; });
  return iterations;
}

// D v = sum_j c_ij (x_j - x_i) . (v_j - v_i)
void FlowSkin::divergence(std::span<const Vec3f> velocity, std::span<float> result) const {
  parallel_for(free_.size(), [&](size_t n) {
    const uint32_t i = free_[n];
    float sum = 0;
    for_each_pair(n, [&](uint32_t j, float weight) {
      sum += weight * dot(position_[j] - position_[i], velocity[j] - velocity[i]);
    });
    result[n] = sum;
  });
}

int FlowSkin::remove_divergence(double tolerance, int max_iterations, std::span<Vec3f> change) const {
  const size_t count = free_.size();
  std::vector<uint8_t> inner(count, 1);
  std::vector<Vec3f> kept(position_.size());
  parallel_for(count, [&](size_t n) {
    for_each_pair(n, [&](uint32_t j, float) { inner[n] &= static_cast<uint8_t>(place_[j] != kNone); });
    if (inner[n]) kept[free_[n]] = change[free_[n]];
  });
  std::vector<float> residual(count), potential(count), spread(position_.size());
  divergence(kept, residual);
  // P D^T q, where P keeps the inner ones: -sum_j c_ij (x_j - x_i) (q_i + q_j)
  std::vector<Vec3f> slope(position_.size());
  const auto find_slope = [&](const std::vector<float>& q) {
    parallel_for(count, [&](size_t n) { spread[free_[n]] = q[n]; });
    parallel_for(count, [&](size_t n) {
      if (!inner[n]) return;
      const uint32_t i = free_[n];
      Vec3f sum{};
      for_each_pair(n, [&](uint32_t j, float weight) {
        sum += (position_[i] - position_[j]) * (weight * (spread[i] + spread[j]));
      });
      slope[i] = sum;
    });
  };
  const auto apply = [&](const std::vector<float>& q, std::vector<float>& image) {
    find_slope(q);
    divergence(slope, image);
  };
  const int iterations = conjugate_gradients(apply, {tolerance, max_iterations}, residual, potential);
  find_slope(potential);
  parallel_for(count, [&](size_t n) { change[free_[n]] = kept[free_[n]] - slope[free_[n]]; });
  return iterations;
}

}  // namespace weir
