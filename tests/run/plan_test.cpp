// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a run stands on, as a graph of steps.

#include "weir/run/plan.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/run/run.h"

namespace weir::run {
namespace {

// A block of water flies; `more` goes on in its scene.
std::string flight(const std::string& more = "") {
  return R"({"dimensions": 2, "frames": {"last": 6}, "gravity": [0, 0, 0],
    "solver": {"kind": "ballistic", "spacing": 0.05},
    "liquids": [{"velocity": [2.4, 0, 0], "shape": {"kind": "box", "lower": [0, 0, -1], "upper": [1, 0.5, 1]}}])" +
         more + "}";
}

const char* kRecorded = R"(, "recordings": [{"name": "it", "scene": "flight.json"}],
  "directors": [{"kind": "templates", "instances": [{"template": "it"}]}])";

class PlanOfRun : public ::testing::Test {
 protected:
  Scene scene(const std::string& text) {
    write_file(folder_ / "flight.json", flight());
    write_file(folder_ / "scene.json", text);
    return load_scene(folder_ / "scene.json");
  }
  std::vector<std::string> names(const Scene& scene) {
    std::vector<std::string> names;
    const Plan plan(scene, {.folder = folder_ / "run"});
    for (const PlanStep& step : plan.steps()) names.push_back(step.name);
    return names;
  }
  std::string made_from(const Scene& scene, const std::string& step) {
    return Plan(scene, {.folder = folder_ / "run"}).step(step).made_from;
  }
  TempFolder folder_;
};

TEST_F(PlanOfRun, APlainSceneIsOneStep) { EXPECT_EQ(names(scene(flight())), std::vector<std::string>{kRunStep}); }

TEST_F(PlanOfRun, StepsComeAfterWhatTheyNeed) {
  const Scene recorded = scene(flight(kRecorded));
  EXPECT_EQ(names(recorded), (std::vector<std::string>{"recordings/it", "recordings/it.weirt", kRunStep}));
  const Plan plan(recorded, {.folder = folder_ / "run"});
  std::set<std::string> seen;
  for (const PlanStep& step : plan.steps()) {
    for (const std::string& need : step.needs) EXPECT_TRUE(seen.count(need)) << step.name << " needs " << need;
    EXPECT_TRUE(seen.insert(step.name).second) << step.name;
    EXPECT_EQ(step.made_from.size(), 16u) << step.name;
    EXPECT_FALSE(step.is_made()) << step.name;
  }
  const auto json = plan.json();
  EXPECT_EQ(json["steps"][2]["needs"], (std::vector<std::string>{"recordings/it", "recordings/it.weirt"}));
  EXPECT_EQ(json["steps"][0]["particles"], 200);
}

TEST_F(PlanOfRun, WhatIsMadeIsNotMadeAgain) {
  const Scene recorded = scene(flight(kRecorded));
  run_scene(recorded, {.folder = folder_ / "run", .progress = ProgressStyle::none});
  const Plan plan(recorded, {.folder = folder_ / "run"});
  EXPECT_TRUE(plan.step("recordings/it").is_made());
  EXPECT_TRUE(plan.step("recordings/it.weirt").is_made());
}

TEST_F(PlanOfRun, AChangeReachesAllThatIsMadeFromIt) {
  const Scene before = scene(flight(kRecorded));
  const std::string run = made_from(before, kRunStep), recording = made_from(before, "recordings/it.weirt");
  EXPECT_EQ(made_from(before, kRunStep), run);
  write_file(folder_ / "flight.json", flight(R"(, "seed": 2)"));
  EXPECT_NE(made_from(before, "recordings/it.weirt"), recording);
  EXPECT_NE(made_from(before, kRunStep), run);
}

TEST_F(PlanOfRun, LooksAreNoPartOfWhatARunIsMadeFrom) {
  const std::string run = made_from(scene(flight()), kRunStep);
  EXPECT_EQ(made_from(scene(flight(R"(, "title": "another")")), kRunStep), run);
  EXPECT_NE(made_from(scene(flight(R"(, "seed": 3)")), kRunStep), run);
}

// An entry of the list is the same as the key that older scenes have for it.
TEST_F(PlanOfRun, ReversalIsADirector) {
  const std::string targets = R"("targets": [{"name": "ball", "frame": 4, "forward": 0.1, "backward": 0.1,
    "shape": {"kind": "sphere", "centre": [0.5, 1, 0], "radius": 0.25}}])";
  const std::vector<std::string> steps = names(scene(flight(R"(, "reversal": {)" + targets + "}")));
  EXPECT_EQ(steps.front(), "source");
  EXPECT_EQ(names(scene(flight(R"(, "directors": [{"kind": "reversal", )" + targets + "}]"))), steps);
}

TEST_F(PlanOfRun, ASceneCannotWaitForItself) {
  const Scene waiting = scene(flight(R"(, "recordings": [{"name": "it", "scene": "scene.json"}])"));
  EXPECT_THROW(Plan(waiting, {.folder = folder_ / "run"}), InputError);
}

}  // namespace
}  // namespace weir::run
