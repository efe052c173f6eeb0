// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is offered of a take can be made of it, and nothing else is accepted.

#include "studio/take_world.h"

namespace weir::studio {

class TakeOffers : public TakeWorld {
 protected:
  // Of a scene that has run.
  std::string take_of(const std::string& text) {
    put("drop.json", text);
    const std::string name = run("drop.json");
    wait_for(name, "done");
    return name;
  }
  Json finish(const std::string& verb, const Json& given) {
    const std::string name = ask(verb, given).at("job");
    Json found;
    wait([&] {
      const Json answer = ask("jobs", Json::object());
      for (const Json& one : answer.at("jobs")) {
        if (one.at("job") == name) found = one;
      }
      return found.at("state") != "running" && found.at("state") != "waiting";
    });
    return found;
  }
  static std::vector<std::string> names(const Json& list, const char* key) {
    std::vector<std::string> all;
    for (const Json& one : list) all.push_back(one.at(key));
    return all;
  }
  Json picture(const std::string& take, const std::string& style) const {
    return {{"take", take}, {"frame", 2}, {"style", style}, {"width", 64}, {"height", 48}, {"samples", 1}};
  }
  static Json frames_as(const std::string& take, const std::string& format) {
    return {{"take", take}, {"format", format}, {"first", 2}, {"last", 2}};
  }
  void expect_all_works(const std::string& take) {
    const Json offers = ask("offers", {{"take", take}});
    for (const std::string& style : names(offers.at("styles"), "style")) {
      const Json done = finish("picture", picture(take, style));
      EXPECT_EQ(done.at("state"), "done") << style << ": " << done.dump();
      EXPECT_EQ(done.at("results").size(), 1u) << style;
    }
    for (const std::string& format : names(offers.at("formats"), "format")) {
      const Json done = finish("export", frames_as(take, format));
      EXPECT_EQ(done.at("state"), "done") << format << ": " << done.dump();
      EXPECT_EQ(done.at("results").size(), 1u) << format;
    }
  }
};

TEST_F(TakeOffers, OfAFlatDirectedOneAreAll) {
  const std::string take = take_of(drop_scene(2, 0.04, R"(, "directors": [{"kind": "rig", "shape": {"kind": "sphere",
      "radius": 0.1, "transform": {"translate": [0, 0.2, 0]}}}])"));
  const Json offers = ask("offers", {{"take", take}});
  EXPECT_EQ(names(offers.at("styles"), "style"), (std::vector<std::string>{"", "surface", "particles", "overlay"}));
  EXPECT_EQ(offers.at("formats").size(), 6u);
  EXPECT_NE(offers.at("formats")[0].at("about").get<std::string>().find("slab"), std::string::npos);
  expect_all_works(take);
}

TEST_F(TakeOffers, OfSmokeAreNoParticles) {
  const std::string take = take_of(R"({"dimensions": 2, "frames": {"last": 2},
      "domain": {"lower": [0, 0, -1], "upper": [1, 1, 1]}, "solver": {"kind": "smoke", "spacing": 0.05},
      "liquids": [{"shape": {"kind": "sphere", "radius": 0.2, "transform": {"translate": [0.5, 0.3, 0]}}}]})");
  const Json offers = ask("offers", {{"take", take}});
  EXPECT_EQ(names(offers.at("styles"), "style"), std::vector<std::string>{""});
  EXPECT_TRUE(offers.at("formats").empty());
  EXPECT_NE(offers.at("no_formats").get<std::string>().find("volumes/"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(folder(take) / "volumes/0002.vdb"));
  expect_all_works(take);
  EXPECT_NE(refusal("export", frames_as(take, "ply")).find("nothing to export"), std::string::npos);
  EXPECT_NE(refusal("picture", picture(take, "overlay")).find("but not \"overlay\""), std::string::npos);
}

TEST_F(TakeOffers, OfOneWithoutFramesAreNone) {
  put("slow.json", drop_scene(400, 0.012));
  const std::string first = run("slow.json"), waiting = run("slow.json");
  const Json offers = ask("offers", {{"take", waiting}});
  EXPECT_TRUE(offers.at("styles").empty());
  EXPECT_TRUE(offers.at("formats").empty());
  EXPECT_NE(offers.at("no_formats").get<std::string>().find("no frames yet"), std::string::npos);
  EXPECT_NE(refusal("export", frames_as(waiting, "ply")).find("no frames yet"), std::string::npos);
  EXPECT_NE(refusal("picture", picture(waiting, "")).find("no frames yet"), std::string::npos);
}

}  // namespace weir::studio
