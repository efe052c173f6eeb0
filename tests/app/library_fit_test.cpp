// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir library fit, as a user calls it: a template that was put in the wrong place and begins with the wrong frame.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "weir_program.h"

namespace weir::app {

// Two blocks of water that fly apart: each frame has its own form.
static const char* kFlight = R"({"dimensions": 2, "frames": {"last": 12}, "gravity": [0, 0, 0],
  "solver": {"kind": "ballistic", "spacing": 0.05},
  "liquids": [
    {"velocity": [1.2, 0, 0], "shape": {"kind": "box", "lower": [0, 0, -1], "upper": [0.5, 0.5, 1]}},
    {"velocity": [0, 2.4, 0], "shape": {"kind": "box", "lower": [-0.7, 0, -1], "upper": [0, 0.4, 1]}}])";

class LibraryFit : public ::testing::Test {
 protected:
  LibraryFit() {
    write_file(folder_ / "flight.json", std::string(kFlight) + "}");
    // The liquid is that of the recording, so at frame 6 its frame 6 belongs where it was recorded.
    write_scene(R"("translate": [0.5, 0.4, 0])");
  }
  void write_scene(const std::string& transform) {
    write_file(scene_, std::string(kFlight) +
                           R"(, "recordings": [{"name": "two", "scene": "flight.json",
      "region": {"size": [2.4, 2.4, 1], "translate": [0.2, 0.7, 0]}}],
      "directors": [{"kind": "templates", "instances": [
        {"name": "a", "template": "two", "start": 6, "first": 3, "transform": {)" +
                           transform + R"(}}, {"template": "two", "start": 9}]}]})");
  }
  Said fit(std::vector<std::string> more) const {
    more.insert(more.begin(), {"library", "fit", scene_, "-o", (folder_ / "run").string(), "--progress", "none"});
    return weir(more);
  }
  // The value of a line like "first": 6 in what it said of the best place; null when there is none.
  static nlohmann::json said_value(const std::string& said, const std::string& key) {
    const size_t at = said.find("\n       \"" + key + "\": "), other = said.find("\n  2 ");
    if (at == std::string::npos || at > other) return nullptr;
    const size_t begin = said.find(": ", at) + 2;
    std::string line = said.substr(begin, said.find('\n', begin) - begin);
    if (line.back() == ',') line.pop_back();
    return nlohmann::json::parse(line);
  }
  TempFolder folder_;
  std::string scene_ = (folder_ / "scene.json").string();
};

TEST_F(LibraryFit, FindsPlaceAndFrame) {
  const Said said = fit({"a"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto transform = said_value(said.out, "transform");
  ASSERT_TRUE(transform.contains("translate")) << said.out;
  EXPECT_NEAR(transform["translate"][0].get<double>(), 0.2, 0.05) << said.out;
  EXPECT_NEAR(transform["translate"][1].get<double>(), 0.7, 0.05) << said.out;
  EXPECT_NEAR(said_value(said.out, "first").get<double>(), 6, 1) << said.out;
  EXPECT_NE(said.out.find("directors[0].instances[0]"), std::string::npos) << said.out;

  // What it says can be put into the scene, and then is the best.
  const std::string text = transform.dump();
  write_scene(text.substr(1, text.size() - 2));
  const Said off = fit({"a", "--frames", "off"});
  EXPECT_EQ(said_value(off.out, "first"), nullptr) << off.out;
}

TEST_F(LibraryFit, TellsOtherProgramsTheSame) {
  const Said words = fit({"a"});
  const Said json = weir({"library", "fit", scene_, "a", "-o", (folder_ / "run").string(), "--progress", "json"});
  ASSERT_EQ(json.code, 0) << json.err;
  const size_t last_line = json.out.rfind('\n', json.out.size() - 2) + 1;  // 0 where there is no other
  const auto fits = nlohmann::json::parse(json.out.substr(last_line)).at("fits");
  const auto& told = fits.at(0);
  EXPECT_EQ(told.at("instance"), "directors[0].instances[0]");
  EXPECT_EQ(told.at("transform"), said_value(words.out, "transform"));
  EXPECT_EQ(told.at("first"), said_value(words.out, "first"));
  EXPECT_GT(told.at("after").at("score"), told.at("before").at("score"));
  // Where the region is then.
  for (int axis = 0; axis < 2; ++axis) {
    const auto at = [&](const char* end) { return told.at(end)[axis].get<double>(); };
    EXPECT_NEAR(0.5 * (at("lower") + at("upper")), told.at("transform").at("translate")[axis].get<double>(), 1e-6);
    EXPECT_NEAR(at("upper") - at("lower"), 2.4, 1e-6);
  }
  for (size_t n = 1; n < fits.size(); ++n) {
    EXPECT_LE(fits[n].at("after").at("score"), fits[n - 1].at("after").at("score"));
    EXPECT_EQ(fits[n].at("before"), told.at("before"));
    EXPECT_NE(words.out.find("\n  " + std::to_string(n + 1) + " "), std::string::npos) << words.out;
  }
}

// The blocks fly apart twice: 5 m beside each other, the second time 4 frames earlier.
TEST_F(LibraryFit, FindsBothOfTwo) {
  std::string twice = kFlight;
  twice.insert(twice.rfind(']'), R"(,
    {"velocity": [1.2, 0, 0], "shape": {"kind": "box", "lower": [5.2, 0, -1], "upper": [5.7, 0.5, 1]}},
    {"velocity": [0, 2.4, 0], "shape": {"kind": "box", "lower": [4.3, 0.4, -1], "upper": [5, 0.8, 1]}})");
  const std::string run = (folder_ / "twice").string();
  write_file(folder_ / "twice.json", twice + "}");
  ASSERT_EQ(weir({"run", (folder_ / "twice.json").string(), "-o", run}).code, 0);
  const Said said =
      weir({"library", "fit", scene_, "a", "-o", (folder_ / "run").string(), "--run", run, "--progress", "json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto fits = nlohmann::json::parse(said.out.substr(said.out.rfind('\n', said.out.size() - 2) + 1)).at("fits");
  ASSERT_GE(fits.size(), 2u) << said.out;
  const auto is_found = [&](double x, double first) {
    return std::any_of(fits.begin(), fits.begin() + 2, [&](const auto& fit) {
      const auto& at = fit.at("transform").at("translate");
      return std::abs(at[0].template get<double>() - x) < 0.05 && std::abs(at[1].template get<double>() - 0.7) < 0.05 &&
             std::abs(fit.at("first").template get<double>() - first) <= 1;
    });
  };
  EXPECT_TRUE(is_found(0.2, 6)) << said.out;
  EXPECT_TRUE(is_found(5.2, 10)) << said.out;
}

TEST_F(LibraryFit, TakesTheLiquidOfARun) {
  ASSERT_EQ(weir({"run", (folder_ / "flight.json").string(), "-o", (folder_ / "free").string()}).code, 0);
  const Said simulated = fit({"0"}), given = fit({"0", "--run", (folder_ / "free").string()});
  EXPECT_EQ(given.code, 0) << given.err;
  EXPECT_EQ(simulated.out, given.out);
}

TEST_F(LibraryFit, WhatIsRightStays) {
  const Said said = fit({"two", "--frames", "off", "--within", "0.01"});
  EXPECT_EQ(said.code, 0) << said.err;  // begins with its frame 1 at frame 9: not right, but it must not move far
  write_scene(R"("translate": [0.2, 0.7, 0])");
  const Said off = fit({"a", "--within", "0.2"});
  EXPECT_NEAR(said_value(off.out, "first").get<double>(), 6, 1) << off.out;
}

TEST_F(LibraryFit, SaysWhatIsWrong) {
  const auto refused = [&](const std::vector<std::string>& words, const std::string& part) {
    const Said said = fit(words);
    EXPECT_EQ(said.code, 2) << said.out;
    EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
  };
  refused({}, R"(INSTANCE: must be the name or number of one instance, but is ""; there are 0 "a", 1 "two")");
  refused({"b"}, R"(but is "b"; there are 0 "a", 1 "two")");
  refused({"a", "--run", (folder_ / "none").string()}, "none");
  scene_ = (folder_ / "flight.json").string();
  refused({}, "uses no template");
}

}  // namespace weir::app
