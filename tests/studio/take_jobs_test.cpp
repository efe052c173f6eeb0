// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Pictures, films and exports of takes, and templates recorded from them.

#include "studio/shelf/shelf.h"
#include "studio/take_world.h"

namespace weir::studio {

class TakeJobs : public TakeWorld {
 protected:
  TakeJobs() {
    shelf_ = std::make_unique<Shelf>(folder_, *service_, *documents_, *takes_, *work_);
    put("drop.json", drop_scene(6, 0.03));
    take_ = run("drop.json");
    wait_for(take_, "done");
  }
  ~TakeJobs() override {
    shelf_.reset();
    close();
  }

  Json job(const std::string& name) {
    const Json answer = ask("jobs", Json::object());
    for (const Json& one : answer.at("jobs")) {
      if (one.at("job") == name) return one;
    }
    return nullptr;
  }
  Json finish(const std::string& verb, Json given) {
    const std::string name = ask(verb, given).at("job");
    EXPECT_TRUE(wait([&] { return job(name).at("state") != "running" && job(name).at("state") != "waiting"; }));
    return job(name);
  }
  Json box_to_record(const std::string& name) const {
    return {{"take", take_}, {"name", name}, {"lower", {-0.3, 0, 0}},      {"upper", {0.3, 0.6, 0}},
            {"first", 2},    {"last", 5},    {"tags", {"splash", "small"}}};
  }

  std::unique_ptr<Shelf> shelf_;
  std::string take_;
};

TEST_F(TakeJobs, APictureOfOneFrame) {
  const Json done = finish("picture", {{"take", take_}, {"frame", 3}, {"width", 64}, {"height", 48}, {"samples", 1}});
  EXPECT_EQ(done.at("state"), "done") << done.dump();
  EXPECT_EQ(done.at("what"), "picture of take 1 of drop, frame 3");
  ASSERT_EQ(done.at("results").size(), 1u);
  EXPECT_EQ(done.at("results")[0], "exports/drop/001/picture/images/0003.png");
  EXPECT_TRUE(std::filesystem::exists(temp_ / done.at("results")[0].get<std::string>()));
  EXPECT_EQ(events("job").back().at("state"), "done");
}

TEST_F(TakeJobs, ASheetOfSome) {
  const Json done =
      finish("sheet", {{"take", take_}, {"style", "particles"}, {"width", 64}, {"height", 48}, {"samples", 1}});
  EXPECT_EQ(done.at("state"), "done") << done.dump();
  EXPECT_TRUE(std::filesystem::exists(temp_ / "exports/drop/001/sheet/sheet.png"));
}

TEST_F(TakeJobs, WhatIsAskedForBecomesNoOption) {
  for (const char* style : {"--help", "-h", "lit"}) {
    EXPECT_NE(refusal("film", {{"take", take_}, {"style", style}, {"width", 64}, {"height", 48}, {"samples", 1}})
                  .find("one of \"\", \"surface\", \"particles\", but not"),
              std::string::npos)
        << style;
  }
  EXPECT_NE(refusal("picture", {{"take", take_}, {"frame", 1e300}, {"width", 64}, {"height", 48}, {"samples", 1}})
                .find("whole number"),
            std::string::npos);
  const Json before =
      finish("picture", {{"take", take_}, {"frame", -5}, {"width", 64}, {"height", 48}, {"samples", 1}});
  EXPECT_NE(before.at("error").get<std::string>().find("frame"), std::string::npos) << before.dump();
}

TEST_F(TakeJobs, PointsAndMeshesAreExported) {
  const Json points = finish("export", {{"take", take_}, {"format", "points-ply"}, {"first", 2}, {"last", 4}});
  EXPECT_EQ(points.at("state"), "done") << points.dump();
  EXPECT_EQ(points.at("results"), Json::parse(R"(["exports/drop/001/points-ply/0002.ply",
      "exports/drop/001/points-ply/0003.ply", "exports/drop/001/points-ply/0004.ply"])"));
  const Json mesh = finish("export", {{"take", take_}, {"format", "obj"}, {"first", 1}, {"last", 2}});
  EXPECT_EQ(mesh.at("state"), "done");
  EXPECT_EQ(mesh.at("results").size(), 2u);
  const Json none = finish("export", {{"take", take_}, {"format", "obj"}, {"first", 100}, {"last", 102}});
  EXPECT_EQ(none.at("state"), "failed");
  EXPECT_NE(none.at("error").get<std::string>().find("frame"), std::string::npos) << none.dump();
  EXPECT_NE(refusal("export", {{"take", take_}, {"format", "exe"}, {"first", 1}, {"last", 2}}).find("points-bgeo"),
            std::string::npos);
}

TEST_F(TakeJobs, RefusesWhatMakesNoSense) {
  const Json good{{"take", take_}, {"frame", 3}, {"width", 64}, {"height", 48}, {"samples", 1}};
  for (const auto& [key, value] : {std::pair("width", Json(1e9)), std::pair("samples", Json(-1)),
                                   std::pair("take", Json("takes/none/001")), std::pair("frame", Json("; rm"))}) {
    Json bad = good;
    bad[key] = value;
    EXPECT_NE(refusal("picture", bad).find(key), std::string::npos) << refusal("picture", bad);
  }
}

TEST_F(TakeJobs, IsStopped) {
  const std::string name =
      ask("picture", {{"take", take_}, {"frame", 3}, {"width", 4000}, {"height", 4000}, {"samples", 60000}}).at("job");
  ASSERT_TRUE(wait([&] { return job(name).at("state") == "running"; }));
  ask("stop", {{"job", name}});
  EXPECT_TRUE(wait([&] { return job(name).at("state") == "stopped"; })) << job(name).dump();
}

TEST_F(TakeJobs, ATemplateIsRecordedListedAndRemoved) {
  const Json done = finish("record", box_to_record("splash"));
  EXPECT_EQ(done.at("state"), "done") << done.dump();
  const Json library = ask("library", Json::object());
  ASSERT_EQ(library.at("templates").size(), 1u);
  const Json& entry = library.at("templates")[0];
  EXPECT_EQ(entry.at("name"), "splash");
  EXPECT_EQ(entry.at("tags"), Json::parse(R"(["splash", "small"])"));
  EXPECT_EQ(entry.at("frames"), 4);
  EXPECT_TRUE(entry.at("flat"));
  EXPECT_TRUE(entry.at("picture"));
  EXPECT_NEAR(entry.at("upper")[0].get<double>() - entry.at("lower")[0].get<double>(), 0.6, 1e-6);
  EXPECT_TRUE(wait([&] { return !events("library").empty(); }));
  EXPECT_NE(refusal("record", box_to_record("splash")).find("already"), std::string::npos);
  EXPECT_NE(refusal("record", box_to_record("../splash")).find("cannot be its name"), std::string::npos);
  ask("remove_template", {{"name", "splash"}});
  EXPECT_TRUE(ask("library", Json::object()).at("templates").empty());
}

TEST_F(TakeJobs, AFitProposesPlaces) {
  finish("record", box_to_record("splash"));
  setenv("WEIR_LIBRARY", (temp_ / "library").c_str(), 1);
  const Json done = finish("fit", {{"scene", "drop.json"}, {"take", take_}, {"template", "splash"}, {"frame", 2}});
  unsetenv("WEIR_LIBRARY");
  ASSERT_EQ(done.at("state"), "done") << done.dump();
  const Json fits = done.at("answer").at("fits");
  ASSERT_FALSE(fits.empty());
  const Json& fit = fits[0];
  // Where it was recorded it agrees with itself.
  EXPECT_GT(fit.at("after").at("score").get<double>(), 0.9) << fit.dump();
  EXPECT_EQ(fit.at("start"), 2);
  EXPECT_EQ(fit.at("first"), 1);
}

}  // namespace weir::studio
