// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/node.h"

#include <gtest/gtest.h>

#include "base/files.h"
#include "base/random.h"
#include "temp_folder.h"
#include "weir/base/error.h"

namespace weir {

TEST(Node, KnowsLinesAndTakesComments) {
  const Node node =
      parse_node("{ // a comment\n \"a\": 1,\n /* another\n one */ \"b\": [2,\n 3],\n\"c\": 4\n}", "s.json");
  EXPECT_EQ(node.line, 1);
  EXPECT_EQ(node.find("a")->line, 2);
  EXPECT_EQ(node.find("b")->items[0].line, 4);
  EXPECT_EQ(node.find("b")->items[1].line, 5);
  EXPECT_EQ(node.find("c")->location(), "s.json:6");
  EXPECT_EQ(node.find("none"), nullptr);
}

TEST(Node, LargeSeedsStayExact) {
  EXPECT_EQ(parse_node("{\"seed\": 18446744073709551615}", "s").find("seed")->unsigned_number, UINT64_MAX);
}

static std::string failure(const std::string& text) {
  try {
    parse_node(text, "s.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Node, BrokenTextIsToldByLine) {
  EXPECT_EQ(failure("{\n\"a\": 1\n\"b\": 2}").substr(0, 9), "s.json:3:");
  EXPECT_NE(failure("{\"a\": 1, \"a\": 2}").find("\"a\" is given twice"), std::string::npos);
  EXPECT_EQ(failure(""), "s.json:1: the file is empty");
  EXPECT_NE(failure(std::string(5000, '[')).find("nested"), std::string::npos);
  EXPECT_NE(failure("{\"a\": \"\xff\xfe\"}"), "");
}

TEST(Node, UsualSlipsAreToldInPlainWords) {
  EXPECT_EQ(failure("{\n\"a\": 1\n\"b\": 2}"), "s.json:3: a comma is missing after line 2");
  EXPECT_EQ(failure("{\"a\": [1, 2],\n \"b\": {}\n\n \"c\": 2}"), "s.json:4: a comma is missing after line 2");
  EXPECT_EQ(failure("{\"a\": 1 \"b\": 2}"), "s.json:1: a comma is missing before \"b\"");
  EXPECT_EQ(failure("[1, 2 3]"), "s.json:1: a comma is missing before 3");
  EXPECT_EQ(failure("{'a': 1}"), "s.json:1: texts stand in \"double quotes\", not in 'single' ones");
  EXPECT_EQ(failure("{a: 1}"), "s.json:1: names of parameters must stand in \"double quotes\"");
  EXPECT_EQ(failure("{\"a\" 1}"), "s.json:1: a colon is missing before 1");
  EXPECT_EQ(failure("{\"a\": 1,\n}"), "s.json:2: there is a comma too many before this }");
  EXPECT_EQ(failure("[1, 2, ]"), "s.json:1: there is a comma too many before this ]");
  EXPECT_EQ(failure("{\"a\": [1,\n2"), "s.json:2: the file ends before the ] that belongs to line 1");
  EXPECT_NE(failure("{\"a\": 1]").find("not valid JSON"), std::string::npos);
}

// Whatever bytes come, the answer is a node or an InputError.
TEST(Node, SurvivesDamage) {
  const std::string good =
      "{\"a\": [1, 2.5e3, -4], \"b\": {\"c\": \"text \\u00e4\", \"d\": null}, \"e\": true /* x */}";
  const Random random(3);
  for (uint64_t i = 0; i < 5000; ++i) {
    std::string bad = good.substr(0, 1 + random.below(good.size(), i, 0));
    for (uint32_t n = 0; n < 3; ++n) {
      bad[random.below(bad.size(), i, 2 * n + 1)] = static_cast<char>(random.below(256, i, 2 * n + 2));
    }
    try {
      parse_node(bad, "s.json");
    } catch (const InputError&) {
    }
  }
}

class Includes : public ::testing::Test {
 protected:
  void file(const std::string& name, const std::string& text) { write_file(folder_ / name, text); }
  Node load(const std::string& name) { return load_node(folder_ / name); }
  std::string error(const std::string& name) {
    try {
      load(name);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }
  TempFolder folder_;
};

TEST_F(Includes, OverlayMergesObjectsAndReplacesLists) {
  file("base.json", R"({"frames": {"first": 1, "last": 10}, "liquids": [{"name": "a"}, {"name": "b"}],
                        "solver": {"kind": "x", "p": 1}})");
  file("scene.json", R"({"include": "base.json", "frames": {"last": 20}, "solver": {"kind": "y"}})");
  const Node node = load("scene.json");
  EXPECT_EQ(node.find("frames")->find("first")->number, 1);
  EXPECT_EQ(node.find("frames")->find("last")->number, 20);
  EXPECT_EQ(node.find("liquids")->items.size(), 2u);
  EXPECT_EQ(node.find("solver")->find("p"), nullptr);  // another kind starts afresh
  EXPECT_EQ(node.find("include"), nullptr);
  EXPECT_NE(node.find("frames")->find("first")->location().find("base.json:1"), std::string::npos);
}

TEST_F(Includes, SetReachesDeepByNumberAndName) {
  file("base.json", R"({"liquids": [{"name": "a", "shape": {"kind": "sphere", "radius": 1}}, {"name": "b"}]})");
  file("scene.json",
       R"({"include": ["base.json"], "set": {"liquids[0].shape.radius": 2, "liquids[b].velocity": [1, 2, 3],
                         "frames.rate": 30}})");
  const Node node = load("scene.json");
  EXPECT_EQ(node.find("liquids")->items[0].find("shape")->find("radius")->number, 2);
  EXPECT_EQ(node.find("liquids")->items[1].find("velocity")->items[2].number, 3);
  EXPECT_EQ(node.find("frames")->find("rate")->number, 30);
}

TEST_F(Includes, TheNumberAfterTheLastAddsAnEntry) {
  file("base.json", R"({"liquids": [{"name": "a"}]})");
  file("scene.json", R"({"include": "base.json", "set": {"liquids[1]": {"name": "b"}, "liquids[2].name": "c",
                                                       "solids[0].name": "d"}})");
  const Node node = load("scene.json");
  ASSERT_EQ(node.find("liquids")->items.size(), 3u);
  EXPECT_EQ(node.find("liquids")->items[1].find("name")->text, "b");
  EXPECT_EQ(node.find("liquids")->items[2].find("name")->text, "c");
  EXPECT_EQ(node.find("solids")->items[0].find("name")->text, "d");
}

TEST_F(Includes, MistakesAreTold) {
  file("self.json", R"({"include": "self.json"})");
  EXPECT_NE(error("self.json").find("includes itself"), std::string::npos);
  file("lost.json", R"({"include": "nowhere.json"})");
  EXPECT_NE(error("lost.json").find("nowhere.json: there is no such file"), std::string::npos);
  EXPECT_NE(error("lost.json").find("included by"), std::string::npos);
  file("number.json", R"({"include": 3})");
  EXPECT_NE(error("number.json").find("include: must be a file name"), std::string::npos);
  file("list.json", R"([1])");
  EXPECT_NE(error("list.json").find("a scene must be an object"), std::string::npos);
  file("set1.json", R"({"liquids": [], "set": {"liquids[1].x": 1}})");
  EXPECT_NE(error("set1.json").find("the list has 0 entries, counted from 0; [0] adds one"), std::string::npos);
  file("set2.json", R"({"liquids": [], "set": {"liquids[pool].x": 1}})");
  EXPECT_NE(error("set2.json").find("no entry is named \"pool\""), std::string::npos);
  file("set3.json", R"({"a": 1, "set": {"a.b": 1}})");
  EXPECT_NE(error("set3.json").find("there is no b in 1"), std::string::npos);
  file("set4.json", R"({"a": [], "set": {"a[0": 1}})");
  EXPECT_NE(error("set4.json").find("lacks a ]"), std::string::npos);
  file("set5.json", R"({"a": 1, "set": {"a[0]": 1}})");
  EXPECT_NE(error("set5.json").find("needs a list"), std::string::npos);
  file("set6.json", R"({"set": [1]})");
  EXPECT_NE(error("set6.json").find("set: must be an object"), std::string::npos);
}

}  // namespace weir
