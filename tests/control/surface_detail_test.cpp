// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Springs and waves on a tracked surface (Raveendran et al. 2012, section 6).

#include <gtest/gtest.h>

#include <cmath>

#include "control/meshes/surface_detail_control.h"
#include "geometry/test_meshes.h"
#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

tracked::TrackedSurface ball(float radius, float edge, int levels = 4) {
  tracked::TrackedSurface surface(sphere_mesh({}, radius, levels), edge);
  surface.remesh();
  return surface;
}

}  // namespace

TEST(ControlSurface, FindsTheClosestPointAndItsSide) {
  const ControlSurface control(box_mesh({-1, -1, -1}, {1, 1, 1}));
  const std::vector<Vec3f> points{{0.2f, 0.1f, 0.9f}, {0.2f, 0.1f, 1.5f}, {2, 2, 2}, {1.5f, 1.5f, 0}, {0.9f, 0.8f, 0}};
  std::vector<ControlSurface::Near> near(points.size());
  control.find(points, near);
  const float expected[] = {-0.1f, 0.5f, std::sqrt(3.0f), std::sqrt(0.5f), -0.1f};
  for (size_t i = 0; i < points.size(); ++i) EXPECT_NEAR(near[i].distance, expected[i], 1e-5) << i;
  EXPECT_NEAR(length(near[2].point - Vec3f{1, 1, 1}), 0, 1e-5);
}

TEST(SurfaceSprings, ActBetweenTheirDistancesAndFadeSmoothly) {
  const SpringSettings springs{
      .rate = 1, .inner_from = 0.1f, .inner_to = 0.3f, .outer_from = 0.2f, .outer_to = 0.5f, .falloff = 0.05f};
  EXPECT_EQ(spring_weight(springs, 0), 0);
  EXPECT_EQ(spring_weight(springs, 0.1f), 0);
  EXPECT_EQ(spring_weight(springs, 0.3f), 1);
  EXPECT_EQ(spring_weight(springs, 0.6f), 0);
  EXPECT_EQ(spring_weight(springs, -0.2f), 1);
  EXPECT_EQ(spring_weight(springs, -0.4f), 0);
  float last = spring_weight(springs, -1);
  for (float d = -1; d < 1; d += 0.001f) {  // no jump anywhere
    EXPECT_NEAR(spring_weight(springs, d), last, 0.05f);
    last = spring_weight(springs, d);
  }
}

// The way to the control mesh shrinks by exp(-rate * time), in however many steps, and never below nothing.
TEST(SurfaceSprings, TakeTheSurfaceToTheMeshWithoutOvershooting) {
  const ControlSurface control(sphere_mesh({}, 1, 5));
  for (const int steps : {1, 7}) {
    tracked::TrackedSurface surface = ball(1.1f, 0.1f);
    const SpringSettings springs{
        .rate = 3, .inner_from = 0, .inner_to = 1, .outer_from = 0, .outer_to = 1, .falloff = 0.1f};
    for (int i = 0; i < steps; ++i) {
      std::vector<ControlSurface::Near> near(surface.vertices());
      std::vector<Vec3f> way(surface.vertices());
      control.find(surface.positions(), near);
      find_spring_ways(springs, 0.7f / static_cast<float>(steps), surface.positions(), near, way);
      for (size_t v = 0; v < way.size(); ++v) surface.positions()[v] += way[v];
    }
    double mean = 0;
    for (const Vec3f& p : surface.positions()) {
      EXPECT_GT(length(p), 0.995f);
      mean += static_cast<double>(length(p)) / static_cast<double>(surface.vertices());
    }
    EXPECT_NEAR(mean - 1, 0.1 * std::exp(-3 * 0.7), 0.003);
  }
}

TEST(SurfaceLaplacian, IsThatOfTheSphere) {
  const tracked::TrackedSurface surface = ball(2, 0.12f, 5);
  const SurfaceLaplacian laplacian(surface.net(), surface.positions());
  std::vector<float> values(surface.vertices()), result(values.size());
  for (size_t v = 0; v < values.size(); ++v) values[v] = surface.positions()[v].x;
  laplacian.apply(values, result);
  double area = 0, error = 0, size = 0;
  for (size_t v = 0; v < values.size(); ++v) {  // a spherical harmonic of order 1: L h = -2 / R^2 h
    const auto m = static_cast<double>(laplacian.mass()[v]);
    const double wanted = 2.0 / 4 * static_cast<double>(values[v]), got = static_cast<double>(result[v]) / m;
    area += m;
    error += m * (got - wanted) * (got - wanted);
    size += m * wanted * wanted;
  }
  EXPECT_NEAR(area, 4 * kPi * 4, 0.01 * 4 * kPi * 4);
  EXPECT_LT(std::sqrt(error / size), 0.05);
}

// Standing waves on a sphere swing with the frequency c sqrt(l (l + 1)) / R.
TEST(SurfaceWaves, HaveTheFrequencyOfTheory) {
  constexpr float radius = 0.5f, speed = 0.8f, step = 0.01f;
  const tracked::TrackedSurface surface = ball(radius, 0.05f);
  const SurfaceLaplacian laplacian(surface.net(), surface.positions());
  const size_t n = surface.vertices();
  for (const int order : {1, 2, 3}) {
    std::vector<float> mode(n), height(n), velocity(n, 0.0f);
    for (size_t v = 0; v < n; ++v) {
      const float x = surface.positions()[v].x / length(surface.positions()[v]);
      mode[v] = order == 1 ? x : order == 2 ? (3 * x * x - 1) / 2 : (5 * x * x * x - 3 * x) / 2;
      height[v] = 0.01f * mode[v];
    }
    const auto amplitude = [&] {
      double sum = 0;
      for (size_t v = 0; v < n; ++v) sum += static_cast<double>(laplacian.mass()[v] * mode[v] * height[v]);
      return sum;
    };
    const WaveSettings settings{.speed = speed, .damping = 0, .height = 1};
    double last = amplitude(), first_zero = -1, last_zero = -1;
    int zeros = 0;
    for (int i = 0; i < 600; ++i) {
      step_waves(settings, step, laplacian, height, velocity);
      const double now = amplitude();
      if ((now > 0) != (last > 0)) {
        const double when = (i + last / (last - now)) * static_cast<double>(step);
        if (zeros++ == 0) first_zero = when;
        last_zero = when;
      }
      last = now;
    }
    ASSERT_GT(zeros, 3);
    const double frequency = kPi * (zeros - 1) / (last_zero - first_zero);
    const double theory = static_cast<double>(speed / radius) * std::sqrt(order * (order + 1.0));
    RecordProperty("order_" + std::to_string(order), std::to_string(frequency / theory));
    EXPECT_NEAR(frequency / theory, 1, 0.02) << "order " << order;
  }
}

TEST(SurfaceWaves, KeepTheirEnergyAndLoseItWhenDamped) {
  const tracked::TrackedSurface surface = ball(0.5f, 0.05f);
  const SurfaceLaplacian laplacian(surface.net(), surface.positions());
  const size_t n = surface.vertices();
  const auto energy = [&](float c, std::span<const float> h, std::span<const float> velocity) {
    std::vector<float> image(n);
    laplacian.apply(h, image);
    double sum = 0;
    for (size_t v = 0; v < n; ++v) {
      sum += static_cast<double>(laplacian.mass()[v] * velocity[v] * velocity[v] + c * c * h[v] * image[v]);
    }
    return sum / 2;
  };
  for (const float damping : {0.0f, 0.5f}) {
    std::vector<float> height(n), velocity(n, 0.0f);
    for (size_t v = 0; v < n; ++v) {  // a bump
      height[v] = 0.02f * std::exp(-40 * length_squared(surface.positions()[v] - Vec3f{0.5f, 0, 0}));
    }
    const double before = energy(1, height, velocity);
    double most = before;
    for (int i = 0; i < 200; ++i) {
      step_waves({.speed = 1, .damping = damping, .height = 1}, 0.02f, laplacian, height, velocity);
      most = std::max(most, energy(1, height, velocity));
    }
    const double after = energy(1, height, velocity);
    EXPECT_LT(most, 1.001 * before);
    if (damping == 0) {
      EXPECT_GT(after, 0.99 * before);
    }
    if (damping > 0) {
      EXPECT_LT(after, 0.3 * before);
    }
  }
}

TEST(SurfaceWaves, StandStillBeyondTheirHeight) {
  const tracked::TrackedSurface surface = ball(0.5f, 0.08f);
  const SurfaceLaplacian laplacian(surface.net(), surface.positions());
  std::vector<float> height(surface.vertices()), velocity(surface.vertices(), 1.0f);
  for (size_t v = 0; v < height.size(); ++v) height[v] = surface.positions()[v].x > 0 ? 0.2f : 0.01f;
  step_waves({.speed = 1, .damping = 0, .height = 0.1f}, 0.01f, laplacian, height, velocity);
  for (size_t v = 0; v < height.size(); ++v) {
    if (surface.positions()[v].x > 0) {
      EXPECT_EQ(height[v] - velocity[v], 0.2f);
    }
    if (surface.positions()[v].x < -0.1f) {
      EXPECT_NE(height[v], 0.01f);
    }
  }
}

// A bump of the control mesh that is far smaller than a cell comes out on the surface; with paint, under waves too.
TEST(SurfaceDetailControl, BringsOutDetail) {
  Mesh bumpy = sphere_mesh({}, 1, 5);
  for (Vec3f& p : bumpy.positions) p = p * (1 + 0.03f * std::sin(20 * p.x) * std::sin(20 * p.y));
  const auto mean_distance = [&](const ControlSurface& control, const tracked::TrackedSurface& surface) {
    std::vector<ControlSurface::Near> near(surface.vertices());
    control.find(surface.positions(), near);
    double sum = 0;
    for (const auto& one : near) sum += static_cast<double>(std::abs(one.distance));
    return sum / static_cast<double>(near.size());
  };
  SurfaceDetail settings;
  settings.detail = Animated<double>(0.8);
  for (const bool waves : {false, true}) {
    settings.waves = waves;
    const ControlSurface control(bumpy,
                                 waves ? std::vector<float>(bumpy.positions.size(), 1.0f) : std::vector<float>());
    SurfaceDetailControl detail(settings, 0.15f, 1.0 / 24);
    tracked::TrackedSurface surface = ball(1, 0.05f, 5);
    const double before = mean_distance(control, surface);
    for (int i = 0; i < 8; ++i) {
      detail.apply(1 + i, 1.0 / 24, control, surface);
      surface.remesh();
      ASSERT_EQ(surface.validate(), "");
    }
    EXPECT_LT(mean_distance(control, surface), 0.2 * before) << "waves " << waves;
  }
}

// When the control mesh suddenly has a furrow, the surface swings around it and comes to rest on it.
TEST(SurfaceDetailControl, AFurrowMakesAWaveThatSettles) {
  Mesh furrowed = sphere_mesh({}, 1, 5);
  for (Vec3f& p : furrowed.positions) p = p * (1 - 0.04f * std::exp(-30 * p.y * p.y));
  const ControlSurface control(furrowed);
  SurfaceDetail settings;
  settings.waves = true;
  settings.wave_height = 1;
  settings.wave_speed = Animated<double>(2.0);
  settings.wave_damping = Animated<double>(3.0);
  SurfaceDetailControl detail(settings, 0.15f, 1.0 / 24);
  tracked::TrackedSurface surface = ball(1, 0.09f, 4);
  const auto at_furrow = [&] {
    std::vector<ControlSurface::Near> near(surface.vertices());
    control.find(surface.positions(), near);
    double there = 0, elsewhere = 0, m = 0, n = 0;
    for (size_t v = 0; v < near.size(); ++v) {
      const bool is_there = std::abs(surface.positions()[v].y) < 0.1f;
      (is_there ? there : elsewhere) += static_cast<double>(near[v].distance);
      (is_there ? m : n) += 1;
    }
    return there / m - elsewhere / n;
  };
  const double before = at_furrow();
  EXPECT_GT(before, 0.02);
  double least = before;
  for (int i = 0; i < 100; ++i) {
    detail.apply(1 + i, 1.0 / 24, control, surface);
    surface.remesh();
    least = std::min(least, at_furrow());
  }
  EXPECT_LT(least, -0.05 * before);                 // it went beyond
  EXPECT_LT(std::abs(at_furrow()), 0.15 * before);  // and came back
  EXPECT_EQ(surface.validate(), "");
}

// A plate far outside of the control mesh draws together from its rim; the same plate within the springs' reach does
// not.
TEST(SurfaceSprings, ThinSheetsDrawTogetherOutsideOfTheirReach) {
  Mesh plate = sphere_mesh({}, 1, 4);
  for (Vec3f& p : plate.positions) p.z *= 0.03f;
  const ControlSurface control(sphere_mesh({0, 0, -5}, 1, 3));
  const auto area_after = [&](float reach) {
    tracked::TrackedSurface surface(plate, 0.08f);
    surface.remesh();
    const SpringSettings springs{
        .rate = 0, .inner_from = 0, .inner_to = 0, .outer_from = 0, .outer_to = reach, .falloff = 0};
    for (int i = 0; i < 20; ++i) {
      std::vector<ControlSurface::Near> near(surface.vertices());
      control.find(surface.positions(), near);
      tear_thin_sheets(springs, 0.24f, near, surface);
      surface.change_topology(true);
      surface.remesh();
    }
    return area(surface.mesh());
  };
  const double left_alone = area_after(100), drawn = area_after(1);
  EXPECT_NEAR(left_alone, 2 * kPi, 0.1 * 2 * kPi);
  EXPECT_LT(drawn, 0.8 * left_alone);
}

TEST(SurfaceDetailControl, IsTheSameWhateverTheNumberOfThreads) {
  const auto made = [](int threads) {
    const ThreadLimit limit(threads);
    SurfaceDetail settings;
    settings.waves = true;
    SurfaceDetailControl detail(settings, 0.15f, 1.0 / 24);
    const ControlSurface control(sphere_mesh({0.03f, 0, 0}, 1, 4));
    tracked::TrackedSurface surface = ball(1, 0.06f, 5);
    for (int i = 0; i < 4; ++i) {
      detail.apply(1 + i, 1.0 / 24, control, surface);
      surface.remesh();
    }
    return surface.mesh();
  };
  const Mesh one = made(1), four = made(4);
  EXPECT_EQ(one.positions, four.positions);
  EXPECT_EQ(one.triangles, four.triangles);
}

}  // namespace weir::meshes
