// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Takes without some of the scene's directors, which show what those do.

#include "studio/take_world.h"

namespace weir::studio {

namespace {

std::string rig(const std::string& name) {
  return R"({"kind": "rig", "name": ")" + name + R"(", "shape": {"kind": "sphere", "radius": 0.1}})";
}

}  // namespace

class TakeWithout : public TakeWorld {
 protected:
  Json directors_of(const std::string& take) const {
    return Json::parse(read_file(folder(take) / "scene.json")).at("directors");
  }
};

TEST_F(TakeWithout, TheDirectorsThatAreNamedAreLeftOut) {
  put("drop.json", drop_scene(2, 0.03, R"(, "directors": [)" + rig("left") + ", " + rig("right") + "]"));
  const std::string one = run("drop.json", {{"kind", "full"}, {"without", {"directors[0]"}}});
  const std::string none = run("drop.json", {{"kind", "full"}, {"without", {"directors[0]", "directors[1]"}}});
  ASSERT_EQ(directors_of(one).size(), 1u);
  EXPECT_EQ(directors_of(one)[0].at("name"), "right");
  EXPECT_TRUE(directors_of(none).empty());
  wait_for(none, "done");
}

TEST_F(TakeWithout, TheScenesTextStaysAsItIs) {
  put("drop.json", drop_scene(2, 0.03, R"(, "directors": [)" + rig("left") + "]"));
  const std::string take = run("drop.json", {{"kind", "full"}, {"without", {"directors[0]"}}});
  wait_for(take, "done");
  EXPECT_NE(read_file(folder(take) / "written.json").find("left"), std::string::npos);
}

}  // namespace weir::studio
