// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the page draws, asked for as the page does: by addresses, of scenes as they are edited, of takes and live takes.

#include "packed_reader.h"
#include "studio/draw/drawing_pages.h"
#include "studio/take_world.h"

namespace weir::studio {

class DrawPages : public TakeWorld {
 protected:
  std::string get(const std::string& path, std::map<std::string, std::string> values) {
    return (*service_->page(path))(Query{std::move(values)}).bytes;
  }
  PackedReader packed(const std::string& path, std::map<std::string, std::string> values) {
    return PackedReader(get(path, std::move(values)));
  }
  std::string refused(const std::string& path, std::map<std::string, std::string> values) {
    try {
      get(path, std::move(values));
    } catch (const std::exception& error) {
      return error.what();
    }
    return "";
  }

  Drawing drawing_{folder_, *service_, *documents_, *takes_};
};

TEST_F(DrawPages, SetupsAreOfTheTextAsEdited) {
  put("drop.json", drop_scene(5, 0.05));
  const PackedReader before = packed("/api/setup", {{"scene", "drop.json"}, {"frame", "1"}});
  EXPECT_EQ(before.header["scene"], "drop.json");
  EXPECT_EQ(before.header["bodies"].size(), 2);
  documents_->change("drop.json", drop_scene(5, 0.05, R"(, "solids": [{"shape": {"kind": "sphere", "radius": 0.1}}])"),
                     "Edit");
  const PackedReader after = packed("/api/setup", {{"scene", "drop.json"}, {"frame", "1"}});
  EXPECT_GT(after.header["version"].get<int>(), before.header["version"].get<int>());
  EXPECT_EQ(after.header["bodies"].size(), 3);
  documents_->change("drop.json", "{ this is none", "Edit");
  EXPECT_NE(refused("/api/setup", {{"scene", "drop.json"}, {"frame", "1"}}), "");
  EXPECT_NE(refused("/api/setup", {{"scene", "../drop.json"}, {"frame", "1"}}), "");
}

TEST_F(DrawPages, TakesAreShown) {
  put("drop.json", drop_scene(4, 0.05));
  const std::string take = run("drop.json");
  wait_for(take, "done");
  const PackedReader particles = packed("/api/particles", {{"take", take}, {"frame", "3"}, {"by", "speed"}});
  EXPECT_GT(particles.header["count"].get<size_t>(), 90);
  EXPECT_EQ(particles.part<uint16_t>("points").size(), 4 * particles.header["count"].get<size_t>());
  EXPECT_EQ(packed("/api/particles", {{"take", take}, {"frame", "3"}, {"limit", "50"}}).header["points"]["count"], 49);
  EXPECT_EQ(refused("/api/particles", {{"take", take}, {"frame", "9"}}), "this take has no frame 9; it has 1-4");
  EXPECT_EQ(refused("/api/particles", {{"take", take}, {"frame", "x"}}), "frame= of the address must be a number");
  EXPECT_NE(refused("/api/particles", {{"take", "takes/drop/77"}, {"frame", "1"}}), "");
  EXPECT_NE(refused("/api/surface", {{"take", take}, {"frame", "1"}}).find("flat"), std::string::npos);
  EXPECT_EQ(refused("/api/volume", {{"take", take}, {"frame", "1"}}), "frame 1 of this take has no volumes");
  EXPECT_EQ(Json::parse(get("/api/stats", {{"take", take}}))["frames"].size(), 4);
}

TEST_F(DrawPages, LiveTakesAreShownFromMemory) {
  put("drop.json", drop_scene(4, 0.05));
  const std::string take = ask("live", {{"scene", "drop.json"}, {"frame", nullptr}, {"on", true}}).at("take");
  wait_for(take, "done");
  const PackedReader particles = packed("/api/particles", {{"take", take}, {"frame", "3"}});
  EXPECT_GT(particles.header["count"].get<size_t>(), 90);
  EXPECT_NE(refused("/api/particles", {{"take", take}, {"frame", "9"}}), "");
  EXPECT_NE(refused("/api/surface", {{"take", take}, {"frame", "1"}}), "");
  EXPECT_EQ(Json::parse(get("/api/stats", {{"take", take}}))["frames"].size(), 4);
  EXPECT_EQ(packed("/api/actors", {{"take", take}, {"frame", "3"}, {"overlay", "1"}}).header["frame"], 3);
  // Another live take of that name has other frames, whatever is kept of the first.
  ask("remove_take", {{"take", take}});
  EXPECT_NE(refused("/api/stats", {{"take", take}}), "");
  documents_->change("drop.json", drop_scene(4, 0.1), "Coarser");
  ask("live", {{"scene", "drop.json"}, {"frame", nullptr}, {"on", true}});
  wait_for(take, "done");
  const PackedReader coarser = packed("/api/particles", {{"take", take}, {"frame", "3"}});
  EXPECT_LT(coarser.header["count"].get<size_t>(), particles.header["count"].get<size_t>() / 2);
}

}  // namespace weir::studio
