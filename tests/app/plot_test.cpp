// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir plot, as a user calls it.

#include <gtest/gtest.h>

#include <cstdlib>

#include "weir_program.h"

namespace weir::app {

class PlotVerb : public ::testing::Test {
 protected:
  std::string run(const std::string& name) {
    write_file(folder_ / "scene.json", R"({
      "title": "a <b> & \"c\"", "frames": {"last": 5}, "solver": {"kind": "ballistic", "spacing": 0.1},
      "liquids": [{"shape": {"kind": "sphere", "radius": 0.4}}],
      "forces": [{"kind": "wind", "name": "breeze", "drag": 0.3}]})");
    EXPECT_EQ(
        weir({"run", (folder_ / "scene.json").string(), "-o", (folder_ / name).string(), "--progress", "none"}).code,
        0);
    return (folder_ / name).string();
  }
  // An XML parser's opinion.
  static bool well_formed(const std::filesystem::path& file) {
    const std::string command =
        "/usr/bin/python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' '" + file.string() + "'";
    return std::system(command.c_str()) == 0;
  }
  TempFolder folder_;
};

TEST_F(PlotVerb, OneRun) {
  const std::string a = run("a & <b>");
  const Said said = weir({"plot", a});
  ASSERT_EQ(said.code, 0) << said.err;
  const std::filesystem::path file = folder_ / "a & <b>" / "plot.svg";
  EXPECT_TRUE(well_formed(file));
  const std::string svg = read_file(file);
  for (const char* words :
       {"Time a frame", "Particles", "Steps a frame", "simulation", "cache", "a &lt;b&gt; &amp; "}) {
    EXPECT_NE(svg.find(words), std::string::npos) << words;
  }
}

TEST_F(PlotVerb, SeveralRuns) {
  const std::string a = run("one"), b = run("two"), file = (folder_ / "deep" / "both.svg").string();
  ASSERT_EQ(weir({"plot", a, b, "-o", file}).code, 0);
  EXPECT_TRUE(well_formed(file));
  const std::string svg = read_file(file);
  EXPECT_NE(svg.find(">one<"), std::string::npos);
  EXPECT_NE(svg.find(">two<"), std::string::npos);
}

TEST_F(PlotVerb, BadInput) {
  const std::string a = run("a");
  EXPECT_EQ(weir({"plot", (folder_ / "none").string()}).code, 2);
  EXPECT_EQ(weir({"plot", folder_.path().string()}).code, 2);
  EXPECT_EQ(weir({"plot", a, "-o", (folder_ / "x.png").string()}).code, 2);
  append_to_file(folder_ / "a" / "stats.jsonl", "{\"frame\": \n{\"frame\": 7}\n");
  const Said said = weir({"plot", a});
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("line 6 is damaged"), std::string::npos) << said.err;
}

}  // namespace weir::app
