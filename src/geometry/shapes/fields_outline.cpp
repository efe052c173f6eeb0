// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// An outline in the xy plane, extruded along z.

#include "geometry/shapes/fields.h"
#include "geometry/shapes/segment_tree.h"

namespace weir {

namespace {

class ExtrudedField final : public Field {
 public:
  ExtrudedField(const Outline& outline, double thickness)
      : boundary_(boundary_of(outline)), loops_(segments_of(outline)), half_(static_cast<float>(thickness / 2)) {
    for (const Loop& loop : outline.loops) {
      for (const Vec2d& p : loop) {
        bounds_.include(Vec3f{static_cast<float>(p.x), static_cast<float>(p.y), -half_});
        bounds_.include(Vec3f{static_cast<float>(p.x), static_cast<float>(p.y), half_});
      }
    }
  }

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    for (size_t i = 0; i < points.size(); ++i) {
      const Vec3f& p = points[i];
      const float flat = boundary_.distance(p.x, p.y);
      const float across = loops_.winding(p.x, p.y) != 0 ? -flat : flat, beyond = std::abs(p.z) - half_;
      distance[i] =
          std::min(std::max(across, beyond), 0.0f) + std::hypot(std::max(across, 0.0f), std::max(beyond, 0.0f));
    }
  }

  Box3f bounds() const override { return bounds_; }

 private:
  SegmentTree boundary_, loops_;
  float half_;
  Box3f bounds_;
};

}  // namespace

FieldPtr extruded_field(const Outline& outline, double thickness) {
  return std::make_shared<ExtrudedField>(outline, thickness);
}

}  // namespace weir
