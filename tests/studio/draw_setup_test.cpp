// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What scenes set up, packed for the page: everything knows which thing of the scene it belongs to, and every handle
// moves that of which it says that it is written there.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>

#include "base/files.h"
#include "packed_reader.h"
#include "studio/draw/handles.h"
#include "studio/draw/packed_setup.h"
#include "temp_folder.h"
#include "weir/run/set_up.h"
#include "weir/scene/scene_of_text.h"

namespace weir::studio {
namespace {

namespace fs = std::filesystem;
using Arrangement = Setup;  // GoogleTest has a Setup of its own

std::vector<fs::path> examples() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(WEIR_SOURCE_DIR) / "examples")) {
    const bool own = entry.path().parent_path().filename() != "library";  // may name directors that are theirs alone
    if (entry.path().extension() == ".json" && own) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string file_name(const fs::path& file) { return file.parent_path().filename() / file.filename(); }

Scene scene_of(const std::string& text) {
  std::vector<Problem> problems;
  Scene scene = load_scene("scene.json", text, problems);
  for (const Problem& problem : problems) ADD_FAILURE() << problem.sentence();
  return scene;
}

PackedReader packed(const Scene& scene, double frame = 1) {
  return PackedReader(Setups().at("scene", scene, frame, {}, {}).bytes());
}

// "directors[0].meshes[1].keys" as a JSON pointer into what scene_text() writes: all directors are in the list there.
Json::json_pointer pointer_to(const Scene& scene, std::string path) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const std::string& key = scene.directors[i].key;
    if (!key.empty() && path.starts_with(key)) path = fmt::format("directors[{}]{}", i, path.substr(key.size()));
  }
  for (char& c : path) {
    if (c == '.' || c == '[') c = '/';
  }
  std::erase(path, ']');
  return Json::json_pointer("/" + path);
}

// An example, and what it sets up at its first frame.
struct Example {
  explicit Example(const fs::path& where)
      : file(where),
        scene(load_scene(file)),
        setup(run::set_up(scene, scene.frames.first, {}, {}, &shapes)),
        packed(packed_setup(scene, setup).bytes()),
        full(Json::parse(scene_text(scene))) {}

  fs::path file;
  SetupShapes shapes{SetupDetail{.for_drawing = true}};
  Scene scene;
  Arrangement setup;
  PackedReader packed;
  Json full;
};

void check_paths(const Example& example) {
  std::set<std::string> paths;
  for (const char* list : {"bodies", "points", "lines", "arrows", "labels", "handles"}) {
    for (const Json& entry : example.packed.header[list]) paths.insert(entry["path"].get<std::string>());
  }
  EXPECT_FALSE(paths.empty());
  for (const std::string& path : paths) EXPECT_TRUE(example.full.contains(pointer_to(example.scene, path))) << path;
}

void check_bodies(const Example& example) {
  for (const Json& body : example.packed.header["bodies"]) {
    const auto positions = example.packed.part<float>(body["positions"]);
    for (const uint32_t vertex : example.packed.part<uint32_t>(body["triangles"])) {
      ASSERT_LT(vertex, positions.size() / 3);
    }
    for (const uint32_t vertex : example.packed.part<uint32_t>(body["edges"])) ASSERT_LT(vertex, positions.size() / 3);
    for (const float number : positions) ASSERT_TRUE(std::isfinite(number));
  }
  // A picture of it, many times a second.
  EXPECT_LT(example.packed.size(), size_t{6} << 20);
}

void check_held(const Example& example) {
  std::set<std::string> held;
  for (const Json& handle : example.packed.header["handles"]) held.insert(handle["path"].get<std::string>());
  for (const Json& body : example.packed.header["bodies"]) {
    EXPECT_TRUE(held.contains(body["path"].get<std::string>())) << body["path"];
  }
}

// Where a handle says that it is written another value is put, and the handle of the scene that this gives is there.
void check_moves(const Example& example, const Handle& handle) {
  const double frame = example.scene.frames.first;
  const Vec3d by{0.01, 0.02, example.scene.dimensions == 2 ? 0.0 : -0.015}, to = handle.translate + by;
  const bool is_transform = handle.kind == Handle::Kind::transform;
  const auto pointer = pointer_to(example.scene, handle.edits);
  Json changed = example.full;
  (is_transform ? changed[pointer]["translate"] : changed[pointer]) = Json::array({to.x, to.y, to.z});
  std::vector<Problem> problems;
  const Scene moved = load_scene(example.file.parent_path() / "moved.json", changed.dump(), problems);
  const std::vector<Handle> after = handles_of(moved, example.setup, frame);
  const auto same =
      std::find_if(after.begin(), after.end(), [&](const Handle& h) { return pointer_to(moved, h.edits) == pointer; });
  ASSERT_NE(same, after.end()) << handle.edits << (problems.empty() ? "" : ": " + problems.front().sentence());
  for (const Arrangement::Placed& placed : example.setup.placed) {
    if (placed.edits == handle.edits) return;  // the setup tells where it is, and was not made anew
  }
  EXPECT_LT(length(same->translate - to), 1e-6) << handle.edits;
  if (!is_transform) return;
  const Vec3d way = same->placed.point({}) - handle.placed.point({});
  EXPECT_LT(length(way - handle.parent.linear * by), 1e-6) << handle.edits;
}

TEST(DrawSetup, OfAllExamplesIsWhatTheSceneSays) {
  for (const fs::path& file : examples()) {
    SCOPED_TRACE(file_name(file));
    const Example example(file);
    check_paths(example);
    check_bodies(example);
    check_held(example);
    for (const Handle& handle : handles_of(example.scene, example.setup, example.scene.frames.first)) {
      check_moves(example, handle);
    }
  }
}

constexpr const char* kScene = R"({
  "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]}, "solver": {"kind": "flip", "spacing": 0.1},
  "frames": {"last": 20},
  "liquids": [{"shape": {"kind": "box", "lower": [-1, 0, -1], "upper": [1, 0.5, 1]}}],
  "solids": [{"name": "ball", "shape": {"kind": "sphere", "radius": 0.2, "transform": {
               "translate": {"keys": [[1, [0, 1, 0]], [11, [1, 1, 0]]]}, "rotate": [0, 30, 0]}}},
             {"shape": {"kind": "box", "transform": {"attach": "ball", "translate": [0, 0.3, 0]}}}],
  "forces": [{"kind": "vortex", "centre": [0.3, 0.4, 0.5], "axis": [0, 0, 1]}],
  "picture": {"camera": {"position": [2, 1, 3], "target": [0, 1, 0], "view": 40}}})";

const Json* handle_of(const PackedReader& setup, const std::string& edits) {
  for (const Json& handle : setup.header["handles"]) {
    if (handle["edits"] == edits) return &handle;
  }
  ADD_FAILURE() << "no handle " << edits;
  return nullptr;
}

TEST(DrawSetup, NumbersAreThoseAtTheFrame) {
  const PackedReader setup = packed(scene_of(kScene), 6);
  const Json& ball = *handle_of(setup, "solids[0].shape.transform");
  EXPECT_EQ(ball["translate"], Json::array({0.5, 1.0, 0.0}));
  EXPECT_EQ(ball["rotate"], Json::array({0.0, 30.0, 0.0}));
  EXPECT_EQ(ball["pivot"], Json::array({0.5, 1.0, 0.0}));
  EXPECT_EQ(ball["matrix"][12], 0.5);
  EXPECT_NEAR(ball["matrix"][0].get<double>(), std::cos(kPi / 6), 1e-12);
  const Json& vortex = *handle_of(setup, "forces[0].centre");
  EXPECT_EQ(vortex["kind"], "place");
  EXPECT_EQ(vortex["path"], "forces[0]");
  EXPECT_EQ(vortex["pivot"], Json::array({0.3, 0.4, 0.5}));
  const Json& axis = *handle_of(setup, "forces[0].axis");
  EXPECT_EQ(axis["kind"], "direction");
  EXPECT_EQ(axis["pivot"], Json::array({0.3, 0.4, 0.5}));
  EXPECT_EQ(setup.header["camera"]["from"][2], 3);
  EXPECT_NEAR(setup.header["camera"]["angle"].get<double>(), 40, 1e-4);
}

// What is attached has moved by half of the way, and is written in the space of what carries it.
TEST(DrawSetup, WhatIsCarriedIsWrittenInTheSpaceOfItsCarrier) {
  const PackedReader setup = packed(scene_of(kScene), 6);
  const Json& box = *handle_of(setup, "solids[1].shape.transform");
  EXPECT_EQ(box["translate"], Json::array({0.0, 0.3, 0.0}));
  EXPECT_NEAR(box["parent"][12].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(box["pivot"][0].get<double>(), 0.5, 1e-12);
  EXPECT_NEAR(box["pivot"][1].get<double>(), 0.3, 1e-12);
}

TEST(DrawSetup, FarScenesAreCountedFromTheirOrigin) {
  Json far = Json::parse(kScene);
  for (const char* path : {"/domain/lower", "/domain/upper", "/liquids/0/shape/lower", "/liquids/0/shape/upper",
                           "/forces/0/centre", "/picture/camera/position", "/picture/camera/target"}) {
    Json& x = far.at(Json::json_pointer(path))[0];
    x = x.get<double>() + 20000;
  }
  far["solids"][0]["shape"]["transform"]["translate"] = {20000.25, 1, 0};
  far["solids"].erase(1);
  const PackedReader setup = packed(scene_of(far.dump()), 1);
  EXPECT_EQ(setup.header["origin"][0], 20000);
  const Json& vortex = *handle_of(setup, "forces[0].centre");
  EXPECT_NEAR(vortex["translate"][0].get<double>(), 20000.3, 1e-6);
  EXPECT_NEAR(vortex["pivot"][0].get<double>(), 0.3, 1e-6);
  const Json& ball = *handle_of(setup, "solids[0].shape.transform");
  EXPECT_NEAR(ball["translate"][0].get<double>(), 0.25, 1e-6);
  EXPECT_NEAR(ball["pivot"][0].get<double>(), 0.25, 1e-6);
  EXPECT_NEAR(ball["matrix"][12].get<double>(), 0.25, 1e-6);
}

TEST(DrawSetup, WhatDidNotChangeIsTheSameTheSecondTime) {
  const Scene scene = load_scene(fs::path(WEIR_SOURCE_DIR) / "examples" / "ballistic" / "fountain.json");
  Setups setups;
  const std::string first = setups.at("a", scene, 1, {}, {}).bytes();
  EXPECT_EQ(setups.at("a", scene, 1, {}, {}).bytes(), first);
  EXPECT_NE(setups.at("a", scene, 50, {}, {}).bytes(), first);
  EXPECT_EQ(setups.at("a", scene, 1, {}, {}).bytes(), first);
}

TEST(DrawSetup, WhatThePageHasIsNotSentAgain) {
  const Scene scene = load_scene(fs::path(WEIR_SOURCE_DIR) / "examples" / "meshes" / "head.json");
  Setups setups;
  const PackedReader whole(setups.at("a", scene, 1, {}, {}).bytes());
  std::set<std::string> names;
  const auto each_part = [](const PackedReader& setup, const auto& see) {
    for (const Json& body : setup.header["bodies"])
      for (const char* part : {"positions", "triangles", "edges"}) see(body[part]);
  };
  each_part(whole, [&](const Json& part) {
    const bool large = 4 * part["count"].get<size_t>() * part["width"].get<size_t>() >= Packed::kNamed;
    EXPECT_EQ(part.contains("name"), large);
    if (large) names.insert(part["name"]);
  });
  ASSERT_GT(names.size(), 3);
  const PackedReader rest(setups.at("a", scene, 1, {}, {}, names).bytes());
  EXPECT_LT(rest.size(), whole.size() / 4);
  each_part(rest, [&](const Json& part) { EXPECT_EQ(part["at"].is_null(), part.contains("name")); });
  // All but one.
  const std::string one = *names.begin();
  names.erase(one);
  const PackedReader some(setups.at("a", scene, 1, {}, {}, names).bytes());
  each_part(some, [&](const Json& part) { EXPECT_EQ(part["at"].is_null(), names.contains(part.value("name", ""))); });
}

TEST(DrawSetup, AMeshThatWasWrittenAnewIsReadAnew) {
  const TempFolder folder;
  const auto write = [&](double height) {
    fs::remove(folder / "mesh.obj");
    write_file(folder / "mesh.obj",
               fmt::format("v 0 0 0\nv 1 0 0\nv 0 0 1\nv 0 {} 0\nf 1 2 3\nf 1 4 2\nf 2 4 3\nf 3 4 1\n", height));
  };
  std::vector<Problem> problems;
  const Scene scene = load_scene(folder / "scene.json", R"({"solver": {"kind": "flip", "spacing": 0.1},
    "domain": {"lower": [-2, -2, -2], "upper": [2, 2, 2]},
    "liquids": [{"shape": {"kind": "mesh", "file": "mesh.obj"}}]})",
                                 problems);
  Setups setups;
  const auto top = [&] {
    const PackedReader setup(setups.at("a", scene, 1, {}, {}).bytes());
    float highest = -1;
    const auto positions = setup.part<float>(setup.header["bodies"][0]["positions"]);
    for (size_t i = 1; i < positions.size(); i += 3) highest = std::max(highest, positions[i]);
    return highest;
  };
  write(1);
  EXPECT_EQ(top(), 1);
  write(1.5);
  EXPECT_EQ(top(), 1.5f);
}

TEST(DrawSetup, FormsBetweenKeysComeWhenTheyAreMade) {
  const Scene scene = scene_of(R"({"frames": {"last": 11}, "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
    "solver": {"kind": "flip", "spacing": 0.2}, "liquids": [{"shape": {"kind": "box", "upper": [0.5, 0.6, 0.5]}}],
    "directors": [{"kind": "meshes", "meshes": [{"keys": [
      {"frame": 1, "shape": {"kind": "sphere", "radius": 0.3, "transform": {"translate": [-0.5, 1, 0]}}},
      {"frame": 11, "shape": {"kind": "sphere", "radius": 0.3, "transform": {"translate": [0.5, 1, 0]}}}]}]}]})");
  Setups setups;
  const auto formed = [&] {
    for (int i = 0; i < 1000; ++i) {
      const PackedReader setup(setups.at("a", scene, 6, {}, {}).bytes());
      if (!setup.header["unfinished"].get<bool>()) return setup;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return PackedReader(setups.at("a", scene, 6, {}, {}).bytes());
  };
  const PackedReader setup = formed();
  EXPECT_EQ(setup.header["unfinished"], false);
  for (const Json& body : setup.header["bodies"]) {
    if (body["look"] != "wanted") continue;
    EXPECT_EQ(body["path"], "directors[0].meshes[0]");
    const auto positions = setup.part<float>(body["positions"]);
    double middle = 0;
    for (size_t i = 0; i < positions.size(); i += 3)
      middle += double{positions[i]} * 3 / static_cast<double>(positions.size());
    EXPECT_NEAR(middle, 0, 0.05);
    return;
  }
  FAIL() << "no form is shown: " << setup.header["problems"];
}

TEST(DrawSetup, WhatIsWrongIsToldAndTheRestIsShown) {
  std::vector<Problem> problems;
  const Scene scene = load_scene("scene.json", R"({"solver": {"kind": "flip", "spacing": 0.1},
    "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1]},
    "solids": [{"shape": {"kind": "mesh", "file": "gone.obj"}}, {"shape": {"kind": "sphere"}}],
    "liquids": [{"shape": {"kind": "box"}}]})",
                                 problems);
  const PackedReader setup(Setups().at("a", scene, 1, {}, problems).bytes());
  EXPECT_EQ(setup.header["problems"].size(), 1);
  EXPECT_EQ(setup.header["bodies"].size(), 2);
}

TEST(EulerDegrees, ComeBack) {
  for (const Vec3d& degrees : {Vec3d{10, 20, 30}, Vec3d{-120, 45, 170}, Vec3d{0, -60, 0}, Vec3d{30, 90, 0}}) {
    const Mat3d turn = Quatd::from_euler_degrees(degrees).matrix();
    const Mat3d back = Quatd::from_euler_degrees(euler_degrees_of(turn)).matrix();
    for (size_t row = 0; row < 3; ++row) EXPECT_LT(length(turn.row[row] - back.row[row]), 1e-6);
  }
}

}  // namespace
}  // namespace weir::studio
