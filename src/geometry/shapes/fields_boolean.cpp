// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Union, intersection and difference of fields. All three are one thing, a smallest distance, because the inside of a
// field is the outside of its negative: a and b = -min(-a, -b), a without b = -min(-a, b).

#include <array>

#include "geometry/shapes/fields.h"

namespace weir {

namespace {

struct Part {
  FieldPtr field;
  float sign;
};

// The smaller of a and b, less a parabola that is width / 4 deep where they are equal and ends where they differ by
// `width`. Its slope is a mean of theirs, so the result is still never steeper than a distance.
float smooth_min(float a, float b, float width) {
  const float blend = std::max(width - std::abs(a - b), 0.0f);
  return std::min(a, b) - (width > 0 ? blend * blend / (4 * width) : 0.0f);
}

// How far below the smallest distance smooth_min can go over `count` parts, all equal in the worst case.
double deepest_blend(size_t count, double width) {
  double depth = 0;
  for (size_t i = 1; i < count && width > 0; ++i) depth += (width - depth) * (width - depth) / (4 * width);
  return depth;
}

class BooleanField final : public Field {
 public:
  BooleanField(std::vector<Part> parts, float sign, double smooth, const Box3f& bounds)
      : parts_(std::move(parts)), sign_(sign), smooth_(static_cast<float>(smooth)), bounds_(bounds) {}

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    std::array<float, kFieldChunk> part_distance;
    for (size_t begin = 0; begin < points.size(); begin += kFieldChunk) {
      const size_t count = std::min(kFieldChunk, points.size() - begin);
      const auto result = distance.subspan(begin, count);
      for (size_t part = 0; part < parts_.size(); ++part) {
        parts_[part].field->distance(points.subspan(begin, count), {part_distance.data(), count});
        for (size_t i = 0; i < count; ++i) {
          const float d = parts_[part].sign * part_distance[i];
          result[i] = part == 0 ? d : smooth_min(result[i], d, smooth_);
        }
      }
      for (float& d : result) d *= sign_;
    }
  }

  // That of the part whose surface is the boolean's surface here.
  void velocity(std::span<const Vec3f> points, std::span<Vec3f> velocity) const override {
    std::array<float, kFieldChunk> part_distance, smallest;
    std::array<size_t, kFieldChunk> owner;
    std::array<Vec3f, kFieldChunk> part_velocity;
    for (size_t begin = 0; begin < points.size(); begin += kFieldChunk) {
      const size_t count = std::min(kFieldChunk, points.size() - begin);
      const auto chunk = points.subspan(begin, count);
      for (size_t part = 0; part < parts_.size(); ++part) {
        parts_[part].field->distance(chunk, {part_distance.data(), count});
        for (size_t i = 0; i < count; ++i) {
          const float d = parts_[part].sign * part_distance[i];
          if (part > 0 && d >= smallest[i]) continue;
          smallest[i] = d;
          owner[i] = part;
        }
      }
      for (size_t part = 0; part < parts_.size(); ++part) {
        if (std::find(owner.begin(), owner.begin() + count, part) == owner.begin() + count) continue;
        parts_[part].field->velocity(chunk, {part_velocity.data(), count});
        for (size_t i = 0; i < count; ++i) {
          if (owner[i] == part) velocity[begin + i] = part_velocity[i];
        }
      }
    }
  }

  Box3f bounds() const override { return bounds_; }

 private:
  std::vector<Part> parts_;
  float sign_, smooth_;
  Box3f bounds_;
};

}  // namespace

FieldPtr union_field(std::vector<FieldPtr> fields, double smooth) {
  std::vector<Part> parts;
  Box3f bounds;
  for (FieldPtr& field : fields) {
    const Box3f box = field->bounds();
    if (!box.empty()) bounds.include(box);
    parts.push_back({std::move(field), 1});
  }
  bounds = bounds.padded(static_cast<float>(deepest_blend(parts.size(), smooth)));
  return std::make_shared<BooleanField>(std::move(parts), 1.0f, smooth, bounds);
}

FieldPtr intersection_field(std::vector<FieldPtr> fields, double smooth) {
  std::vector<Part> parts;
  Box3f bounds = fields.front()->bounds();
  for (FieldPtr& field : fields) {
    bounds = bounds.intersected(field->bounds());
    parts.push_back({std::move(field), -1});
  }
  return std::make_shared<BooleanField>(std::move(parts), -1.0f, smooth, bounds);
}

FieldPtr difference_field(std::vector<FieldPtr> fields, double smooth) {
  std::vector<Part> parts;
  const Box3f bounds = fields.front()->bounds();
  for (FieldPtr& field : fields) parts.push_back({std::move(field), parts.empty() ? -1.0f : 1.0f});
  return std::make_shared<BooleanField>(std::move(parts), -1.0f, smooth, bounds);
}

}  // namespace weir
