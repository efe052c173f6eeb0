// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Mistakes an artist makes, each with the sentence it must be answered with.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/files.h"
#include "temp_folder.h"
#include "weir/base/error.h"
#include "weir/scene/scene.h"

namespace weir {

// A scene with `part` in place of the part of that name (or added).
static std::string scene_with(const std::string& part) {
  const std::string solver = R"("solver": {"kind": "ballistic"})";
  const std::string liquids = R"("liquids": [{"shape": {"kind": "box"}}])";
  std::string text = "{\n" + part;
  if (part.find("\"solver\"") == std::string::npos) text += ",\n" + solver;
  if (part.find("\"liquids\"") == std::string::npos) text += ",\n" + liquids;
  return text + "\n}\n";
}

struct Bad {
  const char* part;      // of the scene, on its line 2
  const char* sentence;  // after "FILE:LINE: "
};

class BadScene : public ::testing::TestWithParam<Bad> {};

TEST_P(BadScene, GetsItsSentence) {
  const TempFolder folder;
  write_file(folder / "bad.json", scene_with(GetParam().part));
  try {
    load_scene(folder / "bad.json");
    FAIL() << "was taken: " << GetParam().part;
  } catch (const InputError& error) {
    ASSERT_EQ(error.problems().size(), 1u) << error.what();
    const std::string text = error.what(), location = (folder / "bad.json").string() + ":2: ";
    EXPECT_EQ(text, location + GetParam().sentence);
  }
}

static const Bad kBad[] = {
    // Keys that do not exist.
    {R"("gravitty": [0, -9.81, 0])", R"("gravitty" is not a parameter of scene; did you mean "gravity"?)"},
    {R"("frames": {"lst": 10})", R"(frames: "lst" is not a parameter of frames; did you mean "last"?)"},
    {R"("frames": {"zebra": 10})", R"(frames: "zebra" is not a parameter of frames; it has first, last or rate)"},
    {R"("solver": {"kind": "ballistic", "bouncy": 1})",
     R"(solver: "bouncy" is not a parameter of ballistic; did you mean "bounce"?)"},
    {R"("liquids": [{"shape": {"kind": "sphere", "raduis": 1}}])",
     R"(liquids[0].shape: "raduis" is not a parameter of sphere; did you mean "radius"?)"},
    // Flat scenes.
    {R"("dimensions": 2, "solids": [{"shape": {"kind": "box", "transform": {"spin": {"keys": [[1, 0], [25, 360]]}}}}])",
     R"(solids[0].shape: moves out of the plane of a flat scene; spin it about "spin_axis": [0, 0, 1], rotate it about z and move it in x and y)"},
    {R"("dimensions": 2, "solids": [{"shape": {"kind": "union", "shapes": [{"kind": "box", "transform": {"rotate": {"keys": [[1, [0, 0, 0]], [25, [90, 0, 0]]]}}}]}}])",
     R"(solids[0].shape: moves out of the plane of a flat scene; spin it about "spin_axis": [0, 0, 1], rotate it about z and move it in x and y)"},
    {R"("dimensions": 2, "solids": [{"shape": {"kind": "box", "transform": {"translate": {"keys": [[1, [0, 0, 0]], [25, [0, 0, 1]]]}}}}])",
     R"(solids[0].shape: moves out of the plane of a flat scene; spin it about "spin_axis": [0, 0, 1], rotate it about z and move it in x and y)"},
    {R"("dimensions": 2, "origin": [0, 0, 1])", R"(origin: must have z = 0, where flat scenes are)"},
    // Paths, and what is attached to solids.
    {R"("solids": [{"shape": {"kind": "box", "transform": {"path": {"points": [[0, 1, 0]]}}}}])",
     R"(solids[0].shape.transform.path: points must have at least two different ones)"},
    {R"("solids": [{"shape": {"kind": "box", "transform": {"path": {"points": [[0, 1, 0], [0, 1, 0]]}}}}])",
     R"(solids[0].shape.transform.path: points must have at least two different ones)"},
    {R"("solids": [{"shape": {"kind": "box", "transform": {"path": {}}}}])",
     R"(solids[0].shape.transform.path: lacks "points": That the curve goes through.)"},
    {R"("emitters": [{"shape": {"kind": "box", "transform": {"path": {"points": [[0, 1, 0], [1, 1, 0]], "along": 1.5}}}}])",
     R"(emitters[0].shape.transform.path: along must be between 0 and 1; only a closed path can be gone round more than once)"},
    {R"("dimensions": 2, "solids": [{"shape": {"kind": "box", "transform": {"path": {"points": [[0, 1, 0], [1, 1, 1]]}}}}])",
     R"(solids[0].shape: moves out of the plane of a flat scene; spin it about "spin_axis": [0, 0, 1], rotate it about z and move it in x and y)"},
    {R"("dimensions": 2, "emitters": [{"shape": {"kind": "box", "transform": {"path": {"points": [[0, 1, 0], [1, 1, 1]]}}}}])",
     R"(emitters[0].shape: its path leaves the plane of a flat scene; give all its points the same z)"},
    {R"("emitters": [{"shape": {"kind": "box", "transform": {"attach": "boat"}}}])",
     R"(emitters[0].shape.transform.attach: there is no solid "boat")"},
    {R"("sinks": [{"shape": {"kind": "box", "transform": {"attach": "bot"}}}], "solids": [{"name": "boat", "shape": {"kind": "box"}}])",
     R"(sinks[0].shape.transform.attach: there is no solid "bot"; there is boat)"},
    {R"("solids": [{"name": "a", "shape": {"kind": "box", "transform": {"attach": "a"}}}])",
     R"(solids[0]: "a" is attached to itself, in the end; one of these solids must not be attached)"},
    {R"("sinks": [{"shape": {"kind": "union", "shapes": [{"kind": "box", "transform": {"attach": "a"}}]}}], "solids": [{"name": "a", "shape": {"kind": "box"}}])",
     R"(sinks[0].shape: a part of it cannot be attached to a solid, only the whole shape)"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "t", "anchor": "waterline"}]}])",
     R"(directors[0].instances[0]: an anchor needs a transform that says where it goes)"},
    {R"("recordings": [{"name": "t", "scene": "other.json"}], "directors": [{"kind": "templates", "instances": [{"template": "t", "anchor": "waterlin", "transform": {}}]}])",
     R"(directors[0].instances[0].anchor: must be centre, bottom or waterline, but is "waterlin"; only templates of the library have others)"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "t", "anchor": "bottom", "transform": {"pivot": [0, 1, 0]}}]}])",
     R"(directors[0].instances[0]: has both an anchor and a pivot; give one of them)"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "t", "transform": {"attach": "a"}}]}], "solids": [{"name": "a", "shape": {"kind": "box"}}])",
     R"(directors[0].instances[0]: attach stands beside the transform of an instance, not in it)"},
    {R"("solids": [{"name": "a", "shape": {"kind": "box"}}], "picture": {"camera": {"follow": "a", "path": {"points": [[0, 1, 0], [1, 1, 0]], "align": true}}})",
     R"(picture.camera: either looks ahead along its path (align) or follows a solid; give one of them)"},
    {R"("picture": {"camera": {"follow": "boat"}})", R"(picture.camera.follow: there is no solid "boat")"},
    // Guides.
    {R"("directors": [{"kind": "guide"}], "solver": {"kind": "flip"})",
     R"(directors[0]: must have one of "run", "coarse", "refine" and "shape", but has none)"},
    {R"("directors": [{"kind": "guide", "refine": 2}], "solver": {"kind": "flip"},
        "solids": [{"shape": {"kind": "box"}, "rigid": {}}])",
     R"(directors[0]: a guide cannot know where rigid solids will be; leave "rigid" out)"},
    {R"("directors": [{"kind": "guide", "refine": 2, "detailed": ["boat"]}], "solver": {"kind": "flip"})",
     R"(directors[0].detailed[0]: there is no solid "boat")"},
    {R"("directors": [{"kind": "guide", "refine": 2, "mask": 3}], "solver": {"kind": "flip"})",
     R"(directors[0].mask: must not be below gap + air_pocket (7.5), but is 3)"},
    {R"("directors": [{"kind": "guide", "refine": 1}], "solver": {"kind": "flip"})",
     R"(directors[0].refine: must be above 1 and at most 16, but is 1)"},
    // Scenes that go together.
    {R"("together": ["a/one.json", "b/one.json"])", R"(together[1]: an earlier entry has this file name)"},
    {R"("together": "one.json")", R"(together: must be a list in [ ], but is "one.json")"},
    {R"("together": [["one.json"]])", R"(together[0]: must be a text in quotes, but is a list of 1)"},
    {R"("together": [""])", R"(together[0]: must be a file name, but is empty)"},
    {R"("together": ["one.json\u0000two"])", R"(together[0]: must be a file name, but has a zero in it)"},
    // Things left out.
    {R"("solver": {})", R"(solver: lacks a "kind": sph, flip, smoke or ballistic)"},
    {R"("liquids": [{}])", R"(liquids[0]: lacks "shape": What it fills.)"},
    {R"("liquids": [{"shape": {}}])",
     R"(liquids[0].shape: lacks a "kind": box, sphere, cylinder, capsule, torus, plane, star, text, boat, hand, dolphin, figure, mesh, union, intersection or difference)"},
    {R"("liquids": [{"shape": {"kind": "text"}}])",
     R"(liquids[0].shape: lacks "text": What it says; \n begins a new line.)"},
    {R"("liquids": [{"shape": {"kind": "mesh"}}])",
     R"(liquids[0].shape: lacks "file": The file, or the folder of a sequence; #### stands for the frame number (horse_####.obj).)"},
    // Wrong types.
    {R"("frames": 10)", R"(frames: must be given as {"first": …, "last": …, "rate": …}, but is 10)"},
    {R"("domain": [4, 2, 1])", R"(domain: must be given as {"lower": …, "upper": …, "walls": …}, but is a list of 3)"},
    {R"("solver": "flip")", R"(solver: must be given as {"kind": "flip", …}, but is "flip")"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "t"}], "repulsion": 2}])",
     R"(directors[0]: "repulsion" is not a parameter of templates; it belongs in "instances")"},
    {R"("frames": {"rate": "fast"})", R"(frames.rate: must be a number (1/s), but is "fast")"},
    {R"("frames": {"last": 10.5})", R"(frames.last: must be a whole number, but is 10.5)"},
    {R"("frames": {"last": true})", R"(frames.last: must be a whole number, but is true)"},
    {R"("liquids": {"shape": {"kind": "box"}})", R"(liquids: must be a list in [ ], but is an object in { })"},
    {R"("title": 7)", R"(title: must be a text in quotes, but is 7)"},
    {R"("seed": -1)", R"(seed: must be a whole number from 0 on, but is -1)"},
    {R"("seed": 1.5)", R"(seed: must be a whole number from 0 on, but is 1.5)"},
    {R"("gravity": -9.81)", R"(gravity: must be three numbers [x, y, z], but is -9.81)"},
    {R"("gravity": [0, -9.81])", R"(gravity: must be three numbers [x, y, z], but is a list of 2)"},
    {R"("gravity": [0, "down", 0])", R"(gravity[1]: must be a number (m/s2), but is "down")"},
    {R"("solver": {"kind": 3})", R"(solver.kind: must be sph, flip, smoke or ballistic, but is 3)"},
    {R"("liquids": [{"shape": {"kind": "sphere", "transform": {"scale": "big"}}}])",
     R"(liquids[0].shape.transform.scale: must be three numbers [x, y, z] or one for all three, but is "big")"},
    {R"("liquids": [{"shape": "ball"}])", R"(liquids[0].shape: must be given as {"kind": "sphere", …}, but is "ball")"},
    // Everyday words.
    {R"("liquids": [{"shape": {"kind": "box"}, "position": [1, 1, 1]}])",
     R"(liquids[0]: "position" is not a parameter of liquid; give it in the "shape")"},
    {R"("liquids": [{"shape": {"kind": "box", "size": [1, 1, 1]}}])",
     R"(liquids[0].shape: "size" is not a parameter of box; give its corners, "lower" and "upper")"},
    {R"("liquids": [{"shape": {"kind": "box", "center": [1, 1, 1]}}])",
     R"(liquids[0].shape: "center" is not a parameter of box; give its corners, "lower" and "upper", or move it with "transform": {"translate": [x, y, z]})"},
    {R"("liquids": [{"shape": {"kind": "sphere", "position": [1, 1, 1]}}])",
     R"(liquids[0].shape: "position" is not a parameter of sphere; did you mean "centre"?)"},
    // Out of range.
    {R"("liquids": [{"shape": {"kind": "sphere", "radius": -2}}])",
     R"(liquids[0].shape.radius: must be above 0 m, but is -2)"},
    {R"("liquids": [{"shape": {"kind": "sphere", "radius": 0}}])",
     R"(liquids[0].shape.radius: must be above 0 m, but is 0)"},
    {R"("liquids": [{"shape": {"kind": "sphere", "radius": 1e999}}])", R"(this number is too large)"},
    {R"("liquids": [{"shape": {"kind": "box"}, "velocity": [0, 1e300, 0]}])",
     R"(liquids[0].velocity[1]: must be at most 10000 m/s, but is 1e+300)"},
    {R"("liquids": [{"shape": {"kind": "sphere", "radius": 1e30}}])",
     R"(liquids[0].shape.radius: must be at most 100000 m, but is 1e+30)"},
    {R"("solver": {"kind": "ballistic", "bounce": 1.5})",
     R"(solver.bounce: must be at least 0 and at most 1, but is 1.5)"},
    {R"("solver": {"kind": "ballistic", "spacing": 0})",
     R"(solver.spacing: must be at least 1e-05 m and at most 1000 m, but is 0)"},
    {R"("solver": {"kind": "ballistic", "steps": 0})",
     R"(solver.steps: must be at least 1 and at most 1000, but is 0)"},
    {R"("dimensions": 4)", R"(dimensions: must be at least 2 and at most 3, but is 4)"},
    {R"("frames": {"rate": 0})", R"(frames.rate: must be at least 0.01 1/s and at most 10000 1/s, but is 0)"},
    {R"("phases": [{"name": "oil", "density": 0}])", R"(phases[0].density: must be above 0 kg/m3, but is 0)"},
    {R"("phases": [{"name": "oil", "colour": [0, 0, 2]}])",
     R"(phases[0].colour[2]: must be at least 0 and at most 1, but is 2)"},
    // Choices.
    {R"("solver": {"kind": "ballstic"})",
     R"(solver.kind: must be sph, flip, smoke or ballistic, but is "ballstic"; did you mean "ballistic"?)"},
    {R"("domain": {"walls": "shut"})", R"(domain.walls: must be closed or open, but is "shut")"},
    {R"("domain": {"walls": {"left": "shut"}})", R"(domain.walls.left: must be closed or open, but is "shut")"},
    {R"("domain": {"walls": {"lft": "open"}})",
     R"(domain.walls: "lft" is not a parameter of walls; did you mean "left"?)"},
    {R"("domain": {"walls": {"left": {"kind": "inflow"}}})",
     R"(domain.walls.left: lacks "level": Height (y) of its surface; above it the side is closed.)"},
    {R"("domain": {"walls": {"left": {"kind": "inflow", "level": 1, "speed": -1}}})",
     R"(domain.walls.left.speed: must be at least 0 m/s, but is -1)"},
    // Velocities from point to point.
    {R"("liquids": [{"shape": {"kind": "box"}, "velocity": 3}])",
     R"(liquids[0].velocity: must be three numbers [x, y, z], but is 3)"},
    {R"("liquids": [{"shape": {"kind": "box"}, "velocity": {"kind": "strain", "rates": [1, 1, 0]}}])",
     R"(liquids[0].velocity: rates must add up to 0, or the liquid would be compressed, but add up to 2)"},
    {R"("liquids": [{"shape": {"kind": "box"}, "velocity": {"kind": "shear", "across": [1, 0, 0]}}])",
     R"(liquids[0].velocity: direction and across must be at right angles, or the liquid would be compressed)"},
    {R"("liquids": [{"shape": {"kind": "box"}, "velocity": {"kind": "spin", "axis": [0, 0, 0]}}])",
     R"(liquids[0].velocity: axis must have a length)"},
    // Probes.
    {R"("probes": [{"kind": "pressure", "point": [0, 0, 0]}])",
     R"(probes[0]: lacks "name": In files, plots and messages.)"},
    {R"("probes": [{"kind": "height", "name": "a", "point": [0, 0, 0]}])",
     R"(probes[0]: there is no domain, and so no floor; use "above": "point")"},
    {R"("probes": [{"kind": "force", "name": "a", "solid": "boat"}])",
     R"(probes[0].solid: the scene has no solid with a name)"},
    {R"("probes": [{"kind": "pressure", "name": "a", "point": [0, 0, 0]}, {"kind": "pressure", "name": "a", "point": [0, 0, 0]}])",
     R"(probes[1]: the name "a" is taken by an earlier entry)"},
    {R"("probes": [{"kind": "flux", "name": "a", "centre": [0, 0, 0], "width": 1}], "dimensions": 2)",
     R"(probes[0]: in a flat scene the width of this window is along z, and cannot be given)"},
    {R"("output": {"precision": "exakt"})",
     R"(output.precision: must be compact or exact, but is "exakt"; did you mean "exact"?)"},
    {R"("directors": [{"kind": "template", "instances": []}])",
     R"(directors[0].kind: must be templates, meshes, rig, guide, reversal, visitors or sea, but is "template"; did you mean "templates"?)"},
    {R"("directors": [{"kind": "meshes"}])", R"(directors[0]: lacks "meshes": Which forms, when and how tight.)"},
    {R"("directors": [{"kind": "meshes", "meshes": [{}]}])",
     R"(directors[0].meshes[0]: needs either a "shape" (that may move) or "keys" to morph between)"},
    {R"("directors": [{"kind": "meshes", "meshes": [{"keys": [{"frame": 1, "shape": {"kind": "box"}}]}]}])",
     R"(directors[0].meshes[0]: needs at least two "keys"; for one form give a "shape")"},
    {R"("directors": [{"kind": "meshes", "meshes": [{"keys": [{"frame": 9, "shape": {"kind": "box"}}, {"frame": 2, "shape": {"kind": "box"}}]}]}])",
     R"(directors[0].meshes[0]: needs keys in the order of their frames, at least one frame apart)"},
    {R"("directors": [{"kind": "meshes", "meshes": [{"shape": {"kind": "box"}, "looseness": 2}]}])",
     R"(directors[0].meshes[0].looseness: must be at least 0 and at most 1, but is 2)"},
    {R"("directors": [{"kind": "templates"}])", R"(directors[0]: lacks "instances": Which, where and when.)"},
    {R"("directors": [{"kind": "templates", "instances": [{}]}])",
     R"(directors[0].instances[0]: lacks "template": Name of a recording of this scene or of a template in the library.)"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "a", "phase": "oil"}]}])",
     R"(directors[0].instances[0].phase: must be water, but is "oil"; for it write "phases": ["water", "oil"] in the scene, or "phase": "oil" for all liquid)"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "a", "attach": "boat"}]}])",
     R"(directors[0].instances[0].attach: there is no solid "boat")"},
    {R"("directors": [{"kind": "templates", "instances": [{"template": "a", "speed": 0}]}])",
     R"(directors[0].instances[0].speed: must be at least 0.01 and at most 100, but is 0)"},
    // Recordings.
    {R"("recordings": [{"scene": "other.json"}])",
     R"(recordings[0]: lacks "name": Of the template; directors name it.)"},
    {R"("recordings": [{"name": "a/b"}])",
     R"(recordings[0].name: "a/b" cannot be its name: that must do for a file, without / and not beginning with . or -)"},
    {R"("recordings": [{"name": "a", "scene": ""}])", R"(recordings[0].scene: must be a file name, but is empty)"},
    {R"("recordings": [{"name": "a", "tags": ["two words"]}])",
     R"(recordings[0].tags: "two words" cannot be a tag: tags are words without spaces or commas)"},
    {R"("recordings": [{"name": "a", "scene": "b.json", "first": 9, "last": 3}])",
     R"(recordings[0].last: must not be before first (9), but is 3)"},
    {R"("recordings": [{"name": "a", "region": {"translate": [0, 1, 0]}}])",
     R"(recordings[0].region: size is missing)"},
    {R"("recordings": [{"name": "a", "region": {"size": [1, 0, 1]}}])",
     R"(recordings[0].region.size[1]: must be above 0 m, but is 0)"},
    {R"("recordings": [{"name": "a", "last": 60}])",
     R"(recordings[0]: frames 1 to 60 are not among those of the scene, 1 to 48)"},
    {R"("recordings": [{"name": "a", "scene": "b.json"}, {"name": "a"}])",
     R"(recordings[1]: the name "a" is taken by an earlier entry)"},
    // Keyframes.
    {R"("gravity": {"keys": []})", R"(gravity: keyframes need "keys": [[frame, value], ...])"},
    {R"("gravity": {"key": [[1, [0, 0, 0]]]})", ""},
    {R"("gravity": {"keys": [[1, [0, 0, 0]], [1, [1, 0, 0]]]})",
     R"(gravity.keys[1]: keys must be in order of their frames, but 1 follows 1)"},
    {R"("gravity": {"keys": [[1, [0, 0, 0]], 5]})", R"(gravity.keys[1]: a key must be [frame, value], but is 5)"},
    {R"("gravity": {"keys": [[1, 5]]})", R"(gravity.keys[0]: must be three numbers [x, y, z], but is 5)"},
    {R"("gravity": {"keys": [[1, [0, 0, 0]]], "between": "smoth"})",
     R"(gravity.between: must be linear, smooth or step, but is "smoth"; did you mean "smooth"?)"},
    {R"("gravity": {"keys": [["one", [0, 0, 0]]]})", R"(gravity.keys[0]: must be a number (frame), but is "one")"},
    // What does not fit together.
    {R"("frames": {"first": 20, "last": 10})", R"(frames: last (10) must not be before first (20))"},
    {R"("domain": {"lower": [0, 0, 0], "upper": [1, 0, 1]})",
     R"(domain: every coordinate of lower must be below that of upper)"},
    {R"("liquids": [{"shape": {"kind": "box", "lower": [2, 0, 0]}}])",
     R"(liquids[0].shape: the box's upper corner must lie beyond its lower one, but along x it runs from 2 to 0.5)"},
    {R"("liquids": [{"shape": {"kind": "torus", "tube": 2}}])",
     R"(liquids[0].shape: the torus's tube must be thinner than its radius 0.5, but is 2)"},
    {R"("liquids": [{"shape": {"kind": "plane", "normal": [0, 0, 0]}}])",
     R"--(liquids[0].shape: the plane's normal must point somewhere, but is (0, 0, 0))--"},
    {R"("liquids": [{"shape": {"kind": "box", "transform": {"scale": [1, 0, 1]}}}])",
     R"(liquids[0].shape.transform: scale must not be 0)"},
    {R"("liquids": [{"shape": {"kind": "box", "transform": {"scale": {"keys": [[1, 1], [9, [-1, 1, 1]]]}}}}])",
     R"(liquids[0].shape.transform: scale must not change its sign between keys: it would pass through 0)"},
    {R"("liquids": [{"shape": {"kind": "union", "shapes": []}}])",
     R"(liquids[0].shape: a union needs at least one shape)"},
    {R"("liquids": [{"shape": {"kind": "text", "text": " "}}])",
     R"(liquids[0].shape: the text needs at least one visible letter)"},
    {R"("liquids": [{"shape": {"kind": "boat", "wall": 0.09}}])",
     R"(liquids[0].shape: the boat's wall must be between 0 and 0.05 m, a fifth of its smallest side, but is 0.09)"},
    {R"("liquids": [{"shape": {"kind": "box"}, "phase": "oil"}])",
     R"(liquids[0].phase: must be water, but is "oil"; for it write "phases": ["water", "oil"] in the scene, or "phase": "oil" for all liquid)"},
    {R"("solids": [{"name": "a", "shape": {"kind": "box"}}, {"name": "a", "shape": {"kind": "box"}}])",
     R"(solids[1]: the name "a" is taken by an earlier entry)"},
    {R"("phases": [])", ""},
    {R"("forces": [{"kind": "vortex", "axis": [0, 0, 0]}])", R"(forces[0]: axis must have a length)"},
    // How solids hold liquid.
    {R"("solids": [{"shape": {"kind": "box"}, "friction": -1}])",
     R"(solids[0].friction: must be at least 0 and at most 100, but is -1)"},
    {R"("solids": [{"shape": {"kind": "box"}, "stickiness": 1.5}])",
     R"(solids[0].stickiness: must be at least 0 and at most 1, but is 1.5)"},
    {R"("solids": [{"shape": {"kind": "box"}, "adhesion": "much"}])",
     R"(solids[0].adhesion: must be a number (m/s2), but is "much")"},
    {R"("solver": {"kind": "sph"}, "domain": {"walls": "open", "adhesion": 1})",
     R"(domain: open walls have no friction, stickiness or adhesion)"},
    // Rigs.
    {R"("directors": [{"kind": "rig"}])", R"(directors[0]: needs either shape or points)"},
    {R"("directors": [{"kind": "rig", "shape": {"kind": "box"}, "phase": "oil"}])",
     R"(directors[0].phase: must be water, but is "oil")"},
    {R"("directors": [{"kind": "rig", "shape": {"kind": "box"}, "keyframes": [3, 1]}])",
     R"(directors[0]: keyframes must increase)"},
    {R"("directors": [{"kind": "rig", "shape": {"kind": "box"}, "formula": {"translate": ["2*sim(t)+1", "0", "0"]}}])",
     R"(directors[0].formula: translate: "2*sim(t)+1": has the unknown name "sim" at character 3)"},
    {R"("directors": [{"kind": "rig", "shape": {"kind": "box"}, "formula": {"rotate": ["t"]}}])",
     R"(directors[0].formula: rotate must be three formulas, for x, y and z)"},
    {R"("directors": [{"kind": "rig", "shape": {"kind": "box"}, "skin": {"vorticity": 1.5}}])",
     R"(directors[0].skin.vorticity: must be at least 0 and at most 1, but is 1.5)"},
};

// Sentences left empty above are looked at here: they have no line 2 or more than one problem.
static std::vector<Bad> with_sentence() {
  std::vector<Bad> result;
  for (const Bad& bad : kBad) {
    if (*bad.sentence) result.push_back(bad);
  }
  return result;
}

INSTANTIATE_TEST_SUITE_P(Table, BadScene, ::testing::ValuesIn(with_sentence()));

static std::vector<Problem> problems_of(const std::string& text) {
  const TempFolder folder;
  write_file(folder / "bad.json", text);
  try {
    load_scene(folder / "bad.json");
  } catch (const InputError& error) {
    return error.problems();
  }
  return {};
}

TEST(BadScenes, AllProblemsAreToldAtOnceInTheOrderOfTheFile) {
  const auto problems = problems_of(R"({
    "solver": {"kind": "ballistic", "bounce": 7},
    "frames": {"rate": "x"},
    "liquids": [{"shape": {"kind": "sphere", "radius": -1, "centre": 3}}],
    "colour": 1
  })");
  ASSERT_EQ(problems.size(), 5u);
  EXPECT_NE(problems[0].location.find(":2: solver.bounce"), std::string::npos);
  EXPECT_NE(problems[1].location.find(":3: frames.rate"), std::string::npos);
  EXPECT_NE(problems[4].location.find(":5"), std::string::npos);
}

TEST(BadScenes, KeyframesWithAMisspeltPart) {
  const auto problems = problems_of(scene_with(R"("gravity": {"key": [[1, [0, 0, 0]]]})"));
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].what, R"("key" is not a part of keyframes; they have keys or between)");
}

TEST(BadScenes, EveryBadKeyIsTold) {
  const auto problems = problems_of(scene_with(R"("gravity": {"keys": [[1, 5], 7, [3, [0, 0, 0]], [2, [0, 0, 0]]]})"));
  ASSERT_EQ(problems.size(), 3u);
}

TEST(BadScenes, NoLiquidNoPhase) {
  const auto problems = problems_of(R"({"solver": {"kind": "ballistic"}, "phases": []})");
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_EQ(problems[0].what, "phases must have at least one entry");
  EXPECT_EQ(problems[1].what, "there is no liquid: give at least one entry in liquids or emitters");
}

TEST(BadScenes, MisspeltLiquidsAreOneProblem) {
  const auto problems = problems_of(R"({"solver": {"kind": "ballistic"}, "liqiuds": [{"shape": {"kind": "box"}}]})");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].what, R"("liqiuds" is not a parameter of scene; did you mean "liquids"?)");
}

TEST(BadScenes, EverydayWordsForShapes) {
  const std::pair<const char*, const char*> words[] = {
      {"cube", "box"}, {"fish", "dolphin"}, {"ball", "sphere"}, {"pipe", "cylinder"}, {"tube", "cylinder"}};
  for (const auto& [said, meant] : words) {
    const auto problems = problems_of(scene_with(fmt::format(R"("liquids": [{{"shape": {{"kind": "{}"}}}}])", said)));
    ASSERT_EQ(problems.size(), 1u) << said;
    EXPECT_TRUE(problems[0].what.ends_with(fmt::format(R"(did you mean "{}"?)", meant))) << problems[0].what;
  }
}

TEST(BadScenes, WhatIsMeantIsToldWhereItCanBe) {
  const std::pair<const char*, const char*> parts[] = {
      {R"("solver": {"kind": "ballistic", "spacing": "0.05"})",
       "must be a number (m), but is \"0.05\"; write 0.05, without quotes"},
      {R"("solver": {"kind": "ballistic", "spacing": "5 cm"})", "; write 0.05, in metres and without quotes"},
      {R"("solver": {"kind": "ballistic", "spacing": "five"})", "but is \"five\""},
      {R"("gravity": [[1, [0, 0, 0]], [8, [0, -9, 0]]])", "; keyframes are written {\"keys\": [[frame, value], …]}"},
      {R"("gravity": [[1, 0], [8, 0], [9, 0]])", "; keyframes are written {\"keys\": [[frame, value], …]}"},
      {R"("gravity": [0, −9.81, 0])", "write straight quotes (\") and a plain minus (-)"},
      {R"("solver": {"kind": "sph", "band": 4})", "\"band\" is not a parameter of sph; only flip has it"},
      {R"("liquids": [{"phase": "honey", "shape": {"kind": "box"}}])",
       "but is \"honey\"; for it write \"phases\": [\"water\", \"honey\"] in the scene, or \"phase\": \"honey\" for "
       "all liquid"},
      {R"("frames": {“last”: 3})", "write straight quotes (\") and a plain minus (-)"}};
  for (const auto& [part, words] : parts) {
    const auto problems = problems_of(scene_with(part));
    ASSERT_EQ(problems.size(), 1u) << part;
    EXPECT_TRUE(problems[0].what.ends_with(words)) << problems[0].what;
  }
  EXPECT_EQ(problems_of(" \n").at(0).what, "the file is empty");
}

TEST(BadScenes, OfAMisspeltKindTheOtherKeysAreLookedAt) {
  const auto problems = problems_of(scene_with(R"("solver": {"kind": "spf", "spacng": 0.1, "band": 3})"));
  ASSERT_EQ(problems.size(), 2u);
  EXPECT_TRUE(problems[0].what.ends_with("did you mean \"sph\"?")) << problems[0].what;
  EXPECT_TRUE(problems[1].what.ends_with("did you mean \"spacing\"?")) << problems[1].what;
}

TEST(BadScenes, AFlatLiquidHasNoTrackedSurface) {
  const auto problems = problems_of(R"({"dimensions": 2, "solver": {"kind": "flip", "tracked_surface": true},
                                        "liquids": [{"shape": {"kind": "box"}}]})");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].what,
            "a flat liquid has no surface that could be tracked; leave it out, or write \"dimensions\": 3");
  EXPECT_NE(problems[0].location.find("solver"), std::string::npos);
}

TEST(BadScenes, MissingSolver) {
  const auto problems = problems_of(R"({"liquids": [{"shape": {"kind": "box"}}]})");
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_EQ(problems[0].what, R"(lacks "solver": What moves the liquid. For example "solver": {"kind": "sph", …})");
}

}  // namespace weir
