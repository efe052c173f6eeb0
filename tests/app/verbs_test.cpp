// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The other verbs, and what the program says to mistakes.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "weir_program.h"

namespace weir::app {

static const char* kDrop = R"({"frames": {"last": 3}, "solver": {"kind": "ballistic", "spacing": 0.1},
                               "liquids": [{"shape": {"kind": "box"}}]})";

class Verbs : public ::testing::Test {
 protected:
  std::string file(const std::string& name, const std::string& text) {
    write_file(folder_ / name, text);
    return (folder_ / name).string();
  }
  TempFolder folder_;
};

TEST_F(Verbs, CheckCounts) {
  const Said said = weir({"check", file("drop.json", kDrop)});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_NE(said.out.find("1000 at the start"), std::string::npos) << said.out;
}

TEST_F(Verbs, MistakesExitWith2) {
  const std::string drop = file("drop.json", kDrop);
  for (const std::vector<std::string>& words :
       std::vector<std::vector<std::string>>{{},
                                             {"fly"},
                                             {"run"},
                                             {"run", "nowhere.json"},
                                             {"run", drop, "--threads", "x"},
                                             {"run", drop, "--threads", "-1"},
                                             {"run", drop, "--progress", "loud"},
                                             {"run", drop, "-o", "/dev/null/x"},
                                             {"run", folder_.path().string()},
                                             {"check", file("bad.json", "{")},
                                             {"describe", "nothing"},
                                             {"info", "nowhere"},
                                             {"info", drop},
                                             {"convert", "nowhere", "x.ply"},
                                             {"--wrong"}}) {
    const Said said = weir(words);
    std::string line;
    for (const std::string& word : words) line += word + " ";
    EXPECT_EQ(said.code, 2) << line << said.err;
    EXPECT_EQ(said.err.rfind("weir: ", 0), 0u) << line << said.err;
  }
}

TEST_F(Verbs, ProblemsOfBuildingAreToldTogetherWithTheirPath) {
  const std::string scene = file("s.json", R"({"solver": {"kind": "ballistic"},
    "liquids": [{"shape": {"kind": "box"}}],
    "solids": [{"shape": {"kind": "mesh", "file": "horse.obj"}}, {"shape": {"kind": "text", "text": "a", "font": "No Such"}}]})");
  const Said said = weir({"check", scene});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("s.json:3: solids[0].shape: "), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("horse.obj: there is no such file"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("s.json:3: solids[1].shape: "), std::string::npos) << said.err;
}

TEST_F(Verbs, CheckLooksAtLaterFrames) {
  const char* tetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";
  file("t_1.obj", tetrahedron);
  file("t_2.obj", tetrahedron);
  const std::string scene = file("s.json", R"({"solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "box"}}],
    "sinks": [{"shape": {"kind": "mesh", "file": "t_#.obj"}}]})");
  file("t_3.obj", tetrahedron);
  EXPECT_EQ(weir({"check", scene}).code, 0);
  file("t_3.obj", "v 0 0 x\n");
  const Said said = weir({"check", scene});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("s.json:2: sinks[0].shape: "), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("t_3.obj"), std::string::npos) << said.err;
}

// A plate that is too thin: it can be run.
static const char* kThin = R"({"dimensions": 2, "frames": {"last": 2}, "solver": {"kind": "sph", "spacing": 0.1},
  "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
  "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [1, 0.3, 1]}}],
  "solids": [{"shape": {"kind": "box", "lower": [0.5, 0, -1], "upper": [0.51, 1, 1]}}]})";

TEST_F(Verbs, WarningsAreToldByCheckAndRunAndStopNeither) {
  const std::string scene = file("thin.json", kThin);
  const std::string warning = "warning: " + scene + ":4: solids[0].shape: is 0.01 m thin, ";
  const Said checked = weir({"check", scene});
  EXPECT_EQ(checked.code, 0) << checked.err;
  EXPECT_NE(checked.out.find(warning), std::string::npos) << checked.out;
  EXPECT_NE(checked.out.find("solids     1: 1 still; closed domain"), std::string::npos) << checked.out;
  const Said run = weir({"run", scene, "-o", (folder_ / "run").string(), "--progress", "plain"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(run.out.rfind(warning, 0), 0u) << run.out;
  const Said taken = weir({"check", scene, "-o", (folder_ / "run").string()});
  EXPECT_EQ(taken.code, 2);
  EXPECT_NE(taken.err.find("holds a run already"), std::string::npos) << taken.err;
}

TEST_F(Verbs, ProgramsGetWhatCheckFound) {
  const Said good = weir({"check", file("thin.json", kThin), "--json", "--time"});
  const auto json = nlohmann::json::parse(good.out);
  EXPECT_TRUE(json["good"]);
  EXPECT_GT(json["seconds"], 0);
  EXPECT_GT(json["memory"], 1e6);
  ASSERT_EQ(json["findings"].size(), 1u);
  EXPECT_EQ(json["findings"][0]["severity"], "warning");
  EXPECT_EQ(json["findings"][0]["path"], "solids[0].shape");
  EXPECT_EQ(json["findings"][0]["line"], 4);
  EXPECT_EQ(json["findings"][0]["remedy"], "make it at least 0.05 m thick");
  const Said bad = weir({"check", file("bad.json", R"({"solver": {"kind": "sph", "spacin": 1}})"), "--json"});
  EXPECT_EQ(bad.code, 2);
  const auto errors = nlohmann::json::parse(bad.out);
  EXPECT_FALSE(errors["good"]);
  EXPECT_EQ(errors["findings"][0]["severity"], "error");
  EXPECT_EQ(errors["findings"][0]["line"], 1);
}

TEST_F(Verbs, AnUnknownVerbIsToldWithTheNearest) {
  EXPECT_EQ(weir({"descibe"}).err, "weir: there is no verb \"descibe\"; did you mean \"describe\"?\n");
  EXPECT_EQ(weir({"frobnicate"}).err,
            "weir: there is no verb \"frobnicate\"; choose run, check, preview, studio, describe, info, convert, mesh, "
            "morph, render, retime, plot, library or bench\n");
}

TEST_F(Verbs, WhatASolverCannotDoIsRefused) {
  const Said said =
      weir({"check", file("s.json", R"({"solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "box"}}],
    "solids": [{"shape": {"kind": "box"}, "rigid": {}}]})")});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("solids[0].rigid: the ballistic solver does not move solids"), std::string::npos);
}

TEST_F(Verbs, TooManyParticlesAreRefusedBeforeTheyAreMade) {
  const Said said = weir({"check", file("s.json", R"({"solver": {"kind": "ballistic", "spacing": 1e-6},
    "liquids": [{"shape": {"kind": "box"}}]})")});
  EXPECT_EQ(said.code, 2) << said.err;
  const Said budget =
      weir({"check", file("t.json", R"({"solver": {"kind": "ballistic", "spacing": 0.05, "max_particles": 10},
    "liquids": [{"shape": {"kind": "box"}}]})")});
  EXPECT_EQ(budget.code, 2);
  EXPECT_NE(budget.err.find("solver.max_particles: the liquids need about 8000 particles"), std::string::npos)
      << budget.err;
}

TEST_F(Verbs, HelpListsOnlyWhatWorks) {
  const Said said = weir({"--help"});
  EXPECT_EQ(said.code, 0);
  for (const char* verb : {"run", "check", "describe", "info", "convert", "mesh", "morph", "render", "retime", "plot",
                           "library", "bench"}) {
    EXPECT_NE(said.out.find(verb), std::string::npos) << verb;
    EXPECT_EQ(weir({verb, "--help"}).code, 0);
  }
  for (const char* verb : {"list", "show", "record", "import", "export", "rename", "remove"}) {
    EXPECT_EQ(weir({"library", verb, "--help"}).code, 0);
  }
  const std::string version = weir({"--version"}).out;
  EXPECT_EQ(version.rfind("weir ", 0), 0u);
  EXPECT_NE(version.find("\ncommit "), std::string::npos) << version;
  EXPECT_NE(version.find("\nbuild  "), std::string::npos) << version;
}

TEST_F(Verbs, InfoTellsOfRunsAndFiles) {
  ASSERT_EQ(weir({"run", file("drop.json", kDrop), "-o", (folder_ / "run").string()}).code, 0);
  const Said run = weir({"info", (folder_ / "run").string()});
  EXPECT_EQ(run.code, 0);
  EXPECT_NE(run.out.find("1 to 3 written"), std::string::npos) << run.out;
  EXPECT_NE(run.out.find("particles  1000"), std::string::npos) << run.out;
}

TEST_F(Verbs, ConvertGoesRoundThroughEveryFormat) {
  ASSERT_EQ(weir({"run", file("drop.json", kDrop), "-o", (folder_ / "run").string()}).code, 0);
  const std::string bgeo = (folder_ / "bgeo/p.####.bgeo").string(), ply = (folder_ / "ply/p_##.ply").string();
  ASSERT_EQ(weir({"convert", (folder_ / "run").string(), bgeo}).code, 0);
  ASSERT_EQ(weir({"convert", bgeo, ply}).code, 0);
  const Said said = weir({"info", (folder_ / "ply").string()});
  EXPECT_NE(said.out.find("particles of 3 frames, 1 to 3"), std::string::npos) << said.out << said.err;
  EXPECT_NE(said.out.find("particles  1000"), std::string::npos) << said.out;
  EXPECT_EQ(weir({"convert", bgeo, (folder_ / "one.ply").string()}).code, 2);
}

TEST_F(Verbs, ADamagedFrameIsNamed) {
  ASSERT_EQ(weir({"run", file("drop.json", kDrop), "-o", (folder_ / "run").string()}).code, 0);
  const auto frame = folder_ / "run" / "particles" / "0003.vdb";
  const std::string whole = read_file(frame);
  write_file(frame, whole.substr(0, whole.size() / 2));
  const Said said = weir({"info", (folder_ / "run").string()});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find(frame.string()), std::string::npos) << said.err;
}

}  // namespace weir::app
