// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes of one scene never lie in those of another, whatever the scenes are called.

#include <rapidcheck.h>

#include "control/templates/library/record_template.h"
#include "studio/take_world.h"
#include "studio/work/take_store.h"

namespace weir::studio {
namespace {

bool is_in(const std::string& place, const std::string& folder) {
  return place == folder || place.starts_with(folder + "/");
}

std::string some_scene() {
  const auto parts = *rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>("a", "b.json", "001", "001_", "7", "live", "live_", "examples", "examples_", "_")));
  return (*rc::gen::arbitrary<bool>() ? "examples:" : "") + fmt::format("{}.json", fmt::join(parts, "/"));
}

TEST(TakePlace, IsThatOfOneSceneAlone) {
  EXPECT_TRUE(rc::check("takes of different scenes", [] {
    const std::string scene = some_scene(), other = some_scene();
    RC_ASSERT(TakeStore::scene_at(TakeStore::place_of(scene)) == scene);
    if (scene == other) return;
    for (const char* take : {"/001", "/7", "/live"}) {
      RC_ASSERT(!is_in(TakeStore::place_of(other), TakeStore::place_of(scene) + take));
    }
  }));
}

TEST(TakePlace, OfSimpleScenesIsTheirName) {
  EXPECT_EQ(TakeStore::place_of("drop.json"), "takes/drop");
  EXPECT_EQ(TakeStore::place_of("001.json"), "takes/001");
  EXPECT_EQ(TakeStore::place_of("shots/a drop.json"), "takes/shots/a drop");
  EXPECT_EQ(TakeStore::place_of("shots/001.json"), "takes/shots/001_");
  EXPECT_EQ(TakeStore::place_of("shots/live.json"), "takes/shots/live_");
  EXPECT_EQ(TakeStore::place_of("examples:sph/drop.json"), "takes/examples/sph/drop");
  EXPECT_EQ(TakeStore::place_of("examples/sph/drop.json"), "takes/examples_/sph/drop");
}

// What was recorded of one take is replaced by that of another take of the same scene, and of no other.
TEST(TakePlace, TellsTakesOfOneSceneFromThoseOfOthers) {
  const std::filesystem::path folder = "/shows";
  const auto take = [&](const char* scene, const char* number) { return folder / TakeStore::place_of(scene) / number; };
  const auto is_same = [](const std::filesystem::path& recorded, const std::filesystem::path& again) {
    return templates::is_source_of_run(fmt::format("run {} of \"Splash\"", recorded.string()), again);
  };
  EXPECT_TRUE(is_same(take("shots.json", "001"), take("shots.json", "002")));
  EXPECT_TRUE(is_same(take("shots/001.json", "001"), take("shots/001.json", "002")));
  EXPECT_FALSE(is_same(take("shots.json", "001"), take("shots/001.json", "001")));
  EXPECT_FALSE(is_same(take("shots/001.json", "001"), take("shots/002.json", "001")));
  EXPECT_FALSE(is_same(take("examples:a/001.json", "001"), take("examples/a/001.json", "001")));
}

class TakePlaces : public TakeWorld {
 protected:
  TakePlaces() { std::filesystem::create_directory(temp_ / "shots"); }
  std::vector<std::string> takes_of(const std::string& scene) {
    std::vector<std::string> names;
    const Json answer = ask("takes", {{"scene", scene}});
    for (const Json& take : answer.at("takes")) names.push_back(take.at("take"));
    return names;
  }
  bool is_done(const std::string& scene) {
    const Json answer = ask("takes", {{"scene", scene}});
    return answer.at("takes").at(0).at("state") == "done";
  }
};

TEST_F(TakePlaces, AreKeptApartOnTheDisk) {
  put("shots.json", drop_scene(2, 0.03));
  put("shots/001.json", drop_scene(2, 0.03));
  const std::string of_file = run("shots.json"), in_folder = run("shots/001.json");
  ASSERT_TRUE(wait([&] { return is_done("shots.json") && is_done("shots/001.json"); }));
  EXPECT_EQ(takes_of("shots.json"), std::vector{of_file});
  EXPECT_EQ(takes_of("shots/001.json"), std::vector{in_folder});
  close();
  // Where they lie tells it too.
  for (const std::string& take : {of_file, in_folder}) std::filesystem::remove(folder(take) / "take.json");
  open();
  EXPECT_EQ(takes_of("shots.json"), std::vector{of_file});
  EXPECT_EQ(takes_of("shots/001.json"), std::vector{in_folder});
}

TEST_F(TakePlaces, AnEarlierPlaceIsStillFound) {
  put("shots/001.json", drop_scene(2, 0.03));
  const std::string take = run("shots/001.json");
  ASSERT_TRUE(wait([&] { return is_done("shots/001.json"); }));
  close();
  std::filesystem::rename(temp_ / "takes/shots/001_", temp_ / "takes/shots/001");
  open();
  EXPECT_EQ(takes_of("shots/001.json"), std::vector<std::string>{"takes/shots/001/001"});
}

TEST_F(TakePlaces, TheThousandthIsTheLast) {
  put("drop.json", drop_scene(2, 0.03));
  for (const char* number : {"998", "999", "1000"}) {
    std::filesystem::create_directories(temp_ / "takes/drop" / number);
    put(std::string("takes/drop/") + number + "/take.json", R"({"scene": "drop.json", "state": "done"})");
  }
  EXPECT_EQ(takes_of("drop.json"), (std::vector<std::string>{"takes/drop/998", "takes/drop/999", "takes/drop/1000"}));
  EXPECT_EQ(run("drop.json"), "takes/drop/1001");
  EXPECT_EQ(takes_->count("drop.json"), 4u);
  EXPECT_EQ(takes_->count("other.json"), 0u);
}

TEST_F(TakePlaces, OneThatWasRemovedByHandIsForgotten) {
  put("drop.json", drop_scene(2, 0.03));
  const std::string asked[] = {"rename_take", "resume", "restore_take", "offers", "picture"};
  for (const std::string& verb : asked) {
    const std::string take = run("drop.json");
    ASSERT_TRUE(wait([&] { return is_done("drop.json"); }));
    std::filesystem::remove_all(folder(take));
    const Json given{{"take", take}, {"name", "x"}, {"frame", 1}, {"width", 64}, {"height", 48}, {"samples", 1}};
    const std::string said = refusal(verb, given);
    EXPECT_NE(said.find("take 1 is gone: its folder takes/drop/001 was removed"), std::string::npos) << verb << said;
    EXPECT_EQ(events("take_removed").back().at("take"), take);
    EXPECT_TRUE(takes_of("drop.json").empty());
  }
  EXPECT_EQ(events("take_removed").size(), std::size(asked));
}

}  // namespace
}  // namespace weir::studio
