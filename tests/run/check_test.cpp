// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is found when a scene is looked over before it is run: each rule on a scene that has it, next to one that has
// not.

#include "weir/run/check.h"

#include <gtest/gtest.h>

#include "cache/run_folder.h"
#include "control/templates/library/template_writer.h"
#include "refusal.h"
#include "run/machine.h"
#include "temp_folder.h"
#include "weir/run/run.h"

namespace weir::run {
namespace {

// A pool in a tank; `more` goes on in its scene.
std::string tank(const std::string& more = "", const std::string& solver = R"({"kind": "flip", "spacing": 0.05})") {
  return R"({"dimensions": 2, "frames": {"last": 10}, "domain": {"lower": [0, 0, -1], "upper": [2, 1, 1]},
    "solver": )" +
         solver + R"(, "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [2, 0.4, 1]}}])" + more +
         "}";
}

class CheckOfScene : public ::testing::Test {
 protected:
  SceneCheck check(const std::string& text, const CheckOptions& options = {}) {
    dump(folder_ / "s.json", text);
    CheckOptions in_folder = options;
    if (in_folder.folder.empty()) in_folder.folder = folder_ / "run";
    return check_file(folder_ / "s.json", in_folder);
  }
  // "warning emitters[0]: is thin; make it thick", one a line, without the file.
  std::string found(const std::string& text, const CheckOptions& options = {}) {
    std::string all;
    for (Finding f : check(text, options).findings) {
      f.file.clear(), f.line = 0;
      all += std::string(name_of(f.severity)) + " " + f.sentence() + "\n";
    }
    return all;
  }
  void expect(const std::string& text, const std::vector<std::string>& parts) {
    const std::string all = found(text);
    for (const std::string& part : parts) EXPECT_NE(all.find(part), std::string::npos) << part << "\nin\n" << all;
    EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 1) << all;
  }
  TempFolder folder_;
};

TEST_F(CheckOfScene, AGoodSceneGivesNothing) {
  const SceneCheck good = check(tank());
  EXPECT_TRUE(good.findings.empty()) << good.findings[0].sentence();
  EXPECT_TRUE(good.good());
  EXPECT_EQ(good.size.particles, 40 * 8);
  EXPECT_GT(good.all.memory, 0);
}

TEST_F(CheckOfScene, AllThatCannotBeBuiltIsToldAtOnce) {
  const std::string all = found(R"({"dimensions": 2, "frames": {"last": 3}, "solver": {"kind": "sph", "spacing": 0.05},
    "liquids": [{"particles": "no.vdb"}, {"shape": {"kind": "mesh", "file": "no.obj"}},
                {"shape": {"kind": "sphere", "radius": 0.001}}],
    "solids": [{"shape": {"kind": "text", "text": "a", "font": "No Such"}}, {"shape": {"kind": "box"}}],
    "emitters": [{"shape": {"kind": "plane"}}], "sinks": [{"shape": {"kind": "mesh", "file": "sink.obj"}}],
    "recordings": [{"name": "a", "scene": "a.json"}, {"name": "b", "scene": "b.json"}], "together": ["c.json"],
    "directors": [{"kind": "meshes", "meshes": [{"shape": {"kind": "sphere", "radius": 0.3}}]},
                  {"kind": "rig", "points": "rig.txt"}, {"kind": "templates", "instances": [{"template": "none"}]}]})");
  for (const char* part : {"no.vdb", "no.obj", "error liquids[2].shape: is too small", "No Such",
                           "error emitters[0].shape: reaches without limit", "sink.obj", "a.json", "b.json", "c.json",
                           "needs the flip solver", "rig.txt", "\"none\""}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << "\nin\n" << all;
  }
}

TEST_F(CheckOfScene, AGuideWithoutFlipHidesNothingElse) {
  const std::string all = found(tank(R"(, "solids": [{"shape": {"kind": "mesh", "file": "no.obj"}}],
    "directors": [{"kind": "guide", "refine": 2, "depth": 0.2}])",
                                     R"({"kind": "sph", "spacing": 0.05})"));
  EXPECT_NE(all.find("error solids[0].shape: "), std::string::npos) << all;
  EXPECT_NE(all.find("error directors[0]: needs the flip solver, but the scene has sph"), std::string::npos) << all;
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 2) << all;
}

TEST_F(CheckOfScene, WhatASolverCannotDoIsToldAtOnceWithTheSolverThatCan) {
  const std::string all =
      found(tank(R"(, "solids": [{"shape": {"kind": "box"}, "rigid": {}}, {"shape": {"kind": "box"}, "friction": 1}],
    "mixing": {"heat": 0.1}, "phases": [{"name": "water"}])",
                 R"({"kind": "ballistic", "spacing": 0.05})"));
  for (const char* part :
       {"error solids[0].rigid: the ballistic solver does not move solids", "use the flip or sph solver",
        "error solids[1].friction: the ballistic solver has no friction"}) {
    EXPECT_NE(all.find(part), std::string::npos) << part << "\nin\n" << all;
  }
}

TEST_F(CheckOfScene, EmittersFromWhichNothingComes) {
  const auto emitter = [](const std::string& rest) {
    return tank(R"(, "emitters": [{"shape": {"kind": "box", "lower": [0.5, 0.6, -1], "upper": [0.7, 0.8, 1]}, )" +
                rest + "}]");
  };
  expect(emitter(R"("first": 20)"), {"warning emitters[0]: begins at frame 20, but the run ends at frame 10"});
  expect(emitter(R"("velocity": [0, 0, 0])"), {"warning emitters[0].velocity: is 0"});
  expect(tank(R"(, "emitters": [{"shape": {"kind": "box", "lower": [0.5, 0.6, -1], "upper": [0.7, 0.65, 1]}}])"),
         {"warning emitters[0].shape: is 0.05 m long in the direction of its stream", "at least 0.1 m"});
  expect(tank(R"(, "emitters": [{"shape": {"kind": "box", "lower": [2.5, 0.6, -1], "upper": [2.7, 0.8, 1]}}])"),
         {"warning emitters[0].shape: lies inside solids or outside the domain"});
  expect(
      tank(
          R"(, "emitters": [{"shape": {"kind": "box", "lower": [0, 0.6, -1], "upper": [0.2, 0.8, 1]}, "velocity": [-1, 0, 0]}])"),
      {"warning emitters[0]: points into a wall"});
  EXPECT_EQ(found(emitter(R"("velocity": [1, 0, 0])")), "");
}

TEST_F(CheckOfScene, WhatLiesOutside) {
  const std::string away = R"({"kind": "box", "lower": [3, 0, -1], "upper": [4, 1, 1]})";
  expect(tank(R"(, "solids": [{"rigid": {}, "shape": )" + away + "}]"),
         {"warning solids[0]: lies outside the domain, beyond its right side"});
  expect(tank(R"(, "sinks": [{"shape": )" + away + "}]"), {"warning sinks[0]: lies outside the domain"});
  expect(tank(R"(, "forces": [{"kind": "push", "region": )" + away + "}]"), {"warning forces[0].region: lies outside"});
  expect(tank(R"(, "probes": [{"name": "p", "kind": "pressure", "point": [1, -0.5, 0]}])"),
         {"warning probes[0]: lies outside the domain, beyond its bottom side"});
  // Scenery may, and what comes in later is there.
  EXPECT_EQ(found(tank(R"(, "solids": [{"shape": )" + away + "}]")), "");
  EXPECT_EQ(found(tank(R"(, "solids": [{"shape": {"kind": "box", "lower": [3, 0, -1], "upper": [4, 1, 1],
    "transform": {"translate": {"keys": [[1, [0, 0, 0]], [8, [-2, 0, 0]]]}}}}])")),
            "");
}

TEST_F(CheckOfScene, KeysThatAreNeverReached) {
  const auto spinning = [](const char* keys) {
    return tank(std::string(R"(, "solids": [{"shape": {"kind": "box", "lower": [0.5, 0.5, -1], "upper": [0.9, 0.6, 1],
      "transform": {"spin_axis": [0, 0, 1], "spin": {"keys": )") +
                keys + "}}}}]");
  };
  expect(spinning("[[10, 0], [20, 90]]"), {"warning solids[0].shape.transform.spin: has its first key at frame 10"});
  expect(spinning("[[-20, 0], [1, 9]]"), {"warning solids[0].shape.transform.spin: has its last key at frame 1"});
  EXPECT_EQ(found(spinning("[[1, 0], [20, 90]]")), "");
}

TEST_F(CheckOfScene, SolidsThatTheLiquidHardlyMeets) {
  expect(tank(R"(, "solids": [{"shape": {"kind": "box", "lower": [0.5, 0, -1], "upper": [0.52, 0.5, 1]}}])"),
         {"warning solids[0].shape: is 0.02 m thin", "at least 0.025 m"});
  expect(tank(R"(, "solids": [{"shape": {"kind": "sphere", "radius": 0.03, "centre": [1, 0.5, 0]}}])"),
         {"warning solids[0].shape: is 0.06 m large, 1.2 spacings"});
}

TEST_F(CheckOfScene, AMeshThatCountsInCentimetres) {
  dump(folder_ / "t.obj", "v 0 0 -90\nv 90 0 -90\nv 0 90 -90\nv 0 0 90\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n");
  const auto scaled = [](const std::string& scale) {
    return tank(R"(, "solids": [{"shape": {"kind": "mesh", "file": "t.obj", "offset": [0.5, 0.5, 0], "scale": )" +
                    scale + "}}]",
                R"({"kind": "flip", "spacing": 0.2})");
  };
  expect(scaled("0.6"), {"warning solids[0].shape: is 54 m large in a domain of 2 m", "\"scale\" of 0.01 or 0.001"});
  EXPECT_EQ(found(scaled("0.005")), "");
}

TEST_F(CheckOfScene, APhaseThatNobodyHas) {
  expect(tank(R"(, "phases": [{"name": "water"}, {"name": "oil"}])"),
         {"hint phases[1]: \"oil\" is of no liquid or emitter"});
}

TEST_F(CheckOfScene, ACameraInsideASolid) {
  expect(R"({"frames": {"last": 3}, "solver": {"kind": "flip", "spacing": 0.1},
    "liquids": [{"shape": {"kind": "box", "lower": [-3, 0, 0], "upper": [-2.5, 0.5, 0.5]}}],
    "solids": [{"name": "house", "shape": {"kind": "box", "lower": [0, 0, 0], "upper": [2, 2, 2]}}],
    "picture": {"camera": {"position": [1, 1, 1], "target": [5, 1, 1]}}})",
         {"warning picture.camera.position: is inside the solid \"house\" at frame 1"});
}

TEST_F(CheckOfScene, ATankThatTheSpacingDoesNotDivide) {
  const auto wide = [](const char* width) {
    return std::string(R"({"dimensions": 2, "frames": {"last": 3}, "solver": {"kind": "sph", "spacing": 0.04},
      "domain": {"lower": [0, 0, -1], "upper": [)") +
           width + R"(, 1, 1]}, "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [3, 0.4, 1]}}]})";
  };
  expect(wide("1.03"),
         {"hint solver.spacing: of 0.04 m does not divide the domain, 1.03 m wide (25.75 spacings)", "0.03962 would"});
  EXPECT_EQ(found(wide("1.04")), "");
}

TEST_F(CheckOfScene, ParametersWithoutEffect) {
  expect(tank("", R"({"kind": "sph", "spacing": 0.05, "compression": 2})"),
         {"warning solver.compression: does nothing"});
  EXPECT_EQ(found(tank("", R"({"kind": "sph", "spacing": 0.05, "method": "wcsph", "compression": 2})")), "");
  expect(tank("", R"({"kind": "flip", "spacing": 0.05, "thin_sheets": true})"),
         {"warning solver.thin_sheets: does nothing"});
  expect(tank(R"(, "phases": [{"name": "honey", "viscosity": 10}])", R"({"kind": "ballistic", "spacing": 0.05})"),
         {"warning phases[0].viscosity: does nothing", "use the sph or flip solver"});
  expect(tank(R"(, "phases": [{"name": "water", "surface_tension": 1}])"),
         {"warning phases[0].surface_tension: is in N/m"});
}

TEST_F(CheckOfScene, Rigs) {
  const auto rig = [](const std::string& rest) {
    return tank(
        R"(, "directors": [{"kind": "rig", "shape": {"kind": "box", "lower": [0.5, 0.1, -1], "upper": [1.1, 0.4, 1]}, )" +
        rest + "}]");
  };
  EXPECT_EQ(found(rig(R"("motion": {"translate": {"keys": [[1, [0, 0, 0]], [10, [0, 0.4, 0]]]}})")), "");
  expect(rig(R"("spacing": 9)"), {"warning directors[0]: has only", "which hold no form"});
  expect(rig(R"("spacing": 4, "radius": 3)"), {"each moves liquid only within 0.15 m"});
  expect(rig(R"("first": 12)"), {"warning directors[0]: begins at frame 12"});
  expect(rig(R"("motion": {"translate": {"keys": [[1, [0, 0, 0]], [10, [2, 0, 0]]]}})"),
         {"warning directors[0]: leaves the domain: at frame 7"});
}

TEST_F(CheckOfScene, ControlMeshesAndTargets) {
  const auto mesh = [](const std::string& rest) {
    return tank(R"(, "directors": [{"kind": "meshes", "meshes": [{)" + rest + "}]}]");
  };
  EXPECT_EQ(found(mesh(R"("shape": {"kind": "sphere", "radius": 0.2, "centre": [1, 0.5, 0]})")), "");
  expect(mesh(R"("shape": {"kind": "sphere", "radius": 0.2, "centre": [1, 2, 0]})"),
         {"warning directors[0].meshes[0]: lies outside the domain, beyond its top side"});
  expect(mesh(R"("first": 30, "shape": {"kind": "sphere", "radius": 0.2, "centre": [1, 0.5, 0]})"),
         {"warning directors[0].meshes[0]: begins at frame 30"});
  expect(tank(R"(, "directors": [{"kind": "reversal", "targets": [{"name": "a", "frame": 5, "backward": 0.1,
    "shape": {"kind": "sphere", "radius": 0.3, "centre": [1, 0.9, 0]}}]}])"),
         {"warning directors[0].targets[0].shape: reaches 0.175 m out of the domain at frame 5"});
}

TEST_F(CheckOfScene, RigsAndControlMeshesInTheAir) {
  const auto rig = [](const std::string& centre, const std::string& rest = "") {
    return tank(
        R"(, "directors": [{"kind": "rig", "spacing": 2, "radius": 2.5, "motion": {"translate": {"keys": [[1, [0, 0, 0]], [10, )" +
        rest + R"(]]}}, "shape": {"kind": "sphere", "radius": 0.15, "centre": )" + centre + "}}]");
  };
  const std::string air = "[1, 0.75, 0]", pool = "[1, 0.2, 0]", up = "[0, 0.05, 0]", down = "[0, -0.4, 0]";
  expect(rig(air, up), {"warning directors[0]: has no liquid where it begins", "give the scene a liquid of its shape"});
  EXPECT_EQ(found(rig(air, down)), "");  // it dives
  EXPECT_EQ(found(rig(pool, up)), "");
  std::string falling = rig(air, up);  // it rains onto the rig
  falling.replace(falling.find("]}}]"), 4,
                  R"(]}}, {"shape": {"kind": "box", "lower": [0.9, 0.92, -1], "upper": [1.1, 1, 1]}}])");
  EXPECT_EQ(found(falling), "");
  std::string narrow = rig("[1, 0.15, 0]", up);  // no particle is left so deep in the liquid
  narrow.replace(narrow.find("\"spacing\": 0.05"), 15, "\"spacing\": 0.01, \"band\": 2");
  EXPECT_EQ(found(narrow).find("has no liquid"), std::string::npos);
  const auto mesh = [](const std::string& centre) {
    return tank(
        R"(, "directors": [{"kind": "meshes", "meshes": [{"shape": {"kind": "sphere", "radius": 0.15, "centre": )" +
        centre + "}}]}]");
  };
  expect(mesh(air), {"warning directors[0].meshes[0]: has no liquid where it begins"});
  EXPECT_EQ(found(mesh("[1, 0.5, 0]")), "");
}

TEST_F(CheckOfScene, RigsOfFewPoints) {
  const auto rig = [](const std::string& spacing) {
    return R"({"frames": {"last": 6}, "domain": {"lower": [0, 0, 0], "upper": [1, 1, 1]}, "solver": {"kind": "flip", "spacing": 0.05},
      "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 0.6, 1]}}],
      "directors": [{"kind": "rig", "radius": 6, "shape": {"kind": "box", "lower": [0.2, 0.1, 0.2], "upper": [0.8, 0.5, 0.8]}, "spacing": )" +
           spacing + "}]}";
  };
  expect(rig("4.8"), {"warning directors[0]: has only", "rig points", "which hold no form"});
  EXPECT_EQ(found(rig("2.5")), "");
}

TEST_F(CheckOfScene, TargetsThatShowNoFormOrBeginTooEarly) {
  const auto target = [](const std::string& rest) {
    return tank(R"(, "directors": [{"kind": "reversal", "targets": [{"name": "a", "frame": 9, )" + rest + "}]}]");
  };
  const std::string large = R"("shape": {"kind": "sphere", "radius": 0.3, "centre": [1, 0.6, 0]}, "fill": true)";
  expect(target(R"("backward": 0.3, "shape": {"kind": "sphere", "radius": 0.09, "centre": [1, 0.6, 0]})"),
         {"warning directors[0].targets[0].shape: has only", "particles, 0.05 m apart"});
  expect(target(R"("backward": 0.5, )" + large),
         {"warning directors[0].targets[0].backward: is 0.5 s, but frame 9 is only 0.333 s after the first"});
  EXPECT_EQ(found(target(R"("backward": 0.33, )" + large)), "");
}

TEST_F(CheckOfScene, SlipsOfUnitsAndSigns) {
  expect(tank(R"(, "gravity": [0, 9.81, 0])"), {"warning gravity: points up", "write -9.81"});
  EXPECT_EQ(found(tank(R"(, "gravity": [0, 0, 0])")), "");
  const auto floating = [](const std::string& density) {
    return tank(
        R"(, "solids": [{"shape": {"kind": "box", "lower": [0.5, 0.3, -1], "upper": [0.9, 0.6, 1]}, "rigid": {"density": )" +
        density + "}}]");
  };
  expect(floating("0.6"), {"warning solids[0].rigid.density: is 0.6 kg/m3", "write 600"});
  EXPECT_EQ(found(floating("20")), "");
  expect(tank("", R"({"kind": "flip", "spacing": 0.4})"), {"warning solver.spacing: of 0.4 m makes only 5 particles"});
  const auto wide = [](const std::string& upper) {
    return R"({"dimensions": 2, "frames": {"last": 6}, "domain": {"lower": [0, 0, -1], "upper": )" + upper +
           R"(}, "solver": {"kind": "flip", "spacing": 0.05}, "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [1, 0.4, 1]}}]})";
  };
  expect(wide("[200, 100, 1]"), {"warning domain: is 200 m large around", "are these centimetres?"});
  EXPECT_EQ(found(wide("[20, 10, 1]")), "");
}

TEST_F(CheckOfScene, ACameraThatLooksAtItself) {
  const auto camera = [](const std::string& target) {
    return R"({"frames": {"last": 3}, "solver": {"kind": "flip", "spacing": 0.1},
      "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [0.5, 0.5, 0.5]}}],
      "picture": {"camera": {"position": [2, 1, 2], "target": )" +
           target + "}}}";
  };
  expect(camera("[2, 1, 2]"), {"warning picture.camera.target: is where the camera is"});
  EXPECT_EQ(found(camera("[0, 0, 0]")), "");
}

TEST_F(CheckOfScene, TemplatesWhereNoLiquidComes) {
  templates::TemplateMetadata metadata;
  metadata.name = "it";
  metadata.dimensions = 2;
  metadata.spacing = 0.05;
  metadata.region.size = {0.4, 0.4, 1};
  std::filesystem::create_directory(folder_ / "library");
  templates::TemplateWriter writer(folder_ / "library" / "it.weirt", metadata);
  Particles drop;
  for (int i = 0; i < 4; ++i) drop.position.push_back({0.05f * static_cast<float>(i), 0, 0});
  drop.resize(4);
  for (size_t i = 0; i < 4; ++i) drop.id[i] = i;
  for (int frame = 0; frame < 6; ++frame) writer.add_frame(drop);
  writer.finish();
  const auto instance = [](const std::string& at, const std::string& rest = "") {
    return R"({"dimensions": 2, "frames": {"last": 10, "rate": 100}, "domain": {"lower": [0, 0, -1], "upper": [8, 8, 1]},
      "solver": {"kind": "flip", "spacing": 0.05},
      "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [8, 0.4, 1]}}],
      "directors": [{"kind": "templates", "library": "library", "instances": [{"template": "it")" +
           rest + R"(, "transform": {"translate": )" + at + "}}]}]}";
  };
  EXPECT_EQ(found(instance("[1, 0.4, 0]")), "");
  expect(instance("[1, 9, 0]"), {"warning directors[0].instances[0]: lies outside the domain, beyond its top side"});
  expect(instance("[1, 5, 0]"),
         {"warning directors[0].instances[0]: plays until frame 10 where no liquid comes by then"});
  expect(instance("[1, 0.4, 0]", R"(, "start": 50)"), {"warning directors[0].instances[0]: begins at frame 50"});
}

TEST_F(CheckOfScene, GuidesOfWhichNothingIsLeft) {
  const auto guide = [](const std::string& depth) {
    return tank(R"(, "directors": [{"kind": "guide", "refine": 2, "depth": )" + depth + "}]",
                R"({"kind": "flip", "spacing": 0.01})");
  };
  EXPECT_EQ(found(guide("0.2")), "");
  expect(guide("0.6"), {"warning directors[0].depth: is 0.6 m, and the liquid is nowhere deeper than 0.3"});
  const std::string coarse = guide("0.06");
  expect(std::string(coarse).replace(coarse.find("\"refine\": 2"), 11, "\"refine\": 4"),
         {"warning directors[0].depth: is 0.06 m, but the coarse run has cells of 0.08 m", "at least 0.12 m"});
}

TEST_F(CheckOfScene, TheFolderOfARunThatBeginsMustBeFree) {
  const Scene scene = [&] {
    dump(folder_ / "s.json", tank("", R"({"kind": "ballistic", "spacing": 0.2})"));
    return load_scene(folder_ / "s.json");
  }();
  EXPECT_TRUE(check_scene(scene, {.folder = folder_ / "run", .begins = true}).good());
  run_scene(scene, {.folder = folder_ / "run", .progress = ProgressStyle::none});
  const SceneCheck taken = check_scene(scene, {.folder = folder_ / "run", .begins = true});
  ASSERT_EQ(taken.findings.size(), 1u);
  EXPECT_NE(taken.findings[0].what.find("holds a run already"), std::string::npos);
  EXPECT_TRUE(check_scene(scene, {.folder = folder_ / "run"}).good());
  const cache::RunLock other(folder_ / "busy", "simulating dam.json");
  const SceneCheck file = check_scene(scene, {.folder = folder_ / "s.json" / "run", .begins = true});
  ASSERT_EQ(file.findings.size(), 1u);
  EXPECT_NE(file.findings[0].sentence().find("is a file, where a folder is needed"), std::string::npos);
  const SceneCheck busy = check_scene(scene, {.folder = folder_ / "busy", .begins = true});
  ASSERT_EQ(busy.findings.size(), 1u);
  EXPECT_NE(busy.findings[0].what.find(", simulating dam.json, since "), std::string::npos);
}

TEST_F(CheckOfScene, WhatDoesNotFitIntoMemoryIsNotEvenBuilt) {
  const Room memory = memory_of_machine();
  ASSERT_GT(memory.all, 0);
  if (memory.all > 500e9) GTEST_SKIP() << "this machine has room for nearly everything";
  ASSERT_GE(memory.all, memory.free);
  EXPECT_GT(disk_at(folder_ / "no" / "such").free, 0);
  const std::string all =
      found(R"({"frames": {"last": 3}, "solver": {"kind": "sph", "spacing": 0.00101, "max_particles": 1000000000},
    "domain": {"lower": [0, 0, 0], "upper": [1, 1, 1]}, "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 1, 1]}}]})");
  EXPECT_EQ(all.rfind("error solver.spacing: needs about 54", 0), 0u) << all;
  const std::string said = refusal([&] { run_scene(load_scene(folder_ / "s.json"), {.folder = folder_ / "run"}); });
  EXPECT_NE(said.find("solver.spacing: needs about 54"), std::string::npos) << said;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run"));
}

// Of a recording that is still to be made the box is known.
TEST_F(CheckOfScene, RecordingsPlacedWhereNoLiquidIs) {
  dump(folder_ / "drop.json", tank());
  const auto placed = [&](const std::string& at) {
    return tank(R"(, "recordings": [{"name": "splash", "scene": "drop.json", "region": {"size": [0.4, 0.4, 1]}}],
      "directors": [{"kind": "templates", "instances": [{"template": "splash", "start": 2, "anchor": "waterline",
      "transform": {"translate": )" +
                at + "}}]}]");
  };
  EXPECT_EQ(found(placed("[1, 0.4, 0]")), "");
  expect(placed("[4, 0.4, 0]"), {"warning directors[0].instances[0]: ", "no liquid can take its form"});
}

TEST_F(CheckOfScene, FilesOfASourceThatAreNotThere) {
  expect(tank(R"(, "directors": [{"kind": "reversal", "source": {"sequence": "drop_####.bgeo", "rate": 24},
                   "targets": [{"name": "ball", "frame": 5, "backward": 0.1, "shape": {"kind": "sphere", "radius": 0.3, "centre": [1, 0.6, 0]}}]}])"),
         {"error directors[0].source.sequence: ", "no file has such a name"});
}

TEST_F(CheckOfScene, TimeIsGuessedFromSteps) {
  const SceneCheck check =
      this->check(tank("", R"({"kind": "sph", "spacing": 0.1})"), {.folder = folder_ / "run", .timed = true});
  ASSERT_TRUE(check.time);
  EXPECT_GT(check.time->seconds, 0);
  EXPECT_LT(check.time->seconds, 60);
  EXPECT_GE(check.time->steps, 3);
}

}  // namespace
}  // namespace weir::run
