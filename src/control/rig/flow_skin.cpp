// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A velocity, or a column of a gradient, is one vector of four floats here: a pair of neighbours then costs a few
// instructions.

#include "control/rig/flow_skin.h"

#include <algorithm>
#include <cmath>

#include "base/conjugate_gradients.h"
#include "weir/base/parallel.h"

namespace weir::rig {

namespace {

using Pair = SkinPairs::Pair;

using simd::Four;
using simd::set4;

WEIR_INLINE Four load(const Float4& from) { return simd::load<Four>(&from.x); }
WEIR_INLINE Float4 stored(Four v) {
  Float4 result;
  simd::store(v, &result.x);
  return result;
}

// grad v as three columns: v changes by column k over a metre along axis k.
struct Columns {
  Float4 column[3];
};

Columns columns_of(const Gradient3f& g) {
  Columns c;
  for (int k = 0; k < 3; ++k) c.column[k] = {g.row[0][k], g.row[1][k], g.row[2][k], 0};
  return c;
}

double inner_product(float a, float b) { return static_cast<double>(a) * static_cast<double>(b); }
double inner_product(const Float4& a, const Float4& b) {
  return static_cast<double>(a.x * b.x + a.y * b.y + a.z * b.z);
}
float plus(float a, float b, float factor) { return a + b * factor; }
Float4 plus(const Float4& a, const Float4& b, float factor) {
  return {a.x + b.x * factor, a.y + b.y * factor, a.z + b.z * factor, 0};
}

struct Accuracy {
  double tolerance;  // of the residual, as a share of that at the start
  int max_iterations;
};

// Adds to `x` what solves A x = residual, for numbers or vectors; spoils the residual. apply(direction, image) has to
// find A direction, and return its inner product with the direction. Returns the iterations, with one that led nowhere.
template <class T, class Apply>
int solve_for(const SkinPairs& pairs, Apply&& apply, const Accuracy& accuracy, std::vector<T>& residual,
              std::vector<T>& x) {
  const size_t count = residual.size();
  std::vector<T> direction(count), image(count);
  const auto energy_at = [&](size_t i) { return pairs.volume(i) * inner_product(residual[i], residual[i]); };
  double energy = parallel_sum<double>(count, energy_at);
  const double enough = accuracy.tolerance * accuracy.tolerance * energy;
  const auto turn = [&](double keep) {
    parallel_for(count,
                 [&, by = static_cast<float>(keep)](size_t i) { direction[i] = plus(residual[i], direction[i], by); });
  };
  const auto advance = [&](double length) {
    energy = parallel_sum<double>(count, [&, by = static_cast<float>(length)](size_t i) {
      x[i] = plus(x[i], direction[i], by);
      residual[i] = plus(residual[i], image[i], -by);
      return energy_at(i);
    });
  };
  const GradientsOutcome outcome =
      conjugate_gradients(LinearSystem{.is_solved = [&] { return !(energy > enough && energy > 0); },
                                       .precondition = [&] { return energy; },
                                       .turn = turn,
                                       .apply = [&] { return apply(direction, image); },
                                       .advance = advance},
                          accuracy.max_iterations);
  return outcome.iterations + (outcome.is_stuck ? 1 : 0);
}

// The matrix times d.
WEIR_INLINE Four times(const Columns& m, Four d) {
  Four result = load(m.column[0]) * set4(d[0]);
  result = simd::mul_add(load(m.column[1]), set4(d[1]), result);
  return simd::mul_add(load(m.column[2]), set4(d[2]), result);
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

FlowSkin::FlowSkin(double spacing, int dimensions, SkinOn on)
    : dimensions_(dimensions), pairs_(spacing, dimensions, on) {}

void FlowSkin::find(std::span<const Vec3f> position, std::span<const uint8_t> free, std::span<const uint8_t> coarse) {
  pairs_.find(position, free, coarse);
}

std::vector<Float4> FlowSkin::gathered(std::span<const Vec3f> vectors) const {
  std::vector<Float4> result(pairs_.size());
  parallel_for(result.size(), [&](size_t n) { result[n] = float4(vectors[pairs_.particle(n)]); });
  return result;
}

void FlowSkin::gradients(std::span<const Vec3f> velocity, std::span<Gradient3f> gradient) const {
  const std::vector<Float4> v = gathered(velocity);
  parallel_for(pairs_.size(), [&](size_t n) {
    if (!pairs_.is_free(n)) return;
    const Four here = load(pairs_.point(n)), own = load(v[n]);
    Four m[3]{set4(0), set4(0), set4(0)}, s[3]{set4(0), set4(0), set4(0)};
    for (const Pair& pair : pairs_.of(n)) {
      const Four d = load(pairs_.point(pair.other)) - here, change = load(v[pair.other]) - own;
      const Four weighted = d * set4(pair.weight);
      m[0] = simd::mul_add(weighted, set4(d[0]), m[0]), s[0] = simd::mul_add(weighted, set4(change[0]), s[0]);
      m[1] = simd::mul_add(weighted, set4(d[1]), m[1]), s[1] = simd::mul_add(weighted, set4(change[1]), s[1]);
      m[2] = simd::mul_add(weighted, set4(d[2]), m[2]), s[2] = simd::mul_add(weighted, set4(change[2]), s[2]);
    }
    // sum c d d^T is the unit matrix in the middle of liquid.
    Vec3f moments[3]{xyz(stored(m[0])), xyz(stored(m[1])), xyz(stored(m[2]))};
    if (dimensions_ == 2) moments[2] = {0, 0, 1};
    Gradient3f& to = gradient[pairs_.particle(n)];
    to = {};
    // It is symmetric, and so is its inverse: cross products of its rows over their determinant.
    const Vec3f inverse[3]{cross(moments[1], moments[2]), cross(moments[2], moments[0]), cross(moments[0], moments[1])};
    const float determinant = dot(moments[0], inverse[0]);
    if (std::abs(determinant) < 1e-3f / static_cast<float>(dimensions_)) return;
    for (int k = 0; k < dimensions_; ++k) {
      const Vec3f sum = xyz(stored(s[k])) / determinant;
      to.row[k] = {dot(inverse[0], sum), dot(inverse[1], sum), dimensions_ == 2 ? 0 : dot(inverse[2], sum)};
    }
  });
}

// sum_j c_ij (v_i - v_j): the pass that every iteration makes.
WEIR_INLINE Float4 FlowSkin::pull(const Float4* velocity, size_t n) const {
  const std::span<const Pair> pairs = pairs_.of(n);
  const Pair *pair = pairs.data(), *const end = pair + pairs.size();
  const auto term = [&](const Pair& p, Four sum) {
    return simd::mul_add(load(velocity[p.other]), set4(p.weight), sum);
  };
  Four even = set4(0), odd = set4(0);  // two sums, so that none waits for the other
  for (; pair + 1 < end; pair += 2) {
    even = term(pair[0], even);
    odd = term(pair[1], odd);
  }
  if (pair < end) even = term(*pair, even);
  return stored(simd::mul_sub(load(velocity[n]), set4(pairs_.weight(n)), even + odd));
}

int FlowSkin::solve(double lambda1, double lambda0, std::span<const Gradient3f> wanted, double tolerance,
                    int max_iterations, std::span<Vec3f> velocity) const {
  const auto two_lambda1 = static_cast<float>(2 * lambda1), zero_order = static_cast<float>(lambda0);
  const size_t count = pairs_.size();
  const std::vector<Float4> v = gathered(velocity);
  std::vector<Columns> goal(count);  // nothing at those that are not free
  parallel_for(count, [&](size_t n) {
    if (pairs_.is_free(n)) goal[n] = columns_of(wanted[pairs_.particle(n)]);
  });
  // Half the gradient of Eq. 10 at v_0, where its second term is nothing: what is solved for is the change of velocity.
  //   2 lambda_1 sum_j c_ij (G_ij (x_i - x_j) + v_j - v_i)
  // where G_ij is the mean of both, or that of i beside what is not free.
  std::vector<Float4> residual(count), change(count);
  parallel_for(count, [&](size_t n) {
    if (!pairs_.is_free(n)) return;
    const Four here = load(pairs_.point(n)), own = load(v[n]);
    Four moments = set4(0), others = set4(0), differences = set4(0);
    for (const Pair& pair : pairs_.of(n)) {
      const Four d = here - load(pairs_.point(pair.other)), c = set4(pair.weight), weighted = c * d;
      // The fourth lane is -1 where the other is not free.
      moments += simd::neg_mul_add(weighted, set4(d[3]), weighted);
      others += times(goal[pair.other], weighted);
      differences = simd::mul_add(c, load(v[pair.other]) - own, differences);
    }
    const Four features = set4(0.5f) * (others + times(goal[n], moments));
    residual[n] = stored(set4(two_lambda1) * (features + differences));
  });
  const auto apply = [&](const std::vector<Float4>& of, std::vector<Float4>& image) {
    return parallel_sum<double>(count, [&](size_t n) {
      if (!pairs_.is_free(n)) return 0.0;
      const Four pulled = load(pull(of.data(), n)) * set4(two_lambda1);
      image[n] = stored(simd::mul_add(load(of[n]), set4(zero_order), pulled));
      return pairs_.volume(n) * inner_product(of[n], image[n]);
    });
  };
  const int iterations = solve_for(pairs_, apply, {tolerance, max_iterations}, residual, change);
  parallel_for(count, [&](size_t n) { velocity[pairs_.particle(n)] += xyz(change[n]); });
  return iterations;
}

// D v = sum_j c_ij (x_j - x_i) . (v_j - v_i)
WEIR_INLINE float FlowSkin::divergence_at(const Float4* velocity, size_t n) const {
  const Four here = load(pairs_.point(n)), own = load(velocity[n]);
  Four sum = set4(0);
  for (const Pair& pair : pairs_.of(n)) {
    const Four d = load(pairs_.point(pair.other)) - here, change = load(velocity[pair.other]) - own;
    sum = simd::mul_add(set4(pair.weight) * d, change, sum);
  }
  const Float4 parts = stored(sum);
  return parts.x + parts.y + parts.z;
}

// D^T q = -sum_j c_ij (x_j - x_i) (q_i + q_j)
WEIR_INLINE Float4 FlowSkin::slope_at(const float* potential, size_t n) const {
  const Four here = load(pairs_.point(n));
  Four sum = set4(0);
  for (const Pair& pair : pairs_.of(n)) {
    const Four d = here - load(pairs_.point(pair.other));
    sum = simd::mul_add(d, set4(pair.weight * (potential[n] + potential[pair.other])), sum);
  }
  Float4 slope = stored(sum);
  slope.w = 0;
  return slope;
}

void FlowSkin::divergence(std::span<const Vec3f> velocity, std::span<float> result) const {
  const std::vector<Float4> v = gathered(velocity);
  std::fill(result.begin(), result.end(), 0.0f);
  parallel_for(pairs_.size(), [&](size_t n) {
    if (pairs_.is_free(n)) result[pairs_.particle(n)] = divergence_at(v.data(), n);
  });
}

int FlowSkin::remove_divergence(double tolerance, int max_iterations, std::span<Vec3f> change) const {
  const size_t count = pairs_.size();
  // P keeps those whose neighbours are all free.
  std::vector<uint8_t> inner(count);
  std::vector<Float4> kept(count), slope(count);
  parallel_for(count, [&](size_t n) {
    inner[n] = pairs_.is_free(n);
    for (const Pair& pair : pairs_.of(n)) inner[n] &= static_cast<uint8_t>(pairs_.is_free(pair.other));
    if (inner[n]) kept[n] = float4(change[pairs_.particle(n)]);
  });
  std::vector<float> residual(count), potential(count);
  parallel_for(count, [&](size_t n) { residual[n] = pairs_.is_free(n) ? divergence_at(kept.data(), n) : 0.0f; });
  const auto find_slope = [&](const std::vector<float>& q) {
    parallel_for(count, [&](size_t n) {
      if (inner[n]) slope[n] = slope_at(q.data(), n);  // P D^T q
    });
  };
  const auto apply = [&](const std::vector<float>& q, std::vector<float>& image) {
    find_slope(q);
    return parallel_sum<double>(count, [&](size_t n) {
      image[n] = pairs_.is_free(n) ? divergence_at(slope.data(), n) : 0.0f;
      return pairs_.volume(n) * inner_product(q[n], image[n]);
    });
  };
  const int iterations = solve_for(pairs_, apply, {tolerance, max_iterations}, residual, potential);
  find_slope(potential);
  parallel_for(count, [&](size_t n) {
    if (pairs_.is_free(n)) change[pairs_.particle(n)] = xyz(kept[n]) - xyz(slope[n]);
  });
  return iterations;
}

}  // namespace weir::rig
