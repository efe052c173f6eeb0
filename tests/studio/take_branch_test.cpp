// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes that go on from another one.

#include "studio/take_world.h"

namespace weir::studio {

using TakeBranch = TakeWorld;

TEST_F(TakeBranch, HasTheFramesOfTheOtherAndGoesOnChanged) {
  put("drop.json", drop_scene(10, 0.03));
  const std::string whole = run("drop.json");
  wait_for(whole, "done");
  documents_->change("drop.json", drop_scene(10, 0.03, R"(, "gravity": [3, -9.81, 0])"), "Wind");
  const Json from{{"take", whole}, {"frame", 6}};
  const std::string branch = run("drop.json", {{"from", from}});
  const Json take = wait_for(branch, "done");
  EXPECT_EQ(take.at("have"), Json::parse("[[1,10]]"));
  EXPECT_EQ(take.at("from"), from);
  EXPECT_EQ(take.at("changes").size(), 1u);
  EXPECT_FALSE(std::filesystem::exists(folder(branch) / "particles/0006.vdb"));
  EXPECT_NE(frame_bytes(branch, 10), frame_bytes(whole, 10));
  EXPECT_NE(refusal("remove_take", {{"take", whole}}).find("goes on from"), std::string::npos);
  ask("remove_take", {{"take", branch}});
  ask("remove_take", {{"take", whole}});
}

TEST_F(TakeBranch, UnchangedItIsAsTheOther) {
  put("drop.json", drop_scene(8, 0.03));
  const std::string whole = run("drop.json");
  wait_for(whole, "done");
  const std::string branch = run("drop.json", {{"from", {{"take", whole}, {"frame", 5}}}});
  wait_for(branch, "done");
  EXPECT_EQ(frame_bytes(branch, 8), frame_bytes(whole, 8));
}

TEST_F(TakeBranch, SaysWhatCannotBeChanged) {
  put("drop.json", drop_scene(8, 0.03));
  const std::string whole = run("drop.json");
  wait_for(whole, "done");
  documents_->change("drop.json", drop_scene(8, 0.025), "Finer");
  const Json from{{"take", whole}, {"frame", 5}};
  const std::string said = refusal("run", {{"scene", "drop.json"}, {"kind", "full"}, {"from", from}});
  EXPECT_NE(said.find("solver.spacing: is 0.025, but the run to go on with has 0.03"), std::string::npos) << said;
  const std::string other = refusal("run", {{"scene", "drop.json"}, {"kind", "half"}, {"from", from}});
  EXPECT_NE(other.find("is simulated full"), std::string::npos) << other;
  EXPECT_FALSE(std::filesystem::exists(temp_ / "takes/drop/002"));
}

TEST_F(TakeBranch, GoesOnFromAnEarlierFrameOfAStoppedOne) {
  put("slow.json", drop_scene(400, 0.012));
  const std::string whole = run("slow.json");
  wait_until_it_has(whole, 4);
  ask("stop", {{"take", whole}});
  wait_for(whole, "stopped");
  const std::string branch = run("slow.json", {{"from", {{"take", whole}, {"frame", 2}}}});
  wait_until_it_has(branch, 5);
  EXPECT_FALSE(std::filesystem::exists(folder(branch) / "particles/0002.vdb"));
}

}  // namespace weir::studio
