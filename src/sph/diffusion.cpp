// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/diffusion.h"

#include <cmath>
#include <functional>

#include "base/conjugate_gradients.h"

namespace weir::sph {

namespace {

constexpr float kNearest = 0.1f;  // supports: closer solids count as this close

Float4 operator*(const Float4& a, float by) { return {a.x * by, a.y * by, a.z * by, a.w * by}; }
Float4 operator+(const Float4& a, const Float4& b) { return {a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w}; }
float dot4(const Float4& a, const Float4& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }

template <class Term>
double sum_over(size_t count, Term&& term) {
  return parallel_reduce(
      count, 0.0,
      [&](size_t begin, size_t end) {
        double sum = 0;
        for (size_t i = begin; i < end; ++i) sum += static_cast<double>(term(i));
        return sum;
      },
      std::plus<>(), Neighbours::kBlock);
}

// sum_j V F x^2 over the regular lattice; 1 in the continuum.
double lattice_laplacian(const Kernel& kernel, double volume, int dimensions) {
  const double spacing = std::pow(volume, 1.0 / dimensions);
  const int reach = static_cast<int>(static_cast<double>(kernel.support()) / spacing) + 1;
  const int deep = dimensions == 2 ? 0 : reach;
  double sum = 0;
  for (int z = -deep; z <= deep; ++z) {
    for (int y = -reach; y <= reach; ++y) {
      for (int x = -reach; x <= reach; ++x) {
        const double r = spacing * std::sqrt(x * x + y * y + z * z);
        if (r > 0 && r < static_cast<double>(kernel.support())) {
          sum -= static_cast<double>(kernel.gradient_factor(static_cast<float>(r))) * x * x * spacing * spacing;
        }
      }
    }
  }
  return sum * volume;
}

// 2 times the integral of F n over where n, the way straight into the solid, is longer than the distance.
double wall_integral(const Kernel& kernel, int dimensions, double distance) {
  constexpr int kParts = 200;
  const double h = static_cast<double>(kernel.support()), dn = (h - distance) / kParts;
  double sum = 0;
  for (int k = 0; k < kParts; ++k) {
    const double n = distance + (k + 0.5) * dn, widest = std::sqrt(h * h - n * n), da = widest / kParts;
    for (int m = 0; m < kParts; ++m) {
      const double a = (m + 0.5) * da, r = std::sqrt(n * n + a * a);
      const double around = dimensions == 2 ? 2 : 2 * kPi * a;
      sum -= 2 * static_cast<double>(kernel.gradient_factor(static_cast<float>(r))) * n * around * da * dn;
    }
  }
  return sum;
}

}  // namespace

Diffusion::Diffusion(Flow& flow, int dimensions)
    : flow_(flow),
      scale_(2 * flow.volume /
             static_cast<float>(lattice_laplacian(flow.kernel, static_cast<double>(flow.volume), dimensions))) {
  for (size_t i = 0; i <= kSteps; ++i) {
    const double distance = static_cast<double>(flow.kernel.support()) * static_cast<double>(i) / kSteps;
    wall_[i] = static_cast<float>(wall_integral(flow.kernel, dimensions, distance));
  }
}

float Diffusion::wall_rate(float distance) const {
  const float h = flow_.kernel.support(), at = std::clamp(distance / h, kNearest, 1.0f);
  const size_t step = std::min(static_cast<size_t>(at * kSteps), kSteps - 1);
  const float part = at * kSteps - static_cast<float>(step);
  return (wall_[step] + part * (wall_[step + 1] - wall_[step])) / (at * h);
}

// dt D times the two sums.
Float4 Diffusion::flux(const DiffusionTask& task, std::span<const Float4> value, size_t i) const {
  const Float4 p = flow_.point[i], own = value[i];
  const bool all = task.between == DiffusionTask::Between::all;
  const simd::Lanes key = simd::set(p.w), tiny = simd::set(flow_.kernel.tiny());
  simd::Lanes x = simd::zero(), y = x, z = x, w = x;
  const std::span<const uint32_t> list = flow_.neighbours.of(i);
  for (size_t k = 0; k < list.size(); k += simd::kLanes) {
    const simd::Quad q = simd::pick(flow_.point.data(), &list[k]), v = simd::pick(value.data(), &list[k]);
    const simd::Lanes dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, simd::mul_add(dz, dz, tiny)));
    const simd::Lanes pair = all ? 2 * key * q.w / (key + q.w) : (q.w == key ? simd::set(1) : simd::zero());
    const simd::Lanes f = flow_.kernel.steepness(r2) * pair;
    x = simd::mul_add(f, own.x - v.x, x), y = simd::mul_add(f, own.y - v.y, y);
    z = simd::mul_add(f, own.z - v.z, z), w = simd::mul_add(f, own.w - v.w, w);
  }
  const auto spread = static_cast<float>(task.spread);
  const Float4 sum{simd::sum(x), simd::sum(y), simd::sum(z), simd::sum(w)};
  const Float4 liquid = sum * (-flow_.kernel.steepness_scale() * scale_ * spread);
  return task.wall.empty() ? liquid : liquid + own * (task.wall[i] * spread * capacity(task, i));
}

int Diffusion::apply(const DiffusionTask& task, std::span<Float4> value) {
  const size_t n = flow_.size();
  for (auto* vector : {&residual_, &direction_, &image_, &change_}) vector->assign(n, Float4{});
  parallel_for(n, [&](size_t i) { flow_.point[i].w = task.key[i]; });
  for_each_particle(n, [&](size_t i) {
    residual_[i] = flux(task, value, i) * -1;
    if (task.wall.empty()) return;
    residual_[i].x += task.wall[i] * static_cast<float>(task.spread) * capacity(task, i) * task.target[i];
  });
  const auto product = [&] {
    return sum_over(n, [&](size_t i) { return dot4(residual_[i], residual_[i]) / capacity(task, i); });
  };
  double left = product();
  const double allowed = task.tolerance * task.tolerance * left;
  const auto apply_matrix = [&] {
    for_each_particle(n, [&](size_t i) { image_[i] = direction_[i] * capacity(task, i) + flux(task, direction_, i); });
    return sum_over(n, [&](size_t i) { return dot4(direction_[i], image_[i]); });
  };
  const auto advance = [&](double length) {
    const auto by = static_cast<float>(length);
    parallel_for(n, [&](size_t i) {
      change_[i] = change_[i] + direction_[i] * by;
      residual_[i] = residual_[i] + image_[i] * -by;
    });
    left = product();
  };
  const auto turn = [&](double keep) {
    parallel_for(n, [&](size_t i) {
      direction_[i] = residual_[i] * (1 / capacity(task, i)) + direction_[i] * static_cast<float>(keep);
    });
  };
  const GradientsOutcome outcome = conjugate_gradients(LinearSystem{.is_solved = [&] { return !(left > allowed); },
                                                                    .precondition = [&] { return left; },
                                                                    .turn = turn,
                                                                    .apply = apply_matrix,
                                                                    .advance = advance},
                                                       task.max_iterations);
  parallel_for(n, [&](size_t i) { value[i] = value[i] + change_[i]; });
  return outcome.iterations;
}

}  // namespace weir::sph
