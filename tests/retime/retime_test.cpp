// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whole runs and sequences of files at another speed, and what is refused.

#include "weir/retime/retime.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "refusal.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/cache/run_stats.h"
#include "weir/cache/sequence.h"
#include "weir/run/run.h"

namespace weir::retime {

namespace fs = std::filesystem;

class Retime : public ::testing::Test {
 protected:
  // A ball of liquid that falls onto a moving plate, into a jet and out of the open sides.
  static std::string scene_text(int last, double rate) {
    return fmt::format(R"({{"frames": {{"last": {}, "rate": {}}}, "solver": {{"kind": "ballistic", "spacing": 0.1}},
      "domain": {{"lower": [-1, 0, -1], "upper": [1, 2, 1], "walls": "open"}}, "output": {{"precision": "exact"}},
      "liquids": [{{"shape": {{"kind": "sphere", "radius": 0.3, "centre": [0, 1.2, 0]}}, "velocity": [0.5, 0, 0]}}],
      "emitters": [{{"shape": {{"kind": "box", "lower": [-0.9, 1, -0.2], "upper": [-0.8, 1.3, 0.2]}},
                     "velocity": [3, 0, 0]}}],
      "solids": [{{"shape": {{"kind": "box", "lower": [-1, 0, -1], "upper": [0.4, 0.1, 1],
                   "transform": {{"translate": {{"keys": [[1, [0, 0, 0]], [9, [0, 0.4, 0]]]}}}}}}}}]}})",
                       last, rate);
  }
  fs::path run(const std::string& name, int last = 9, double rate = 24) {
    const fs::path file = folder_ / (name + ".json");
    write_file(file, scene_text(last, rate));
    run::run_scene(load_scene(file), {.folder = folder_ / name, .progress = ProgressStyle::none});
    return folder_ / name;
  }
  RetimeSummary make(const fs::path& from, const Animated<double>& speed, const std::string& to,
                     bool overwrite = false) {
    return retime(from,
                  {.folder = folder_ / to, .speed = speed, .overwrite = overwrite, .progress = ProgressStyle::none});
  }
  static std::string bytes(const fs::path& folder, int frame) {
    return read_file(cache::RunFolder(folder).particles(frame));
  }
  TempFolder folder_;
};

TEST_F(Retime, AtSpeedOneItIsTheRun) {
  const fs::path from = run("run");
  const RetimeSummary made = make(from, 1.0, "same");
  EXPECT_EQ(made.made, 9);
  for (int frame = 1; frame <= 9; ++frame) EXPECT_EQ(bytes(folder_ / "same", frame), bytes(from, frame));
  const cache::RunStats stats = cache::read_run_stats(folder_ / "same");
  EXPECT_EQ(stats.frames.size(), 9u);
}

TEST_F(Retime, SlowItGoesThroughTheFramesOfTheRun) {
  const fs::path from = run("run");
  EXPECT_EQ(make(from, 0.25, "slow").last_frame, 33);
  size_t last = 0;
  for (int frame = 1; frame <= 33; ++frame) {
    const Particles p = cache::read_particles(cache::RunFolder(folder_ / "slow").particles(frame));
    EXPECT_EQ(p.validate(), "");
    if (frame <= 12) {  // none has left yet, and the jet comes evenly
      EXPECT_GE(p.size(), last);
    }
    EXPECT_LT(std::abs(static_cast<double>(p.size()) - static_cast<double>(last)), frame == 1 ? 1e9 : 40);
    last = p.size();
    for (const Vec3f& at : p.position) EXPECT_GT(at.y, -1e-4f);
    if (frame % 4 != 1) continue;
    const Particles there = cache::read_particles(cache::RunFolder(from).particles(1 + frame / 4));
    EXPECT_EQ(p.id, there.id);
    EXPECT_EQ(p.position, there.position);
    for (size_t i = 0; i < p.size(); ++i) EXPECT_EQ(p.velocity[i], there.velocity[i] * 0.25f);
  }
  const cache::RunRecord record = cache::read_run_record(folder_ / "slow" / "run.json");
  EXPECT_EQ(record.last_frame(), 33);
}

// Against the same run with twice the frames a second.
TEST_F(Retime, BetweenFramesItIsAsARunWithMoreFrames) {
  const fs::path from = run("run", 5), finer = run("finer", 9, 48);
  make(from, 0.5, "slow");
  for (const int frame : {2, 4, 6}) {
    const Particles p = cache::read_particles(cache::RunFolder(folder_ / "slow").particles(frame));
    const Particles exact = cache::read_particles(cache::RunFolder(finer).particles(frame));
    ASSERT_GT(exact.size(), 100u);
    for (size_t i = 0, j = 0; i < p.size() && j < exact.size();) {
      if (p.id[i] != exact.id[j]) {
        ++(p.id[i] < exact.id[j] ? i : j);
        continue;
      }
      if (p.id[i] < 100) {
        EXPECT_LT(length(p.position[i] - exact.position[j]), 1e-4f);
      }
      ++i, ++j;
    }
  }
}

TEST_F(Retime, BackwardsItEndsAtTheFirstFrame) {
  const fs::path from = run("run", 5);
  make(from, -1.0, "back");
  for (int frame = 1; frame <= 5; ++frame) {
    const Particles p = cache::read_particles(cache::RunFolder(folder_ / "back").particles(frame));
    const Particles there = cache::read_particles(cache::RunFolder(from).particles(6 - frame));
    EXPECT_EQ(p.position, there.position);
    EXPECT_EQ(p.velocity.front(), -there.velocity.front());
  }
}

TEST_F(Retime, WhatIsThereIsKeptAndWhatIsMissingIsMadeAgain) {
  const fs::path from = run("run", 5), slow = folder_ / "slow";
  EXPECT_EQ(make(from, 0.5, "slow").made, 9);
  std::vector<std::string> before;
  for (int frame = 1; frame <= 9; ++frame) before.push_back(bytes(slow, frame));
  EXPECT_EQ(make(from, 0.5, "slow").made, 0);
  // Killed after the fifth frame was written, before its line of stats.
  cache::RunFolder(slow).forget_after(4);
  write_file(cache::RunFolder(slow).particles(5), before[4]);
  EXPECT_EQ(make(from, 0.5, "slow").made, 5);
  for (int frame = 1; frame <= 9; ++frame) EXPECT_EQ(bytes(slow, frame), before[static_cast<size_t>(frame - 1)]);
  fs::remove(cache::RunFolder(slow).particles(3));
  EXPECT_EQ(make(from, 0.5, "slow").made, 1);
  EXPECT_EQ(bytes(slow, 3), before[2]);
  EXPECT_EQ(cache::read_run_stats(slow).frames, (std::vector<double>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  // A run that has gone on makes the clip longer.
  write_file(folder_ / "run.json", scene_text(6, 24));
  run::run_scene(load_scene(folder_ / "run.json"), {.folder = from, .resume = true, .progress = ProgressStyle::none});
  EXPECT_EQ(make(from, 0.5, "slow").last_frame, 11);
}

TEST_F(Retime, TheSameOnAnyNumberOfThreads) {
  const fs::path from = run("run", 5);
  {
    const ThreadLimit limit(1);
    make(from, 0.3, "one");
  }
  make(from, 0.3, "many");
  for (int frame = 1; frame <= 14; ++frame) EXPECT_EQ(bytes(folder_ / "one", frame), bytes(folder_ / "many", frame));
}

TEST_F(Retime, NothingIsReplacedUnasked) {
  const fs::path from = run("run", 3), other = run("other", 3);
  const auto expect_refused = [&](const fs::path& path, double speed, const std::string& to, const std::string& words) {
    const std::string said = refusal([&] { make(path, speed, to); });
    EXPECT_NE(said.find(words), std::string::npos) << said;
  };
  make(from, 0.5, "slow");
  expect_refused(from, 0.25, "slow", "at another speed");
  expect_refused(from, 0.5, "other", "holds a run");
  expect_refused(from, 0.5, "run", "is what is to be retimed");
  expect_refused(folder_ / "slow", 0.5, "slower", "is retimed already; retime " + from.string());
  expect_refused(folder_ / "nothing", 0.5, "slower", "there is no such file or folder");
  make(from, 0.25, "slow", /*overwrite=*/true);
  EXPECT_EQ(cache::RunFolder(folder_ / "slow").frames().size(), 9u);
  // A run in its place is none that is retimed.
  run::run_scene(load_scene(folder_ / "run.json"),
                 {.folder = folder_ / "slow", .overwrite = true, .progress = ProgressStyle::none});
  EXPECT_FALSE(fs::exists(folder_ / "slow" / "retime.json"));
  write_file(folder_ / "slow" / "retime.json", "{");
  expect_refused(folder_ / "slow", 0.5, "slower", "is damaged");
}

// What other programs export: without ids, without velocities, at a rate that nobody tells.
class RetimeFiles : public Retime {
 protected:
  static Particles swirl(int frame, double rate) {
    Particles p;
    p.resize(400);
    const double angle = 0.4 * frame / rate, turning = 0.4;
    for (size_t i = 0; i < p.size(); ++i) {
      const double x = 0.1 * (static_cast<double>(i % 20) - 9.5), y = 0.1 * (static_cast<double>(i / 20) - 9.5);
      const double c = std::cos(angle), s = std::sin(angle);
      p.position[i] = static_cast<Vec3f>(Vec3d{c * x - s * y, s * x + c * y, 0});
      p.velocity[i] = static_cast<Vec3f>(Vec3d{-s * x - c * y, c * x - s * y, 0} * turning);
      p.id[i] = i;
    }
    return p;
  }
  void write(const char* extension, double rate, bool velocities) {
    make_folder(folder_ / "files");
    for (int frame = 1; frame <= 5; ++frame) {
      Particles p = swirl(frame, rate);
      if (!velocities) std::fill(p.velocity.begin(), p.velocity.end(), Vec3f{});
      cache::write_particles(folder_ / "files" / fmt::format("w_{}{}", frame, extension), p, 0.1f, Precision::exact,
                             cache::Ids::left_out);
    }
  }
  void expect_between(double rate, float tolerance) {
    for (int frame = 1; frame <= 17; ++frame) {
      const Particles p = cache::read_particles(cache::RunFolder(folder_ / "slow").particles(frame));
      Particles exact = swirl(0, rate);
      ASSERT_EQ(p.size(), 400u);
      const double at = 1 + 0.25 * (frame - 1), angle = 0.4 * at / rate;
      for (size_t i = 0; i < p.size(); ++i) {
        const Vec3f& x = exact.position[i];
        const auto c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
        EXPECT_LT(length(p.position[i] - Vec3f{c * x.x - s * x.y, s * x.x + c * x.y, 0}), tolerance);
      }
    }
  }
};

TEST_F(RetimeFiles, TheirRateIsToldByTheirVelocities) {
  write(".bgeo", 30, true);
  EXPECT_EQ(make(folder_ / "files", 0.25, "slow").last_frame, 17);
  expect_between(30, 2e-5f);
  const auto json = nlohmann::json::parse(read_file(folder_ / "slow" / "retime.json"));
  EXPECT_EQ(json["rate"], 30);
  EXPECT_EQ(cache::read_run_stats(folder_ / "slow").frames.size(), 17u);
}

TEST_F(RetimeFiles, VelocitiesAreThoseOfTheMotionWhereThereAreNone) {
  write(".ply", 24, false);
  make(folder_ / "files" / "w_#.ply", 0.25, "slow");
  expect_between(24, 1e-4f);
  const Particles p = cache::read_particles(cache::RunFolder(folder_ / "slow").particles(9));
  EXPECT_NEAR(length(p.velocity[0]), 0.25 * 0.4 * length(p.position[0]), 0.01);
}

TEST_F(RetimeFiles, WhichCannotBeFollowedAreRefused) {
  make_folder(folder_ / "files");
  for (int frame = 1; frame <= 4; ++frame) {
    Particles p = swirl(frame, 24), mixed = p;
    for (size_t i = 0; i < p.size(); ++i) {
      mixed.position[i] =
          p.position[(i * 173 + static_cast<size_t>(frame) * 57) % p.size()] * (1 + 0.3f * static_cast<float>(frame));
      mixed.velocity[i] = {};
    }
    cache::write_particles(folder_ / "files" / fmt::format("{}.ply", frame), mixed, 0.1f, Precision::exact,
                           cache::Ids::left_out);
  }
  const std::string said = refusal([&] { make(folder_ / "files", 0.5, "slow"); });
  EXPECT_NE(said.find("export the sequence with ids"), std::string::npos) << said;
}

}  // namespace weir::retime
