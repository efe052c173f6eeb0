// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "tracked/tracked_surface.h"

#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "geometry/test_meshes.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::tracked {

namespace {

size_t pieces_of(const TrackedSurface& surface) {
  std::vector<uint8_t> seen(surface.vertices(), 0);
  std::vector<int32_t> waiting;
  size_t count = 0;
  for (size_t v = 0; v < surface.vertices(); ++v) {
    if (seen[v]) continue;
    ++count;
    waiting.push_back(static_cast<int32_t>(v));
    seen[v] = 1;
    while (!waiting.empty()) {
      const int32_t at = waiting.back();
      waiting.pop_back();
      surface.net().around(at, [&](int32_t h) {
        uint8_t& mark = seen[static_cast<size_t>(surface.net().to(h))];
        if (!mark) waiting.push_back(surface.net().to(h));
        mark = 1;
      });
    }
  }
  return count;
}

// A velocity that is a function of the point alone.
template <class F>
VelocityAt flow(F f) {
  return [f](std::span<const Vec3f> points, std::span<Vec3f> velocity) {
    for (size_t i = 0; i < points.size(); ++i) velocity[i] = f(points[i]);
  };
}

TrackedSurface ball(const Vec3f& centre, float radius, float edge) {
  TrackedSurface surface(sphere_mesh(centre, radius, 3), edge);
  for (int i = 0; i < 6; ++i) surface.remesh();
  return surface;
}

TEST(TrackedSurface, RemeshingGivesEdgesTheirLengthAndKeepsAll) {
  for (const float edge : {0.05f, 0.1f, 0.2f}) {
    const TrackedSurface surface = ball({0.3f, 0.2f, 0.1f}, 1, edge);
    ASSERT_EQ(surface.validate(), "");
    double sum = 0;
    float longest = 0, shortest = 1;
    for (size_t h = 0; h < surface.net().half_edges(); ++h) {
      const auto e = static_cast<int32_t>(h);
      const float l = length(surface.positions()[static_cast<size_t>(surface.net().to(e))] -
                             surface.positions()[static_cast<size_t>(surface.net().from(e))]);
      sum += static_cast<double>(l);
      longest = std::max(longest, l);
      shortest = std::min(shortest, l);
    }
    EXPECT_LT(longest, 1.6f * edge);
    EXPECT_GT(shortest, 0.3f * edge);
    EXPECT_NEAR(sum / static_cast<double>(surface.net().half_edges()), edge, 0.35 * edge);
    EXPECT_NEAR(surface.volume(), volume(sphere_mesh({}, 1, 3)), 0.002);
    for (const Vec3f& p : surface.positions()) {
      EXPECT_NEAR(length(p - Vec3f{0.3f, 0.2f, 0.1f}), 1, 0.1 * edge + 0.01);
    }
  }
}

TEST(TrackedSurface, TwoDropsMerge) {
  Mesh mesh = sphere_mesh({-0.6f, 0, 0}, 0.5f, 4);
  append(mesh, sphere_mesh({0.6f, 0, 0}, 0.5f, 4));
  TrackedSurface surface(mesh, 0.06f);
  surface.remesh();
  const double before = surface.volume();
  const VelocityAt together = flow([](const Vec3f& p) { return Vec3f{p.x > 0 ? -1.0f : 1.0f, 0, 0}; });
  size_t cells = 0;
  for (int i = 0; i < 30; ++i) {
    surface.move(together, 0.005f);
    cells += surface.change_topology(false).cells;
    ASSERT_EQ(surface.net().validate(), "") << "step " << i;
    surface.remesh();
    ASSERT_EQ(surface.validate(), "") << "step " << i;
  }
  EXPECT_GT(cells, 0u);
  EXPECT_EQ(pieces_of(surface), 1u);
  // Of each ball, a cap of height 0.05 has passed the other's.
  const double cap = kPi * 0.05 * 0.05 / 3 * (3 * 0.5 - 0.05);
  EXPECT_NEAR(surface.volume(), before, 2 * cap + 0.01 * before);
}

// Two balls and a rod between them, which is squeezed.
TEST(TrackedSurface, ADumbbellSplits) {
  const VelocityAt squeeze = flow([](const Vec3f& p) {
    const float share = std::exp(-p.x * p.x / 0.02f);  // slower further from the middle; free of divergence at the axis
    return Vec3f{2 * p.x * share, -p.y * share, -p.z * share};
  });
  Mesh mesh = sphere_mesh({}, 1, 4);
  for (Vec3f& p : mesh.positions) {
    const float waist = 1 - 0.7f * std::exp(-p.x * p.x / 0.1f);
    p = {p.x, 0.6f * p.y * waist, 0.6f * p.z * waist};
  }
  TrackedSurface surface(mesh, 0.06f);
  for (int i = 0; i < 120 && pieces_of(surface) < 2; ++i) {
    surface.move(squeeze, 0.03f);
    surface.change_topology(false);
    surface.remesh();
    ASSERT_EQ(surface.validate(), "") << "step " << i;
  }
  EXPECT_EQ(pieces_of(surface), 2u);
}

// LeVeque's flow in a unit box (Enright et al. 2002): a ball is drawn out to a thin sheet and, when time is reversed
// half way, comes back.
TEST(TrackedSurface, ADeformedBallComesBack) {
  const float cell = 1.0f / 32, edge = cell / 3, period = 1.5f, step = 0.03f;
  const Vec3f centre{0.35f, 0.35f, 0.35f};
  TrackedSurface surface(sphere_mesh(centre, 0.15f, 5), edge);
  const double before = surface.volume();
  float time = 0;
  for (int i = 0; i < 50; ++i, time += step) {
    const float phase = std::cos(static_cast<float>(kPi) * (time + 0.5f * step) / period);
    surface.move(flow([phase](const Vec3f& p) {
                   const auto pi = static_cast<float>(kPi);
                   const auto s = [&](float v) { return std::sin(pi * v); };
                   const auto d = [&](float v) { return std::sin(2 * pi * v); };
                   return Vec3f{2 * s(p.x) * s(p.x) * d(p.y) * d(p.z), -d(p.x) * s(p.y) * s(p.y) * d(p.z),
                                -d(p.x) * d(p.y) * s(p.z) * s(p.z)} *
                          phase;
                 }),
                 step);
    surface.change_topology(true);
    surface.remesh();
    ASSERT_EQ(surface.validate(), "") << "step " << i;
  }
  double worst = 0, mean = 0;
  for (const Vec3f& p : surface.positions()) {
    const auto off = static_cast<double>(std::abs(length(p - centre) - 0.15f));
    worst = std::max(worst, off);
    mean += off / static_cast<double>(surface.vertices());
  }
  RecordProperty("mean_error_in_cells", std::to_string(mean / static_cast<double>(cell)));
  EXPECT_LT(mean, 0.1 * static_cast<double>(cell));
  EXPECT_LT(worst, 0.5 * static_cast<double>(cell));
  EXPECT_NEAR(surface.volume(), before, 0.01 * before);
  EXPECT_EQ(pieces_of(surface), 1u);
}

// Bodies that swirl, meet and part at random for a thousand steps.
TEST(TrackedSurface, StaysSoundForAThousandRandomSteps) {
  Mesh mesh = sphere_mesh({-0.35f, 0, 0}, 0.3f, 2);
  append(mesh, sphere_mesh({0.35f, 0.1f, 0}, 0.3f, 2));
  append(mesh, sphere_mesh({0, -0.3f, 0.55f}, 0.3f, 2));
  TrackedSurface surface(mesh, 0.09f);
  const double before = surface.volume();
  const Random random(11);
  size_t changes = 0;
  for (uint32_t i = 0; i < 1000; ++i) {
    // Every flow lasts 25 steps and is then turned back, so that bodies are not drawn out for ever.
    const Vec3f strength = random.direction(i / 50), shift = random.direction(i / 50, 1);
    const float way = i % 50 < 25 ? 1.0f : -1.0f;
    surface.move(flow([&](const Vec3f& p) {
                   const Vec3f q = (p + shift) * 4.0f;
                   return Vec3f{strength.x * std::sin(q.z) + strength.z * std::cos(q.y),
                                strength.y * std::sin(q.x) + strength.x * std::cos(q.z),
                                strength.z * std::sin(q.y) + strength.y * std::cos(q.x)} *
                          way;
                 }),
                 0.018f);
    changes += surface.change_topology(i % 3 == 0).cells > 0;
    surface.remesh();
    const std::string problem = surface.validate();
    ASSERT_EQ(problem, "") << "step " << i;
  }
  EXPECT_GT(changes, 10u);
  EXPECT_NEAR(surface.volume(), before, 0.1 * before);
}

TrackedSurface swirled(int threads) {
  const ThreadLimit limit(threads);
  Mesh mesh = sphere_mesh({-0.4f, 0, 0}, 0.38f, 4);
  append(mesh, sphere_mesh({0.4f, 0, 0}, 0.38f, 4));
  TrackedSurface surface(mesh, 0.04f);
  std::span<float> height = surface.channel("height");
  for (size_t v = 0; v < height.size(); ++v) height[v] = surface.positions()[v].x;
  for (int i = 0; i < 12; ++i) {
    surface.move(flow([](const Vec3f& p) { return Vec3f{p.x > 0 ? -0.3f : 0.3f, 0, 0}; }), 0.02f);
    surface.change_topology(false);
    surface.remesh();
  }
  return surface;
}

TEST(TrackedSurface, IsTheSameWhateverTheNumberOfThreads) {
  TrackedSurface one = swirled(1), four = swirled(4);
  EXPECT_EQ(pieces_of(one), 1u);
  EXPECT_EQ(one.mesh().positions, four.mesh().positions);
  EXPECT_EQ(one.mesh().triangles, four.mesh().triangles);
  const std::span<float> a = one.channel("height"), b = four.channel("height");
  EXPECT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
}

TEST(TrackedSurface, CarriesNumbersOfVertices) {
  TrackedSurface surface = swirled(0);
  const std::span<float> height = surface.channel("height");
  double error = 0;
  for (size_t v = 0; v < height.size(); ++v) {  // they came closer by 0.072 since it was written down
    const float x = surface.positions()[v].x;
    if (std::abs(x) > 0.05f) error = std::max(error, static_cast<double>(std::abs(std::abs(height[v] - x) - 0.072f)));
  }
  EXPECT_LT(error, 0.01);
}

TEST(TrackedSurface, GoesOnFromAnArchiveBitForBit) {
  TrackedSurface surface = swirled(0);
  const TempFolder folder;
  const std::filesystem::path file = folder.path() / "state";
  Archive::save(file, [&](Archive& archive) { surface.state(archive); });
  TrackedSurface other(0.04f);
  Archive loading = Archive::loading(file);
  other.state(loading);
  for (TrackedSurface* s : {&surface, &other}) {
    s->move(flow([](const Vec3f& p) { return Vec3f{p.y, -p.x, 0.2f * p.z}; }), 0.1f);
    s->change_topology(false);
    s->remesh();
  }
  EXPECT_EQ(surface.mesh().positions, other.mesh().positions);
  EXPECT_EQ(surface.mesh().triangles, other.mesh().triangles);
}

// A plate thinner than the lattice.
TEST(TrackedSurface, KeepsThinSheetsWhenAsked) {
  const auto plate = [] {
    Mesh mesh = sphere_mesh({0, 0, 0.04f}, 1, 4);
    for (Vec3f& p : mesh.positions) p.z = 0.04f + (p.z - 0.04f) * 0.02f;
    return TrackedSurface(mesh, 0.08f);
  };
  TrackedSurface kept = plate(), torn = plate();
  for (int i = 0; i < 3; ++i) {
    kept.remesh();
    kept.change_topology(true);
    torn.remesh();
    torn.change_topology(false);
  }
  EXPECT_GT(kept.volume(), 0.9 * plate().volume());
  EXPECT_LT(torn.volume(), 0.6 * plate().volume());
  EXPECT_EQ(kept.net().validate(), "");
  EXPECT_EQ(torn.net().validate(), "");
}

TEST(TrackedSurface, RefusesMeshesThatAreNotClosed) {
  Mesh mesh = sphere_mesh({}, 1, 1);
  mesh.triangles.pop_back();
  EXPECT_THROW(TrackedSurface(mesh, 0.1f), InputError);
}

}  // namespace

}  // namespace weir::tracked
