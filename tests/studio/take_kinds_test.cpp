// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes that are simulated coarser, flat or ballistic, of small scenes of each way.

#include "studio/take_world.h"
#include "studio/work/take_scene.h"
#include "weir/cache/sequence.h"

namespace weir::studio {

class TakeKinds : public TakeWorld {
 protected:
  size_t particles(const std::string& take, int frame) const {
    return cache::ParticleSequence(folder(take)).read(frame).size();
  }
  std::string done(const std::string& kind, const std::string& scene = "drop.json") {
    const std::string name = run(scene, {{"kind", kind}});
    EXPECT_EQ(wait_for(name, "done").at("kind"), kind) << name;
    return name;
  }
  // Of a box with a pool in three dimensions and what directs it.
  static std::string pool(const std::string& more, const std::string& solver = R"("kind": "flip", "spacing": 0.05)") {
    return R"({"frames": {"last": 3}, "domain": {"lower": [0, 0, 0], "upper": [1, 1, 0.5]}, "solver": {)" + solver +
           R"(}, "liquids": [{"shape": {"kind": "box", "lower": [0, 0, 0], "upper": [1, 0.4, 0.5]}}])" + more + "}";
  }
};

TEST_F(TakeKinds, CoarserOnesHaveFewerParticles) {
  put("drop.json", drop_scene(3, 0.02));
  const size_t full = particles(done("full"), 3), half = particles(done("half"), 3);
  const size_t quarter = particles(done("quarter"), 3);
  EXPECT_NEAR(static_cast<double>(full) / static_cast<double>(half), 4, 1);
  EXPECT_NEAR(static_cast<double>(half) / static_cast<double>(quarter), 4, 1.5);
  EXPECT_EQ(take("takes/drop/003").at("spacing"), 0.08);
  EXPECT_TRUE(take("takes/drop/003").at("changes").empty());  // the scene is the same
}

TEST_F(TakeKinds, AFlatOneIsASliceThroughTheMiddle) {
  put("drop.json", pool(R"(, "solids": [{"shape": {"kind": "sphere", "radius": 0.1,
                              "transform": {"translate": [0.5, 0.2, 0.25]}}}])"));
  const std::string name = done("flat");
  EXPECT_EQ(take(name).at("dimensions"), 2);
  const size_t whole_pool = 20 * 8, in_sphere = 3 * 3;
  EXPECT_LT(particles(name, 1), whole_pool - in_sphere + 8);
  EXPECT_GT(particles(name, 1), whole_pool / 2);
}

TEST_F(TakeKinds, ABallisticOneLeavesDirectorsOut) {
  put("drop.json", drop_scene(3, 0.03, R"(, "directors": [{"kind": "rig", "shape": {"kind": "sphere", "radius": 0.1,
                                             "transform": {"translate": [0, 0.2, 0]}}}])"));
  const std::string name = done("ballistic");
  EXPECT_EQ(Json::parse(read_file(folder(name) / "scene.json")).at("directors").size(), 0u);
}

TEST_F(TakeKinds, RecordingsAndTheirTemplatesAreCoarserToo) {
  put("drop.json", drop_scene(4, 0.03));
  put("small.json", drop_scene(3, 0.03, R"(,
    "recordings": [{"name": "splash", "scene": "drop.json", "region": {"size": [0.6, 0.8, 1], "translate": [0, 0.3, 0]}}],
    "directors": [{"kind": "templates", "instances": [{"template": "splash", "start": 1}]}])"));
  for (const std::string kind : {"full", "half"}) {
    const std::string name = done(kind, "small.json");
    EXPECT_TRUE(std::filesystem::exists(folder(name) / "recordings")) << kind;
  }
  // What was recorded is used again.
  const std::string again = done("half", "small.json"), file = "recordings/splash.weirt";
  EXPECT_TRUE(std::filesystem::equivalent(folder("takes/small/002") / file, folder(again) / file));
}

TEST_F(TakeKinds, AGuideIsCoarserAndAsDeepAsItsSolverNeeds) {
  put("small.json", pool(R"(, "directors": [{"kind": "guide", "depth": 0.31, "refine": 2}])"));
  done("half", "small.json");
  const Json scene = Json::parse(read_file(folder("takes/small/001") / "scene.json"));
  EXPECT_GE(scene.at("directors")[0].at("depth").get<double>(), 3 * 0.2 * (1 - 1e-9));
}

TEST_F(TakeKinds, AReversalAndItsSourceAreCoarser) {
  put("small.json",
      drop_scene(6, 0.03, R"(, "reversal": {"targets": [{"name": "ball", "frame": 4, "forward": 0.1, "backward": 0.1,
      "shape": {"kind": "sphere", "radius": 0.12, "transform": {"translate": [0, 0.6, 0]}}}]})"));
  done("half", "small.json");
}

TEST_F(TakeKinds, MeshesAreFollowedCoarser) {
  put("small.json", pool(R"(, "directors": [{"kind": "meshes", "meshes": [{"shape": {"kind": "sphere", "radius": 0.2,
      "transform": {"translate": [0.5, 0.7, 0.25]}}}]}])"));
  done("half", "small.json");
}

TEST_F(TakeKinds, SmokeIsCoarserButNotBallistic) {
  put("small.json", R"({"dimensions": 2, "frames": {"last": 3}, "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]},
    "solver": {"kind": "smoke", "spacing": 0.02},
    "emitters": [{"shape": {"kind": "sphere", "radius": 0.1, "transform": {"translate": [0.5, 0.2, 0]}}}]})");
  const Json take = wait_for(done("half", "small.json"), "done");
  EXPECT_EQ(take.at("volumes")[0], "density");
  const std::string said = refusal("run", {{"scene", "small.json"}, {"kind", "ballistic"}});
  EXPECT_NE(said.find("smoke has no drops"), std::string::npos) << said;
}

TEST_F(TakeKinds, RefusesWhatCannotBe) {
  put("drop.json", drop_scene(3, 0.03));
  EXPECT_NE(refusal("run", {{"scene", "drop.json"}, {"kind", "flat"}}).find("flat already"), std::string::npos);
  EXPECT_NE(refusal("run", {{"scene", "drop.json"}, {"kind", "huge"}}).find("\"huge\""), std::string::npos);
  put("small.json", pool("", R"("kind": "flip", "spacing": 0.05, "tracked_surface": true)"));
  const std::string said = refusal("run", {{"scene", "small.json"}, {"kind", "flat"}});
  EXPECT_NE(said.find("this scene cannot be run flat: solver: a flat liquid has no surface"), std::string::npos)
      << said;
  put("slow.json", R"({"solver": {"kind": "sph", "spacing": 0.05}, "liquids": [{"particles": "points.ply"}]})");
  const std::string points = refusal("run", {{"scene", "slow.json"}, {"kind", "half"}});
  EXPECT_NE(points.find("liquids[0].particles: a file of particles has one spacing only"), std::string::npos) << points;
  EXPECT_FALSE(std::filesystem::exists(temp_ / "takes/small/001"));
}

}  // namespace weir::studio
