// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes as the artist names them: inert descriptions, no geometry yet. build.h turns a Shape into a signed distance
// field or a triangle mesh. Lengths in metres, Y is up.

#pragma once

#include <filesystem>
#include <string>
#include <variant>
#include <vector>

#include "weir/geometry/shapes/transform.h"

namespace weir {

struct Shape;

namespace shapes {

struct Box {
  Vec3d lower{-0.5, -0.5, -0.5}, upper{0.5, 0.5, 0.5};
  bool operator==(const Box&) const = default;
};
struct Sphere {
  Vec3d centre{};
  double radius = 0.5;
  bool operator==(const Sphere&) const = default;
};
struct Cylinder {  // axis along y, centred at the origin
  double radius = 0.5, height = 1;
  bool operator==(const Cylinder&) const = default;
};
struct Capsule {
  Vec3d from{0, -0.5, 0}, to{0, 0.5, 0};
  double radius = 0.25;
  bool operator==(const Capsule&) const = default;
};
struct Torus {  // around the y axis
  double radius = 0.5, tube = 0.15;
  bool operator==(const Torus&) const = default;
};
struct Plane {  // everything on the side the normal points away from
  Vec3d point{};
  Vec3d normal{0, 1, 0};
  bool operator==(const Plane&) const = default;
};
struct Star {  // upright in the xy plane, one point up, extruded along z
  int points = 5;
  double outer = 0.5, inner = 0.2, thickness = 0.2;
  bool operator==(const Star&) const = default;
};
struct Text {  // upright in the xy plane, centred, extruded along z; lines are parted by \n
  std::string text = "weir";
  std::string font = "DejaVu Sans Bold";  // family and style of any installed font, or a font file
  double height = 0.5;                    // of a capital letter
  double thickness = 0.2;
  bool operator==(const Text&) const = default;
};
struct Boat {  // an open or closed hull, bow along +x, keel at y = 0
  double length = 1, beam = 0.4, depth = 0.25;
  double wall = 0;  // thickness of the planks of an open hull; 0 is a solid, decked one
  bool operator==(const Boat&) const = default;
};
struct Hand {  // a right hand: wrist at the origin, fingers along +y, palm facing +z
  double length = 0.2;
  Animated<double> curl{0.0};    // 0 open flat, 1 fist
  Animated<double> spread{0.3};  // 0 fingers together, 1 wide apart
  bool operator==(const Hand&) const = default;
};
struct Dolphin {  // nose along +x, back up
  double length = 1;
  Animated<double> bend{0.0};  // degrees the tail is bent up
  bool operator==(const Dolphin&) const = default;
};
struct Figure {  // a walking person facing +x, feet at y = 0; one mesh of fixed connectivity for every pose
  double height = 1.75;
  Animated<double> phase{0.0};  // of the walk: 0, 1, 2, ... are the same pose, one full cycle (two steps) apart
  double stride = 1;            // 0 stands still, 1 walks, 1.6 runs
  bool operator==(const Figure&) const = default;
};
struct MeshFile {  // OBJ, PLY, STL, glTF, FBX: one file, or a sequence with # for the digits of the frame number
  std::filesystem::path file;
  double scale = 1;        // metres per unit of the file
  Vec3d offset{};          // m, added after that
  double first_frame = 1;  // scene frame at which the first file of a sequence plays
  double speed = 1;        // files a frame of the scene; -1 plays backward
  bool operator==(const MeshFile&) const = default;
};
struct Union {
  std::vector<Shape> shapes;
  double smooth = 0;  // m over which the parts melt together
  bool operator==(const Union&) const = default;
};
struct Intersection {
  std::vector<Shape> shapes;
  double smooth = 0;
  bool operator==(const Intersection&) const = default;
};
struct Difference {  // the first shape without the others
  std::vector<Shape> shapes;
  double smooth = 0;
  bool operator==(const Difference&) const = default;
};

}  // namespace shapes

struct Shape {
  std::variant<shapes::Box, shapes::Sphere, shapes::Cylinder, shapes::Capsule, shapes::Torus, shapes::Plane,
               shapes::Star, shapes::Text, shapes::Boat, shapes::Hand, shapes::Dolphin, shapes::Figure,
               shapes::MeshFile, shapes::Union, shapes::Intersection, shapes::Difference>
      kind;
  Transform transform;
  bool operator==(const Shape&) const = default;
};

}  // namespace weir
