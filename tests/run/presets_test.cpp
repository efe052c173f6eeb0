// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Honey by its name is poured over a ball, in both solvers of liquid and at two sizes.

#include <gtest/gtest.h>

#include <cmath>
#include <deque>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/cache/sequence.h"
#include "weir/run/run.h"
#include "weir/scene/parameter.h"

namespace weir::run {
namespace {

constexpr double kSpacing = 0.02;  // of the size

// All of it s times as large, and √s times as slow.
Json poured(const Json& phase, const std::string& solver, double s) {
  const auto at = [s](double x, double y, double z) { return Json{x * s, y * s, z * s}; };
  return {{"frames", {{"last", 24}, {"rate", 24 / std::sqrt(s)}}},
          {"domain", {{"lower", at(-0.4, 0, -0.4)}, {"upper", at(0.4, 1, 0.4)}}},
          {"solver", {{"kind", solver}, {"spacing", kSpacing * s}}},
          {"phase", phase},
          {"emitters",
           {{{"velocity", {0, -1 * std::sqrt(s), 0}},
             {"shape",
              {{"kind", "cylinder"},
               {"radius", 0.04 * s},
               {"height", 0.06 * s},
               {"transform", {{"translate", at(0.03, 0.9, 0)}}}}}}}},
          {"solids", {{{"shape", {{"kind", "sphere"}, {"radius", 0.16 * s}, {"centre", at(0, 0.25, 0)}}}}}}};
}

Particles last_frame_of(const Json& scene) {
  const TempFolder folder;
  write_file(folder / "scene.json", scene.dump());
  run_scene(load_scene(folder / "scene.json"), {.folder = folder / "run", .progress = ProgressStyle::none});
  const cache::ParticleSequence sequence(folder / "run");
  return sequence.read(sequence.frames().back());
}

// Share of the particles that hang together, each less than one and a half spacings from the next.
double together(const std::vector<Vec3f>& points, double spacing) {
  std::vector<uint8_t> seen(points.size());
  const auto limit = static_cast<float>(2.25 * spacing * spacing);
  size_t most = 0;
  for (size_t start = 0; start < points.size(); ++start) {
    if (seen[start]) continue;
    std::deque<size_t> open{start};
    seen[start] = 1;
    size_t count = 0;
    for (; !open.empty(); open.pop_front(), ++count) {
      for (size_t i = 0; i < points.size(); ++i) {
        if (seen[i] || length_squared(points[i] - points[open.front()]) > limit) continue;
        seen[i] = 1;
        open.push_back(i);
      }
    }
    most = std::max(most, count);
  }
  return static_cast<double>(most) / static_cast<double>(points.size());
}

Vec3d mean(const std::vector<Vec3f>& points) {
  Vec3d sum;
  for (const Vec3f& p : points) sum += Vec3d(p);
  return sum / static_cast<double>(points.size());
}

double spread(const std::vector<Vec3f>& points) {
  const Vec3d middle = mean(points);
  double sum = 0;
  for (const Vec3f& p : points) sum += length_squared(Vec3d(p) - middle);
  return std::sqrt(sum / static_cast<double>(points.size()));
}

class Honey : public ::testing::TestWithParam<const char*> {};

TEST_P(Honey, StaysTogetherAndFlowsAlikeAtAnySize) {
  const std::vector<Vec3f> small = last_frame_of(poured("honey", GetParam(), 0.1)).position;
  const std::vector<Vec3f> large = last_frame_of(poured("honey", GetParam(), 1)).position;
  ASSERT_GT(large.size(), 400u);
  EXPECT_GT(together(large, kSpacing), 0.98);
  EXPECT_GT(together(small, 0.1 * kSpacing), 0.98);
  EXPECT_NEAR(mean(small).y / 0.1, mean(large).y, 0.3 * kSpacing);
  EXPECT_NEAR(spread(small) / 0.1, spread(large), 0.3 * kSpacing);
}

// Or the test above could not fail.
TEST_P(Honey, WithoutItsPropertiesFallsApart) {
  const Json thin = {{"preset", "honey"}, {"viscosity", 0}, {"surface_tension", 0}};
  EXPECT_LT(together(last_frame_of(poured(thin, GetParam(), 1)).position, kSpacing), 0.9);
}

INSTANTIATE_TEST_SUITE_P(Solvers, Honey, ::testing::Values("sph", "flip"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace weir::run
