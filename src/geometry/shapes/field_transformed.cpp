// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A field seen through an affine map that may be moving.

#include <array>

#include "geometry/shapes/fields.h"

namespace weir {

namespace {

// An affine map in floats, by rows, for the loops over points.
struct AffineF {
  Vec3f row[3];
  Vec3f offset;

  explicit AffineF(const Affine& a)
      : row{static_cast<Vec3f>(a.linear.row[0]), static_cast<Vec3f>(a.linear.row[1]),
            static_cast<Vec3f>(a.linear.row[2])},
        offset(static_cast<Vec3f>(a.offset)) {}
  Vec3f direction(const Vec3f& d) const { return {dot(row[0], d), dot(row[1], d), dot(row[2], d)}; }
  Vec3f point(const Vec3f& p) const { return direction(p) + offset; }
};

// The box around the image of a box whose sides at kUnbounded mean "without limit".
Box3f moved_bounds(const Affine& affine, const Box3f& box) {
  if (box.empty()) return box;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const auto opened = [](float side) {
    return std::abs(side) < Field::kUnbounded ? static_cast<double>(side) : std::copysign(kInfinite, side);
  };
  Box3f result;
  for (int axis = 0; axis < 3; ++axis) {
    const Vec3d& row = affine.linear.row[static_cast<size_t>(axis)];
    double lower = affine.offset[axis], upper = lower;
    for (int k = 0; k < 3; ++k) {
      const double factor = row[k];
      if (std::abs(factor) < 1e-12 * length(row)) continue;  // rounding of a right angle; 0 times infinity
      const double a = factor * opened(box.lower[k]), b = factor * opened(box.upper[k]);
      lower += std::min(a, b);
      upper += std::max(a, b);
    }
    constexpr double kFar = Field::kUnbounded;
    result.lower[axis] = static_cast<float>(std::clamp(lower, -kFar, kFar));
    result.upper[axis] = static_cast<float>(std::clamp(upper, -kFar, kFar));
  }
  return result;
}

class TransformedField final : public Field {
 public:
  TransformedField(FieldPtr field, const Affine& affine, const Affine& rate)
      : field_(std::move(field)),
        forward_(affine),
        inverse_(affine.inverse()),
        rate_(rate * affine.inverse()),
        scale_(static_cast<float>(stretch_of(affine.linear).smallest)),
        bounds_(moved_bounds(affine, field_->bounds())) {}

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    for_each_chunk(points, [&](std::span<const Vec3f> own, size_t begin) {
      const auto result = distance.subspan(begin, own.size());
      field_->distance(own, result);
      for (float& d : result) d *= scale_;
    });
  }

  void velocity(std::span<const Vec3f> points, std::span<Vec3f> velocity) const override {
    for_each_chunk(points, [&](std::span<const Vec3f> own, size_t begin) {
      const auto result = velocity.subspan(begin, own.size());
      field_->velocity(own, result);
      for (size_t i = 0; i < own.size(); ++i) {
        result[i] = forward_.direction(result[i]) + rate_.point(points[begin + i]);
      }
    });
  }

  Box3f bounds() const override { return bounds_; }

 private:
  // use(points in the field's own space, index of the first) for a few of the points at a time.
  template <class Use>
  void for_each_chunk(std::span<const Vec3f> points, const Use& use) const {
    std::array<Vec3f, kFieldChunk> own;
    for (size_t begin = 0; begin < points.size(); begin += kFieldChunk) {
      const size_t count = std::min(kFieldChunk, points.size() - begin);
      for (size_t i = 0; i < count; ++i) own[i] = inverse_.point(points[begin + i]);
      use(std::span<const Vec3f>(own.data(), count), begin);
    }
  }

  FieldPtr field_;
  AffineF forward_, inverse_;
  AffineF rate_;  // world position to velocity
  float scale_;
  Box3f bounds_;
};

}  // namespace

FieldPtr transformed_field(FieldPtr field, const Affine& affine, const Affine& rate) {
  return std::make_shared<TransformedField>(std::move(field), affine, rate);
}

// Square roots of the eigenvalues of A^T A, which are the roots of a cubic (Smith 1961, "Eigenvalues of a symmetric 3x3
// matrix").
Stretch stretch_of(const Mat3d& linear) {
  const Mat3d m = linear.transposed() * linear;
  const auto& r = m.row;
  const double off = r[0].y * r[0].y + r[0].z * r[0].z + r[1].z * r[1].z;
  const double mean = (r[0].x + r[1].y + r[2].z) / 3;
  const Vec3d spread{r[0].x - mean, r[1].y - mean, r[2].z - mean};
  const double p = std::sqrt((dot(spread, spread) + 2 * off) / 6);
  if (p <= 1e-15 * mean) return {std::sqrt(mean), std::sqrt(mean)};
  Mat3d b = m;
  for (int i = 0; i < 3; ++i) {
    b.row[static_cast<size_t>(i)][i] -= mean;
    b.row[static_cast<size_t>(i)] *= 1 / p;
  }
  const double angle = std::acos(std::clamp(b.determinant() / 2, -1.0, 1.0)) / 3;
  const double largest = mean + 2 * p * std::cos(angle), smallest = mean + 2 * p * std::cos(angle + 2 * kPi / 3);
  return {std::sqrt(std::max(smallest, 0.0)), std::sqrt(largest)};
}

}  // namespace weir
