// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The same scene 2 cm, 1 m and 1 km large, with every solver and director: as many steps in every frame, as many
// particles, each in the same place.

#include <gtest/gtest.h>

#include "base/files.h"
#include "every_scene.h"
#include "scaled_scene.h"
#include "temp_folder.h"
#include "weir/cache/run_stats.h"
#include "weir/cache/sequence.h"
#include "weir/cache/volumes_vdb.h"
#include "weir/run/run.h"

namespace weir::run {
namespace {

struct Outcome {
  std::vector<double> steps;  // of all frames but the first
  std::vector<Particles> particles;
  std::vector<std::vector<Volume>> volumes;
};

Outcome run(const Scenes& scenes, double s) {
  const TempFolder folder;
  for (const auto& [name, text] : scenes.files) write_file(folder / name, scaled_scene(text, s));
  const Scene scene = load_scene(folder / "scene.json");
  run_scene(scene, {.folder = folder / "run", .progress = ProgressStyle::none});
  const cache::RunStats stats = cache::read_run_stats(folder / "run");
  const cache::ParticleSequence sequence(folder / "run");
  Outcome outcome;
  if (const cache::Measure* steps = stats.find("steps")) {
    outcome.steps.assign(steps->values.begin() + 1, steps->values.end());
  }
  for (const int frame : sequence.frames()) {
    outcome.particles.push_back(sequence.read(frame));
    const std::filesystem::path volumes = folder / "run" / "volumes" / sequence.file(frame).filename();
    if (std::filesystem::exists(volumes)) outcome.volumes.push_back(cache::read_volumes_vdb(volumes));
  }
  return outcome;
}

// Spacings that particles are away from where those of the usual size are.
double farthest(const Particles& usual, const Particles& other, double s, double spacing) {
  double result = 0;
  for (size_t i = 0; i < usual.size(); ++i) {
    const Vec3d place = static_cast<Vec3d>(other.position[i]) / s;
    result = std::max(result, length(place - static_cast<Vec3d>(usual.position[i])) / spacing);
  }
  return result;
}

// Of the largest value, the greatest difference.
double difference(const Volume& usual, const Volume& other) {
  if (other.tile != usual.tile || other.values.size() != usual.values.size()) return 1e9;
  double most = 1e-30, most_of_other = 1e-30, result = 0;
  for (const float value : usual.values) most = std::max(most, std::abs(static_cast<double>(value)));
  for (const float value : other.values) most_of_other = std::max(most_of_other, std::abs(static_cast<double>(value)));
  for (size_t i = 0; i < usual.values.size(); ++i) {
    const double a = static_cast<double>(usual.values[i]) / most,
                 b = static_cast<double>(other.values[i]) / most_of_other;
    result = std::max(result, std::abs(a - b));
  }
  return result;
}

class SameAtAnySize : public ::testing::TestWithParam<Scenes> {};

TEST_P(SameAtAnySize, StepsAndPlaces) {
  const Outcome usual = run(GetParam(), 1);
  const double spacing = Json::parse(GetParam().files.at("scene.json"))["solver"]["spacing"];
  ASSERT_TRUE(usual.particles.back().size() > 50 || !usual.volumes.empty());
  for (const double s : {1.0 / 64, 1024.0}) {
    const Outcome other = run(GetParam(), s);
    EXPECT_EQ(other.steps, usual.steps) << s;
    for (size_t f = 0; f < usual.particles.size(); ++f) {
      const std::string where = "size " + std::to_string(s) + ", frame " + std::to_string(f + 1);
      ASSERT_TRUE(other.particles[f].id == usual.particles[f].id) << where;
      ASSERT_LE(farthest(usual.particles[f], other.particles[f], s, spacing), 1e-4) << where;
    }
    for (size_t f = 0; f < usual.volumes.size(); ++f) {
      ASSERT_EQ(other.volumes[f].size(), usual.volumes[f].size());
      for (size_t v = 0; v < usual.volumes[f].size(); ++v) {
        EXPECT_LE(difference(usual.volumes[f][v], other.volumes[f][v]), 1e-4)
            << usual.volumes[f][v].name << " " << s << " " << f + 1;
      }
    }
  }
}

const auto name_of = [](const auto& test) { return std::string(test.param.name); };
INSTANTIATE_TEST_SUITE_P(Solvers, SameAtAnySize, ::testing::ValuesIn(solvers()), name_of);
INSTANTIATE_TEST_SUITE_P(Directors, SameAtAnySize, ::testing::ValuesIn(directors()), name_of);

}  // namespace
}  // namespace weir::run
