// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Linear flow skinning (Eqs. 9-13) on particles and cells: against a dense solve that minimises the sum over pairs,
// what its features do, and changes without divergence.

#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "control/rig/flow_skin.h"
#include "weir/base/parallel.h"

namespace weir::rig {
namespace {

constexpr float kSpacing = 0.1f;

// A jittered lattice.
std::vector<Vec3f> lattice(int across, int dimensions, float jitter = 0.15f) {
  const Random random(11);
  std::vector<Vec3f> points;
  for (int z = 0; z < (dimensions == 3 ? across : 1); ++z) {
    for (int y = 0; y < across; ++y) {
      for (int x = 0; x < across; ++x) {
        Vec3f p = Vec3f{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
        p += (random.unit_vec3(points.size()) - Vec3f{0.5f, 0.5f, 0.5f}) * jitter;
        if (dimensions == 2) p.z = 0;
        points.push_back(p * kSpacing);
      }
    }
  }
  return points;
}

std::vector<Vec3f> random_velocities(size_t count) {
  const Random random(12);
  std::vector<Vec3f> v;
  for (uint64_t i = 0; i < count; ++i) v.push_back(random.direction(i));
  return v;
}

Gradient3f test_gradient(float scale) {
  return {{Vec3f{0.3f, -1, 0.2f} * scale, Vec3f{0.7f, 0.1f, 0.5f} * scale, Vec3f{-0.4f, 0.6f, -0.2f} * scale}};
}

// (a x = b) by elimination with pivots.
std::vector<double> dense_solve(std::vector<std::vector<double>> a, std::vector<double> b) {
  const size_t n = b.size();
  for (size_t k = 0; k < n; ++k) {
    size_t best = k;
    for (size_t i = k; i < n; ++i) best = std::abs(a[i][k]) > std::abs(a[best][k]) ? i : best;
    std::swap(a[k], a[best]), std::swap(b[k], b[best]);
    for (size_t i = k + 1; i < n; ++i) {
      const double f = a[i][k] / a[k][k];
      for (size_t j = k; j < n; ++j) a[i][j] -= f * a[k][j];
      b[i] -= f * b[k];
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = k + 1; j < n; ++j) b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
  return b;
}

TEST(FlowSkin, AgreesWithADenseSolve) {
  const std::vector<Vec3f> x = lattice(5, 3);
  const size_t n = x.size();
  std::vector<uint8_t> free(n, 1);
  for (size_t i = 0; i < n; i += 4) free[i] = 0;
  const std::vector<Vec3f> start = random_velocities(n);
  std::vector<Gradient3f> wanted(n);
  for (size_t i = 0; i < n; ++i) wanted[i] = test_gradient(1 + 0.01f * static_cast<float>(i));
  const double lambda1 = 0.02, lambda0 = 0.7, h = 0.18;
  std::vector<Vec3f> v = start;
  FlowSkin skin(0.1, 3);
  skin.find(x, free);
  EXPECT_GT(skin.solve(lambda1, lambda0, wanted, 1e-6, 500, v), 5);
  for (int axis = 0; axis < 3; ++axis) {
    std::vector<std::vector<double>> a(n, std::vector<double>(n, 0));
    std::vector<double> b(n);
    for (size_t i = 0; i < n; ++i) {
      if (!free[i]) {
        a[i][i] = 1, b[i] = static_cast<double>(start[i][axis]);
        continue;
      }
      a[i][i] = lambda0, b[i] = lambda0 * static_cast<double>(start[i][axis]);
      for (size_t j = 0; j < n; ++j) {
        const Vec3f d = x[i] - x[j];
        const double rest = 1 - static_cast<double>(length_squared(d)) / (h * h);
        if (i == j || rest <= 0) continue;
        // c = V |grad W| / r with W = 315 / (64 pi h^3) (1 - q^2)^3
        const double c = 1e-3 * 315 / (64 * kPi * h * h * h) * 6 * rest * rest / (h * h);
        const Vec3f change = free[j] ? (wanted[i] * d + wanted[j] * d) * 0.5f : wanted[i] * d;
        a[i][i] += 2 * lambda1 * c, a[i][j] -= 2 * lambda1 * c;
        b[i] += 2 * lambda1 * c * static_cast<double>(change[axis]);
      }
    }
    const std::vector<double> exact = dense_solve(a, b);
    for (size_t i = 0; i < n; ++i) EXPECT_NEAR(static_cast<double>(v[i][axis]), exact[i], 1e-4) << i;
  }
}

// A linear velocity with the wanted gradient is already the answer, also at free surfaces.
TEST(FlowSkin, LeavesWhatHasTheWantedGradientAlone) {
  for (const int dimensions : {2, 3}) {
    const std::vector<Vec3f> x = lattice(8, dimensions);
    Gradient3f g = test_gradient(2);
    if (dimensions == 2) g.row[0].z = g.row[1].z = 0, g.row[2] = {};
    std::vector<Vec3f> v;
    for (const Vec3f& p : x) v.push_back(g * p + Vec3f{1, 2, 0});
    FlowSkin skin(0.1, dimensions);
    skin.find(x, std::vector<uint8_t>(x.size(), 1));
    std::vector<Gradient3f> found(x.size());
    skin.gradients(v, found);
    for (const Gradient3f& f : found) {
      for (int k = 0; k < 3; ++k) EXPECT_LT(length(f.row[k] - g.row[k]), 1e-3f);
    }
    const std::vector<Vec3f> before = v;
    skin.solve(0.01, 1, found, 1e-4, 100, v);
    for (size_t i = 0; i < v.size(); ++i) EXPECT_LT(length(v[i] - before[i]), 1e-4f);
  }
}

// Particles on one side, cells of a narrow band's core, two spacings apart, on the other.
struct Mixed {
  std::vector<Vec3f> position;
  std::vector<uint8_t> coarse;
  double volume(size_t i, int dimensions) const { return coarse[i] ? std::pow(2, dimensions) : 1; }
};
Mixed half_coarse(int across, int dimensions) {
  Mixed mixed;
  for (const Vec3f& p : lattice(across, dimensions)) mixed.position.push_back(p);
  mixed.coarse.assign(mixed.position.size(), 0);
  const int cells = across / 2;
  for (int n = 0; n < cells * cells * (dimensions == 3 ? cells : 1); ++n) {
    const Vec3i cell{n % cells, n / cells % cells, n / (cells * cells)};
    Vec3f p = (static_cast<Vec3f>(cell) * 2.0f + Vec3f{0.5f, 0.5f, 0.5f}) * kSpacing;
    p.x += static_cast<float>(across) * kSpacing;
    if (dimensions == 2) p.z = 0;
    mixed.position.push_back(p);
    mixed.coarse.push_back(1);
  }
  return mixed;
}

TEST(FlowSkin, LinearVelocitiesStayWhereParticlesMeetCells) {
  for (const int dimensions : {2, 3}) {
    const Mixed mixed = half_coarse(8, dimensions);
    Gradient3f g = test_gradient(2);
    if (dimensions == 2) g.row[0].z = g.row[1].z = 0, g.row[2] = {};
    std::vector<Vec3f> v;
    for (const Vec3f& p : mixed.position) v.push_back(g * p + Vec3f{1, 2, 0});
    FlowSkin skin(0.1, dimensions);
    skin.find(mixed.position, std::vector<uint8_t>(v.size(), 1), mixed.coarse);
    std::vector<Gradient3f> found(v.size());
    skin.gradients(v, found);
    for (const Gradient3f& f : found) {
      for (int k = 0; k < 3; ++k) EXPECT_LT(length(f.row[k] - g.row[k]), 2e-3f);
    }
    const std::vector<Vec3f> before = v;
    skin.solve(0.01, 1, found, 1e-4, 100, v);
    for (size_t i = 0; i < v.size(); ++i) EXPECT_LT(length(v[i] - before[i]), 1e-4f);
    // And from rest the wanted gradient is reached, in cells as in particles.
    std::fill(v.begin(), v.end(), Vec3f{1, 0, 0});
    skin.solve(1, 1e-4, std::vector<Gradient3f>(v.size(), g), 1e-6, 1000, v);
    skin.gradients(v, found);
    for (const Gradient3f& f : found) {
      for (int k = 0; k < 3; ++k) EXPECT_LT(length(f.row[k] - g.row[k]), 0.02f);
    }
  }
}

// Cells count by the liquid that they hold, so that the sum over pairs is symmetric and momentum stays what it was.
TEST(FlowSkin, ParticlesAndCellsKeepTheirMomentum) {
  for (const int dimensions : {2, 3}) {
    const Mixed mixed = half_coarse(8, dimensions);
    std::vector<Vec3f> v = random_velocities(mixed.position.size());
    if (dimensions == 2) {
      for (Vec3f& u : v) u.z = 0;
    }
    const auto momentum = [&] {
      Vec3d sum{};
      for (size_t i = 0; i < v.size(); ++i) sum += static_cast<Vec3d>(v[i]) * mixed.volume(i, dimensions);
      return sum;
    };
    const auto energy_of_cells = [&] {
      double sum = 0;
      for (size_t i = 0; i < v.size(); ++i) sum += mixed.coarse[i] ? static_cast<double>(length_squared(v[i])) : 0;
      return sum;
    };
    const Vec3d before = momentum();
    const double wild = energy_of_cells();
    FlowSkin skin(0.1, dimensions);
    skin.find(mixed.position, std::vector<uint8_t>(v.size(), 1), mixed.coarse);
    EXPECT_GT(skin.solve(0.1, 1, std::vector<Gradient3f>(v.size()), 1e-6, 500, v), 5);
    EXPECT_LT(length(momentum() - before), 1e-3 * static_cast<double>(v.size()));
    EXPECT_LT(energy_of_cells(), 0.5 * wild);
    // A change of velocity loses its divergence on both sides.
    std::vector<float> divergence(v.size());
    EXPECT_GT(skin.remove_divergence(1e-4, 500, v), 5);
    skin.divergence(v, divergence);
    for (const float d : divergence) EXPECT_LT(std::abs(d), 0.02f);
  }
}

// With next to no zero-order term the gradient becomes the wanted one.
TEST(FlowSkin, ReachesTheWantedGradient) {
  const std::vector<Vec3f> x = lattice(8, 3);
  const Gradient3f g = test_gradient(1);
  std::vector<Vec3f> v(x.size(), Vec3f{1, 0, 0});
  FlowSkin skin(0.1, 3);
  skin.find(x, std::vector<uint8_t>(x.size(), 1));
  skin.solve(1, 1e-4, std::vector<Gradient3f>(x.size(), g), 1e-6, 1000, v);
  std::vector<Gradient3f> found(x.size());
  skin.gradients(v, found);
  for (const Gradient3f& f : found) {
    for (int k = 0; k < 3; ++k) EXPECT_LT(length(f.row[k] - g.row[k]), 0.02f);
  }
}

TEST(FlowSkin, PartsOfAGradient) {
  const Gradient3f g = test_gradient(1);
  const auto is = [](const Gradient3f& a, const Gradient3f& b) {
    return length(a.row[0] - b.row[0]) + length(a.row[1] - b.row[1]) + length(a.row[2] - b.row[2]) < 1e-6f;
  };
  EXPECT_TRUE(is(modulated(g, {}, 3), g));
  EXPECT_TRUE(is(modulated(g, {0, 1, 0}, 3), {{{0.2f / 3, 0, 0}, {0, 0.2f / 3, 0}, {0, 0, 0.2f / 3}}}));
  const Gradient3f spin = modulated(g, {1, 0, 0}, 3), shear = modulated(g, {0, 0, 1}, 3);
  EXPECT_FLOAT_EQ(spin.row[0].y, -0.85f);
  EXPECT_FLOAT_EQ(spin.row[1].x, 0.85f);
  EXPECT_NEAR(shear.row[0].x + shear.row[1].y + shear.row[2].z, 0, 1e-6f);
  EXPECT_FLOAT_EQ(shear.row[0].y, shear.row[1].x);
}

// More of a feature is more of it in the flow: each factor raises its own part and hardly the others.
TEST(FlowSkin, FactorsRaiseTheirFeature) {
  const std::vector<Vec3f> x = lattice(10, 3);
  std::vector<Vec3f> v;
  for (const Vec3f& p : x) {
    v.push_back({std::sin(5 * p.y) + 0.5f * std::sin(3 * p.x), std::cos(5 * p.z), std::sin(4 * p.x) + p.z});
  }
  FlowSkin skin(0.1, 3);
  skin.find(x, std::vector<uint8_t>(x.size(), 1));
  const auto power = [&](const std::vector<Vec3f>& velocity, const Modulation& part) {
    std::vector<Gradient3f> g(x.size());
    skin.gradients(velocity, g);
    double sum = 0;
    for (const Gradient3f& one : g) {
      const Gradient3f m = modulated(one, part, 3);
      for (const Vec3f& row : m.row) sum += static_cast<double>(length_squared(row));
    }
    return std::sqrt(sum);
  };
  const auto skinned = [&](const Modulation& factors) {
    std::vector<Gradient3f> g(x.size());
    skin.gradients(v, g);
    for (Gradient3f& one : g) one = modulated(one, factors, 3);
    std::vector<Vec3f> result = v;
    skin.solve(0.05, 1, g, 1e-4, 200, result);
    return result;
  };
  const Modulation spin{1, 0, 0}, expansion{0, 1, 0}, shear{0, 0, 1};
  const std::vector<Vec3f> plain = skinned({1, 1, 1});
  EXPECT_GT(power(skinned({1.5f, 1, 1}), spin), 1.1 * power(plain, spin));
  EXPECT_LT(power(skinned({0.5f, 1, 1}), spin), 0.9 * power(plain, spin));
  EXPECT_LT(power(skinned({1, 0, 1}), expansion), 0.9 * power(plain, expansion));
  EXPECT_LT(power(skinned({1, 1, 0.5f}), shear), 0.95 * power(plain, shear));
}

// On cells, the sum over pairs is that of finite differences: in a wave that is even across, the gradient is the
// central difference, and the solve with no gradient wanted damps it by 1 / (1 + 2 lambda_1 (2 - 2 cos k h) / (2 h^2)).
TEST(FlowSkin, OnALatticeIsFiniteDifferences) {
  constexpr int kAcross = 32;
  std::vector<Vec3f> x;
  for (int j = 0; j < kAcross; ++j) {
    for (int i = 0; i < kAcross; ++i) x.push_back(Vec3f{static_cast<float>(i), static_cast<float>(j), 0} * kSpacing);
  }
  const double h = 0.1, k = kPi / (kAcross * h), lambda1 = 0.3;  // half a wave fits with its ends at rest
  std::vector<Vec3f> v;
  for (const Vec3f& p : x) v.push_back({0, static_cast<float>(std::cos(k * (static_cast<double>(p.x) + 0.5 * h))), 0});
  FlowSkin skin(h, 2, SkinOn::lattice);
  skin.find(x, std::vector<uint8_t>(x.size(), 1));
  std::vector<Gradient3f> g(x.size());
  skin.gradients(v, g);
  for (size_t i = 1; i + 1 < kAcross; ++i) {
    const size_t at = 5 * kAcross + i;
    EXPECT_NEAR(g[at].row[1].x, (v[at + 1].y - v[at - 1].y) / (2 * kSpacing), 1e-4f);
    EXPECT_NEAR(g[at].row[0].y, 0, 1e-5f);
  }
  const std::vector<Vec3f> before = v;
  skin.solve(lambda1, 1, std::vector<Gradient3f>(x.size()), 1e-6, 500, v);
  const double damping = 1 / (1 + 2 * lambda1 * (1 - std::cos(k * h)) / (h * h));
  for (size_t i = 0; i < v.size(); ++i) {
    EXPECT_NEAR(static_cast<double>(v[i].y), damping * static_cast<double>(before[i].y), 1e-4);
  }
}

// The divergence of a change goes, and what turns in it stays: a gradient field vanishes, a field of curls is kept.
TEST(FlowSkin, RemovesDivergenceAndKeepsTheFeatures) {
  for (const SkinOn on : {SkinOn::particles, SkinOn::lattice}) {
    const std::vector<Vec3f> x = lattice(20, 2, on == SkinOn::lattice ? 0 : 0.15f);
    std::vector<Vec3f> turning, swelling, both;
    for (const Vec3f& p : x) {
      const Vec3f d = (p - Vec3f{0.95f, 0.95f, 0}) / 0.3f;
      const float bump = std::exp(-dot(d, d));
      turning.push_back(Vec3f{-d.y, d.x, 0} * bump);
      swelling.push_back(d * bump);
      both.push_back(turning.back() + swelling.back());
    }
    FlowSkin skin(0.1, 2, on);
    skin.find(x, std::vector<uint8_t>(x.size(), 1));
    const auto norm = [](const std::vector<Vec3f>& a, const std::vector<Vec3f>& b) {
      double sum = 0;
      for (size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(length_squared(a[i] - b[i]));
      return std::sqrt(sum);
    };
    const std::vector<Vec3f> nothing(x.size());
    std::vector<float> before(x.size()), after(x.size());
    skin.divergence(both, before);
    EXPECT_GT(skin.remove_divergence(1e-4, 500, both), 3);
    skin.divergence(both, after);
    double squares = 0, squares_before = 0;
    for (size_t i = 0; i < after.size(); ++i) {
      squares += static_cast<double>(after[i] * after[i]), squares_before += static_cast<double>(before[i] * before[i]);
    }
    EXPECT_LT(std::sqrt(squares / squares_before), 1e-3);
    EXPECT_LT(norm(both, turning), 0.2 * norm(turning, nothing));
  }
}

// Beside what is not free the change is given up, so that nothing outside gets a divergence either.
TEST(FlowSkin, RemovesDivergenceUpToTheBorder) {
  const std::vector<Vec3f> x = lattice(20, 2);
  std::vector<uint8_t> free(x.size()), all(x.size(), 1);
  for (size_t i = 0; i < x.size(); ++i) free[i] = length(x[i] - Vec3f{0.95f, 0.95f, 0}) < 0.6f;
  std::vector<Vec3f> change = random_velocities(x.size());
  for (size_t i = 0; i < x.size(); ++i) change[i] = free[i] ? Vec3f{change[i].x, change[i].y, 0} : Vec3f{};
  FlowSkin skin(0.1, 2), whole(0.1, 2);
  skin.find(x, free);
  whole.find(x, all);
  std::vector<float> before(x.size()), after(x.size());
  whole.divergence(change, before);
  skin.remove_divergence(1e-5, 2000, change);
  whole.divergence(change, after);
  double most = 0, most_before = 0;
  for (size_t i = 0; i < x.size(); ++i) {
    most = std::max(most, static_cast<double>(std::abs(after[i])));
    most_before = std::max(most_before, static_cast<double>(std::abs(before[i])));
  }
  EXPECT_LT(most, 1e-2 * most_before);
}

TEST(FlowSkin, SameBytesForAnyThreads) {
  const std::vector<Vec3f> x = lattice(14, 3);
  std::vector<Vec3f> first;
  for (const int threads : {1, 2, 3}) {
    const ThreadLimit limit(threads);
    std::vector<Vec3f> v = random_velocities(x.size());
    FlowSkin skin(0.1, 3);
    skin.find(x, std::vector<uint8_t>(x.size(), 1));
    skin.solve(0.01, 1, std::vector<Gradient3f>(x.size()), 1e-4, 100, v);
    if (threads == 1) first = v;
    EXPECT_TRUE(v == first);
  }
}

}  // namespace
}  // namespace weir::rig
