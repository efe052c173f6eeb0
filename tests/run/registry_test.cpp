// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A director and a solver that Weir does not know, registered by a program and used from a scene file.

#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/run/stage.h"
#include "weir/scene/codec.h"
#include "weir/scene/describe.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

struct LiftSettings {
  Animated<double> strength{20.0};
};

struct StandingSettings {
  int count = 3;
};

}  // namespace weir::run

namespace weir {

template <>
const Block& block_of<run::LiftSettings>() {
  static const Block block =
      BlockOf<run::LiftSettings>("lift", "Lifts all liquid.")
          .add("strength", &run::LiftSettings::strength, {.help = "How hard.", .unit = "m/s2", .min = 0, .max = 100});
  return block;
}

template <>
const Block& block_of<run::StandingSettings>() {
  static const Block block = BlockOf<run::StandingSettings>("standing", "Particles that never move.")
                                 .add("count", &run::StandingSettings::count, {.help = "How many.", .min = 1});
  return block;
}

}  // namespace weir

namespace weir::run {
namespace {

class Lift final : public Director {
 public:
  explicit Lift(const DirectorPart& part) : settings_(part.settings<LiftSettings>()) {}
  unsigned hooks() const override { return hook::forces; }
  void forces(const Clock& clock, const Particles&, std::span<Vec3f> acceleration) override {
    const auto lift = static_cast<float>(value_at(settings_.strength, clock.middle_frame()));
    for (Vec3f& a : acceleration) a.y += lift;
  }

 private:
  const LiftSettings& settings_;
};

class Standing final : public Solver {
 public:
  explicit Standing(const Scene& scene) {
    particles_.resize(static_cast<size_t>(scene.solver.get<StandingSettings>()->count));
  }
  std::string kind() const override { return "standing"; }
  unsigned hooks() const override { return 0; }
  double wanted_step() const override { return 1; }
  void step(const Clock&, Directors&) override {}
  const Particles& particles() const override { return particles_; }
  double bytes_per_particle() const override { return 1; }
  Measures measures() override { return {}; }
  void state(Archive&) override {}

 private:
  Particles particles_;
};

std::unique_ptr<Director> make_lift(const DirectorPart& part) { return std::make_unique<Lift>(part); }
std::unique_ptr<Solver> make_standing(const Scene& scene) { return std::make_unique<Standing>(scene); }

void check_lift(const Node& node, const Scene& scene, size_t, Reader& reader) {
  if (scene.dimensions == 2) reader.complain(node, "a lift needs three dimensions");
}

class Registry : public ::testing::Test {
 protected:
  void SetUp() override {
    register_director({.settings = kind_of_settings<LiftSettings>(&check_lift), .make = &make_lift});
    register_solver({.settings = kind_of_settings<StandingSettings>(), .make = &make_standing});
  }
  Scene scene(const std::string& more, const std::string& solver = R"({"kind": "ballistic", "spacing": 0.1})") {
    write_file(folder_ / "scene.json", R"({"frames": {"last": 3}, "solver": )" + solver +
                                           R"(, "liquids": [{"shape": {"kind": "box"}}])" + more + "}");
    return load_scene(folder_ / "scene.json");
  }
  std::string complaint(const std::string& more) {
    try {
      scene(more);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  TempFolder folder_;
};

TEST_F(Registry, ADirectorOfAnotherProgramActsFromASceneFile) {
  const Scene lifted = scene(R"(, "directors": [{"kind": "lift", "strength": 30}])");
  Stage stage(lifted);
  const Stage::FrameReport report = stage.advance();
  EXPECT_EQ(report.directors.at(0).kind, "lift");
  EXPECT_NEAR(stage.solver().particles().velocity[0].y, (30 - 9.81) / 24, 1e-3);
  EXPECT_NE(scene_text(lifted).find(R"("kind": "lift")"), std::string::npos);
}

TEST_F(Registry, ItsSettingsAreCheckedAndDescribedAsBuiltInOnesAre) {
  EXPECT_NE(complaint(R"(, "directors": [{"kind": "lift", "strength": 300}])").find("directors[0].strength"),
            std::string::npos);
  EXPECT_NE(complaint(R"(, "directors": [{"kind": "lft"}])").find("did you mean \"lift\"?"), std::string::npos);
  EXPECT_NE(complaint(R"(, "dimensions": 2, "directors": [{"kind": "lift"}])").find("a lift needs three dimensions"),
            std::string::npos);
  EXPECT_NE(describe_block("lift").find("How hard."), std::string::npos);
  EXPECT_NE(scene_schema().find("director.lift"), std::string::npos);
}

TEST_F(Registry, ASolverOfAnotherProgramRunsFromASceneFile) {
  const Scene standing = scene("", R"({"kind": "standing", "count": 7})");
  Stage stage(standing);
  stage.advance();
  EXPECT_EQ(stage.solver().particles().size(), 7u);
  // It has no hooks, and says so.
  const Scene lifted = scene(R"(, "directors": [{"kind": "lift"}])", R"({"kind": "standing"})");
  EXPECT_THROW(Stage{lifted}, InputError);
}

}  // namespace
}  // namespace weir::run
