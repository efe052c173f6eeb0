// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/cache/sequence.h"

#include <gtest/gtest.h>

#include "cache_testing.h"

namespace weir::cache {

namespace fs = std::filesystem;

namespace {

// A file with one particle whose x is `x`.
void make(const fs::path& path, float x = 0) {
  fs::create_directories(path.parent_path());
  Particles p;
  p.resize(1);
  p.position[0].x = x;
  write_particles(path, p, 0.01f, Precision::exact);
}

std::string problem_with(const fs::path& path) {
  return refusal([&] { ParticleSequence sequence(path); });
}

void expect_problem(const fs::path& path, const std::string& what) {
  const std::string problem = problem_with(path);
  EXPECT_NE(problem.find(what), std::string::npos) << "'" << what << "' not in: " << problem;
}

}  // namespace

TEST(Sequence, EveryFormatGivesBackTheSame) {
  const TempFolder folder;
  const Particles p = some_particles(50);
  for (const char* name : {"a.vdb", "a.bgeo", "a.bgeo.gz", "a.ply"}) {
    write_particles(folder / name, p, 0.01f, Precision::exact);
    EXPECT_TRUE(same_bits(read_particles(folder / name), p)) << name;
  }
  for (const char* name : {"a.abc", "a", "vdb", "a.vdb.txt"}) {
    expect_refused(folder / name, ".vdb, .bgeo, .bgeo.gz, .ply are known", [&] { read_particles(folder / name); });
    expect_refused(folder / name, "known", [&] { write_particles(folder / name, p, 0.01f); });
  }
}

TEST(Sequence, ARunsFolder) {
  const TempFolder folder;
  for (const int frame : {1, 2, 10, 3}) {
    make(folder.path() / "particles" / (frame < 10 ? "000" + std::to_string(frame) + ".vdb" : "0010.vdb"),
         static_cast<float>(frame));
  }
  dump(folder / "run.json", "{}");
  dump(folder.path() / "particles" / ".0004.123.tmp.vdb", "being written");
  dump(folder.path() / "particles" / "notes.txt", "not a frame");
  const ParticleSequence sequence(folder.path());
  EXPECT_EQ(sequence.frames(), (std::vector<int>{1, 2, 3, 10}));
  for (const int frame : sequence.frames()) EXPECT_EQ(sequence.read(frame).position[0].x, static_cast<float>(frame));
  const std::string problem = refusal([&] { sequence.read(7); });
  EXPECT_NE(problem.find("has no frame 7; it has 1-3, 10"), std::string::npos) << problem;
}

TEST(Sequence, AFolderOfAnotherProgramsFiles) {
  const TempFolder folder;
  for (const int frame : {9, 10, 100}) {
    make(folder / ("ParticleData_Fluid_" + std::to_string(frame) + ".bgeo"), static_cast<float>(frame));
  }
  const ParticleSequence sequence(folder.path());
  EXPECT_EQ(sequence.frames(), (std::vector<int>{9, 10, 100}));
  EXPECT_EQ(sequence.read(100).position[0].x, 100);
  make(folder / "ParticleData_Oil_9.bgeo");
  expect_problem(folder.path(), "several sequences, ParticleData_Fluid_#.bgeo and ParticleData_Oil_#.bgeo; say which");
  EXPECT_EQ(ParticleSequence(folder / "ParticleData_Fluid_#.bgeo").frames(), (std::vector<int>{9, 10, 100}));
}

TEST(Sequence, APatternTakesItsOwnFilesOnly) {
  const TempFolder folder;
  for (const char* name : {"a0001.ply", "a0002.ply", "a12345.ply", "a3.ply", "a00004.ply", "a0005.bgeo", "ab0006.ply",
                           "a0007b.ply", "a0008.ply.txt"}) {
    dump(folder / name, "");
  }
  EXPECT_EQ(ParticleSequence(folder / "a####.ply").frames(), (std::vector<int>{1, 2, 12345}));
  EXPECT_EQ(ParticleSequence(folder / "a#.ply").frames(), (std::vector<int>{1, 2, 3, 4, 12345}));
  EXPECT_EQ(ParticleSequence(folder / "a####b.ply").frames(), (std::vector<int>{7}));
  EXPECT_EQ(ParticleSequence(folder / "a####.ply").file(2), folder / "a0002.ply");
}

TEST(Sequence, NumbersNeedNotBeFilledUpWithZeros) {
  const TempFolder folder;
  for (const char* name : {"a_1.ply", "a_2.ply", "a_1000.ply", "a_12345.ply", "ab_3.ply"}) dump(folder / name, "");
  EXPECT_EQ(ParticleSequence(folder / "a_####.ply").frames(), (std::vector<int>{1, 2, 1000, 12345}));
  EXPECT_EQ(ParticleSequence(folder / "a_####.ply").file(2), folder / "a_2.ply");
  expect_problem(folder / "b_####.ply", "no file has such a name");
  dump(folder / "a_0007.ply", "");
  EXPECT_EQ(ParticleSequence(folder / "a_####.ply").frames(), (std::vector<int>{7, 1000, 12345}));
}

TEST(Sequence, OneFileIsOneFrame) {
  const TempFolder folder;
  make(folder / "drop_0012.ply", 5);
  make(folder / "drop.ply", 6);
  EXPECT_EQ(ParticleSequence(folder / "drop_0012.ply").frames(), (std::vector<int>{12}));
  EXPECT_EQ(ParticleSequence(folder / "drop.ply").frames(), (std::vector<int>{1}));
  EXPECT_EQ(ParticleSequence(folder / "drop.ply").read(1).position[0].x, 6);
}

TEST(Sequence, WhatIsNotThereOrNotClearIsSaid) {
  const TempFolder folder;
  expect_problem(folder / "nothing", "no such file or folder");
  expect_problem(folder / "no folder/a####.vdb", "no such folder");
  expect_problem(folder / "a####.vdb", "no file has such a name");
  expect_problem(folder / "a####.abc", "known");
  expect_problem(folder / "a##b##.vdb", "more than one run of #");
  expect_problem(folder.path(), "holds no numbered particle files");
  make(folder / "0001.vdb");
  expect_problem(folder / "a####.vdb", "no file has such a name; the folder holds 0001.vdb");
  make(folder / "0002.ply");
  expect_problem(folder.path(), "several sequences, #.vdb and #.ply");
  fs::remove(folder / "0002.ply");
  make(folder / "01.vdb");
  expect_problem(folder.path(), "has frame 1 twice: 0001.vdb and 01.vdb");
  dump(folder / "99999999999999999999.vdb", "a number too large for a frame");
  fs::remove(folder / "01.vdb");
  EXPECT_EQ(ParticleSequence(folder.path()).frames(), (std::vector<int>{1}));
  dump(folder / "notes.txt", "");
  expect_problem(folder / "notes.txt", "known");
}

}  // namespace weir::cache
