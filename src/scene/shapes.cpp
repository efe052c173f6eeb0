// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of shapes and transforms. What must hold between the parameters of a shape is checked by geometry/.

#include "weir/geometry/shapes/shape.h"

#include <algorithm>

#include "geometry/shapes/shape_check.h"
#include "scene/blocks.h"
#include "scene/move_scene.h"
#include "weir/scene/codec.h"

namespace weir {

namespace {

void check_path(const Node& node, const Path& path, Reader& reader) {
  const Vec3d first = path.points.empty() ? Vec3d{} : path.points[0];
  if (std::all_of(path.points.begin(), path.points.end(), [&](const Vec3d& p) { return p == first; })) {
    reader.complain(node, "points must have at least two different ones");
  }
  if (!path.along || path.closed) return;
  for (const Key<double>& key : path.along->keys) {
    if (key.value >= 0 && key.value <= 1) continue;
    return reader.complain(node, "along must be between 0 and 1; only a closed path can be gone round more than once");
  }
}

void check_parts(const Node& node, const Shape& shape, Reader& reader) {
  const auto of_kind = [&](const auto& kind) {
    if constexpr (requires { kind.shapes; }) {
      for (const Shape& part : kind.shapes) {
        if (part.transform.attach.empty()) continue;
        return reader.complain(node, "a part of it cannot be attached to a solid, only the whole shape");
      }
    }
  };
  std::visit(of_kind, shape.kind);
}

}  // namespace

template <>
const Block& block_of<Path>() {
  static const Block block =
      BlockOf<Path>("path", "A smooth curve that something is carried along, at an even speed.")
          .add("points", &Path::points,
               {.help = "That the curve goes through.", .unit = "m", .required = true, .place = true})
          .add("closed", &Path::closed, {.help = "Whether it goes on from the last point to the first."})
          .add("along", &Path::along,
               {.help = "Share of its length that is behind; without it from 0 to 1 in the frames of the run. A closed "
                        "one may go on beyond 1, round after round."})
          .add("align", &Path::align,
               {.help =
                    "Whether what it carries turns with it: +x looks ahead, and +y stays up as far as the curve lets "
                    "it."})
          .check(&check_path);
  return block;
}

template <>
const Block& block_of<Transform>() {
  static const Block block =
      BlockOf<Transform>("transform", "Places a shape: scaled about the pivot, spun, rotated, then moved.")
          .add("translate", &Transform::translate, {.help = "Move by this much.", .unit = "m"})
          .add(
              "rotate", &Transform::rotate,
              {.help = "Turn about the x, then y, then z axis; between keys the shorter way round.", .unit = "degrees"})
          .add("spin", &Transform::spin,
               {.help = "Turn about spin_axis; keys may be many turns apart.", .unit = "degrees"})
          .add("spin_axis", &Transform::spin_axis, {.help = "Axis of spin.", .direction = true})
          .add("scale", &Transform::scale,
               {.help = "Factor along x, y, z, or one for all; negative mirrors.", .uniform = true})
          .add(
              "pivot", &Transform::pivot,
              {.help = "Fixed point of scale, spin and rotate, and what goes along a path. Without it: zero; on a path "
                       "the middle of a box, sphere or capsule, and what is at zero of other shapes (the feet of a "
                       "figure, the keel of a boat).",
               .unit = "m",
               .place = true})
          .add(
              "path", &Transform::path,
              {.help = "Takes the pivot along a curve; translate is a way from there, turned with it where it aligns."})
          .add("attach", &Transform::attach,
               {.help = "Name of a solid that it moves with, from where both are at the first frame.",
                .names = "solids"})
          .moved_by(&move_within)
          .check([](const Node& node, const Transform& t, Reader& reader) {
            if (length(t.spin_axis) == 0) reader.complain(node, "spin_axis must have a length");
            if (!t.attach.empty()) {
              const Reader::Inside inside(reader, "attach");
              reader.refer_to_solid(*node.find("attach"), t.attach);
            }
            const Vec3d& first = t.scale.keys[0].value;
            for (const auto& key : t.scale.keys) {
              if (min_component(abs(key.value)) == 0) return reader.complain(node, "scale must not be 0");
              if (min_component(key.value * first) < 0) {
                return reader.complain(node, "scale must not change its sign between keys: it would pass through 0");
              }
            }
          });
  return block;
}

namespace shapes {
constexpr const char* kSmooth = "Distance over which the parts melt together; 0 keeps sharp edges.";
}

template <>
const Block& block_of<shapes::Box>() {
  static const Block block = BlockOf<shapes::Box>("box", "A box along the axes.")
                                 .add("lower", &shapes::Box::lower,
                                      {.help = "Corner with the smallest coordinates.", .unit = "m", .place = true})
                                 .add("upper", &shapes::Box::upper,
                                      {.help = "Corner with the largest coordinates.", .unit = "m", .place = true});
  return block;
}

template <>
const Block& block_of<shapes::Sphere>() {
  static const Block block =
      BlockOf<shapes::Sphere>("sphere", "A ball.")
          .add("centre", &shapes::Sphere::centre, {.help = "Its middle.", .unit = "m", .place = true})
          .add("radius", &shapes::Sphere::radius, {.help = "From the centre to the surface.", .unit = "m", .above = 0});
  return block;
}

template <>
const Block& block_of<shapes::Cylinder>() {
  static const Block block =
      BlockOf<shapes::Cylinder>("cylinder", "An upright cylinder around the origin.")
          .add("radius", &shapes::Cylinder::radius, {.help = "From the axis to the side.", .unit = "m", .above = 0})
          .add("height", &shapes::Cylinder::height, {.help = "From bottom to top.", .unit = "m", .above = 0});
  return block;
}

template <>
const Block& block_of<shapes::Capsule>() {
  static const Block block =
      BlockOf<shapes::Capsule>("capsule", "A rod with round ends.")
          .add("from", &shapes::Capsule::from, {.help = "Middle of one end.", .unit = "m", .place = true})
          .add("to", &shapes::Capsule::to, {.help = "Middle of the other end.", .unit = "m", .place = true})
          .add("radius", &shapes::Capsule::radius, {.help = "From the axis to the side.", .unit = "m", .above = 0});
  return block;
}

template <>
const Block& block_of<shapes::Torus>() {
  static const Block block =
      BlockOf<shapes::Torus>("torus", "A ring lying flat around the origin.")
          .add("radius", &shapes::Torus::radius,
               {.help = "From the middle to the middle of the tube.", .unit = "m", .above = 0})
          .add("tube", &shapes::Torus::tube, {.help = "Radius of the tube.", .unit = "m", .above = 0});
  return block;
}

template <>
const Block& block_of<shapes::Plane>() {
  static const Block block =
      BlockOf<shapes::Plane>("plane", "Everything behind a plane: a floor, a wall, a slope.")
          .add("point", &shapes::Plane::point, {.help = "A point of the plane.", .unit = "m", .place = true})
          .add("normal", &shapes::Plane::normal,
               {.help = "Direction that points out of the solid side.", .direction = true});
  return block;
}

template <>
const Block& block_of<shapes::Star>() {
  static const Block block =
      BlockOf<shapes::Star>("star", "An upright star, one point up.")
          .add("points", &shapes::Star::points, {.help = "How many.", .min = 3, .max = 100})
          .add("outer", &shapes::Star::outer, {.help = "From the middle to a point.", .unit = "m", .above = 0})
          .add("inner", &shapes::Star::inner, {.help = "From the middle to a notch.", .unit = "m", .above = 0})
          .add("thickness", &shapes::Star::thickness, {.help = "From front to back.", .unit = "m", .above = 0});
  return block;
}

template <>
const Block& block_of<shapes::Text>() {
  static const Block block =
      BlockOf<shapes::Text>("text", "Upright letters, centred.")
          .add("text", &shapes::Text::text, {.help = "What it says; \\n begins a new line.", .required = true})
          .add("font", &shapes::Text::font, {.help = "Family and style of an installed font, or a font file."})
          .add("height", &shapes::Text::height, {.help = "Of a capital letter.", .unit = "m", .above = 0})
          .add("thickness", &shapes::Text::thickness, {.help = "From front to back.", .unit = "m", .above = 0});
  return block;
}

template <>
const Block& block_of<shapes::Boat>() {
  static const Block block =
      BlockOf<shapes::Boat>("boat", "A hull, bow along +x, keel at y = 0.")
          .add("length", &shapes::Boat::length, {.help = "From bow to stern.", .unit = "m", .above = 0})
          .add("beam", &shapes::Boat::beam, {.help = "Greatest width.", .unit = "m", .above = 0})
          .add("depth", &shapes::Boat::depth, {.help = "From keel to deck.", .unit = "m", .above = 0})
          .add("wall", &shapes::Boat::wall,
               {.help = "Thickness of the planks of an open hull; 0 is solid with a deck.", .unit = "m", .min = 0});
  return block;
}

template <>
const Block& block_of<shapes::Hand>() {
  static const Block block =
      BlockOf<shapes::Hand>("hand", "A right hand: wrist at the origin, fingers along +y, palm facing +z.")
          .add("length", &shapes::Hand::length,
               {.help = "From the wrist to the longest finger's tip.", .unit = "m", .above = 0})
          .add("curl", &shapes::Hand::curl, {.help = "0 is an open hand, 1 a fist.", .min = 0, .max = 1})
          .add("spread", &shapes::Hand::spread,
               {.help = "0 has the fingers together, 1 wide apart.", .min = 0, .max = 1});
  return block;
}

template <>
const Block& block_of<shapes::Dolphin>() {
  static const Block block =
      BlockOf<shapes::Dolphin>("dolphin", "A dolphin, nose along +x, back up.")
          .add("length", &shapes::Dolphin::length, {.help = "From nose to fluke.", .unit = "m", .above = 0})
          .add("bend", &shapes::Dolphin::bend,
               {.help = "How far the tail is bent up.", .unit = "degrees", .min = -90, .max = 90});
  return block;
}

template <>
const Block& block_of<shapes::Figure>() {
  static const Block block =
      BlockOf<shapes::Figure>("figure", "A walking person facing +x, feet at y = 0.")
          .add("height", &shapes::Figure::height, {.help = "From the floor to the top.", .unit = "m", .above = 0})
          .add("phase", &shapes::Figure::phase, {.help = "Of the walk: 0 to 1 is one full cycle of two steps."})
          .add("stride", &shapes::Figure::stride, {.help = "0 stands, 1 walks, 1.6 runs.", .min = 0, .max = 2});
  return block;
}

template <>
const Block& block_of<shapes::MeshFile>() {
  static const Block block =
      BlockOf<shapes::MeshFile>("mesh", "A closed mesh from a file (OBJ, PLY, STL, glTF, FBX), or one file a frame.")
          .add("file", &shapes::MeshFile::file,
               {.help = "The file, or the folder of a sequence; #### stands for the frame number (horse_####.obj).",
                .required = true})
          .add("scale", &shapes::MeshFile::scale, {.help = "Metres per unit of the file.", .above = 0})
          .add("offset", &shapes::MeshFile::offset,
               {.help = "Added to all positions of the file, after scale.", .unit = "m", .place = true})
          .add("first_frame", &shapes::MeshFile::first_frame,
               {.help = "Frame of the scene at which the first file of a sequence plays.", .unit = "frame"})
          .add("speed", &shapes::MeshFile::speed, {.help = "Files of a sequence a frame; -1 plays it backward."});
  return block;
}

template <>
const Block& block_of<shapes::Union>() {
  static const Block block =
      BlockOf<shapes::Union>("union", "All of several shapes.")
          .add("shapes", &shapes::Union::shapes, {.help = "The parts.", .required = true})
          .add("smooth", &shapes::Union::smooth, {.help = shapes::kSmooth, .unit = "m", .min = 0});
  return block;
}

template <>
const Block& block_of<shapes::Intersection>() {
  static const Block block =
      BlockOf<shapes::Intersection>("intersection", "What several shapes have in common.")
          .add("shapes", &shapes::Intersection::shapes, {.help = "The parts.", .required = true})
          .add("smooth", &shapes::Intersection::smooth, {.help = shapes::kSmooth, .unit = "m", .min = 0});
  return block;
}

template <>
const Block& block_of<shapes::Difference>() {
  static const Block block =
      BlockOf<shapes::Difference>("difference", "The first shape without the others.")
          .add("shapes", &shapes::Difference::shapes, {.help = "The parts.", .required = true})
          .add("smooth", &shapes::Difference::smooth, {.help = shapes::kSmooth, .unit = "m", .min = 0});
  return block;
}

template <>
const Block& block_of<Shape>() {
  static const Block block = BlockOf<Shape>("shape", "A form in space, in metres; y is up.")
                                 .kinds(&Shape::kind)
                                 .add("transform", &Shape::transform, {.help = "Where it is."})
                                 .moved_by(&move_shape)
                                 .check([](const Node& node, const Shape& shape, Reader& reader) {
                                   check_parts(node, shape, reader);
                                   try {
                                     check_shape(shape);
                                   } catch (const InputError& error) {
                                     for (const Problem& p : error.problems()) reader.complain(node, p.what);
                                   }
                                 });
  return block;
}

}  // namespace weir
