// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Every kind of shape to a field and to a mesh. Both are made in the shape's own space and then moved, so that a body
// that only moves is voxelised once and keeps its triangles.

#include "weir/geometry/shapes/build.h"

#include "geometry/mesh/mesh_sequence.h"
#include "geometry/shapes/bodies/bodies.h"
#include "geometry/shapes/fields.h"
#include "geometry/shapes/mesh_field.h"
#include "geometry/shapes/shape_check.h"
#include "geometry/shapes/surface_of.h"
#include "geometry/shapes/tessellate.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

using Kind = decltype(Shape::kind);

template <class T>
bool any_moves(const std::vector<T>& shapes) {
  return std::any_of(shapes.begin(), shapes.end(), [](const T& shape) { return moves(shape); });
}

bool kind_moves(const shapes::Hand& hand) { return hand.curl.moves() || hand.spread.moves(); }
bool kind_moves(const shapes::Dolphin& dolphin) { return dolphin.bend.moves(); }
bool kind_moves(const shapes::Figure& figure) { return figure.phase.moves(); }
bool kind_moves(const shapes::MeshFile& mesh) { return is_mesh_sequence(mesh.file); }
bool kind_moves(const shapes::Union& parts) { return any_moves(parts.shapes); }
bool kind_moves(const shapes::Intersection& parts) { return any_moves(parts.shapes); }
bool kind_moves(const shapes::Difference& parts) { return any_moves(parts.shapes); }
template <class Rigid>
bool kind_moves(const Rigid&) {
  return false;
}

// What was made of a kind of shape: all there is to know of one that keeps its form, of others the last two frames.
template <class Value>
class Kept {
 public:
  template <class Make>
  const Value& get(const Kind& kind, bool form_changes, double resolution, double frame, Make&& make) {
    const double at = form_changes ? frame : 0;
    size_t frames = 0;
    auto oldest = entries_.end();
    for (auto entry = entries_.begin(); entry != entries_.end(); ++entry) {
      if (entry->resolution != resolution || !(entry->kind == kind)) continue;
      if (entry->frame == at) return entry->value;
      if (frames++ == 0) oldest = entry;
    }
    Value made = make();
    if (frames == 2) entries_.erase(oldest);
    entries_.push_back({kind, resolution, at, std::move(made)});
    return entries_.back().value;
  }

 private:
  struct Entry {
    Kind kind;
    double resolution, frame;
    Value value;
  };
  std::vector<Entry> entries_;
};

Affine per_second(Affine rate, double frames_per_second) {
  for (Vec3d& row : rate.linear.row) row *= frames_per_second;
  rate.offset *= frames_per_second;
  return rate;
}

// Detail in a shape's own space: finer where it is enlarged. By the largest key, so that it stays the same throughout.
double own_resolution(const Transform& transform, double resolution) {
  double largest = 0;
  for (const Key<Vec3d>& key : transform.scale.keys) largest = std::max(largest, max_component(abs(key.value)));
  return largest > 0 ? resolution / largest : resolution;
}

Outline outline_of(const shapes::Text& text, double resolution) {
  return text_outline(text.text, text.font, text.height, std::min(0.1 * resolution, 0.005 * text.height));
}

}  // namespace

bool deforms(const Shape& shape) {
  return std::visit([](const auto& kind) { return kind_moves(kind); }, shape.kind);
}

namespace {

// Of those without numbers that place them, their zero.
struct OwnMiddle {
  Vec3d operator()(const shapes::Box& box) const { return (box.lower + box.upper) * 0.5; }
  Vec3d operator()(const shapes::Sphere& sphere) const { return sphere.centre; }
  Vec3d operator()(const shapes::Capsule& capsule) const { return (capsule.from + capsule.to) * 0.5; }
  Vec3d operator()(const shapes::Plane& plane) const { return plane.point; }
  Vec3d operator()(const shapes::MeshFile& file) const { return file.offset; }
  Vec3d operator()(const shapes::Union& parts) const {
    Vec3d sum;
    for (const Shape& part : parts.shapes) sum += middle_of(part, frame);
    return parts.shapes.empty() ? sum : sum / static_cast<double>(parts.shapes.size());
  }
  template <class Kind>
  Vec3d operator()(const Kind& kind) const {
    if constexpr (requires { kind.shapes; }) {
      if (!kind.shapes.empty()) return middle_of(kind.shapes.front(), frame);
    }
    return {};
  }
  double frame;
};

}  // namespace

Vec3d own_middle_of(const Shape& shape, double frame) { return std::visit(OwnMiddle{frame}, shape.kind); }

Vec3d middle_of(const Shape& shape, double frame) {
  return affine_at(shape.transform, frame).point(own_middle_of(shape, frame));
}

bool moves(const Shape& shape) { return shape.transform.moves() || deforms(shape); }

bool costly_to_pose(const Shape& shape) {
  const auto of_kind = [&]<class Of>(const Of& kind) {
    if constexpr (requires { kind.shapes; }) {
      return std::any_of(kind.shapes.begin(), kind.shapes.end(), costly_to_pose);
    } else {
      return kind_moves(kind);
    }
  };
  return std::visit(of_kind, shape.kind);
}

struct ShapeBuilder::Impl {
  double resolution, frames_per_second;
  Kept<FieldPtr> fields;
  Kept<Mesh> meshes;
  std::vector<std::pair<shapes::MeshFile, MeshSequence>> sequences;

  // In the world of whatever holds the shape; `detail` in its units.
  FieldPtr field(const Shape& shape, double frame, double detail) {
    check_shape(shape);
    check_attached(shape.transform);
    check_transform(shape.transform, frame);
    const FieldPtr own = own_field(shape, frame, own_resolution(shape.transform, detail));
    if (shape.transform == Transform{}) return own;
    return transformed_field(own, affine_at(shape.transform, frame),
                             per_second(affine_rate_at(shape.transform, frame), frames_per_second));
  }

  FieldPtr own_field(const Shape& shape, double frame, double detail) {
    const auto of_kind = [&](const auto& kind) { return field_of(kind, frame, detail); };
    const auto make = [&] { return std::visit(of_kind, shape.kind); };
    return is_costly(shape.kind) ? fields.get(shape.kind, deforms(shape), detail, frame, make) : make();
  }

  static bool is_costly(const Kind& kind) {
    return std::holds_alternative<shapes::Text>(kind) || std::holds_alternative<shapes::Boat>(kind) ||
           std::holds_alternative<shapes::Hand>(kind) || std::holds_alternative<shapes::Dolphin>(kind) ||
           std::holds_alternative<shapes::Figure>(kind) || std::holds_alternative<shapes::MeshFile>(kind);
  }

  FieldPtr field_of(const shapes::Box& box, double, double) { return box_field({box.lower, box.upper}); }
  FieldPtr field_of(const shapes::Sphere& sphere, double, double) { return sphere_field(sphere.centre, sphere.radius); }
  FieldPtr field_of(const shapes::Cylinder& c, double, double) { return cylinder_field(c.radius, c.height); }
  FieldPtr field_of(const shapes::Capsule& c, double, double) { return capsule_field(c.from, c.to, c.radius); }
  FieldPtr field_of(const shapes::Torus& torus, double, double) { return torus_field(torus.radius, torus.tube); }
  FieldPtr field_of(const shapes::Plane& plane, double, double) { return plane_field(plane.point, plane.normal); }
  FieldPtr field_of(const shapes::Star& star, double, double) {
    return extruded_field(star_outline(star.points, star.outer, star.inner), star.thickness);
  }
  FieldPtr field_of(const shapes::Text& text, double, double detail) {
    return extruded_field(outline_of(text, detail), text.thickness);
  }
  FieldPtr field_of(const shapes::Union& parts, double frame, double detail) {
    return union_field(fields_of(parts.shapes, frame, detail), parts.smooth);
  }
  FieldPtr field_of(const shapes::Intersection& parts, double frame, double detail) {
    return intersection_field(fields_of(parts.shapes, frame, detail), parts.smooth);
  }
  FieldPtr field_of(const shapes::Difference& parts, double frame, double detail) {
    return difference_field(fields_of(parts.shapes, frame, detail), parts.smooth);
  }
  FieldPtr field_of(const shapes::MeshFile& file, double frame, double detail) {
    const Mesh mesh = mesh_of(file, frame, detail);
    try {
      return mesh_field(mesh, static_cast<float>(detail));
    } catch (const InputError& error) {  // it knows the mesh, not where it came from
      throw InputError(file.file.string(), error.problems().front().what);
    }
  }
  template <class Body>  // bodies are meshes first
  FieldPtr field_of(const Body& body, double frame, double detail) {
    return mesh_field(mesh_of(body, frame, detail), static_cast<float>(detail));
  }
  std::vector<FieldPtr> fields_of(const std::vector<Shape>& shapes, double frame, double detail) {
    std::vector<FieldPtr> result;
    for (const Shape& shape : shapes) result.push_back(field(shape, frame, detail));
    return result;
  }

  Mesh mesh(const Shape& shape, double frame) {
    check_shape(shape);
    check_attached(shape.transform);
    check_transform(shape.transform, frame);
    const double detail = own_resolution(shape.transform, resolution);
    const auto of_kind = [&](const auto& kind) { return mesh_of(kind, frame, detail); };
    Mesh mesh = meshes.get(shape.kind, deforms(shape), detail, frame, [&] { return std::visit(of_kind, shape.kind); });
    apply_transform(mesh, shape.transform, frame);
    return mesh;
  }

  void apply_transform(Mesh& mesh, const Transform& given, double frame) const {
    if (given == Transform{}) return;
    const Affine rate = per_second(affine_rate_at(given, frame), frames_per_second);
    std::vector<Vec3f> carried;
    if (given.moves()) {
      for (const Vec3f& p : mesh.positions) carried.push_back(static_cast<Vec3f>(rate.point(static_cast<Vec3d>(p))));
    }
    transform(mesh, affine_at(given, frame));
    if (!carried.empty()) mesh.velocities.resize(carried.size());
    for (size_t i = 0; i < carried.size(); ++i) mesh.velocities[i] += carried[i];
  }

  Mesh mesh_of(const shapes::Box& box, double, double) { return box_mesh({box.lower, box.upper}); }
  Mesh mesh_of(const shapes::Sphere& s, double, double detail) { return sphere_mesh(s.centre, s.radius, detail); }
  Mesh mesh_of(const shapes::Cylinder& c, double, double detail) { return cylinder_mesh(c.radius, c.height, detail); }
  Mesh mesh_of(const shapes::Capsule& c, double, double detail) { return capsule_mesh(c.from, c.to, c.radius, detail); }
  Mesh mesh_of(const shapes::Torus& torus, double, double detail) {
    return torus_mesh(torus.radius, torus.tube, detail);
  }
  Mesh mesh_of(const shapes::Plane&, double, double) {
    throw InputError("", "a plane reaches without limit, so it has no mesh; use a box");
  }
  Mesh mesh_of(const shapes::Star& star, double, double) {
    return star_mesh(star.points, star.outer, star.inner, star.thickness);
  }
  Mesh mesh_of(const shapes::Boat& boat, double, double) { return boat_mesh(boat); }
  Mesh mesh_of(const shapes::Hand& hand, double frame, double) { return hand_mesh(hand, frame, frames_per_second); }
  Mesh mesh_of(const shapes::Dolphin& dolphin, double frame, double) {
    return dolphin_mesh(dolphin, frame, frames_per_second);
  }
  Mesh mesh_of(const shapes::Figure& figure, double frame, double) {
    return figure_mesh(figure, frame, frames_per_second);
  }
  Mesh mesh_of(const shapes::MeshFile& file, double frame, double) {
    auto known =
        std::find_if(sequences.begin(), sequences.end(), [&](const auto& entry) { return entry.first == file; });
    if (known == sequences.end()) {
      sequences.emplace_back(file, MeshSequence(file.file, file.scale, file.first_frame, file.offset));
      known = std::prev(sequences.end());
    }
    return known->second.at(file.first_frame + (frame - file.first_frame) * file.speed, frames_per_second * file.speed);
  }
  template <class Composed>  // letters and booleans are fields first
  Mesh mesh_of(const Composed& composed, double frame, double detail) {
    const FieldPtr field = field_of(composed, frame, detail);
    Mesh mesh = mesh_of_field(*field, static_cast<float>(detail));
    if (!kind_moves(composed)) return mesh;
    mesh.velocities.resize(mesh.positions.size());
    parallel_for_blocks(mesh.positions.size(), [&](size_t begin, size_t end) {
      field->velocity({&mesh.positions[begin], end - begin}, {&mesh.velocities[begin], end - begin});
    });
    return mesh;
  }
};

ShapeBuilder::ShapeBuilder(float resolution, double frames_per_second)
    : impl_(std::make_unique<Impl>(Impl{resolution, frames_per_second, {}, {}, {}})) {
  if (!(resolution > 0) || !std::isfinite(resolution))
    throw InputError("", "the resolution of shapes must be above 0 m");
}

ShapeBuilder::~ShapeBuilder() = default;

FieldPtr ShapeBuilder::own_field(const Shape& shape, double frame) {
  check_shape(shape);
  return impl_->own_field(shape, frame, own_resolution(shape.transform, impl_->resolution));
}

FieldPtr ShapeBuilder::field(const Shape& shape, double frame) { return impl_->field(shape, frame, impl_->resolution); }

Mesh ShapeBuilder::mesh(const Shape& shape, double frame) { return impl_->mesh(shape, frame); }

}  // namespace weir
