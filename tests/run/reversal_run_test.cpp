// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes with reversal, from the file to the merged frames.

#include "control/reversal/reversal.h"
#include "weir/run/run.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "base/files.h"
#include "base/random.h"
#include "cache/run_folder.h"
#include "control/reversal/merge.h"
#include "grid/liquid/flip_settings.h"
#include "sph/sph_settings.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/cache/sequence.h"
#include "weir/geometry/mesh/mesh_io.h"
#include "weir/geometry/shapes/build.h"
#include "weir/run/stage.h"

namespace weir::run {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kTargets = uint64_t{1} << 62;

// A block of water thrown up in a box, and balls of water on its way.
std::string scene_text_with(const std::string& targets, const std::string& more = "") {
  return R"({"frames": {"last": 20}, "solver": {"kind": "ballistic", "spacing": 0.04},
    "domain": {"lower": [-1, 0, -1], "upper": [1, 3, 1]},
    "liquids": [{"shape": {"kind": "box", "lower": [-0.4, 0.1, -0.4], "upper": [0.4, 0.5, 0.4]}, "velocity": [0.5, 4, 0]}],
    "reversal": {"targets": [)" +
         targets + "]" + more + "}}";
}
const char* kBall = R"({"name": "ball", "frame": 10, "forward": 0.25, "backward": 0.25,
  "shape": {"kind": "sphere", "centre": [0.3, 1.6, 0], "radius": 0.25}})";
const char* kOther = R"({"name": "other", "frame": 8, "forward": 0.2, "backward": 0.2,
  "shape": {"kind": "sphere", "centre": [-0.5, 1, 0], "radius": 0.2}})";
const char* kLasting = R"({"name": "lasting", "frame": 6, "last": 12, "forward": 0.2, "backward": 0.2,
  "shape": {"kind": "sphere", "radius": 0.25,
            "transform": {"translate": {"keys": [[6, [-0.4, 1.4, 0]], [12, [0.4, 1.6, 0]]]}}}})";

class ReversalRun : public ::testing::Test {
 protected:
  Scene scene(const std::string& text) {
    std::ofstream(folder_.path() / "scene.json") << text;
    return load_scene(folder_.path() / "scene.json");
  }
  fs::path run(const Scene& scene, const std::string& name = "out", bool resume = false, bool overwrite = false) {
    const fs::path folder = folder_.path() / name;
    run_scene(scene, {.folder = folder, .resume = resume, .overwrite = overwrite, .progress = ProgressStyle::none});
    return folder;
  }
  std::string error(const std::string& text) {
    try {
      run(scene(text), "bad", false, true);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
  static std::map<std::string, std::string> frames_of(const fs::path& folder) {
    std::map<std::string, std::string> bytes;
    for (const auto& entry : fs::directory_iterator(folder / "particles")) {
      bytes[entry.path().filename().string()] = read_file(entry.path());
    }
    return bytes;
  }
  static Particles part(const fs::path& folder, int frame, bool of_targets) {
    Particles particles = cache::ParticleSequence(folder).read(frame);
    std::vector<uint8_t> other(particles.size());
    for (size_t i = 0; i < other.size(); ++i) other[i] = (particles.id[i] >= kTargets) != of_targets;
    particles.remove(other);
    return particles;
  }

  TempFolder folder_;
};

// Mean distance to the shell in spacings, and that of the surface's emptiest place to the liquid.
struct Match {
  double mean = 0, hole = 0;
};
Match match(const Particles& liquid, const Vec3f& centre, float radius, float spacing) {
  Match result;
  for (const Vec3f& p : liquid.position) {
    const float depth = radius - length(p - centre);
    result.mean += double{std::max({0.0f, -depth, depth - 1.5f * spacing})} / double{spacing};
  }
  result.mean /= static_cast<double>(std::max<size_t>(liquid.size(), 1));
  for (size_t i = 0; i < 500; ++i) {
    const Vec3f at = centre + Random(1).direction(i) * radius;
    float nearest = 1e9f;
    for (const Vec3f& p : liquid.position) nearest = std::min(nearest, length(p - at));
    result.hole = std::max(result.hole, double{nearest / spacing});
  }
  return result;
}

TEST_F(ReversalRun, TheLiquidHasTheShapeAtItsFrame) {
  const fs::path out = run(scene(scene_text_with(kBall)));
  const Match at_target = match(part(out, 10, true), {0.3f, 1.6f, 0}, 0.25f, 0.04f);
  EXPECT_LE(at_target.mean, 0.5);
  EXPECT_LE(at_target.hole, 2);
  EXPECT_GT(part(out, 8, true).size(), 0u);
  EXPECT_GT(part(out, 12, true).size(), 0u);
  EXPECT_EQ(part(out, 3, true).size(), 0u);  // 0.25 s are six frames
  EXPECT_EQ(part(out, 17, true).size(), 0u);
}

// Without its frames made from other runs, the source alone would be simulated and nobody would be told.
TEST_F(ReversalRun, HasNoStage) {
  const Scene reversed = scene(scene_text_with(kBall));
  EXPECT_THROW(Stage{reversed}, InputError);
}

TEST_F(ReversalRun, AFailureOfATargetStopsTheOthersAndIsTold) {
  const Scene reversed = scene(scene_text_with(std::string(kBall) + "," + kOther));
  const auto fail = [](const ProgressReport& report) {
    if (report.task == "simulating targets") throw RunError("enough");
  };
  EXPECT_THROW(run_scene(reversed, {.folder = folder_.path() / "out", .progress = fail}), RunError);
}

TEST_F(ReversalRun, TheSourceComesThroughBitForBit) {
  for (const char* solver : {"ballistic", "flip"}) {
    Scene s = scene(scene_text_with(kBall));
    if (std::string(solver) == "flip") s.solver.settings = grid::FlipSettings{};
    s.frames.last = 12;
    const fs::path out = run(s, solver);
    for (int frame = 1; frame <= 12; ++frame) {
      const Particles source = cache::ParticleSequence(out / "source").read(frame), merged = part(out, frame, false);
      EXPECT_EQ(source.id, merged.id);
      EXPECT_EQ(source.position, merged.position);
      EXPECT_EQ(source.velocity, merged.velocity);
      EXPECT_EQ(source.mass, merged.mass);
    }
  }
}

TEST_F(ReversalRun, HalvesJoinAtTheTargetFrame) {
  const Scene s = scene(scene_text_with(kBall));
  const fs::path half = run(s) / "targets" / "ball-0010";
  const Particles forward = cache::ParticleSequence(half / "forward").read(10);
  const Particles backward = cache::ParticleSequence(half / "backward").read(10);
  EXPECT_EQ(forward.position, backward.position);
  for (size_t i = 0; i < forward.size(); ++i) EXPECT_EQ(forward.velocity[i], -backward.velocity[i]);
  // Flying freely, all of a trajectory is one parabola.
  const std::vector<reversal::TargetSimulation> simulations = reversal::sample_targets({s, 0});
  const reversal::TargetFrames frames(half.parent_path(), simulations, {});
  const Particles before = frames.at(7).particles[0], at = frames.at(10).particles[0],
                  after = frames.at(13).particles[0];
  const float time = 3 / 24.0f;
  for (size_t i = 0; i < at.size(); ++i) {
    const Vec3f fall{0, -0.5f * 9.81f * time * time, 0};
    EXPECT_LT(length(at.position[i] + at.velocity[i] * time + fall - after.position[i]), 1e-4f);
    EXPECT_LT(length(at.position[i] - at.velocity[i] * time + fall - before.position[i]), 1e-4f);
    EXPECT_LT(length(at.velocity[i] - Vec3f{0, -9.81f, 0} * time - before.velocity[i]), 1e-4f);
  }
}

TEST_F(ReversalRun, AParticleIsSeenInOnePieceAroundItsTargetFrame) {
  const fs::path out = run(scene(scene_text_with(std::string(kBall) + "," + kOther + "," + kLasting)));
  std::map<uint64_t, std::vector<int>> seen;
  for (int frame = 1; frame <= 20; ++frame) {
    for (const uint64_t id : part(out, frame, true).id) seen[id].push_back(frame);
  }
  const Scene read = load_scene(folder_.path() / "scene.json");
  const std::vector<reversal::TargetSimulation> simulations = reversal::sample_targets({read, 0});
  size_t short_lived = 0, expected = 0;
  for (const reversal::TargetSimulation& s : simulations) expected += s.points.size();
  for (const auto& [id, frames] : seen) {
    const reversal::TargetSpan& span = simulations[(id & ~kTargets) >> 40].span;
    EXPECT_EQ(frames.back() - frames.front() + 1, static_cast<int>(frames.size()));
    EXPECT_LE(frames.front(), span.frame);
    EXPECT_GE(frames.back(), span.frame);
    short_lived += static_cast<int>(frames.size()) < span.backward + span.forward + 1;
  }
  EXPECT_EQ(seen.size(), expected);
  EXPECT_GT(short_lived, 10u);
}

TEST_F(ReversalRun, AShapeThatMovesIsThereAtEachOfItsFrames) {
  const fs::path out = run(scene(scene_text_with(kLasting)));
  for (int frame = 6; frame <= 12; ++frame) {
    const float way = static_cast<float>(frame - 6) / 6;
    const Vec3f centre{-0.4f + 0.8f * way, 1.4f + 0.2f * way, 0};
    Particles liquid = part(out, frame, true), now = liquid;
    std::vector<uint8_t> other(now.size());
    for (size_t i = 0; i < other.size(); ++i) other[i] = (now.id[i] & ~kTargets) >> 40 != uint64_t(frame - 6);
    now.remove(other);
    EXPECT_LE(match(now, centre, 0.25f, 0.04f).hole, 2) << frame;
    EXPECT_LE(match(now, centre, 0.25f, 0.04f).mean, 0.5) << frame;
    // Of earlier frames, nothing is inside, and nothing farther than a spacing.
    for (size_t i = 0; i < liquid.size(); ++i) {
      if ((liquid.id[i] & ~kTargets) >> 40 >= uint64_t(frame - 6)) continue;
      const float distance = length(liquid.position[i] - centre) - 0.25f;
      EXPECT_GE(distance, -1e-5f);
      EXPECT_LE(distance, 0.0401f);
    }
  }
  // Middle simulations are short.
  EXPECT_TRUE(fs::exists(out / "targets/lasting-0009/forward/particles/0013.vdb"));
  EXPECT_FALSE(fs::exists(out / "targets/lasting-0009/forward/particles/0014.vdb"));
  EXPECT_TRUE(fs::exists(out / "targets/lasting-0012/forward/particles/0017.vdb"));
}

TEST_F(ReversalRun, DoesNotDependOnThreads) {
  const Scene s = scene(scene_text_with(std::string(kBall) + "," + kLasting));
  const auto all = frames_of(run(s, "all"));
  const ThreadLimit one(1);
  EXPECT_EQ(all, frames_of(run(s, "one")));
  EXPECT_EQ(all.size(), 20u);
}

TEST_F(ReversalRun, UsesAgainWhatAChangeDoesNotTouch) {
  const std::string both = std::string(kBall) + "," + kOther;
  const fs::path out = run(scene(scene_text_with(both)));
  const auto frames = frames_of(out);
  const auto made = [&](const char* what) { return fs::last_write_time(out / what / "checkpoint/state"); };
  const auto source = made("source"), ball = made("targets/ball-0010/forward"),
             other = made("targets/other-0008/backward");
  run(scene(scene_text_with(both)), "out", false, true);
  EXPECT_EQ(frames, frames_of(out));
  EXPECT_EQ(made("targets/other-0008/backward"), other);

  std::string changed = both;
  changed.replace(changed.find("0.25}"), 5, "0.24}");  // the ball's radius
  run(scene(scene_text_with(changed)), "out", false, true);
  EXPECT_EQ(made("source"), source);
  EXPECT_EQ(made("targets/other-0008/backward"), other);
  EXPECT_NE(made("targets/ball-0010/forward"), ball);
  EXPECT_NE(frames, frames_of(out));
}

TEST_F(ReversalRun, GoesOnWhereItWasStopped) {
  const Scene s = scene(scene_text_with(std::string(kBall) + "," + kOther));
  const fs::path out = run(s);
  const auto frames = frames_of(out);
  // As a kill leaves it: while merging, while a half runs, while the source runs.
  fs::remove(out / "checkpoint/state");
  fs::remove(out / "particles/0015.vdb");
  run(s, "out", true);
  EXPECT_EQ(frames, frames_of(out));
  fs::remove(out / "checkpoint/state");
  fs::remove_all(out / "targets/ball-0010/forward");
  run(s, "out", true);
  EXPECT_EQ(frames, frames_of(out));
  fs::remove(out / "checkpoint/state");
  fs::remove_all(out / "source");
  run(s, "out", true);
  EXPECT_EQ(frames, frames_of(out));
}

TEST_F(ReversalRun, TakesAnySource) {
  const fs::path out = run(scene(scene_text_with(kBall)));
  fs::rename(out / "source", folder_.path() / "before");
  const auto with_source = [&](const std::string& source) {
    return frames_of(run(scene(scene_text_with(kBall, ", \"source\": " + source)), "other", false, true));
  };
  EXPECT_EQ(with_source(R"({"run": "before"})"), frames_of(out));
  with_source(R"({"sequence": "before/particles/####.vdb"})");
  for (int frame = 1; frame <= 20; ++frame) {  // the same particles; of a run, files may be the source's own
    const Particles ours = cache::ParticleSequence(out).read(frame),
                    other = cache::ParticleSequence(folder_ / "other").read(frame);
    EXPECT_EQ(ours.id, other.id);
    EXPECT_EQ(ours.position, other.position);
    EXPECT_EQ(ours.velocity, other.velocity);
  }
  Scene alone = scene(scene_text_with(kBall));
  alone.directors.clear();
  std::ofstream(folder_.path() / "alone.json") << scene_text(alone);
  EXPECT_EQ(with_source(R"({"scene": "alone.json"})"), frames_of(out));
  EXPECT_NE(error(scene_text_with(kBall, R"(, "source": {"sequence": "before/particles/####.vdb", "rate": 30})"))
                .find("has 30 frames a second, but this scene has 24"),
            std::string::npos);
}

// Of a program that tells neither ids nor velocities, and writes particles in another order every time.
TEST_F(ReversalRun, ASourceWithoutIdsIsFollowedByItsMotion) {
  const fs::path out = run(scene(scene_text_with(kBall)));
  const auto write = [&](const std::string& name, float spin) {
    for (int frame = 1; frame <= 20; ++frame) {
      Particles p = cache::ParticleSequence(out / "source").read(frame);
      std::vector<uint32_t> order(p.size());
      for (size_t i = 0; i < p.size(); ++i) {
        order[i] = static_cast<uint32_t>(i);
        const float angle = spin * static_cast<float>(frame), x = p.position[i].x, z = p.position[i].z;
        p.position[i] = {x * std::cos(angle) - z * std::sin(angle), p.position[i].y,
                         x * std::sin(angle) + z * std::cos(angle)};
      }
      const Random random(static_cast<uint64_t>(frame));
      for (size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random.below(i, i)]);
      Particles shuffled;
      for (const uint32_t i : order) shuffled.push_back({.position = p.position[i], .velocity = {}, .mass = p.mass[i]});
      cache::write_particles(folder_ / (name + std::to_string(frame) + ".ply"), shuffled, 0.04f, Precision::exact,
                             cache::Ids::left_out);
    }
    return scene_text_with(kBall, R"(, "source": {"sequence": ")" + name + R"(#.ply"})");
  };
  const fs::path followed = run(scene(write("still", 0)), "followed");
  for (const int frame : {2, 10}) {
    const Vec3f true_velocity = part(out, frame, false).velocity[0];
    for (const Vec3f& v : part(followed, frame, false).velocity) ASSERT_LT(length(v - true_velocity), 0.05f);
  }
  EXPECT_NE(error(write("spun", 0.4f)).find("spun2.ply: its particles have no ids, and neither their order nor"),
            std::string::npos);
}

TEST_F(ReversalRun, DistractorsSurroundTheShape) {
  std::string ball = kBall;
  ball.insert(1, R"("distractors": {"share": 0.5, "distance": 0.2}, )");
  const fs::path out = run(scene(scene_text_with(ball)));
  size_t around = 0, shape = 0;
  for (const Vec3f& p : part(out, 10, true).position) (length(p - Vec3f{0.3f, 1.6f, 0}) > 0.25f ? around : shape)++;
  EXPECT_NEAR(static_cast<double>(around), 0.5 * static_cast<double>(shape), 1);
}

TEST_F(ReversalRun, InteractingTargetsBecomePartOfTheSource) {
  Scene s = scene(scene_text_with(kBall, R"(, "mode": "interact", "settle": 0.2)"));
  s.solver.settings = sph::SphSettings{};
  const fs::path out = run(s);
  EXPECT_LE(match(part(out, 10, true), {0.3f, 1.6f, 0}, 0.25f, 0.04f).hole, 2);
  // The source as it was before the targets come, then another: it felt them.
  const auto at = [&](const char* run, int frame) { return cache::ParticleSequence(out / run).read(frame).position; };
  EXPECT_EQ(at("source", 2), at("interact", 2));
  EXPECT_NE(at("source", 16), at("interact", 16));
  // Nothing pops away: when a simulation ends, its particles are part of the source.
  size_t before = cache::ParticleSequence(out).read(16).size(), after = cache::ParticleSequence(out).read(17).size();
  EXPECT_GT(part(out, 16, true).size(), 0u);
  EXPECT_EQ(part(out, 17, true).size(), 0u);
  EXPECT_NEAR(static_cast<double>(after), static_cast<double>(before), 30);
  const auto frames = frames_of(out);
  run(s, "out", false, true);
  EXPECT_EQ(frames, frames_of(out));
  EXPECT_NE(error(scene_text_with(kBall, R"(, "mode": "interact", "source": {"run": "out/source"})"))
                .find("reversal: simulates the source again"),
            std::string::npos);
}

TEST_F(ReversalRun, SaysWhatIsWrong) {
  const auto target = [](const std::string& shape, const std::string& more = "") {
    return scene_text_with(R"({"name": "t", "frame": 10, "shape": )" + shape + more + "}");
  };
  const std::string ball = R"({"kind": "sphere", "centre": [0, 1, 0], "radius": 0.3})";
  const auto says = [&](const std::string& text, const std::string& sentence) {
    EXPECT_NE(error(text).find(sentence), std::string::npos) << error(text);
  };
  std::ofstream(folder_.path() / "open.obj") << "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\n";
  says(target(R"({"kind": "mesh", "file": "open.obj"})"), "reversal.targets[0].shape: ");
  says(target(R"({"kind": "mesh", "file": "open.obj"})"), "the mesh is open: 3 edges lack a neighbour");
  says(target(R"({"kind": "sphere", "centre": [5, 1, 0], "radius": 0.3})"),
       "reversal.targets[0].shape: at frame 10 all of it lies inside solids or outside the domain");
  says(target(R"({"kind": "sphere", "centre": [0, 1, 0], "radius": 0.003})"),
       "reversal.targets[0].shape: is too small: 0.006 m, where particles have a spacing of 0.04 m");
  says(target(R"({"kind": "plane"})"), "reversal.targets[0].shape: ");
  says(target(ball, R"(, "region": {"kind": "sphere", "centre": [0, 2.9, 0.9], "radius": 0.01})"),
       "reversal.targets[0].region: no particle of the source is in it at frame 10; choose another frame or region");
  says(target(ball, R"(, "filters": [{"along": [0, -1, 0], "least": 50}])"),
       "passes them at frame 10; widen them, or choose another frame or region");
  says(target(ball, R"(, "last": 9)"), "reversal.targets[0]: last (9) must not be before frame (10)");
  says(target(ball, R"(, "last": 90)"),
       "reversal.targets[0]: its frames (10 to 90) must be among the scene's, 1 to 20");
  says(target(ball, R"(, "phase": "oil")"), "reversal.targets[0].phase: must be water, but is \"oil\"");
  says(scene_text_with(std::string(kBall) + "," + kBall),
       "reversal.targets[1]: the name \"ball\" is taken by an earlier entry");
  says(scene_text_with(kBall, R"(, "source": {})"),
       "reversal.source: must have one of \"scene\", \"run\" and \"sequence\", but has none");
  says(scene_text_with(kBall, R"(, "source": {"run": "nowhere"})"), "nowhere");
  says(scene_text_with(""), "reversal: targets must have at least one entry");
}

}  // namespace
}  // namespace weir::run
