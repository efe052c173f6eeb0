// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/setup_shapes.h"

#include <algorithm>
#include <cmath>
#include <list>
#include <map>

#include "geometry/mesh/sharp_edges.h"
#include "geometry/mesh/thinned.h"
#include "geometry/shapes/section.h"
#include "geometry/shapes/shape_check.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

namespace {

constexpr double kRoundParts = 24;       // of a ball, along its diameter
constexpr size_t kMostFormsBuilt = 200;  // after which builders forget what they know

bool is_round(const Shape& shape) {
  return std::holds_alternative<shapes::Sphere>(shape.kind) || std::holds_alternative<shapes::Cylinder>(shape.kind) ||
         std::holds_alternative<shapes::Capsule>(shape.kind) || std::holds_alternative<shapes::Torus>(shape.kind);
}

// Detail in a shape's own space: finer where it is enlarged.
double in_own_space(const Transform& transform, double resolution) {
  double largest = 0;
  for (const Key<Vec3d>& key : transform.scale.keys) largest = std::max(largest, max_component(abs(key.value)));
  return largest > 0 ? resolution / largest : resolution;
}

}  // namespace

struct SetupShapes::Kept {
  struct Entry {
    Shape shape;  // of forms without its transform
    double frame, detail, share;
    Box3f box;  // of sections
    bool used = true;
    Form form;
  };

  double rate = 24;
  size_t built = 0;
  std::map<int, ShapeBuilder> by_level;
  std::list<Entry> entries;

  ShapeBuilder& builder(double resolution) {
    const int level = static_cast<int>(std::floor(std::log2(resolution)));
    return by_level.try_emplace(level, static_cast<float>(std::exp2(level)), rate).first->second;
  }

  template <class Make>
  const Form& get(Entry wanted, Make&& make) {
    for (Entry& entry : entries) {
      const bool same = entry.frame == wanted.frame && entry.detail == wanted.detail && entry.share == wanted.share &&
                        entry.box == wanted.box && entry.shape == wanted.shape;
      if (!same) continue;
      entry.used = true;
      return entry.form;
    }
    wanted.form = make();
    if (++built % kMostFormsBuilt == 0) by_level.clear();
    entries.push_back(std::move(wanted));
    return entries.back().form;
  }
};

SetupShapes::SetupShapes(const SetupDetail& detail) : detail_(detail), kept_(std::make_unique<Kept>()) {}
SetupShapes::~SetupShapes() = default;

void SetupShapes::set_rate(double frames_per_second) {
  if (kept_->rate == frames_per_second) return;
  forget_all();
  kept_->rate = frames_per_second;
}

FieldPtr SetupShapes::field(const Shape& shape, double frame, double resolution) {
  return kept_->builder(resolution).field(shape, frame);
}

SetupShapes::Form SetupShapes::form(const Shape& shape, double frame, double resolution, double share) {
  if (!detail_.for_drawing) return {kept_->builder(resolution).mesh(shape, frame), {}};
  check_attached(shape.transform);
  check_transform(shape.transform, frame);
  Shape own{shape.kind, {}};
  double detail = in_own_space(shape.transform, resolution);
  if (is_round(own)) {
    detail =
        static_cast<double>(max_component(kept_->builder(detail).field(own, frame)->bounds().size())) / kRoundParts;
  }
  Form form = kept_->get({own, deforms(own) ? frame : 0, detail, share, {}, true, {}}, [&] {
    Form made;
    made.mesh = thinned(kept_->builder(detail).mesh(own, frame),
                        static_cast<size_t>(share * static_cast<double>(detail_.most_triangles)));
    made.edges = sharp_edges(made.mesh);
    return made;
  });
  if (!(shape.transform == Transform{})) transform(form.mesh, affine_at(shape.transform, frame));
  return form;
}

SetupShapes::Form SetupShapes::form(const Mesh& mesh) const {
  if (!detail_.for_drawing) return {mesh, {}};
  Form form{thinned(mesh, detail_.most_triangles), {}};
  form.edges = sharp_edges(form.mesh);
  return form;
}

SetupShapes::Form SetupShapes::section(const Shape& shape, double frame, const Box3f& box, double cell) {
  return kept_->get({shape, moves(shape) ? frame : 0, cell, 1, box, true, {}}, [&]() -> Form {
    Section section = section_of(*kept_->builder(cell).field(shape, frame), box, cell);
    return {std::move(section.mesh), std::move(section.edges)};
  });
}

void SetupShapes::forget_unused() {
  kept_->entries.remove_if([](const Kept::Entry& entry) { return !entry.used; });
  for (Kept::Entry& entry : kept_->entries) entry.used = false;
}

void SetupShapes::forget_all() {
  kept_->entries.clear();
  kept_->by_level.clear();
}

}  // namespace weir
