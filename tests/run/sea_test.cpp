// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Waves in a flat flume between two zones of a sea: one sends regular waves, the other is still and must swallow them.
// Figures of longer runs are in docs/sea.md.

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "control/sea/sea_settings.h"
#include "control/sea/waves.h"
#include "liquid.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/run/run.h"

namespace weir::run {
namespace {

constexpr int kFrames = 24;  // a period

struct Flume {
  double length = 1;                // m, of the waves
  double height = 0.06;             // m, of the waves
  double depth = 0.5;               // m
  double width = 1;                 // m, of the zones
  double free = 3;                  // m between them
  double spacing = 0.025;           // m
  int settling = 8, measuring = 6;  // periods
};

struct Measured {
  double height;      // of the waves that run on, over what was asked
  double reflection;  // of the waves that come back, over those
  double level;       // change of the mean level between the zones, over the depth
};

Scene flume_scene(const Flume& flume, bool flip) {
  Scene scene;
  scene.dimensions = 2;
  scene.solver.spacing = flume.spacing;
  if (flip) {
    scene.solver.settings = grid::FlipSettings{};
  } else {
    sph::SphSettings settings;
    settings.xsph = 0;  // or the liquid's friction takes more from the waves than the zones
    scene.solver.settings = settings;
  }
  const double end = 2 * flume.width + flume.free;
  scene.domain = Domain{{0, 0, -1}, {end, 2 * flume.depth, 1}, Walls::closed};
  add_liquid(scene, box({0, 0, -1}, {end, flume.depth, 1}));
  sea::SeaSettings sends, swallows;
  sends.level = swallows.level = flume.depth;
  sends.width = swallows.width = flume.width;
  sends.sides = {sea::SeaSide::lower_x};
  swallows.sides = {sea::SeaSide::upper_x};
  sends.start = swallows.start = sea::SeaStart::still;
  sends.waves = {{flume.height, flume.length, {}, 0, 0}};
  scene.directors = {{"sends", sends}, {"swallows", swallows}};
  return scene;
}

// Levels of the free water at equal distances, by the volume below them.
std::vector<double> levels(const Particles& particles, const Flume& flume, size_t count) {
  std::vector<double> level(count, 0.0);
  const double bin = flume.free / static_cast<double>(count);
  for (const Vec3f& x : particles.position) {
    const double at = (static_cast<double>(x.x) - flume.width) / bin;
    if (at >= 0 && at < static_cast<double>(count))
      level[static_cast<size_t>(at)] += flume.spacing * flume.spacing / bin;
  }
  return level;
}

// Amplitudes of a wave that runs on and one that comes back, by least squares over all places and moments (the method
// of Goda & Suzuki 1976 with many gauges).
class WaveFit {
 public:
  void add(double to, double fro, double level) {
    const std::array<double, 5> f{std::cos(to), std::sin(to), std::cos(fro), std::sin(fro), 1};
    for (size_t i = 0; i < 5; ++i) {
      for (size_t j = 0; j < 5; ++j) matrix_[i][j] += f[i] * f[j];
      matrix_[i][5] += f[i] * level;
    }
  }
  std::array<double, 5> solve() const {
    auto m = matrix_;
    for (size_t i = 0; i < 5; ++i) {
      for (size_t j = 0; j < 5; ++j) {
        const double share = m[j][i] / m[i][i];
        for (size_t c = i; j != i && c < 6; ++c) m[j][c] -= share * m[i][c];
      }
    }
    return {m[0][5] / m[0][0], m[1][5] / m[1][1], m[2][5] / m[2][2], m[3][5] / m[3][3], m[4][5] / m[4][4]};
  }

 private:
  std::array<std::array<double, 6>, 5> matrix_{};
};

Measured measure(const Flume& flume, bool flip) {
  Scene scene = flume_scene(flume, flip);
  const sea::Wave wave = sea::regular_wave({flume.height, flume.length, {}, 0, 0}, {9.81, flume.depth});
  const double period = 2 * kPi / wave.frequency;
  scene.frames.rate = kFrames / period;
  const int settled = 1 + kFrames * flume.settling;
  scene.frames.last = settled + kFrames * flume.measuring;
  Stage stage(scene);
  const auto bins = static_cast<size_t>(flume.free / (2 * flume.spacing));
  WaveFit fit;
  const auto add = [&] {
    const std::vector<double> level = levels(stage.solver().particles(), flume, bins);
    for (size_t b = 0; b < bins; ++b) {
      const double x = flume.width + flume.free * (static_cast<double>(b) + 0.5) / static_cast<double>(bins);
      const double kx = wave.number * x, wt = wave.frequency * stage.time();
      fit.add(kx - wt, kx + wt, level[b]);
    }
  };
  while (stage.frame() < scene.frames.last) {
    stage.advance();
    if (stage.frame() > settled) add();
  }
  const std::array<double, 5> found = fit.solve();
  const double on = std::hypot(found[0], found[1]), back = std::hypot(found[2], found[3]);
  return {2 * on / flume.height, back / on, found[4] / flume.depth - 1};
}

void note_all(const Measured& found) {
  note("height", found.height);
  note("reflection", found.reflection);
  note("level", found.level);
}

TEST(Sea, FlumeOfFlipIsOpen) {
  const Measured found = measure({.spacing = 0.0125}, true);
  note_all(found);
  EXPECT_NEAR(found.height, 1, 0.12);
  EXPECT_LE(found.reflection, 0.05);
  EXPECT_LE(std::abs(found.level), 0.01);
}

// Of waves so few spacings long and high, SPH itself loses a third on the way, and a twentieth of a wave is less than a
// tenth of a spacing.
TEST(Sea, FlumeOfSphLetsWavesInAndOut) {
  const Measured found = measure({.height = 0.08, .free = 1.5, .settling = 6, .measuring = 4}, false);
  note_all(found);
  EXPECT_GT(found.height, 0.45);
  EXPECT_LT(found.height, 1.1);
  EXPECT_LE(found.reflection, 0.08);
  EXPECT_LE(std::abs(found.level), 0.01);
}

const char* kPool = R"({"dimensions": 2, "frames": {"last": 6}, "output": {"precision": "exact"},
  "domain": {"lower": [0, 0, -1], "upper": [4, 1, 1]},
  "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [4, 0.5, 1]}}],
  "solver": {"kind": "flip", "spacing": 0.025}, "directors": [{"kind": "sea", )";

Scene scene_with(const TempFolder& folder, const std::string& sea) {
  write_file(folder.path() / "sea.json", kPool + sea + "}]}");
  return load_scene(folder.path() / "sea.json");
}

// The level is where the waves have it and the liquid flows with them from the first frame on, and as much liquid is
// there as when it was still.
TEST(Sea, StartsInItsWaves) {
  const TempFolder folder;
  const Scene scene = scene_with(folder, R"("level": 0.5, "width": 1, "waves": [{"height": 0.1, "length": 2}])");
  const Stage stage(scene);
  std::vector<double> top(40, 0.0);  // in strips of 0.1 m
  for (const Vec3f& x : stage.solver().particles().position) {
    double& highest = top[static_cast<size_t>(x.x * 10)];
    highest = std::max(highest, static_cast<double>(x.y) + 0.5 * scene.solver.spacing);
  }
  for (size_t i = 0; i < top.size(); ++i) {
    const double kx = kPi * 0.1 * (static_cast<double>(i) + 0.5);
    EXPECT_NEAR(top[i], 0.5 + 0.05 * std::cos(kx), 0.6 * scene.solver.spacing) << i;
  }
  EXPECT_NEAR(static_cast<double>(stage.solver().particles().size()), 160 * 20, 0.01 * 160 * 20);
}

// Steep waves that SPH starts in do not burst: nothing leaps above their crests.
TEST(Sea, SphStartsCalmly) {
  const TempFolder folder;
  Scene scene = scene_with(folder, R"("level": 0.5, "width": 1, "waves": [{"height": 0.16, "length": 2}])");
  scene.solver.settings = sph::SphSettings{};
  Stage stage(scene);
  float highest = 0;
  for (int frame = 0; frame < 8; ++frame) {
    advance(stage, 1);
    for (const Vec3f& x : stage.solver().particles().position) highest = std::max(highest, x.y);
  }
  note("highest", static_cast<double>(highest));
  EXPECT_LT(highest, 0.5f + 0.08f + 3 * 0.025f);
}

// As long as a body is short against the waves it goes up and down with them, and it stays afloat.
TEST(Sea, ABodyRidesOnTheWaves) {
  const Flume flume{.length = 1.6, .height = 0.1, .depth = 0.5, .width = 1.6, .free = 1.2, .spacing = 0.04};
  Scene scene = flume_scene(flume, false);
  sea::SeaSettings all = *scene.directors[0].get<sea::SeaSettings>();
  all.sides = {}, all.start = sea::SeaStart::waves;
  scene.directors = {{"sea", all}};
  Solid& body = add_solid(scene, box({2.1, 0.4, -1}, {2.3, 0.6, 1}));
  body.rigid = Rigid{};
  body.rigid->density = 500;
  Stage stage(scene);
  double lowest = 1e30, highest = -1e30, sum = 0;
  for (int moment = 0; moment < 24; ++moment) {
    advance(stage, 3);
    const double y = sph_state(stage).bodies[0].centre.y;
    lowest = std::min(lowest, y), highest = std::max(highest, y), sum += y / 24;
  }
  note("heave", (highest - lowest) / flume.height);
  note("mean", sum);
  EXPECT_NEAR((highest - lowest) / flume.height, 1, 0.35);
  EXPECT_NEAR(sum, flume.depth, 0.05);
}

TEST(Sea, GoesOnAsIfItHadNotBeenStopped) {
  const TempFolder folder;
  for (const char* solver : {"sph", "flip"}) {
    Scene scene = scene_with(folder, R"("level": 0.5, "width": 1, "scale": {"keys": [[1, 0.5], [6, 1]]},
                                        "jonswap": {"height": 0.06, "period": 1.2, "components": 8})");
    if (std::string(solver) == "sph") scene.solver.settings = sph::SphSettings{};
    scene.solver.spacing = 0.04;
    Stage whole(scene), first(scene), second(scene);
    advance(whole, 5);
    advance(first, 3);
    Archive::save(folder / "state", [&](Archive& archive) { first.state(archive); });
    Archive loaded = Archive::loading(folder / "state");
    second.state(loaded);
    advance(second, 2);
    EXPECT_EQ(second.solver().particles().position, whole.solver().particles().position) << solver;
    EXPECT_EQ(second.solver().particles().id, whole.solver().particles().id) << solver;
  }
}

TEST(Sea, SameForAnyNumberOfThreads) {
  const TempFolder folder;
  const Scene scene = scene_with(folder, R"("level": 0.5, "width": 1, "jonswap": {"height": 0.06, "period": 1.2,
                                           "components": 8})");
  const auto run = [&](int threads) {
    const ThreadLimit limit(threads);
    Stage stage(scene);
    while (stage.frame() < scene.frames.last) stage.advance();
    return stage.solver().particles().position;
  };
  EXPECT_EQ(run(1), run(3));
}

TEST(Sea, RefusesWhatCannotBe) {
  const TempFolder folder;
  const auto said = [&](const std::string& sea) { return refusal([&] { scene_with(folder, sea); }); };
  const auto expect = [&](const std::string& sea, const std::string& words) {
    EXPECT_NE(said(sea).find(words), std::string::npos) << said(sea);
  };
  EXPECT_EQ(said(R"("level": 0.5, "width": 1)"), "");
  expect(R"("width": 1)", "level");
  expect(R"("level": 0.5, "width": 1}, {"kind": "guide", "refine": 2, "depth": 0.2)", "does not go with a guide");
  expect(R"("level": 1.5, "width": 1)", "directors[0].level: must lie inside the domain");
  expect(R"("level": 0.5, "width": 2)", "directors[0].width: zones of 2 m leave no free water");
  expect(R"("level": 0.5, "width": 1, "sides": ["-z"])", "directors[0].sides: a scene in 2D has only");
  expect(R"("level": 0.1, "width": 1)", "directors[0].level: must be at least 0.2 m above the bottom");
  expect(R"("level": 0.5, "width": 0.1)", "directors[0].width: must be at least 0.2 m (8 spacings)");
  expect(R"("level": 0.95, "width": 1, "waves": [{"height": 0.12, "length": 2}])",
         "directors[0]: crests may be 0.06 m");
  expect(R"("level": 0.5, "width": 1, "waves": [{"height": 0.1, "length": 1}, {"height": 0.1, "length": 1.1}])",
         "directors[0].waves: where their crests meet they would break");
  expect(R"("level": 0.5, "width": 1, "waves": [{"height": 0.1}])", "must have one of \"length\" and \"period\"");
  expect(R"("level": 0.5, "width": 1, "waves": [{"height": 0.3, "length": 1}])",
         "waves[0].height: must be at most 0.141");
  expect(R"("level": 0.5, "width": 1, "waves": [{"height": 0.01, "length": 0.2}])", "16 spacings");
  expect(R"("level": 0.5, "width": 1, "jonswap": {"height": 0.01, "period": 0.6})",
         "jonswap: the shortest wave that a spectrum needs is 0.375 m");
  expect(R"("level": 0.5, "width": 1, "waves": [{"height": 0.1, "length": 1, "direction": 30}])", "0 or 180 in 2D");
  expect(R"("level": 0.5, "width": 1, "jonswap": {"height": 0.1, "period": 1, "spread": 9, "components": 4})",
         "jonswap.spread: must be 0 in 2D");
}

}  // namespace
}  // namespace weir::run
