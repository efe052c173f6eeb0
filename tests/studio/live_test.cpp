// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes that are simulated while they are edited.

#include "cache/run_folder.h"
#include "studio/draw/measures.h"
#include "studio/take_world.h"
#include "weir/cache/sequence.h"

namespace weir::studio {

class LiveTake : public TakeWorld {
 protected:
  std::string go(Json frame = nullptr) {
    return ask("live", {{"scene", "drop.json"}, {"frame", frame}, {"on", true}}).at("take");
  }
  // Edits the scene when the live take has just come to a frame, and tells to which.
  int edit_at(int frame, const std::string& text) {
    EXPECT_TRUE(wait([&] { return last_frame(take(kTake)) >= frame; }, 20));
    documents_->change("drop.json", text, "Edit");
    return last_frame(take(kTake));
  }
  // Of the live take, in the order of their ids.
  Particles particles(int frame) const { return *takes_->live_frame(kTake, frame).particles; }
  Particles of_run(const std::string& name, int frame) const {
    return cache::ParticleSequence(folder(name)).read(frame);
  }
  static void expect_same(const Particles& live, const Particles& stored) {
    ASSERT_EQ(live.size(), stored.size());
    std::map<uint64_t, Vec3f> places;
    for (size_t i = 0; i < stored.size(); ++i) places[stored.id[i]] = stored.position[i];
    for (size_t i = 0; i < live.size(); ++i) ASSERT_EQ(live.position[i], places.at(live.id[i])) << live.id[i];
  }
  // Frame files keep every bit.
  static std::string exact(int last, const std::string& more = "") {
    return drop_scene(last, 0.03, more + R"(, "output": {"precision": "exact"})");
  }

  static constexpr const char* kTake = "takes/drop/live";
};

TEST_F(LiveTake, IsAsARun) {
  put("drop.json", exact(10));
  EXPECT_EQ(go(), kTake);
  const Json live = wait_for(kTake, "done");
  EXPECT_EQ(live.at("kind"), "live");
  EXPECT_EQ(live.at("have"), Json::parse("[[1,10]]"));
  EXPECT_TRUE(live.at("particles"));
  const std::string run_of_it = run("drop.json");
  wait_for(run_of_it, "done");
  for (const int frame : {1, 2, 10}) expect_same(particles(frame), of_run(run_of_it, frame));
}

TEST_F(LiveTake, MeasuresWhatARunDoes) {
  put("drop.json", exact(8, R"(, "directors": [{"kind": "rig", "name": "lift",
    "shape": {"kind": "box", "lower": [-0.1, 0, -1], "upper": [0.1, 0.1, 1]}}],
    "probes": [{"name": "level", "kind": "height", "point": [0.2, 0, 0]}])"));
  EXPECT_THROW(takes_->live_lines(kTake), InputError);
  go();
  wait_for(kTake, "done");
  const std::string run_of_it = run("drop.json");
  wait_for(run_of_it, "done");
  const Json live = measures_of(takes_->live_lines(kTake)), stored = measures_of(folder(run_of_it));
  EXPECT_EQ(live.at("frames"), Json::parse("[1,2,3,4,5,6,7,8]"));
  EXPECT_EQ(live.at("frames"), stored.at("frames"));
  ASSERT_EQ(live.at("measures").size(), stored.at("measures").size());
  size_t same = 0;
  for (size_t n = 0; n < live.at("measures").size(); ++n) {
    const Json &own = live.at("measures")[n], &other = stored.at("measures")[n];
    EXPECT_EQ(own.at("key"), other.at("key"));
    EXPECT_EQ(own.at("unit"), other.at("unit"));
    if (own.at("unit") == "ms") continue;  // the clock
    EXPECT_EQ(own.at("values"), other.at("values")) << own.at("key");
    ++same;
  }
  EXPECT_GT(same, 5u);
  EXPECT_NE(live.dump().find("probes.level"), std::string::npos);
  EXPECT_NE(live.dump().find("directors.lift."), std::string::npos);
}

TEST_F(LiveTake, AfterAnEditIsAsABranch) {
  put("drop.json", exact(48));  // long enough to be edited while it goes on
  const std::string whole = run("drop.json");
  wait_for(whole, "done");
  go();
  const std::string changed = exact(48, R"(, "gravity": [3, -9.81, 0])");
  edit_at(6, changed);
  const Json live = wait_for(kTake, "done");
  // The first frame of the edition tells from where it went on.
  const Json editions = live.at("editions");
  ASSERT_EQ(editions.size(), 2u) << live.dump();
  const int from = editions[1][0].get<int>() - 1;
  ASSERT_GE(from, 6);
  const std::string branch = run("drop.json", {{"from", {{"take", whole}, {"frame", from}}}});
  wait_for(branch, "done");
  expect_same(particles(from), of_run(whole, from));
  for (const int frame : {from + 1, 48}) expect_same(particles(frame), of_run(branch, frame));
}

TEST_F(LiveTake, GoesOnFromThePlayhead) {
  put("drop.json", exact(16));
  go();
  wait_for(kTake, "done");
  const Particles before = particles(16);
  documents_->change("drop.json", exact(16, R"(, "gravity": [3, -9.81, 0])"), "Wind");
  go(8);
  ASSERT_TRUE(wait([&] { return take(kTake).at("state") == "done" && take(kTake).at("editions").size() == 2; }));
  EXPECT_EQ(take(kTake).at("editions")[1][0], 9);
  EXPECT_NE(particles(16).position, before.position);
  EXPECT_EQ(takes_->live_lines(kTake).stats.size(), 16u);  // those of frames that were made anew are gone
  // What is there from the start is not seen from the middle.
  documents_->change("drop.json", drop_scene(16, 0.03, "").replace(drop_scene(16, 0.03).find("0.12"), 4, "0.18"),
                     "Larger drop");
  go(8);
  EXPECT_TRUE(wait([&] { return take(kTake).at("state") == "done" && take(kTake).at("editions").size() == 1; }));
}

TEST_F(LiveTake, OtherLooksNeedNoOtherFrames) {
  put("drop.json", exact(6));
  go();
  const Json done = wait_for(kTake, "done");
  documents_->change("drop.json", exact(6, R"(, "title": "Plop")"), "Title");
  go();
  ask("live", {{"scene", "drop.json"}, {"frame", nullptr}, {"on", false}});
  EXPECT_EQ(wait_for(kTake, "stopped").at("editions"), done.at("editions"));
}

TEST_F(LiveTake, BeginsAnewWhereItCannotGoOn) {
  put("drop.json", exact(400));
  go();
  edit_at(4, drop_scene(400, 0.04));
  ASSERT_TRUE(wait([&] { return take(kTake).at("spacing") == 0.04; }));
  wait_until_it_has(kTake, 2);
  EXPECT_EQ(take(kTake).at("have")[0][0], 1);
  EXPECT_EQ(take(kTake).at("editions").size(), 1u);
  // What is there from the start is seen only from the start.
  wait_until_it_has(kTake, 6);
  documents_->change("drop.json", drop_scene(400, 0.04, "").replace(drop_scene(400, 0.04).find("0.12"), 4, "0.18"),
                     "Larger drop");
  EXPECT_TRUE(wait([&] { return last_frame(take(kTake)) < 4; }));
}

TEST_F(LiveTake, WaitsWhileTheSceneHasMistakes) {
  put("drop.json", exact(400));
  go();
  edit_at(3, exact(400, R"(, "gravity": "down")"));
  const Json waiting = wait_for(kTake, "waiting");
  EXPECT_NE(waiting.at("error").get<std::string>().find("mistakes"), std::string::npos);
  const int had = last_frame(waiting);
  documents_->change("drop.json", exact(400), "Mended");
  wait_until_it_has(kTake, had + 2);
  EXPECT_EQ(take(kTake).at("editions").size(), 1u) << take(kTake).dump();
}

TEST_F(LiveTake, IsStoppedAndForgotten) {
  put("drop.json", exact(400));
  go();
  wait_until_it_has(kTake, 2);
  ask("live", {{"scene", "drop.json"}, {"frame", nullptr}, {"on", false}});
  const Json stopped = wait_for(kTake, "stopped");
  particles(last_frame(stopped));
  ask("remove_take", {{"take", kTake}});
  EXPECT_EQ(state(kTake), "gone");
  EXPECT_THROW(particles(1), InputError);
}

TEST_F(LiveTake, RefusesWhatIsTooLarge) {
  put("drop.json", drop_scene(10, 0.0005));
  const std::string said = refusal("live", {{"scene", "drop.json"}, {"frame", nullptr}, {"on", true}});
  EXPECT_NE(said.find("too many to be simulated while it is edited"), std::string::npos) << said;
}

}  // namespace weir::studio
