// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/scene.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "ballistic/ballistic_settings.h"
#include "base/files.h"
#include "scene/blocks.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/scene/codec.h"
#include "weir/scene/describe.h"

namespace weir {

static Scene scene_of(const std::string& text) {
  const TempFolder folder;
  write_file(folder / "s.json", text);
  return load_scene(folder / "s.json");
}

// Something of everything.
static const char* kRich = R"({
  "title": "rich", "seed": 18446744073709551615, "dimensions": 2,
  "frames": {"first": 1001, "last": 1024, "rate": 30},
  "gravity": {"keys": [[1001, [0, -9.81, 0]], [1010.5, [0, 9.81, 0]]], "between": "smooth"},
  "domain": {"lower": [-1, 0, -1], "upper": [1, 2, 1], "walls": "open"},
  "solver": {"kind": "ballistic", "spacing": 0.05, "bounce": 0.5},
  "phases": [{"name": "water"}, {"name": "honey", "density": 1400, "colour": [1, 0.7, 0.1]}],
  "liquids": [
    {"name": "drop", "phase": "honey", "velocity": [1, 2, 3], "lattice": "body_centred",
     "shape": {"kind": "difference", "smooth": 0.01, "shapes": [
       {"kind": "sphere", "radius": 0.5, "transform": {"translate": [0, 1, 0], "scale": 2}},
       {"kind": "torus"}, {"kind": "star", "points": 6}]}},
    {"shape": {"kind": "figure", "phase": {"keys": [[1, 0], [24, 1]]}}}],
  "emitters": [{"shape": {"kind": "cylinder"}, "velocity": [0, -2, 0], "first": 1003}],
  "sinks": [{"shape": {"kind": "plane"}}],
  "solids": [{"name": "blade", "shape": {"kind": "box", "transform": {"spin_axis": [0, 0, 1], "spin": {"keys": [[1, 0], [24, 720]]}}},
              "rigid": {"density": 300}}],
  "forces": [{"kind": "vortex", "turns": 2, "region": {"kind": "capsule"}}, {"kind": "push"}],
  "output": {"precision": "exact"}
})";

TEST(Scene, ReadsWhatWasWritten) {
  const Scene scene = scene_of(kRich);
  EXPECT_EQ(scene.seed, UINT64_MAX);
  EXPECT_EQ(scene.dimensions, 2);
  EXPECT_EQ(scene.frames.first, 1001);
  EXPECT_DOUBLE_EQ(scene.frames.time(1004), 0.1);
  EXPECT_TRUE(scene.gravity.moves());
  EXPECT_EQ(scene.gravity.between, Interpolation::smooth);
  EXPECT_EQ(scene.gravity.keys[1].frame, 1010.5);
  EXPECT_EQ(scene.domain->walls, Walls::open);
  EXPECT_EQ(scene.solver.get<ballistic::BallisticSettings>()->bounce, 0.5);
  EXPECT_EQ(scene.phase_index("honey"), 1u);
  EXPECT_EQ(scene.phase_index(""), 0u);
  const auto& cut = std::get<shapes::Difference>(scene.liquids[0].shape.kind);
  EXPECT_EQ(cut.shapes[0].transform.scale.keys[0].value, (Vec3d{2, 2, 2}));
  EXPECT_EQ(std::get<shapes::Star>(cut.shapes[2].kind).points, 6);
  EXPECT_EQ(scene.solids[0].rigid->density, 300);
  EXPECT_EQ(std::get<forces::Vortex>(scene.forces[0].kind).turns.keys[0].value, 2);
  EXPECT_TRUE(scene.forces[0].region.has_value());
}

TEST(Scene, DefaultsAreThoseOfTheStructs) {
  const Scene scene = scene_of(R"({"solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "box"}}]})");
  EXPECT_EQ(scene.frames.last, Frames{}.last);
  EXPECT_EQ(scene.gravity.keys[0].value, (Vec3d{0, -9.81, 0}));
  EXPECT_EQ(scene.phases.size(), 1u);
  EXPECT_FALSE(scene.domain.has_value());
}

TEST(Scene, WrittenAndReadAgainIsTheSame) {
  const std::string once = scene_text(scene_of(kRich));
  EXPECT_EQ(scene_text(scene_of(once)), once);
}

TEST(Scene, FilesAreRelativeToTheSceneThatNamesThem) {
  const TempFolder folder;
  make_folder(folder / "base");
  write_file(folder / "base" / "base.json",
             R"({"solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "mesh", "file": "horse.obj"}}]})");
  write_file(folder / "scene.json", R"({"include": "base/base.json"})");
  const Scene scene = load_scene(folder / "scene.json");
  EXPECT_EQ(std::get<shapes::MeshFile>(scene.liquids[0].shape.kind).file, folder / "base" / "horse.obj");
}

TEST(Describe, TellsUnitsRangesAndDefaults) {
  const std::string text = describe_block("sphere");
  EXPECT_NE(text.find("radius"), std::string::npos);
  EXPECT_NE(text.find("number (m), above 0; default 0.5"), std::string::npos);
  EXPECT_NE(text.find("transform"), std::string::npos);  // of every shape
  EXPECT_NE(describe_block("transform").find("3 numbers, or keyframes"), std::string::npos);
  EXPECT_NE(describe_all().find("emitter"), std::string::npos);
  try {
    describe_block("sphre");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("did you mean \"sphere\"?"), std::string::npos);
  }
}

// Solids of flat scenes may turn about z and move in the plane, also as parts of turned ones.
TEST(Scene, FlatSolidsThatStayInThePlaneAreTaken) {
  const Scene scene =
      scene_of(R"({"dimensions": 2, "solver": {"kind": "ballistic"}, "liquids": [{"shape": {"kind": "box"}}],
    "solids": [{"shape": {"kind": "box", "transform": {"rotate": [10, 20, 30], "scale": {"keys": [[1, [1, 1, 1]], [9, [2, 2, 2]]]},
                                                       "translate": {"keys": [[1, [0, 0, 0]], [9, [1, 2, 0]]]}}}},
               {"shape": {"kind": "union", "transform": {"rotate": [90, 0, 0]}, "shapes": [{"kind": "box",
                          "transform": {"spin": {"keys": [[1, 0], [25, 720]]}}}]}}]})");
  EXPECT_EQ(scene.solids.size(), 2u);
}

// A length of three numbers is a place, which moves with the scene, or a way or size, which does not. Whoever adds one
// says which: here, if it is none of the first.
TEST(Scene, EveryVectorInMetresIsAPlaceOrAWay) {
  const std::set<std::string> ways{"scene.origin", "transform.translate", "formula.translate", "move.by",
                                   "stamp.by",     "stamp.size",          "region.size",       "mesh_hold.offset"};
  std::vector<const Block*> blocks;
  codec::collect(block_of<Scene>(), blocks);
  for (size_t i = 0; i < blocks.size(); ++i) {
    for (const Block::Kind& kind : blocks[i]->all_kinds()) codec::collect(*kind.block, blocks);
  }
  size_t places = 0;
  for (const Block* block : blocks) {
    for (const Block::Parameter& p : block->parameters) {
      if (std::string(p.info.unit) != "m" || p.type().find("3 numbers") == std::string::npos) continue;
      EXPECT_NE(p.info.place, ways.contains(block->name + "." + p.name)) << block->name << "." << p.name;
      places += p.info.place;
    }
  }
  EXPECT_GT(places, 20u);
}

TEST(Scene, FarFromZeroIsCountedFromAnOriginNearIt) {
  const std::string text = R"({"solver": {"kind": "sph", "spacing": 0.02},
    "domain": {"lower": [10000, -5, 0], "upper": [10001.5, -4, 1], "walls": {"left": {"kind": "inflow", "level": -4.5}}},
    "liquids": [{"shape": {"kind": "box", "lower": [10000.1, -5, 0], "upper": [10000.3, -4.7, 1]},
                 "velocity": {"kind": "spin", "centre": [10000.2, -4.9, 0.5]}}],
    "solids": [{"shape": {"kind": "boat", "transform": {"translate": {"keys": [[1, [10000.5, -4.6, 0.5]], [9, [10001, -4.6, 0.5]]]}}}},
               {"shape": {"kind": "union", "transform": {"pivot": [10000.7, -5, 0], "rotate": [0, 0, 30]}, "shapes":
                 [{"kind": "sphere", "centre": [10000.7, -5, 0.5], "radius": 0.1}, {"kind": "mesh", "file": "a.obj"}]}},
               {"shape": {"kind": "plane", "point": [0, -5, 0]}}],
    "forces": [{"kind": "attract", "point": {"keys": [[1, [10000.4, -4, 0]], [9, [10000.6, -4, 0]]]}}],
    "picture": {"camera": {"position": [10000, -4, 5], "target": [10000.7, -4.5, 0]}}})";
  const Scene scene = scene_of(text);
  EXPECT_EQ(scene.origin, (Vec3d{10000, 0, 0}));
  EXPECT_EQ(scene.domain->lower, (Vec3d{0, -5, 0}));
  EXPECT_EQ(scene.domain->upper, (Vec3d{1.5, -4, 1}));
  EXPECT_EQ(scene.domain->walls.left.get<walls::Inflow>()->level, -4.5);
  EXPECT_EQ(std::get<shapes::Box>(scene.liquids[0].shape.kind).upper, (Vec3d{0.3, -4.7, 1}));
  EXPECT_EQ(scene.liquids[0].velocity.get<velocities::Spin>()->centre, (Vec3d{0.2, -4.9, 0.5}));
  EXPECT_EQ(scene.solids[0].shape.transform.translate.keys[1].value, (Vec3d{1, -4.6, 0.5}));
  const Shape& both = scene.solids[1].shape;
  const auto& parts = std::get<shapes::Union>(both.kind).shapes;
  EXPECT_EQ(both.transform.pivot, (Vec3d{0.7, -5, 0}));
  EXPECT_EQ(std::get<shapes::Sphere>(parts[0].kind).centre, (Vec3d{0.7, -5, 0.5}));
  EXPECT_EQ(std::get<shapes::MeshFile>(parts[1].kind).offset, (Vec3d{-10000, 0, 0}));
  EXPECT_EQ(std::get<shapes::Plane>(scene.solids[2].shape.kind).point, (Vec3d{0, -5, 0}));
  EXPECT_EQ(std::get<forces::Attract>(scene.forces[0].kind).point.keys[1].value, (Vec3d{0.6, -4, 0}));
  EXPECT_EQ(scene.picture.camera->position.keys[0].value, (Vec3d{0, -4, 5}));
  // Written, it is read as it is; in one that is near nothing is moved.
  EXPECT_EQ(scene_text(scene_of(scene_text(scene))), scene_text(scene));
  EXPECT_EQ(scene_of(kRich).origin, Vec3d{});
}

// Every parameter has a help sentence: the declaration is the documentation.
TEST(Describe, SchemaDescribesEveryParameter) {
  const auto schema = nlohmann::json::parse(scene_schema());
  for (const auto& [name, definition] : schema["$defs"].items()) {
    if (!definition.contains("properties")) continue;
    for (const auto& [key, property] : definition["properties"].items()) {
      if (key == "kind" || key == "include" || key == "set") continue;
      EXPECT_TRUE(property.contains("description")) << name << "." << key;
    }
  }
}

}  // namespace weir
