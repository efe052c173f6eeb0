// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that go on from a frame of another one, and frames that are made anew: with every solver and director the same
// bytes as without.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "cache/run_folder.h"
#include "every_scene.h"
#include "refusal.h"
#include "run/keep_checkpoint.h"
#include "temp_folder.h"
#include "weir/cache/run_stats.h"
#include "weir/cache/sequence.h"
#include "weir/run/run.h"

namespace weir::run {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Of frames from `first` to `last`: their files, and what stats tell but for the clock.
std::map<std::string, std::string> outcome(const fs::path& run, int first, int last) {
  std::map<std::string, std::string> found;
  for (const char* kind : {"particles", "volumes", "surface"}) {
    if (!fs::exists(run / kind)) continue;
    for (const auto& entry : fs::directory_iterator(run / kind)) {
      const int frame = std::stoi(entry.path().filename().string());
      if (frame < first || frame > last) continue;
      found[kind + ("/" + entry.path().filename().string())] = read_file(entry.path());
    }
  }
  for (const std::string& line : cache::RunFolder::own(run).read_stats()) {
    Json json = Json::parse(line);
    if (json["frame"] < first || json["frame"] > last) continue;
    json.erase("wall_ms");
    for (Json& director : json["directors"]) director.erase("wall_ms");
    const Json solver = json["solver"];
    for (const auto& [key, value] : solver.items()) {
      if (key.ends_with("_ms")) json["solver"].erase(key);
    }
    found["stats " + json["frame"].dump()] = json.dump();
  }
  return found;
}

// Its keys, for messages that are short.
void expect_same(const std::map<std::string, std::string>& now, const std::map<std::string, std::string>& wanted) {
  ASSERT_FALSE(wanted.empty());
  for (const auto& [name, bytes] : wanted) {
    ASSERT_TRUE(now.contains(name)) << name;
    EXPECT_TRUE(now.at(name) == bytes) << name;
  }
  EXPECT_EQ(now.size(), wanted.size());
}

class EveryScene : public ::testing::TestWithParam<Scenes> {
 protected:
  EveryScene() {
    for (const auto& [name, text] : GetParam().files) write_file(folder_ / name, text);
    scene_ = load_scene(folder_ / "scene.json");
    scene_.output.checkpoints = 2;
    run_scene(scene_, {.folder = whole_, .progress = ProgressStyle::none});
  }
  TempFolder folder_;
  fs::path whole_ = folder_ / "whole";
  Scene scene_;
};

// At a frame with a checkpoint, and at one without, where the frame before it is simulated again. What a branch itself
// needs to be resumed is there.
TEST_P(EveryScene, ABranchWithoutChangesIsTheRun) {
  const int last = scene_.frames.last;
  for (const int frame : {2, 3}) {
    const fs::path take = folder_ / fmt::format("take{}", frame);
    scene_.frames.last = std::max(last - 1, frame + 1);
    const RunSummary summary =
        run_scene(scene_, {.folder = take, .from = BranchPoint{whole_, frame}, .progress = ProgressStyle::none});
    EXPECT_EQ(summary.first_frame, frame + 1);
    scene_.frames.last = last;
    run_scene(scene_, {.folder = take, .resume = true, .progress = ProgressStyle::none});
    expect_same(outcome(take, 0, last), outcome(whole_, frame + 1, last));
    EXPECT_EQ(cache::ParticleSequence(take).frames(), cache::ParticleSequence(whole_).frames());
  }
}

TEST_P(EveryScene, AMendedFrameIsWhatItWas) {
  const auto before = outcome(whole_, 0, 100);
  for (const int frame : {1, 2, 3, scene_.frames.last}) {
    const std::string number = fmt::format("{:04}", frame);
    for (const char* file : {"particles/{}.vdb", "volumes/{}.vdb", "surface/{}.ply"}) {
      fs::remove(whole_ / fmt::format(fmt::runtime(file), number));
    }
  }
  const RunSummary summary = run_scene(scene_, {.folder = whole_, .mend = true, .progress = ProgressStyle::none});
  EXPECT_EQ(summary.mended, (std::vector<int>{1, 2, 3, scene_.frames.last}));
  expect_same(outcome(whole_, 0, 100), before);
}

std::vector<Scenes> simulated_scenes() {
  std::vector<Scenes> all = solvers();
  for (const Scenes& scenes : directors()) {
    const std::string name = scenes.name;
    if (name != "reversal" && name != "interact") all.push_back(scenes);
  }
  return all;
}

INSTANTIATE_TEST_SUITE_P(Branch, EveryScene, ::testing::ValuesIn(simulated_scenes()),
                         [](const auto& test) { return std::string(test.param.name); });

// A run of six frames of a scene with all that flows and floats, and branches of it.
class Branch : public ::testing::Test {
 protected:
  void run_first(const std::string& text, int last = 6) {
    first_ = scene_of(text);
    first_.frames.last = last;
    first_.output.checkpoints = 2;
    run_scene(first_, {.folder = run_, .progress = ProgressStyle::none});
  }
  Scene scene_of(const std::string& text) {
    write_file(folder_ / "scene.json", text);
    return load_scene(folder_ / "scene.json");
  }
  RunSummary branch(const Scene& scene, std::optional<int> frame, const char* name = "take",
                    const char* from = "run") const {
    return run_scene(
        scene, {.folder = folder_ / name, .from = BranchPoint{folder_ / from, frame}, .progress = ProgressStyle::none});
  }
  std::string flat() const { return flat_scene(R"({"kind": "sph", "spacing": 0.04})", Flat::sph); }

  TempFolder folder_;
  fs::path run_ = folder_ / "run";
  Scene first_;
};

TEST_F(Branch, ThingsAreMatchedByTheirNames) {
  Scene scene = scene_of(flat());
  scene.frames.last = 5;
  scene.solids[1].name = "raft";
  scene.solids.push_back(scene.solids[1]);
  scene.solids.back().name = "buoy";
  scene.solids.back().shape.transform.translate = Animated<Vec3d>{Vec3d{0.1, 0.5, 0}};
  scene.emitters[0].name = "tap";
  run_scene(scene, {.folder = run_, .progress = ProgressStyle::none});

  Scene changed = scene;
  std::swap(changed.solids[1], changed.solids[2]);
  changed.emitters.insert(changed.emitters.begin(), changed.emitters[0]);
  changed.emitters[0].name = "silent";
  changed.emitters[0].last = 0;
  run_scene(changed, {.folder = folder_ / "take", .from = BranchPoint{run_, 3}, .progress = ProgressStyle::none});
  const auto pose_of = [&](const fs::path& run, const std::string& name) {
    const Json last = Json::parse(cache::RunFolder(run).read_stats().back());
    for (const Json& body : last["bodies"]) {
      if (body["name"] == name) return body["pose"].dump();
    }
    return std::string("none");
  };
  const Particles with = cache::ParticleSequence(folder_ / "take").read(5),
                  without = cache::ParticleSequence(run_).read(5);
  EXPECT_EQ(with.size(), without.size());
  // Sums over bodies are in another order.
  const auto numbers = [&](const fs::path& run, const char* name) { return Json::parse(pose_of(run, name)); };
  for (const char* name : {"raft", "buoy"}) {
    const Json a = numbers(run_, name), b = numbers(folder_ / "take", name);
    for (size_t i = 0; i < 12; ++i) EXPECT_NEAR(a[i].get<double>(), b[i].get<double>(), 2e-3) << name << i;
  }

  changed.solids.pop_back();  // the raft
  changed.emitters.erase(changed.emitters.begin());
  run_scene(changed, {.folder = folder_ / "less", .from = BranchPoint{run_, 3}, .progress = ProgressStyle::none});
  EXPECT_EQ(Json::parse(cache::RunFolder(folder_ / "less").read_stats().back())["bodies"].size(), 1u);
}

TEST_F(Branch, NewAndChangedThingsActFromThereOn) {
  run_first(flat());
  Scene changed = first_;
  changed.gravity = Animated<Vec3d>{Vec3d{0, 5, 0}};
  changed.forces.erase(changed.forces.begin());
  changed.phases[0].viscosity = Animated<double>{0.0};
  changed.phases[1].viscosity = Animated<double>{0.0};
  changed.mixing.heat = 1e-4;
  changed.solids[0].heat = Animated<double>{90.0};
  changed.liquids.pop_back();
  const std::vector<std::string> said = branch(changed, 4).said;
  EXPECT_EQ(std::count(said.begin(), said.end(),
                       "Liquids are there from the start of a run: what has changed of them has no effect"),
            1);
  const cache::ParticleSequence before(run_), after(folder_ / "take");
  EXPECT_EQ(after.file(4), before.file(4));
  const auto mean_height = [](const Particles& particles) {
    double sum = 0;
    for (const Vec3f& p : particles.position) sum += static_cast<double>(p.y);
    return sum / static_cast<double>(particles.size());
  };
  EXPECT_GT(mean_height(after.read(6)), mean_height(before.read(6)) + 0.01);
  EXPECT_EQ(after.read(6).heat.size(), after.read(6).size());
  // Stats from the first frame on.
  const cache::RunStats stats = cache::read_run_stats(folder_ / "take");
  EXPECT_EQ(stats.frames, (std::vector<double>{1, 2, 3, 4, 5, 6}));
}

TEST_F(Branch, RigsAndTemplatesMayBecomeOthers) {
  run_first(
      pool(R"({"kind": "sph", "spacing": 0.04})", 2, 6,
           R"(, "directors": [{"kind": "rig", "shape": {"kind": "box", "lower": [0.1, 0.1, -1], "upper": [0.3, 0.3, 1]},
                    "deformations": [{"kind": "curl_noise", "size": 0.2, "speed": 0.3, "change": 1}]}])"));
  Scene finer = scene_of(pool(
      R"({"kind": "sph", "spacing": 0.04})", 2, 6,
      R"(, "directors": [{"kind": "rig", "spacing": 0.8, "shape": {"kind": "box", "lower": [0.1, 0.1, -1], "upper": [0.4, 0.3, 1]},
                    "deformations": [{"kind": "curl_noise", "size": 0.2, "speed": 0.3, "change": 1}]}])"));
  EXPECT_EQ(branch(finer, 4).last_frame, 6);
  finer.directors.clear();
  EXPECT_EQ(branch(finer, 4, "without").last_frame, 6);
}

TEST_F(Branch, WhatCannotChangeIsNamedAllAtOnce) {
  run_first(flat());
  Scene changed = first_;
  changed.solver.spacing = 0.05;
  changed.domain->upper.x = 2;
  changed.frames.rate = 25;
  changed.phases[1].density = 700;
  const std::string said = refusal([&] { branch(changed, 4); });
  for (const char* words : {"solver.spacing: is 0.05, but the run to go on with has 0.04",
                            "domain.upper: is [2.0,1.0,1.0]", "frames.rate: is 25.0",
                            "phases: are water (1000 kg/m3), oil (700 kg/m3), but the run to go on with has water "
                            "(1000 kg/m3), oil (800 kg/m3)"}) {
    EXPECT_NE(said.find(words), std::string::npos) << words << "\n" << said;
  }
  EXPECT_FALSE(fs::exists(folder_ / "take"));
}

TEST_F(Branch, WhatHoldsLiquidNeitherComesNorGoes) {
  const std::string guide = R"(, "directors": [{"kind": "guide", "refine": 2, "depth": 0.2, "strength": 2}])";
  run_first(pool(kFlip, 2, 6, ""));
  EXPECT_NE(refusal([&] { branch(scene_of(pool(kFlip, 2, 6, guide)), 4); }).find("a guide cannot join at frame 4"),
            std::string::npos);
  const Scene band = scene_of(pool(R"({"kind": "flip", "spacing": 0.02, "band": 4})", 2, 6, ""));
  EXPECT_NE(refusal([&] { branch(band, 4); }).find("solver.band: is 4, but the run to go on with has 0"),
            std::string::npos);
}

// The coarse run of a changed scene goes on from the same frame: what it holds there is what the fine run knows.
TEST_F(Branch, AGuideGoesOnWithItsCoarseRun) {
  const std::string guide = R"(, "directors": [{"kind": "guide", "refine": 2, "depth": 0.1, "strength": 2}])";
  run_first(pool(R"({"kind": "flip", "spacing": 0.01})", 2, 6, guide));
  Scene same = first_;
  branch(same, 4, "same");
  const cache::RunFolder linked(folder_ / "same/guides/0/run"), coarse(folder_ / "take/guides/0/run");
  EXPECT_FALSE(linked.branched_from());
  EXPECT_TRUE(fs::equivalent(linked.particles(3), run_ / "guides/0/run/particles/0003.vdb"));
  Scene changed = first_;
  changed.gravity = Animated<Vec3d>{Vec3d{3, -9.81, 0}};
  branch(changed, 4);
  const cache::RunFolder now(coarse.path());
  ASSERT_TRUE(now.branched_from());
  EXPECT_EQ(now.branched_from()->frame, 4);
  EXPECT_EQ(now.branched_from()->run, run_ / "guides/0/run");
  EXPECT_EQ(now.frames(), (std::vector<int>{1, 2, 3, 4, 5, 6}));
  const double before = static_cast<double>(cache::ParticleSequence(run_).read(5).size()),
               after = static_cast<double>(cache::ParticleSequence(folder_ / "take").read(5).size());
  EXPECT_NEAR(after / before, 1, 0.1);
  // The runs that were there are as they were, and the branch can be resumed.
  EXPECT_EQ(cache::ParticleSequence(run_ / "guides/0/run").frames().size(), 6u);
  changed.frames.last = 7;
  EXPECT_EQ(
      run_scene(changed, {.folder = folder_ / "take", .resume = true, .progress = ProgressStyle::none}).last_frame, 7);
}

TEST_F(Branch, FramesThatAreNotThereAreRefused) {
  run_first(flat());
  EXPECT_NE(refusal([&] { branch(first_, 7); }).find("has no frame 7: it begins at 1 and has come to 6"),
            std::string::npos);
  EXPECT_NE(refusal([&] { branch(first_, {}); }).find("nothing is left to simulate after frame 6"), std::string::npos);
  EXPECT_NE(refusal([&] { branch(first_, 4, "take", "nowhere"); }).find("there is no run in"), std::string::npos);
  EXPECT_NE(refusal([&] {
              run_scene(first_, {.folder = run_, .from = BranchPoint{run_, 4}, .overwrite = true});
            }).find("a branch needs a folder of its own"),
            std::string::npos);
}

TEST_F(Branch, ABranchOfABranchFindsAllFrames) {
  run_first(flat());
  branch(first_, 2, "take");
  branch(first_, 4, "third", "take");
  branch(first_, 2, "fourth", "third");  // a frame of the first run
  EXPECT_EQ(cache::RunFolder(folder_ / "third").branched_from()->run, folder_ / "take");
  EXPECT_EQ(cache::RunFolder(folder_ / "fourth").branched_from()->run, run_);
  const cache::ParticleSequence all(folder_ / "third");
  EXPECT_EQ(all.frames(), (std::vector<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(all.file(2).parent_path().parent_path(), run_);
  EXPECT_EQ(all.file(3).parent_path().parent_path(), folder_ / "take");
  EXPECT_EQ(all.file(5).parent_path().parent_path(), folder_ / "third");
  expect_same(outcome(folder_ / "third", 0, 9), outcome(run_, 5, 6));
  // Moved together, they still belong together.
  fs::create_directory(folder_ / "moved");
  for (const char* name : {"run", "take", "third"}) fs::rename(folder_ / name, folder_ / "moved" / name);
  EXPECT_EQ(cache::ParticleSequence(folder_ / "moved" / "third").frames().size(), 6u);
}

TEST_F(Branch, AnOriginThatIsGoneOrAnotherIsTold) {
  run_first(flat());
  branch(first_, 4);
  fs::rename(run_, folder_ / "elsewhere");
  EXPECT_NE(refusal([&] { cache::ParticleSequence(folder_ / "take"); }).find("which is no longer there"),
            std::string::npos);
  Scene other = first_;
  other.gravity = Animated<Vec3d>{Vec3d{0, -1, 0}};
  other.frames.last = 2;
  run_scene(other, {.folder = run_, .progress = ProgressStyle::none});
  EXPECT_NE(refusal([&] { cache::read_run_stats(folder_ / "take"); }).find("where another run is now"),
            std::string::npos);
  // It can be gone on with all the same.
  first_.frames.last = 7;
  EXPECT_EQ(run_scene(first_, {.folder = folder_ / "take", .resume = true, .progress = ProgressStyle::none}).last_frame,
            7);
}

// Whatever a kill leaves: no frame yet, or some of them.
TEST_F(Branch, StoppedAnywhereItComesToTheSame) {
  run_first(flat());
  for (const int stopped_at : {3, 5}) {
    const fs::path take = folder_ / fmt::format("take{}", stopped_at);
    Scene scene = first_;
    scene.frames.last = std::max(4, stopped_at);
    run_scene(scene, {.folder = take, .from = BranchPoint{run_, 3}, .progress = ProgressStyle::none});
    if (stopped_at == 3) fs::remove(take / "checkpoint" / "state");
    if (stopped_at == 3) fs::remove(take / "checkpoint" / "branch");
    write_file(take / "checkpoint" / ".state.12.tmp", "half");
    scene.frames.last = 6;
    run_scene(scene, {.folder = take, .resume = true, .progress = ProgressStyle::none});
    expect_same(outcome(take, 0, 9), outcome(run_, 4, 6));
    EXPECT_FALSE(fs::exists(take / "checkpoint" / ".state.12.tmp"));
  }
}

TEST_F(Branch, MendsItsOwnFramesOnly) {
  run_first(flat());
  branch(first_, 4);
  const auto before = outcome(folder_ / "take", 0, 9);
  fs::remove(folder_ / "take/particles/0005.vdb");
  EXPECT_EQ(cache::RunFolder(folder_ / "take").missing_frames(1), (std::vector<int>{5}));
  RunOptions options{.folder = folder_ / "take", .mend = true, .progress = ProgressStyle::none};
  EXPECT_EQ(run_scene(first_, options).mended, (std::vector<int>{5}));
  expect_same(outcome(folder_ / "take", 0, 9), before);
  EXPECT_TRUE(run_scene(first_, options).was_done);
  options.first_written = 3;
  EXPECT_NE(refusal([&] { run_scene(first_, options); }).find("frames up to 4 are those of"), std::string::npos);
  Scene longer = first_;
  longer.frames.last = 8;
  options.first_written = 8;
  EXPECT_NE(refusal([&] { run_scene(longer, options); }).find("has come to frame 6 only; go on with --resume"),
            std::string::npos);
}

TEST_F(Branch, OfAReversalIsRefusedInWords) {
  const std::string reversal = pool(R"({"kind": "ballistic", "spacing": 0.02})", 2, 8,
                                    R"(, "reversal": {"targets": [{"name": "ball", "frame": 4, "forward": 0.1,
      "backward": 0.1, "middle": 0.05, "shape": {"kind": "sphere", "centre": [0.6, 0.6, 0], "radius": 0.15}}]})");
  run_first(pool(R"({"kind": "ballistic", "spacing": 0.02})", 2, 8, ""));
  EXPECT_NE(refusal([&] { branch(scene_of(reversal), 4); }).find("makes its frames from other runs"),
            std::string::npos);
  run_scene(scene_of(reversal), {.folder = folder_ / "reversed", .progress = ProgressStyle::none});
  EXPECT_NE(refusal([&] { branch(first_, 4, "take", "reversed"); }).find("are made from other runs, not simulated"),
            std::string::npos);
  EXPECT_NE(refusal([&] {
              run_scene(scene_of(reversal),
                        {.folder = folder_ / "reversed", .mend = true, .progress = ProgressStyle::none});
            }).find("make all of them again with --resume"),
            std::string::npos);
}

TEST(KeptCheckpoints, StrideDoublesWithTheRun) {
  EXPECT_EQ(kept_stride(1, 4, 3), 1);  // 2, 3, 4
  EXPECT_EQ(kept_stride(1, 5, 3), 2);  // 2, 4
  EXPECT_EQ(kept_stride(1, 8, 3), 4);  // 4, 8
  EXPECT_EQ(kept_stride(1, 240, 4), 64);
  EXPECT_EQ(kept_stride(1001, 1240, 4), 64);
  EXPECT_EQ(kept_stride(-20, 20, 1), 32);  // 0
}

TEST_F(Branch, CheckpointsAreKeptAsTheSceneSays) {
  const std::string text =
      R"({"dimensions": 2, "frames": {"last": 40}, "solver": {"kind": "ballistic", "spacing": 0.02},
    "liquids": [{"shape": {"kind": "box", "lower": [0, 0, -1], "upper": [1, 1, 1]}}]})";
  const auto kept = [&](std::optional<int> wanted, int last, bool resume, const char* name) {
    Scene scene = scene_of(text);
    scene.frames.last = last;
    scene.output.checkpoints = wanted;
    run_scene(scene, {.folder = folder_ / name, .resume = resume, .progress = ProgressStyle::none});
    return cache::RunFolder(folder_ / name).kept_checkpoints();
  };
  EXPECT_EQ(kept(15, 40, false, "every"), (std::vector<int>{15, 30}));
  EXPECT_EQ(kept(0, 40, false, "none"), std::vector<int>{});
  const std::vector<int> whole = kept({}, 40, false, "whole");
  kept({}, 23, false, "parts");
  EXPECT_EQ(kept({}, 40, true, "parts"), whole);
  double bytes = 0;
  for (const int frame : whole)
    bytes += static_cast<double>(fs::file_size(cache::RunFolder(folder_ / "whole").checkpoint(frame)));
  EXPECT_FALSE(whole.empty());
  const auto size = [&](const char* file) { return static_cast<double>(fs::file_size(folder_ / file)); };
  EXPECT_LE(bytes, 5.1 * size("whole/particles/0040.vdb") + 0.5 * size("whole/checkpoint/state"));
  // --overwrite takes them away.
  Scene short_one = scene_of(text);
  short_one.frames.last = 3;
  short_one.output.checkpoints = 0;
  run_scene(short_one, {.folder = folder_ / "whole", .overwrite = true, .progress = ProgressStyle::none});
  EXPECT_TRUE(cache::RunFolder(folder_ / "whole").kept_checkpoints().empty());
}

}  // namespace
}  // namespace weir::run
