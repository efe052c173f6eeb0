// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The hooks of a step: every solver calls every director there, in order, the right number of times.

#include "weir/run/stage.h"

#include <gtest/gtest.h>

#include "ballistic/ballistic.h"
#include "ballistic/ballistic_settings.h"
#include "temp_folder.h"
#include "weir/base/archive.h"
#include "weir/base/error.h"

namespace weir::run {

static Scene small_scene() {
  Scene scene;
  scene.solver.spacing = 0.1;
  scene.solver.settings = ballistic::BallisticSettings{};
  Liquid liquid;
  liquid.shape.kind = shapes::Box{};
  scene.liquids = {liquid};
  return scene;
}

// Notes where it is called; adds one particle a step and takes one away.
class Witness final : public Director {
 public:
  explicit Witness(std::string& calls) : calls_(calls) {}
  unsigned hooks() const override {
    return hook::frame_start | hook::population | hook::forces | hook::after_projection | hook::frame_end;
  }
  void frame_start(const Clock&, const Particles&) override { calls_ += "s"; }
  void population(const Clock&, Population& population) override {
    calls_ += "p";
    population.removed[0] = 1;
    population.add({0, 9, 0}, {}, 1, 0, true);
  }
  void forces(const Clock&, const Particles&, std::span<Vec3f> acceleration) override {
    calls_ += "f";
    for (Vec3f& a : acceleration) a = {};  // takes gravity away
  }
  void after_projection(const Clock&, const Particles&, std::span<Vec3f> velocity) override {
    calls_ += "a";
    velocity[0].x = 3;
  }
  Measures frame_end(const Clock&, const Particles&) override {
    calls_ += "e";
    return {{"coverage", 0.5}};
  }

 private:
  std::string& calls_;
};

TEST(Places, ASolverCallsThemInOrder) {
  const Scene scene = small_scene();
  const auto solver = ballistic::make_ballistic_solver(scene);
  std::string calls;
  Directors directors;
  directors.add(std::make_unique<Witness>(calls));
  directors.frame_start({}, solver->particles());
  const size_t before = solver->particles().size();
  for (int i = 0; i < 2; ++i) solver->step({1, 0, 0.01, 24}, directors);
  const auto reports = directors.frame_end({}, solver->particles());
  EXPECT_EQ(calls, "sfapfape");
  EXPECT_EQ(solver->particles().size(), before);
  EXPECT_EQ(solver->particles().validate(), "");
  EXPECT_EQ(solver->particles().id.back(), before + 1);
  EXPECT_EQ(std::count(solver->particles().temporary.begin(), solver->particles().temporary.end(), 1), 2);
  EXPECT_EQ(solver->particles().velocity[10].y, 0);
  EXPECT_EQ(reports[0].measures[0].first, "coverage");
}

class Presser final : public Director {
 public:
  Presser() { kind = "presser"; }
  unsigned hooks() const override { return hook::frame_end | hook::pressure; }
};

TEST(Hooks, ADirectorWithoutItsHookIsRefusedInWords) {
  const Scene scene = small_scene();
  const auto solver = ballistic::make_ballistic_solver(scene);
  EXPECT_EQ(incompatibility(*solver, Presser()),
            "a director of the kind \"presser\" needs the flip solver, but the scene has ballistic; write \"solver\": "
            "{\"kind\": \"flip\", …}");
  std::string calls;
  EXPECT_EQ(incompatibility(*solver, Witness(calls)), "");
}

TEST(Hooks, HaveNames) {
  EXPECT_STREQ(hook_name(hook::pressure | hook::surface), "pressure");
  EXPECT_STREQ(hook_name(hook::frame_end), "end of a frame");
}

TEST(Stage, FramesAreCutIntoEvenSteps) {
  Scene scene = small_scene();
  scene.solver.get<ballistic::BallisticSettings>()->steps = 3;
  scene.frames = {101, 110, 25};
  Stage stage(scene);
  EXPECT_EQ(stage.frame(), 101);
  EXPECT_EQ(stage.time(), 0);
  EXPECT_EQ(stage.advance().steps, 3);
  EXPECT_EQ(stage.frame(), 102);
  EXPECT_DOUBLE_EQ(stage.time(), 0.04);
}

TEST(Stage, RestoredGoesOnTheSame) {
  const TempFolder folder;
  const Scene scene = small_scene();
  Stage one(scene), two(scene);
  one.advance();
  Archive::save(folder / "state", [&](Archive& archive) { one.state(archive); });
  one.advance();
  Archive loaded = Archive::loading(folder / "state");
  two.state(loaded);
  loaded.expect_end();
  two.advance();
  EXPECT_EQ(one.solver().particles().position, two.solver().particles().position);
  EXPECT_EQ(one.frame(), two.frame());
}

// Positions are floats: 10 km from zero they are a twentieth of a spacing apart. load_scene() gives such scenes an
// origin; those made in code need one.
TEST(Stage, AFarSceneIsRefusedInWords) {
  const auto problem_at = [](double x, bool domain) -> std::string {
    Scene scene = small_scene();
    scene.solver.spacing = 0.02;
    scene.domain.reset();
    if (domain) scene.domain = Domain{{x, 0, 0}, {x + 1, 1, 1}, Walls::closed};
    scene.liquids[0].shape = {shapes::Box{{x, 0, 0}, {x + 0.4, 0.4, 0.4}}, {}};
    try {
      Stage stage(scene);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  for (const bool domain : {false, true}) {
    EXPECT_EQ(problem_at(300, domain), "");
    EXPECT_EQ(problem_at(-300, domain), "");
    const std::string said = problem_at(10000, domain);
    EXPECT_NE(said.find(domain ? "domain: lies 500000 spacings (10000 m) from its origin" : "liquids: lies"),
              std::string::npos)
        << said;
    EXPECT_NE(said.find("positions are 0.049 spacings apart"), std::string::npos) << said;
    EXPECT_NE(problem_at(-10000, domain), "");
  }
}

}  // namespace weir::run
