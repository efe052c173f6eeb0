// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/handles.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "scene/blocks.h"
#include "weir/geometry/shapes/build.h"
#include "weir/scene/codec.h"

namespace weir::studio {

namespace {

template <class T>
const T* value_of(const Block::Parameter& parameter, const void* object) {
  if (parameter.codec != &value_codec<T>()) return nullptr;
  return reinterpret_cast<const T*>(static_cast<const char*>(object) + parameter.offset);
}

// The vector in a parameter at a frame; nothing when it holds none.
std::optional<Vec3d> vector_in(const Block::Parameter& parameter, const void* object, double frame) {
  if (const auto* plain = value_of<Vec3d>(parameter, object)) return *plain;
  if (const auto* moving = value_of<Animated<Vec3d>>(parameter, object)) return value_at(*moving, frame);
  if (const auto* maybe = value_of<std::optional<Vec3d>>(parameter, object)) return *maybe;
  return std::nullopt;
}

Vec3d degrees_at(const Animated<EulerDegrees>& rotate, double frame) {
  for (const auto& key : rotate.keys) {
    if (!rotate.moves() || key.frame == frame) return key.value.degrees;
  }
  return euler_degrees_of(value_at(rotate, frame).matrix());
}

// In the space of the transform itself; without numbers of its own for its middle, a mesh has that of what it shows.
Vec3d middle_in_space(const Shape& shape, const Setup& setup, const std::string& thing, const Affine& placed,
                      double frame) {
  if (std::holds_alternative<shapes::MeshFile>(shape.kind)) {
    for (const Setup::Body& body : setup.bodies) {
      if (body.path == thing && body.look != Setup::Look::ghost && !body.mesh.positions.empty()) {
        return placed.inverse().point(Vec3d(bounds(body.mesh).centre()));
      }
    }
  }
  return own_middle_of(shape, frame);
}

class Finder {
 public:
  Finder(const Scene& scene, const Setup& setup, double frame) : scene_(scene), setup_(setup), frame_(frame) {}

  std::vector<Handle> all() && {
    // Whoever visits may change things; nobody does here.
    block_of<Scene>().visit(
        const_cast<Scene*>(&scene_),
        [&](const Block& block, void* object, const std::string& visited) { visit(block, object, in_file(visited)); });
    add_placed();
    return std::move(handles_);
  }

 private:
  // A director may stand by itself in place of an entry of the list: "reversal" for "directors[0]".
  std::string in_file(const std::string& path) const {
    for (size_t i = 0; i < scene_.directors.size(); ++i) {
      const std::string visited = "directors[" + std::to_string(i) + "]";
      if (path.starts_with(visited)) return scene_.director_path(i) + path.substr(visited.size());
    }
    return path;
  }

  void visit(const Block& block, void* object, const std::string& path) {
    if (path.find(".shapes[") != std::string::npos) return;  // parts are moved with the whole
    if (&block == &block_of<Shape>()) return add_shape(*static_cast<const Shape*>(object), path);
    if (&block == &block_of<Transform>()) return add_transform(*static_cast<const Transform*>(object), path);
    if (&block == &block_of<TemplateRegion>()) return add_region(*static_cast<const TemplateRegion*>(object), path);
    if (shape_ == path) return;  // its own numbers: the transform moves it
    if (&block == &block_of<Path>()) return add_curve(*static_cast<const Path*>(object), path);
    for (const Block::Parameter& parameter : block.parameters) {
      if (const auto* motion = value_of<Transform>(parameter, object)) {
        const Setup::Placed* known = placed_by_setup(path + "." + parameter.name);
        spaces_[path] = affine_at(known ? known->transform : *motion, frame_);
      }
      add_vector(block, parameter, object, path);
    }
  }

  void add_shape(const Shape& shape, const std::string& path) {
    known_.push_back(path + ".transform");
    // A plane is held by its point and its normal.
    if (std::holds_alternative<shapes::Plane>(shape.kind) && shape.transform == Transform{}) return;
    shape_ = path;
    Handle handle = of_transform(shape.transform, path + ".transform");
    handle.pivot = handle.placed.point(middle_in_space(shape, setup_, handle.path, handle.placed, frame_));
    handles_.push_back(std::move(handle));
  }

  void add_transform(const Transform& transform, const std::string& path) {
    if (std::find(known_.begin(), known_.end(), path) != known_.end()) return;
    Handle handle = of_transform(transform, path);
    handle.pivot = transform.pivot ? handle.placed.point(*transform.pivot)
                                   : place_of_thing(handle.path).value_or(handle.placed.offset);
    handles_.push_back(std::move(handle));
  }

  void add_region(const TemplateRegion& region, const std::string& path) {
    Handle handle{.path = entry_of(path), .edits = path, .kind = Handle::Kind::transform};
    handle.can = {"translate", "rotate", "size"};
    handle.placed = region.placed();
    handle.pivot = region.translate;
    handle.translate = region.translate + scene_.origin;
    handle.rotate = region.rotate.degrees;
    handle.scale = region.size;
    handles_.push_back(std::move(handle));
  }

  void add_curve(const Path& curve, const std::string& path) {
    for (size_t n = 0; n < curve.points.size(); ++n) {
      add_value(Handle::Kind::place, path + ".points[" + std::to_string(n) + "]", curve.points[n], path);
    }
  }

  void add_vector(const Block& block, const Block::Parameter& parameter, const void* object, const std::string& path) {
    if (!parameter.info.place && !parameter.info.direction) return;
    const std::optional<Vec3d> value = vector_in(parameter, object, frame_);
    if (!value) return;
    std::string edits = path.empty() ? parameter.name : path + "." + parameter.name;
    if (&block == &block_of<VelocityField>()) {
      // Mostly there is none, and where it is all there is it is written alone.
      if (length(*value) == 0) return;
      if (static_cast<const VelocityField*>(object)->get<velocities::Uniform>()) edits = path;
    }
    if (parameter.info.place) return add_value(Handle::Kind::place, edits, *value, path);
    add_value(Handle::Kind::direction, edits, *value, path);
    if (const auto from = place_beside(block, object)) handles_.back().pivot = space_of(path).point(*from);
  }

  // The centre of a vortex, the point of a probe.
  std::optional<Vec3d> place_beside(const Block& block, const void* object) const {
    for (const Block::Parameter& parameter : block.parameters) {
      if (!parameter.info.place) continue;
      if (const auto place = vector_in(parameter, object, frame_)) return place;
    }
    return std::nullopt;
  }

  // `inside`: the object in which it is written.
  void add_value(Handle::Kind kind, const std::string& edits, const Vec3d& value, const std::string& inside) {
    Handle handle{.path = entry_of(inside.empty() ? edits : inside), .edits = edits, .kind = kind};
    handle.can = {"value"};
    handle.translate = value;
    if (kind == Handle::Kind::place) {
      handle.parent = space_of(inside);
      handle.pivot = handle.parent.point(value);
      handle.translate = value + scene_.origin;
    } else {
      handle.pivot = start_of_direction(handle.path);
    }
    handles_.push_back(std::move(handle));
  }

  // What the setup knows better: templates that are where they were recorded, and those placed by an anchor.
  void add_placed() {
    for (const Setup::Placed& placed : setup_.placed) {
      std::erase_if(handles_, [&](const Handle& handle) { return handle.edits == placed.edits; });
      Handle handle = of_transform(placed.transform, placed.edits);
      handle.pivot = handle.placed.point(handle.about);
      handles_.push_back(std::move(handle));
    }
  }

  const Setup::Placed* placed_by_setup(const std::string& edits) const {
    for (const Setup::Placed& placed : setup_.placed) {
      if (placed.edits == edits) return &placed;
    }
    return nullptr;
  }

  Handle of_transform(const Transform& transform, const std::string& path) const {
    Handle handle{.path = entry_of(path), .edits = path, .kind = Handle::Kind::transform};
    handle.can = {"translate", "rotate", "scale"};
    handle.parent = space_of(path);
    if (transform.carrier) handle.parent = handle.parent * transform.carrier->at(frame_);
    if (transform.path) handle.parent = handle.parent * affine_at(*transform.path, frame_);
    handle.placed = space_of(path) * affine_at(transform, frame_);
    handle.about = transform.pivot.value_or(Vec3d{});
    handle.translate = value_at(transform.translate, frame_);
    handle.rotate = degrees_at(transform.rotate, frame_);
    handle.scale = value_at(transform.scale, frame_);
    return handle;
  }

  // What moves all of the object in which something is written.
  Affine space_of(const std::string& path) const {
    for (const auto& [outer, space] : spaces_) {
      if (path.starts_with(outer + ".") && !path.starts_with(outer + ".motion")) return space;
    }
    return {};
  }

  std::optional<Vec3d> place_of_thing(const std::string& thing) const {
    for (const Setup::Label& label : setup_.labels) {
      if (entry_of(label.path) == thing) return Vec3d(label.at);
    }
    return std::nullopt;
  }

  Vec3d start_of_direction(const std::string& thing) const {
    for (const Setup::Arrow& arrow : setup_.arrows) {
      if (arrow.path == thing) return Vec3d(arrow.from);
    }
    return place_of_thing(thing).value_or(Vec3d(setup_.stage.centre()));
  }

  const Scene& scene_;
  const Setup& setup_;
  double frame_;
  std::string shape_;               // visited last
  std::vector<std::string> known_;  // transforms of shapes
  std::map<std::string, Affine> spaces_;
  std::vector<Handle> handles_;
};

}  // namespace

Vec3d euler_degrees_of(const Mat3d& turn) {
  constexpr double kDegrees = 180 / kPi;
  const double sine = std::clamp(-turn.row[2].x, -1.0, 1.0);
  if (std::abs(sine) > 1 - 1e-12) {
    // x and z turn about the same axis then.
    return {std::atan2(-turn.row[1].z, turn.row[1].y) * kDegrees, std::asin(sine) * kDegrees, 0};
  }
  return {std::atan2(turn.row[2].y, turn.row[2].z) * kDegrees, std::asin(sine) * kDegrees,
          std::atan2(turn.row[1].x, turn.row[0].x) * kDegrees};
}

std::vector<Handle> handles_of(const Scene& scene, const Setup& setup, double frame) {
  return Finder(scene, setup, frame).all();
}

}  // namespace weir::studio
