// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that other runs stand on: made once, gone on with, and made again when something is different.

#include "run/ensure_run.h"

#include <gtest/gtest.h>

#include <csignal>

#include "ballistic/ballistic_settings.h"
#include "base/files.h"
#include "cache/run_folder.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/interrupt.h"
#include "weir/run/run.h"

namespace weir::run {

namespace fs = std::filesystem;

static const char* kTetrahedron = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 3 1 4\n";

class SourceRun : public ::testing::Test {
 protected:
  SourceRun() {
    scene_.dimensions = 2;
    scene_.frames.last = 6;
    scene_.solver.spacing = 0.1;
    scene_.solver.settings = ballistic::BallisticSettings{};
    Liquid liquid;
    liquid.shape.kind = shapes::Box{};
    scene_.liquids = {liquid};
  }
  HowToMake provide() { return ensure_run(scene_, run_, {.progress = ProgressStyle::none}); }
  std::vector<std::string> particles() const {
    std::vector<std::string> bytes;
    for (int frame = 1; frame <= scene_.frames.last; ++frame) {
      bytes.push_back(read_file(cache::RunFolder(run_).particles(frame)));
    }
    return bytes;
  }
  // Of the scene as it is, made at one go elsewhere.
  std::vector<std::string> expected() const {
    const TempFolder fresh;
    run_scene(scene_, {.folder = fresh / "run", .progress = ProgressStyle::none});
    std::vector<std::string> bytes;
    for (int frame = 1; frame <= scene_.frames.last; ++frame) {
      bytes.push_back(read_file(cache::RunFolder(fresh / "run").particles(frame)));
    }
    return bytes;
  }
  // Tells whether it was made again.
  fs::file_time_type written() const { return fs::last_write_time(cache::RunFolder(run_).particles(1)); }

  TempFolder folder_;
  fs::path run_ = folder_ / "source";
  Scene scene_;
};

TEST_F(SourceRun, IsMadeOnce) {
  EXPECT_EQ(how_to_make(scene_, run_), HowToMake::all_of_it);
  EXPECT_FALSE(fs::exists(run_));
  EXPECT_EQ(provide(), HowToMake::all_of_it);
  EXPECT_EQ(particles(), expected());
  const auto before = written();
  EXPECT_EQ(provide(), HowToMake::nothing);
  EXPECT_EQ(written(), before);
}

TEST_F(SourceRun, HowItIsShownDoesNotMatter) {
  provide();
  scene_.title = "the same";
  scene_.phases[0].colour = {{1, 0, 0}};
  scene_.picture.width += 10;
  EXPECT_EQ(provide(), HowToMake::nothing);
}

TEST_F(SourceRun, AnInterruptedOneIsGoneOnWith) {
  scene_.frames.last = 3;
  provide();
  const auto before = written();
  scene_.frames.last = 6;
  EXPECT_EQ(how_to_make(scene_, run_), HowToMake::go_on);
  EXPECT_EQ(provide(), HowToMake::go_on);
  EXPECT_EQ(written(), before);
  EXPECT_EQ(particles(), expected());
  scene_.frames.last = 4;
  EXPECT_EQ(provide(), HowToMake::nothing);  // later frames do no harm
}

TEST_F(SourceRun, TheWishToStopPassesThrough) {
  const CatchInterrupts catching;
  std::raise(SIGTERM);
  EXPECT_THROW(provide(), Interrupted);
  EXPECT_EQ(how_to_make(scene_, run_), HowToMake::go_on);  // the first frame is there
}

TEST_F(SourceRun, AnotherSceneReplacesIt) {
  provide();
  scene_.gravity = Animated<Vec3d>(Vec3d{1, 0, 0});
  EXPECT_EQ(provide(), HowToMake::all_of_it);
  EXPECT_EQ(particles(), expected());
}

TEST_F(SourceRun, AChangedFileReplacesIt) {
  const fs::path mesh = folder_ / "solid.obj";
  write_file(mesh, kTetrahedron);
  scene_.dimensions = 3;
  Solid solid;
  solid.shape.kind = shapes::MeshFile{.file = mesh};
  scene_.solids = {solid};
  provide();
  EXPECT_EQ(provide(), HowToMake::nothing);
  write_file(mesh, std::string(kTetrahedron) + "# touched\n");
  EXPECT_EQ(provide(), HowToMake::all_of_it);
}

TEST_F(SourceRun, WhatIsDamagedOrMissingIsMadeAgain) {
  provide();
  const std::vector<std::string> whole = particles();
  const cache::RunFolder folder(run_);
  for (const fs::path& file : {folder.run_json(), folder.checkpoint(), folder.particles(2)}) {
    write_file(file, "damaged");
    if (file == folder.particles(2)) fs::remove(file);
    EXPECT_EQ(provide(), HowToMake::all_of_it) << file;
    EXPECT_EQ(particles(), whole);
  }
  fs::remove(folder.checkpoint());
  EXPECT_EQ(provide(), HowToMake::all_of_it);
  EXPECT_EQ(particles(), whole);
}

TEST_F(SourceRun, ARunThatLeftFramesOutIsNotEnough) {
  run_scene(scene_, {.folder = run_, .first_written = 4, .progress = ProgressStyle::none});
  EXPECT_EQ(provide(), HowToMake::all_of_it);
  EXPECT_EQ(particles(), expected());
}

TEST_F(SourceRun, ForeignFilesAreLeftAlone) {
  make_folder(run_ / "particles");
  write_file(run_ / "particles" / "mine.vdb", "mine");
  EXPECT_THROW(provide(), InputError);
  EXPECT_EQ(read_file(run_ / "particles" / "mine.vdb"), "mine");
}

}  // namespace weir::run
