// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Liquids by their names: what a preset gives, what the scene itself says, and how both change with its size.

#include "scene/phase_presets.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/scene/codec.h"
#include "weir/scene/describe.h"

namespace weir {
namespace {

Scene scene_of(const std::string& phase, double size = 1, const std::string& solver = "sph") {
  const TempFolder folder;
  Json scene = Json::parse(R"({"liquids": [{"shape": {"kind": "sphere"}}]})");
  scene["solver"] = {{"kind", solver}, {"spacing", size > 0 ? size / 50 : 0.02}};
  if (size > 0) scene["domain"] = {{"lower", {0, 0, 0}}, {"upper", {size / 2, size, size / 2}}};
  scene.update(Json::parse("{" + phase + "}"));
  write_file(folder / "s.json", scene.dump());
  return load_scene(folder / "s.json");
}

Phase phase_of(const std::string& phase, double size = 1, const std::string& solver = "sph") {
  return scene_of("\"phase\": " + phase, size, solver).phases.at(0);
}

double viscosity(const Phase& phase) { return value_at(phase.viscosity, 1); }

std::string problem_of(const std::string& phase, double size = 1) {
  try {
    scene_of(phase, size);
  } catch (const InputError& error) {
    return error.problems().size() == 1 ? error.problems()[0].location + ": " + error.problems()[0].what : "several";
  }
  return "none";
}

std::vector<std::string> names() {
  std::vector<std::string> result;
  const Json schema = Json::parse(scene_schema());
  for (const Json& name : schema["$defs"]["scene"]["properties"]["phase"]["anyOf"][0]["enum"]) result.push_back(name);
  return result;
}

TEST(PhasePreset, EachHasItsNameAndIsReadAgainAsItWasWritten) {
  ASSERT_EQ(names().size(), 11u);
  for (const std::string& name : names()) {
    for (const char* solver : {"sph", "flip"}) {
      const Scene scene = scene_of("\"phase\": \"" + name + "\"", 1, solver);
      ASSERT_EQ(scene.phases.size(), 1u);
      EXPECT_EQ(scene.phases[0].name, name);
      EXPECT_GT(scene.phases[0].surface_tension, 0) << name;
      const TempFolder folder;
      write_file(folder / "again.json", scene_text(scene));
      EXPECT_EQ(scene_text(load_scene(folder / "again.json")), scene_text(scene)) << name;
    }
  }
}

TEST(PhasePreset, WhatTheSceneSaysItselfStays) {
  const Phase phase = phase_of(R"({"preset": "honey", "viscosity": 3, "colour": [1, 0, 0], "name": "sauce"})");
  const Phase plain = phase_of(R"("honey")");
  EXPECT_EQ(viscosity(phase), 3);
  EXPECT_EQ(phase.colour, (Colour{{1, 0, 0}}));
  EXPECT_EQ(phase.name, "sauce");
  EXPECT_EQ(phase.density, plain.density);
  EXPECT_EQ(phase.surface_tension, plain.surface_tension);
  EXPECT_EQ(viscosity(phase_of(R"({"preset": "honey", "viscosity": null})")), viscosity(plain));
}

// By Froude's law, so that it flows alike; water is water in a glass and in a sea.
TEST(PhasePreset, ThickLiquidsAreScaledToTheSceneAndThinOnesAreNot) {
  const Phase bowl = phase_of(R"("honey")", 0.2, "flip"), vat = phase_of(R"("honey")", 3.2, "flip");
  EXPECT_DOUBLE_EQ(viscosity(bowl), 10);
  EXPECT_NEAR(viscosity(vat), 640, 1e-9);
  EXPECT_NEAR(vat.surface_tension, 256 * bowl.surface_tension, 1e-9);
  EXPECT_EQ(vat.density, bowl.density);
  EXPECT_NEAR(viscosity(phase_of(R"({"preset": "honey", "size": 3.2})", 0.2)), 640, 1e-9);
  EXPECT_EQ(phase_of(R"("water")", 1000, "flip").surface_tension, 0.072);
}

// A strength is the same at any size.
TEST(PhasePreset, TensionIsInTheUnitsOfTheSolver) {
  EXPECT_EQ(phase_of(R"("honey")", 0.2, "sph").surface_tension, 1);
  EXPECT_EQ(phase_of(R"("honey")", 3.2, "sph").surface_tension, 1);
  EXPECT_NEAR(phase_of(R"("honey")", 0.2, "flip").surface_tension, 0.06, 1e-9);
}

TEST(PhasePreset, LavaIsThickerWhereItIsColderUnlessAViscosityIsGiven) {
  const Phase lava = phase_of(R"("lava")", 10);
  ASSERT_GE(lava.viscosity_by_heat.size(), 2u);
  EXPECT_GT(lava.viscosity_by_heat.front().viscosity, lava.viscosity_by_heat.back().viscosity);
  EXPECT_GT(lava.heat, 1000);
  const Phase plain = phase_of(R"({"preset": "lava", "viscosity": 5})", 10);
  EXPECT_TRUE(plain.viscosity_by_heat.empty());
  EXPECT_EQ(viscosity(plain), 5);
}

TEST(PhasePreset, AListHasThemByNameToo) {
  const Scene scene = scene_of(R"("phases": ["water", {"preset": "oil", "density": 800}],
    "set": {"phases[oil].viscosity": 7})");
  EXPECT_EQ(scene.phases.at(0).name, "water");
  EXPECT_EQ(viscosity(scene.phases.at(1)), 7);
  EXPECT_EQ(scene.phases.at(1).density, 800);
}

TEST(PhasePreset, MistakesAreToldInWords) {
  EXPECT_NE(problem_of(R"("phase": "hony")").find("did you mean \"honey\"?"), std::string::npos);
  EXPECT_NE(problem_of(R"("phase": {"preset": "hony"})").find("phase.preset"), std::string::npos);
  EXPECT_NE(problem_of(R"("phase": "oil", "phases": ["water"])").find("give one of the two"), std::string::npos);
  EXPECT_EQ(scene_of(R"("phase": {"density": 900})").phases.at(0).name, "water");
  EXPECT_NE(problem_of(R"("phase": {"name": "a", "size": 2})").find("does nothing without a preset"),
            std::string::npos);
  EXPECT_NE(problem_of(R"("phases": ["water", "honey"])", 0).find("phases[1]: a domain, or \"size\""),
            std::string::npos);
  EXPECT_NE(problem_of(R"("phases": ["honey", "honey"])").find("taken"), std::string::npos);
  EXPECT_NE(problem_of(R"("phase": 3)").find("must be"), std::string::npos);
  EXPECT_EQ(problem_of(R"("phase": {"preset": "honey", "size": 1})", 0), "none");
}

TEST(PhasePreset, IsDescribed) {
  const std::string text = describe_block("phase");
  EXPECT_NE(text.find("chocolate, paint, lava, mercury"), std::string::npos);
}

}  // namespace
}  // namespace weir
