// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole runs of the grid solver with a narrow band of particles, with thick liquid, and what it gives for files.

#include <algorithm>
#include <functional>
#include <numbers>

#include "contained.h"
#include "grid/liquid/flip.h"
#include "grid/liquid/flip_settings.h"
#include "liquid.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::run {

static Scene band_pool(int dimensions, double spacing, const Vec3d& size, double depth, int band = 4) {
  Scene scene = pool(dimensions, spacing, size, depth);
  grid::FlipSettings settings;
  settings.band = band;
  scene.solver.settings = settings;
  return scene;
}

static Scene breaking_dam(int dimensions, int band) {
  Scene scene = band_pool(dimensions, dimensions == 2 ? 0.0125 : 0.02, {1, 1, 0.5}, 0.3, band);
  add_liquid(scene, box({0, 0.3, -1}, {0.3, 0.8, 1}));
  return scene;
}

TEST(FlipBand, WaterAtRestStaysAtRestWithFewerParticles) {
  for (const int dimensions : {2, 3}) {
    const Scene scene = band_pool(dimensions, 0.02, {0.8, 0.8, 0.8}, 0.64);
    Stage stage(scene);
    const size_t before = stage.solver().particles().size();
    const Stage::FrameReport report = advance(stage, 12);
    EXPECT_LT(static_cast<double>(stage.solver().particles().size()), 0.5 * static_cast<double>(before));
    EXPECT_LT(mean_speed(stage.solver().particles()), 0.005);
    const double whole = dimensions == 2 ? 0.8 * 0.64 : 0.8 * 0.8 * 0.64;
    EXPECT_NEAR(measure(report, "volume") / whole, 1, 0.01);
  }
}

// The amount of liquid is that of the beginning all along, and the water goes where it goes with particles alone.
TEST(FlipBand, ADamBreaksAsWithParticlesAlone) {
  for (const int dimensions : {2, 3}) {
    const Scene scene = breaking_dam(dimensions, 4), whole = breaking_dam(dimensions, 0);
    Stage stage(scene), reference(whole);
    for (int frame = 0; frame < 18; ++frame) {
      const Stage::FrameReport report = advance(stage, 1), expected = advance(reference, 1);
      EXPECT_NEAR(measure(report, "amount") / measure(expected, "amount"), 1, 1e-6) << frame;
      ASSERT_EQ(what_escaped(scene, stage.solver().particles(), stage.frame(), 0.2 * scene.solver.spacing), "");
      const auto front = [](const Stage& s) {  // behind the first drops
        std::vector<float> along;
        for (const Vec3f& p : s.solver().particles().position) along.push_back(p.x + p.y);
        std::nth_element(along.begin(), along.begin() + 20, along.end(), std::greater<>());
        return along[20];
      };
      if (frame >= 8) continue;
      EXPECT_NEAR(front(stage), front(reference), 0.06);
    }
  }
}

// A dam breaks against the far wall and the ceiling, and comes to rest: the surface encloses the liquid all along, and
// none is lost or made. The walls do not lie on cells in the second round.
TEST(FlipBand, VolumeStaysThroughADamBreak) {
  for (const double shift : {0.0, 0.004}) {
    for (const int band : {0, 4}) {
      Scene scene = band_pool(2, 0.0125, {1 + shift, 1, 0}, 0, band);
      scene.liquids.clear();
      add_liquid(scene, box({0, 0, -1}, {0.4, 0.8, 1}));
      Stage stage(scene);
      double amount = 0, worst = 0, end = 0;
      for (int frame = 0; frame < 240; ++frame) {
        const Stage::FrameReport report = advance(stage, 1);
        if (frame == 0) amount = measure(report, "amount");
        EXPECT_NEAR(measure(report, "amount") / amount, 1, 1e-6);
        const double error = (measure(report, "volume") + measure(report, "spray")) / amount - 1;
        worst = std::max(worst, std::abs(error));
        if (frame >= 216) end += error / 24;
      }
      note("worst", worst);
      note("end", end);
      EXPECT_LT(worst, 0.03) << band;
      EXPECT_LT(std::abs(end), 0.005) << band;
      if (band > 0) continue;
      // Waves lift it; collapsed, it would lie lower than it can.
      const double height = 2 * mean_height(stage.solver().particles()) * (1 + shift) / amount;
      EXPECT_GT(height, 0.995);
      EXPECT_LT(height, 1.12);
    }
  }
}

// How high a standing wave of 80 spacings is, period by period: half of what its cosine rises and falls. It is in a
// tank half as long, and starts by gravity that leans for three frames.
static std::vector<double> heights_of_wave(int band, int periods) {
  const double width = 0.5, k = std::numbers::pi / width, period = 2 * std::numbers::pi / std::sqrt(9.81 * k);
  Scene scene = band_pool(2, 0.0125, {width, 1, 0}, 0.5, band);
  scene.gravity = Animated<Vec3d>({{1, {2, -9.81, 0}}, {4, {0, -9.81, 0}}}, Interpolation::step);
  const size_t gauges = 20;
  const auto place = [](size_t i) { return (static_cast<double>(i) + 0.5) / gauges; };
  for (size_t i = 0; i < gauges; ++i) {
    scene.probes.push_back({std::to_string(i), probes::Height{.point = {width * place(i), 0, 0}}});
  }
  Stage stage(scene);
  advance(stage, 3);
  const double start = stage.time();
  std::vector<double> least(static_cast<size_t>(periods), 1e30), most(static_cast<size_t>(periods), -1e30);
  while (stage.time() < start + periods * period) {
    for (const ProbeReading& reading : stage.advance().probes) {
      double height = 0;  // values are height and depth, gauge by gauge
      for (size_t i = 0; i < gauges; ++i) {
        height += 2.0 / gauges * std::cos(std::numbers::pi * place(i)) * reading.values[2 * i + 1];
      }
      const auto n = static_cast<size_t>((reading.time - start) / period);
      if (n >= least.size()) continue;
      least[n] = std::min(least[n], height);
      most[n] = std::max(most[n], height);
    }
  }
  for (size_t n = 0; n < most.size(); ++n) most[n] = (most[n] - least[n]) / 2;
  return most;
}

// What leaves the core must be found in slow flow as well, or the seam holds the wave back.
TEST(FlipBand, WavesKeepTheirHeight) {
  for (const int band : {0, 4, 7}) {
    const std::vector<double> heights = heights_of_wave(band, 6);
    note("kept" + std::to_string(band), heights.back() / heights.front());
    EXPECT_GT(heights.front(), 0.03);
    EXPECT_NEAR(heights.back() / heights.front(), 1, 0.15) << band;
  }
}

TEST(FlipBand, SameBytesWithAnyNumberOfThreadsAndAfterResuming) {
  for (const int dimensions : {2, 3}) {
    Scene scene = breaking_dam(dimensions, 3);
    Sink sink;
    sink.shape = box({0.9, 0, -1}, {1, 0.2, 1});
    scene.sinks = {sink};
    scene.phases.front().viscosity = 0.5;
    expect_same_bytes(scene, 3);
  }
}

// A sink deep in the core drains it as fast as it drains particles, which crowd into it from all sides.
TEST(FlipBand, SinksDrainTheCore) {
  double drained[2];
  for (const bool with_core : {false, true}) {
    Scene scene = band_pool(2, 0.0125, {1, 1, 0}, 0.6, with_core ? 4 : 0);
    Sink sink;
    sink.shape = box({0.45, 0, -1}, {0.55, 0.1, 1});
    scene.sinks = {sink};
    Stage stage(scene);
    const double before = measure(advance(stage, 1), "amount");
    const Stage::FrameReport report = advance(stage, 16);
    drained[with_core] = before - measure(report, "amount");
    EXPECT_GT(drained[with_core], 0.5 * before);
    EXPECT_NEAR(measure(report, "volume") / measure(report, "amount"), 1, 0.1);
  }
  EXPECT_NEAR(drained[true] / drained[false], 1, 0.03);
}

TEST(FlipBand, IsRefusedWithTwoPhases) {
  Scene scene = band_pool(2, 0.05, {1, 1, 0}, 0.5);
  scene.phases.push_back(scene.phases.front());
  scene.phases.back().name = "oil";
  EXPECT_THROW(Stage stage(scene), InputError);
}

// What is written beside the particles: a level surface where it is, and velocities near zero.
TEST(FlipVolumes, APoolAtRest) {
  for (const int band : {0, 4}) {
    for (const int dimensions : {2, 3}) {
      const Scene scene = band_pool(dimensions, 0.02, {0.8, 0.8, 0.8}, 0.48, band);
      Stage stage(scene);
      for (const int frames : {0, 2}) {
        advance(stage, frames);
        const std::vector<Volume> volumes = stage.solver().volumes();
        ASSERT_EQ(volumes.size(), 2u);
        const Volume& surface = volumes[0];
        EXPECT_EQ(surface.validate(), "");
        EXPECT_EQ(volumes[1].validate(), "");
        EXPECT_TRUE(surface.level_set && volumes[1].staggered);
        size_t looked_at = 0;
        for (size_t t = 0; t < surface.tile.size(); ++t) {
          for (size_t v = 0; v < kVoxelsPerTile; ++v) {
            const Vec3i voxel = surface.tile[t] * 8 +
                                Vec3i{static_cast<int>(v / 64), static_cast<int>(v / 8 % 8), static_cast<int>(v % 8)};
            const Vec3f p = surface.origin + static_cast<Vec3f>(voxel) * surface.voxel_size;
            // Away from walls, near the surface.
            const float side = dimensions == 2 ? 0.4f : p.z;
            if (std::min({p.x, side, 0.8f - p.x, 0.8f - side}) < 0.15f || std::abs(p.y - 0.48f) > 0.1f) continue;
            EXPECT_NEAR(surface.values[t * kVoxelsPerTile + v], p.y - 0.48f, 0.1f * surface.voxel_size);
            ++looked_at;
          }
        }
        EXPECT_GT(looked_at, 50u);
        for (const float v : volumes[1].values) EXPECT_LT(std::abs(v), 0.05f);
      }
    }
  }
}

// A column of pitch on the floor: stiffer than any explicit step could bear, it sinks in slowly and sticks to the
// floor, with steps as long as water's.
TEST(FlipViscosity, PitchStandsWhereWaterFalls) {
  float highest[2], widest[2];  // of water and pitch
  for (const int thick : {0, 1}) {
    Scene scene = band_pool(2, 0.01, {1, 1, 0}, 0, 0);
    scene.solver.get<grid::FlipSettings>()->flip = 0;
    scene.liquids.clear();
    scene.phases.front().viscosity = thick ? 1e5 : 0;
    add_liquid(scene, box({0.4, 0, -1}, {0.6, 0.6, 1}));
    Stage stage(scene);
    for (int frame = 0; frame < 12; ++frame) {
      const Stage::FrameReport report = advance(stage, 1);
      EXPECT_LE(report.steps, 12);
    }
    highest[thick] = widest[thick] = 0;
    for (const Vec3f& p : stage.solver().particles().position) {
      highest[thick] = std::max(highest[thick], p.y);
      if (p.y < 0.02f) widest[thick] = std::max(widest[thick], std::abs(p.x - 0.5f));
    }
  }
  EXPECT_GT(highest[1], 0.5);
  EXPECT_GT(widest[0], 0.4);
  EXPECT_LT(widest[1], 0.13);
}

// Turns everything about z faster and faster.
struct Turner final : Director {
  static constexpr float kGain = 10;  // rad/s2
  unsigned hooks() const override { return hook::forces; }
  void forces(const Clock&, const Particles& particles, std::span<Vec3f> acceleration) override {
    for (size_t i = 0; i < particles.size(); ++i) {
      acceleration[i] += Vec3f{-particles.position[i].y, particles.position[i].x, 0} * kGain;
    }
  }
};

// Pressure cannot turn the core: it must feel the director itself.
TEST(FlipBand, DirectorsReachTheCore) {
  for (const int dimensions : {2, 3}) {
    Scene scene = band_pool(dimensions, 0.02, {2, 2, 2}, 0, 4);
    scene.domain.reset();
    scene.gravity = Vec3d{};
    scene.liquids.clear();
    add_liquid(scene, ball({0, 0, 0}, 0.3));
    const std::unique_ptr<Solver> solver = grid::make_flip_solver(scene);
    Directors directors;
    directors.add(std::make_unique<Turner>());
    Clock clock;
    clock.step = 0.005;
    for (; clock.time < 0.0999; clock.time += clock.step) solver->step(clock, directors);
    const float turn = Turner::kGain * static_cast<float>(clock.time);
    double worst = 0;
    for (const Volume& volume : solver->volumes()) {
      if (volume.name != "velocity") continue;
      for (size_t v = 0; v < volume.values.size() / 3; ++v) {
        const Vec3i tile = volume.tile[v / 512], in_tile{static_cast<int>(v / 64 % 8), static_cast<int>(v / 8 % 8), 0};
        const Vec3f middle = volume.origin + static_cast<Vec3f>(tile * 8 + in_tile) * volume.voxel_size;
        const Vec3f place{
            middle.x, middle.y,
            volume.origin.z + static_cast<float>(tile.z * 8 + static_cast<int>(v % 8)) * volume.voxel_size};
        if (length(place) > 0.1f) continue;  // deep in the core
        worst = std::max(worst, static_cast<double>(std::abs(volume.values[3 * v] + turn * place.y)));
        worst = std::max(worst, static_cast<double>(std::abs(volume.values[3 * v + 1] - turn * place.x)));
      }
    }
    EXPECT_GT(worst, 0);
    EXPECT_LT(worst, 0.1 * 0.1 * static_cast<double>(turn)) << dimensions;
  }
}

}  // namespace weir::run
