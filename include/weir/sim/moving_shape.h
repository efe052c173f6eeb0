// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A shape during one time step: how far a point is from it at any moment of the step, not only at its ends, so that
// even a thin, fast plate meets everything in its way. `moment` runs from 0 at the start of the step to 1 at its end.
//
// The outermost transform is interpolated, and the one field of the shape in its own space is asked through it. Only a
// change of form (a hand that closes, booleans with moving parts) blends the distances of two fields: between whole
// frames where a field is costly to build, between the ends of the step otherwise.

#pragma once

#include <span>
#include <string>

#include "weir/geometry/shapes/build.h"

namespace weir {

class MovingShape {
 public:
  // `location` ("dam.json: solids[1].shape") leads the sentence when a later frame of the shape cannot be built. Shape
  // and builder must outlive it. Starts as it is at `frame`. A shape that is attached to a rigid solid is refused
  // unless it `rides`: every step says how it is carried.
  MovingShape(const Shape& shape, std::string location, ShapeBuilder& builder, double frame, double frames_per_second,
              bool rides = false);

  // Prepares the step between two frames; a shape that rides is carried, from one pose of its carrier to another.
  void move_to(double frame_begin, double frame_end, const Affine& carried_begin = {}, const Affine& carried_end = {});
  // Prepares a step that takes a shape without keyframes from one pose to another: rigid maps of where it was first.
  void move_between(const Affine& begin, const Affine& end, double seconds);

  bool moves() const { return moves_; }
  const Box3f& bounds() const { return bounds_; }  // of the whole step

  // Signed distance (m), as a Field's, at each point's own moment.
  void distance(std::span<const Vec3f> points, std::span<const float> moment, std::span<float> distance) const;
  // The same, and how fast (m/s) the surface can come nearer at most.
  void approach(std::span<const Vec3f> points, std::span<const float> moment, std::span<float> distance,
                std::span<float> speed) const;
  // m/s of the nearest part.
  void velocity(std::span<const Vec3f> points, std::span<const float> moment, std::span<Vec3f> velocity) const;
  // Unit, outward, by differences over `step` metres.
  void normals(std::span<const Vec3f> points, std::span<const float> moment, float step, std::span<Vec3f> normal) const;

 private:
  // x -> linear * x + offset in floats, as the passes over particles want it.
  struct Map {
    Vec3f row[3];
    Vec3f offset;
    Vec3f operator()(const Vec3f& x) const { return {dot(row[0], x), dot(row[1], x), dot(row[2], x)}; }
  };
  static Map map_of(const Affine& affine);
  Vec3f carried(const Vec3f& own) const;  // velocity by the transform alone
  void to_own_space(std::span<const Vec3f> points, std::span<const float> moment, std::span<Vec3f> own) const;
  void build_fields(double frame_begin, double frame_end);
  void place_between(const Affine& begin, const Affine& end, double seconds);

  std::string location_;
  const Shape& shape_;
  ShapeBuilder& builder_;
  double rate_;
  bool rides_, moves_, changes_form_;

  FieldPtr begin_field_, end_field_;       // in own space; the same one for a shape that keeps its form
  double begin_frame_, end_frame_;         // of these fields
  float blend_begin_ = 0, blend_end_ = 0;  // the step, as parts of the way from the one to the other

  Map to_own_begin_, to_own_end_;  // at the ends of the step
  Map to_world_begin_, to_world_end_;
  float stretch_ = 1;  // smallest scale of the transform: turns own distances into safe world ones
  float turning_ = 0;  // 1/s; how much velocities by the transform differ per metre
  float seconds_ = 0;  // of the step
  Box3f bounds_;
};

}  // namespace weir
