// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/moving_shape.h"

#include <array>
#include <cmath>

#include "geometry/shapes/fields.h"
#include "geometry/shapes/shape_check.h"
#include "weir/base/error.h"

namespace weir {

namespace {

// Small: points are often asked one by one, and arrays of points are cleared.
constexpr size_t kPiece = kFieldChunk / 4;
constexpr size_t kFew = 8;

Box3f image_of(const Box3f& box, const Affine& affine) {
  return static_cast<Box3f>(affine.box(static_cast<Box3d>(box)));
}

double norm_of(const Mat3d& m) {
  return std::sqrt(length_squared(m.row[0]) + length_squared(m.row[1]) + length_squared(m.row[2]));
}

}  // namespace

MovingShape::Map MovingShape::map_of(const Affine& affine) {
  return {{static_cast<Vec3f>(affine.linear.row[0]), static_cast<Vec3f>(affine.linear.row[1]),
           static_cast<Vec3f>(affine.linear.row[2])},
          static_cast<Vec3f>(affine.offset)};
}

MovingShape::MovingShape(const Shape& shape, std::string location, ShapeBuilder& builder, double frame,
                         double frames_per_second, bool rides)
    : location_(std::move(location)),
      shape_(shape),
      builder_(builder),
      rate_(frames_per_second),
      rides_(rides),
      moves_(rides || weir::moves(shape)),
      changes_form_(deforms(shape)),
      begin_frame_(-1e300),
      end_frame_(-1e300) {
  if (moves_) {
    move_to(frame, frame);
  } else {
    begin_field_ = end_field_ = builder.field(shape, frame);  // placed once and for all
    bounds_ = begin_field_->bounds();
  }
}

void MovingShape::move_to(double frame_begin, double frame_end, const Affine& carried_begin,
                          const Affine& carried_end) {
  if (!rides_ && !weir::moves(shape_)) return;
  try {
    if (!rides_) check_attached(shape_.transform);
    check_transform(shape_.transform, frame_begin);
    check_transform(shape_.transform, frame_end);
    build_fields(frame_begin, frame_end);
  } catch (const InputError& error) {
    std::vector<Problem> problems = error.problems();
    for (Problem& p : problems) p = {location_, p.sentence()};
    throw InputError(problems);
  }
  place_between(carried_begin * affine_at(shape_.transform, frame_begin),
                carried_end * affine_at(shape_.transform, frame_end), (frame_end - frame_begin) / rate_);
  const Affine middle = carried_begin * affine_at(shape_.transform, 0.5 * (frame_begin + frame_end));
  Box3f own = begin_field_->bounds();
  own.include(end_field_->bounds());
  bounds_.include(image_of(own, middle));
}

void MovingShape::move_between(const Affine& begin, const Affine& end, double seconds) {
  moves_ = true;  // the field stays where it was first: its own space is the world then
  place_between(begin, end, seconds);
}

void MovingShape::place_between(const Affine& begin, const Affine& end, double seconds) {
  to_world_begin_ = map_of(begin);
  to_world_end_ = map_of(end);
  to_own_begin_ = map_of(begin.inverse());
  to_own_end_ = map_of(end.inverse());
  stretch_ = static_cast<float>(std::min(stretch_of(begin.linear).smallest, stretch_of(end.linear).smallest));
  seconds_ = static_cast<float>(seconds);
  Mat3d change;
  for (size_t i = 0; i < 3; ++i) change.row[i] = end.linear.row[i] - begin.linear.row[i];
  turning_ = seconds_ > 0 ? static_cast<float>(norm_of(change * begin.linear.inverse())) / seconds_ : 0;
  Box3f own = begin_field_->bounds();
  own.include(end_field_->bounds());
  bounds_ = image_of(own, begin);
  bounds_.include(image_of(own, end));
}

void MovingShape::build_fields(double frame_begin, double frame_end) {
  const bool whole_frames = changes_form_ && costly_to_pose(shape_);
  const double from = whole_frames ? std::floor(frame_begin + 1e-6) : frame_begin;
  const double to = whole_frames ? from + 1 : frame_end;
  if (!changes_form_) {
    if (!begin_field_) begin_field_ = end_field_ = builder_.own_field(shape_, frame_begin);
  } else if (from != begin_frame_ || to != end_frame_) {
    begin_field_ = end_field_ && end_frame_ == from ? end_field_ : builder_.own_field(shape_, from);
    end_field_ = builder_.own_field(shape_, to);
  }
  begin_frame_ = from;
  end_frame_ = to;
  blend_begin_ = to > from ? static_cast<float>((frame_begin - from) / (to - from)) : 0;
  blend_end_ = to > from ? static_cast<float>((frame_end - from) / (to - from)) : 0;
}

void MovingShape::to_own_space(std::span<const Vec3f> points, std::span<const float> moment,
                               std::span<Vec3f> own) const {
  for (size_t i = 0; i < points.size(); ++i) {
    const Vec3f begin = to_own_begin_(points[i]) + to_own_begin_.offset;
    const Vec3f end = to_own_end_(points[i]) + to_own_end_.offset;
    own[i] = lerp(begin, end, moment[i]);
  }
}

Vec3f MovingShape::carried(const Vec3f& own) const {
  const Vec3f begin = to_world_begin_(own) + to_world_begin_.offset, end = to_world_end_(own) + to_world_end_.offset;
  return (end - begin) / seconds_;
}

void MovingShape::distance(std::span<const Vec3f> points, std::span<const float> moment,
                           std::span<float> distance) const {
  if (!moves_) return begin_field_->distance(points, distance);
  for (size_t at = 0; at < points.size(); at += kPiece) {
    const size_t n = std::min(kPiece, points.size() - at);
    std::array<Vec3f, kPiece> own;
    std::array<float, kPiece> begin, end;
    to_own_space(points.subspan(at, n), moment.subspan(at, n), std::span(own).first(n));
    begin_field_->distance(std::span(own).first(n), std::span(begin).first(n));
    if (changes_form_) end_field_->distance(std::span(own).first(n), std::span(end).first(n));
    for (size_t i = 0; i < n; ++i) {
      const float change = changes_form_ ? end[i] - begin[i] : 0;
      distance[at + i] = stretch_ * (begin[i] + change * lerp(blend_begin_, blend_end_, moment[at + i]));
    }
  }
}

void MovingShape::approach(std::span<const Vec3f> points, std::span<const float> moment, std::span<float> distance,
                           std::span<float> speed) const {
  if (!moves_) {
    begin_field_->distance(points, distance);
    std::fill(speed.begin(), speed.end(), 0.0f);
    return;
  }
  for (size_t at = 0; at < points.size(); at += kPiece) {
    const size_t n = std::min(kPiece, points.size() - at);
    std::array<Vec3f, kPiece> own;
    std::array<float, kPiece> begin, end;
    to_own_space(points.subspan(at, n), moment.subspan(at, n), std::span(own).first(n));
    begin_field_->distance(std::span(own).first(n), std::span(begin).first(n));
    if (changes_form_) end_field_->distance(std::span(own).first(n), std::span(end).first(n));
    for (size_t i = 0; i < n; ++i) {
      const float change = changes_form_ ? end[i] - begin[i] : 0;
      const float blend = lerp(blend_begin_, blend_end_, moment[at + i]);
      distance[at + i] = stretch_ * (begin[i] + change * blend);
      speed[at + i] = 0;
      if (seconds_ == 0) continue;
      const float by_form = std::abs(change) * (blend_end_ - blend_begin_) * stretch_ / seconds_;
      speed[at + i] = length(carried(own[i])) + turning_ * std::abs(distance[at + i]) + by_form;
    }
  }
}

void MovingShape::velocity(std::span<const Vec3f> points, std::span<const float> moment,
                           std::span<Vec3f> velocity) const {
  std::fill(velocity.begin(), velocity.end(), Vec3f{});
  if (!moves_ || seconds_ == 0) return;
  for (size_t at = 0; at < points.size(); at += kFew) {
    const size_t n = std::min(kFew, points.size() - at);
    std::array<Vec3f, kFew> own, inner;
    to_own_space(points.subspan(at, n), moment.subspan(at, n), std::span(own).first(n));
    if (changes_form_) end_field_->velocity(std::span(own).first(n), std::span(inner).first(n));
    for (size_t i = 0; i < n; ++i) velocity[at + i] = carried(own[i]) + to_world_end_(inner[i]);
  }
}

void MovingShape::normals(std::span<const Vec3f> points, std::span<const float> moment, float step,
                          std::span<Vec3f> normal) const {
  for (size_t i = 0; i < points.size(); ++i) {
    std::array<Vec3f, 6> around;
    std::array<float, 6> moments, d;
    around.fill(points[i]);
    moments.fill(moment[i]);
    for (int axis = 0; axis < 3; ++axis) {
      around[static_cast<size_t>(2 * axis)][axis] += step;
      around[static_cast<size_t>(2 * axis + 1)][axis] -= step;
    }
    distance(around, moments, d);
    normal[i] = normalized(Vec3f{d[0] - d[1], d[2] - d[3], d[4] - d[5]});
  }
}

}  // namespace weir
