// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquid that repeats recorded liquid (Schoentgen et al. 2020), in small flat scenes: what control brings is measured
// against the same scene without it.

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "control/templates/director/instance.h"
#include "control/templates/director/templates_settings.h"
#include "control/templates/library/anchors.h"
#include "control/templates/library/template_writer.h"
#include "liquid.h"

namespace weir::run {
namespace {

constexpr double kSpacing = 0.025;
const Vec3d kTank{1.6, 1.4, 1};
constexpr double kDepth = 0.4;

Scene still_pool(double spacing = kSpacing) { return pool(2, spacing, kTank, kDepth); }

// Runs a scene and records frames `first` to `last` of a region of it. Returns the particles of the frames, by number.
std::map<int, Particles> record(const Scene& scene, const TemplateRegion& region, int first, int last,
                                const std::filesystem::path& file) {
  templates::TemplateMetadata metadata;
  metadata.name = "recorded";
  metadata.dimensions = 2;
  metadata.spacing = scene.solver.spacing;
  metadata.region = region;
  metadata.first_frame = first;
  templates::TemplateWriter writer(file, metadata);
  std::map<int, Particles> frames;
  Stage stage(scene);
  for (int frame = 1; frame <= last; ++frame) {
    if (frame > 1) stage.advance();
    frames[frame] = stage.solver().particles();
    if (frame >= first) writer.add_frame(frames[frame]);
  }
  writer.finish();
  return frames;
}

templates::TemplatesSettings& direct(Scene& scene, const std::filesystem::path& library,
                                     const templates::TemplateInstance& instance) {
  templates::TemplatesSettings settings;
  settings.library = LinkedPath{library};
  settings.instances = {instance};
  settings.instances[0].source = "recorded";
  scene.directors = {{"templates", settings}};
  return *scene.directors[0].get<templates::TemplatesSettings>();
}

// Means of a director's measures over the frames that have them, from a frame on.
std::map<std::string, double> mean_measures(const Scene& scene, int frames, int from = 0) {
  Stage stage(scene);
  std::map<std::string, double> sum;
  std::map<std::string, int> count;
  for (int i = 0; i < frames; ++i) {
    const Stage::FrameReport frame = stage.advance();
    if (i < from) continue;
    for (const Directors::Report& report : frame.directors) {
      for (const auto& [name, value] : report.measures) sum[name] += value, ++count[name];
    }
  }
  for (auto& [name, value] : sum) value /= count[name];
  return sum;
}

templates::TemplateInstance without_control(templates::TemplateInstance instance) {
  instance.strength = Animated<double>(0.0);
  instance.temporary = false;
  return instance;
}

// A block of water falls into the pool; recorded from the frame on at which it is in the water.
class Splash : public ::testing::Test {
 protected:
  static constexpr int kFirst = 6, kLast = 30;
  void SetUp() override {
    Scene scene = still_pool();
    add_liquid(scene, box({0.7, 0.55, -1}, {0.9, 0.75, 1}), {0, -2, 0});
    recorded_ =
        record(scene, {.size = {1.1, 1.3, 1}, .translate = {0.8, 0.65, 0}}, kFirst, kLast, folder_ / "recorded.weirt");
    instance_.start = kFirst;
  }
  TempFolder folder_;
  std::map<int, Particles> recorded_;
  templates::TemplateInstance instance_;
};

TEST_F(Splash, ComesAgainWithoutItsCause) {
  Scene controlled = still_pool(), free = still_pool();
  direct(controlled, folder_.path(), instance_);
  direct(free, folder_.path(), without_control(instance_));
  auto with = mean_measures(controlled, kLast - 1), without = mean_measures(free, kLast - 1);
  note("coverage", with["coverage"]), note("coverage_without", without["coverage"]);
  note("velocity_match", with["velocity_match"]), note("spill", with["spill"]);
  EXPECT_GT(with["coverage"], 0.92);
  EXPECT_LT(1 - with["coverage"], 0.6 * (1 - without["coverage"]));
  EXPECT_LT(with["spill"], 0.7 * without["spill"]);
  EXPECT_LT(with["density_difference"], 0.6 * without["density_difference"]);
  EXPECT_LT(with["velocity_match"], 0.6);
  EXPECT_NEAR(without["velocity_match"], 1, 0.1);
}

// The surface is where the recorded one was, in columns of the region: on average over the template within two
// spacings, and well closer than without control.
TEST_F(Splash, ReproducesTheRecordedSurface) {
  const auto error = [&](const templates::TemplateInstance& instance) {
    Scene scene = still_pool();
    direct(scene, folder_.path(), instance);
    Stage stage(scene);
    double sum = 0;
    int count = 0;
    for (int frame = 2; frame <= kLast; ++frame) {
      stage.advance();
      if (frame <= kFirst) continue;
      for (double x = 0.3; x < 1.3; x += 0.1) {
        const double got = surface_between(stage.solver().particles(), x, x + 0.1, kSpacing);
        const double wanted = surface_between(recorded_[frame], x, x + 0.1, kSpacing);
        sum += std::abs(got - wanted), ++count;
      }
    }
    return sum / count / kSpacing;
  };
  const double with = error(instance_), without = error(without_control(instance_));
  note("surface_distance", with), note("surface_distance_without", without);
  EXPECT_LT(with, 2);
  EXPECT_LT(with, 0.75 * without);
}

TEST_F(Splash, LooksAlikeWithParticlesOfHalfTheSize) {
  const auto heights = [&](double spacing) {
    Scene scene = still_pool(spacing);
    direct(scene, folder_.path(), instance_);
    Stage stage(scene);
    std::vector<double> result;
    for (int frame = 2; frame <= kLast; ++frame) {
      stage.advance();
      if (frame <= kFirst + 6) continue;
      for (double x = 0.35; x < 1.2; x += 0.1) {
        result.push_back(surface_between(stage.solver().particles(), x, x + 0.1, spacing));
      }
    }
    return result;
  };
  const std::vector<double> coarse = heights(kSpacing), fine = heights(kSpacing / 2);
  double difference = 0;
  for (size_t i = 0; i < coarse.size(); ++i) difference += std::abs(coarse[i] - fine[i]);
  difference /= static_cast<double>(coarse.size()) * kSpacing;
  note("difference_in_spacings", difference);
  EXPECT_LT(difference, 1.5);
}

TEST_F(Splash, IsTheSameForAnyThreadsAndAfterAStop) {
  Scene scene = still_pool();
  direct(scene, folder_.path(), instance_);
  expect_same_bytes(scene, 7);
}

TEST_F(Splash, ComesAgainOnTheGridToo) {
  Scene scene = flip_pool(2, kSpacing, kTank, kDepth);
  direct(scene, folder_.path(), instance_);
  auto with = mean_measures(scene, kLast - 1);
  note("coverage", with["coverage"]), note("velocity_match", with["velocity_match"]);
  EXPECT_GT(with["coverage"], 0.9);
  EXPECT_LT(with["velocity_match"], 0.6);
}

TEST_F(Splash, LeavesNoTemporaryParticlesBehind) {
  Scene scene = still_pool();
  instance_.last = 12;
  direct(scene, folder_.path(), instance_).return_time = 0.75;
  Stage stage(scene);
  size_t most = 0;
  Stage::FrameReport report;
  const auto lent = [&] {
    const Particles& p = stage.solver().particles();
    return static_cast<size_t>(std::count(p.temporary.begin(), p.temporary.end(), 1));
  };
  for (int frame = 2; frame <= kFirst + 12 + 20; ++frame) {
    report = stage.advance();
    most = std::max(most, lent());
  }
  note("most_temporary", static_cast<double>(most));
  EXPECT_GT(most, 10u);
  EXPECT_EQ(lent(), 0u);
  std::map<std::string, double> measures;
  for (const auto& [name, value] : report.directors[0].measures) measures[name] = value;
  EXPECT_GE(measures["temporary_added"], static_cast<double>(most));
  EXPECT_EQ(measures["temporary_added"], measures["temporary_removed"]);
}

// Half as large and twice as large and more: control particles are made as large as the liquid's.
TEST_F(Splash, CanBeScaledByMuch) {
  for (const double scale : {0.25, 4.0}) {
    const double spacing = kSpacing * (scale < 1 ? 0.4 : 2);
    Scene scene = pool(2, spacing, kTank * scale, kDepth * scale);
    scene.frames.rate = 24 / std::sqrt(scale);  // as fast as such a splash would be
    templates::TemplateInstance instance = instance_;
    Transform transform;
    transform.translate = Vec3d{0.8, 0.65, 0} * scale;
    transform.scale = Vec3d{scale, scale, 1};
    instance.transform = transform;
    instance.speed = 1 / std::sqrt(scale);
    instance.falloff *= scale;
    Scene free = scene;
    direct(scene, folder_.path(), instance);
    direct(free, folder_.path(), without_control(instance));
    auto with = mean_measures(scene, 24), without = mean_measures(free, 24);
    note("coverage_at_" + std::to_string(scale), with["coverage"]);
    EXPECT_GT(with["coverage"], 0.9) << scale;
    EXPECT_LT(1 - with["coverage"], 0.7 * (1 - without["coverage"])) << scale;
    EXPECT_LT(with["velocity_match"], 0.75) << scale;
  }
}

TEST_F(Splash, CanBeTakenOutOfTheLiquid) {
  Scene scene = still_pool();
  // A standing template: its own frame 12, slowly.
  instance_.effect = templates::TemplateEffect::subtract;
  instance_.speed = 0.01;
  Transform half;
  half.translate = Vec3d{0.8, 0.39, 0};  // a block of 0.66 m x 0.25 m, more or less, on the ground
  half.scale = Vec3d{0.6, 0.6, 1};
  instance_.transform = half;
  instance_.start = 1;
  Scene free = scene;
  direct(scene, folder_.path(), instance_);
  direct(free, folder_.path(), without_control(instance_));
  auto with = mean_measures(scene, 20, 10), without = mean_measures(free, 20, 10);
  note("left", with["left_in_subtracted"]);
  EXPECT_GT(without["left_in_subtracted"], 0.8);
  EXPECT_LT(with["left_in_subtracted"], 0.35);
}

// The same splash at the same place, told by where its water lies, and by a point that it was given.
TEST_F(Splash, IsPlacedByItsAnchors) {
  const auto source = templates::open_template(folder_ / "recorded.weirt");
  const auto level = templates::still_level(*source);
  ASSERT_TRUE(level);
  note("level", *level + 0.65);
  EXPECT_NEAR(*level + 0.65, kDepth, 1.5 * kSpacing);
  templates::set_anchor(*source, "crest", {0.9, 0.5, 0});
  templates::set_anchor(*templates::open_template(folder_ / "recorded.weirt"), "crest", {0.8, 0.5, 0});
  const auto given = templates::open_template(folder_ / "recorded.weirt");
  ASSERT_EQ(given->metadata().anchors.size(), 1u);
  instance_.transform = Transform{};
  const auto middle = [&](const std::string& anchor, const Vec3d& at) {
    instance_.anchor = anchor;
    instance_.transform->translate = at;
    return affine_at(templates::transform_of(instance_, *given, {}), 1).point({});
  };
  instance_.transform->scale = Vec3d{-2, 2, 1};
  EXPECT_LT(length(middle("", {0.8, 0.65, 0}) - Vec3d{0.8, 0.65, 0}), 1e-9);
  EXPECT_LT(length(middle("centre", {0.8, 0.65, 0}) - Vec3d{0.8, 0.65, 0}), 1e-9);
  EXPECT_LT(length(middle("bottom", {0.8, 0, 0}) - Vec3d{0.8, 1.3, 0}), 1e-9);
  EXPECT_LT(length(middle("crest", {0.3, 0.5, 0}) - Vec3d{0.3, 0.8, 0}), 1e-9);
  EXPECT_LT(length(middle("waterline", {0.3, 0.4, 0}) - Vec3d{0.3, 0.4 - 2 * *level, 0}), 1e-9);
  instance_.transform->path.emplace().points = {{0, 1, 0}, {1, 1, 0}};
  EXPECT_LT(length(middle("bottom", {}) - Vec3d{0, 2.3, 0}), 1e-9);
  try {
    templates::anchor_of(*given, "surface");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "anchor: must be centre, bottom, waterline or crest, but is \"surface\"; `weir library "
                 "anchor` gives \"recorded\" more");
  }
  EXPECT_THROW(templates::set_anchor(*given, "bottom", {}), InputError);
}

TEST_F(Splash, RefusesWhatDoesNotFit) {
  const auto refusal = [&](const Scene& scene) -> std::string {
    try {
      Stage stage(scene);
    } catch (const InputError& error) {
      return error.what();
    }
    return "nothing";
  };
  Scene scene = still_pool();
  scene.file = "pool.json";
  direct(scene, folder_.path(), instance_).instances[0].attach = "boat";
  EXPECT_NE(refusal(scene).find("there is no solid \"boat\""), std::string::npos) << refusal(scene);
  direct(scene, folder_.path(), instance_).instances[0].last = 99;
  EXPECT_NE(refusal(scene).find("which has frames 1 to 25"), std::string::npos) << refusal(scene);
  Scene deep = pool(3, 0.1, {1, 1, 1}, 0.4);
  direct(deep, folder_.path(), instance_);
  EXPECT_NE(refusal(deep).find("is 2D and the scene is 3D"), std::string::npos) << refusal(deep);
}

TEST(Blade, IsSharperWithRepulsion) {
  const TempFolder folder;
  Scene scene = still_pool(0.02);
  add_paddle(scene, {0.28, 0.07, 1}, {0.8, 0.3, 0}, 360);
  record(scene, {.size = {0.8, 0.8, 1}, .translate = {0.8, 0.4, 0}}, 1, 24, folder / "recorded.weirt");
  const auto spill = [&](bool repulsion) {
    Scene still = still_pool(0.02);
    templates::TemplateInstance instance;
    if (!repulsion) instance.repulsion = Animated<double>(0.0);
    direct(still, folder.path(), instance);
    return mean_measures(still, 23)["spill"];
  };
  const double with = spill(true), without = spill(false);
  note("spill", with), note("spill_without", without);
  EXPECT_LT(with, 0.85 * without);
}

TEST(ScarceLiquid, IsCoveredBetterWithTemporaryParticles) {
  const TempFolder folder;
  Scene scene = still_pool();
  add_liquid(scene, box({0.3, 0.4, -1}, {1.3, 0.6, 1}));
  record(scene, {.size = {1.2, 1, 1}, .translate = {0.8, 0.5, 0}}, 1, 20, folder / "recorded.weirt");
  const auto coverage = [&](bool temporary) {
    Scene shallow = pool(2, kSpacing, kTank, 0.25);
    templates::TemplateInstance instance;
    instance.temporary = temporary;
    direct(shallow, folder.path(), instance);
    return mean_measures(shallow, 19)["coverage"];
  };
  const double with = coverage(true), without = coverage(false);
  note("coverage", with), note("coverage_without", without);
  EXPECT_GT(with, without + 0.1);
}

// A keyframed paddle carries the instance: the liquid takes the paddle's velocity too.
TEST(Attached, GoesWithItsSolid) {
  const TempFolder folder;
  record(still_pool(), {.size = {0.4, 0.6, 1}, .translate = {0.5, 0.3, 0}}, 1, 12, folder / "recorded.weirt");
  Scene scene = still_pool();
  Shape marker = box({0, 0, -1}, {0.05, 0.05, 1});
  marker.transform.translate =
      Animated<Vec3d>({{1, Vec3d{0.5, 1.2, 0}}, {25, Vec3d{1.0, 1.2, 0}}}, Interpolation::linear);
  add_solid(scene, marker).name = "marker";
  templates::TemplateInstance instance;
  instance.attach = "marker";
  direct(scene, folder.path(), instance);
  Stage stage(scene);
  advance(stage, 9);
  // 8/24 of the way along, 0.5 m/s.
  const Particles& p = stage.solver().particles();
  double speed = 0, count = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const bool in_middle = std::abs(p.position[i].x - (0.5f + 0.5f * 9 / 24)) < 0.1f && p.position[i].y < 0.3f;
    if (in_middle) speed += static_cast<double>(p.velocity[i].x), ++count;
  }
  note("speed", speed / count);
  EXPECT_GT(speed / count, 0.2);
}

}  // namespace
}  // namespace weir::run
