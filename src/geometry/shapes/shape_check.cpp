// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "geometry/shapes/shape_check.h"

#include <fmt/format.h>

#include "weir/base/error.h"

namespace weir {

namespace {

// Written so that a value that is not a number fails too.
void need_above_zero(const char* what, double value) {
  if (!(value > 0) || !std::isfinite(value)) {
    throw InputError("", fmt::format("{} must be above 0 m, but is {}", what, value));
  }
}

void need_finite(const char* what, const Vec3d& value) {
  if (!is_finite(value)) throw InputError("", fmt::format("{} is not a number", what));
}

void need_direction(const char* what, const Vec3d& value) {
  if (!is_finite(value) || !(length(value) > 0)) {
    throw InputError("", fmt::format("{} must point somewhere, but is (0, 0, 0)", what));
  }
}

void need_parts(const char* what, const std::vector<Shape>& parts, double smooth) {
  if (parts.empty()) throw InputError("", fmt::format("{} needs at least one shape", what));
  if (!(smooth >= 0) || !std::isfinite(smooth)) {
    throw InputError("", fmt::format("the smooth width of {} must be 0 m or more, but is {}", what, smooth));
  }
}

void check(const shapes::Box& box) {
  need_finite("the box's lower corner", box.lower);
  need_finite("the box's upper corner", box.upper);
  for (int axis = 0; axis < 3; ++axis) {
    if (box.upper[axis] > box.lower[axis]) continue;
    throw InputError("",
                     fmt::format("the box's upper corner must lie beyond its lower one, but along {} it runs from {} "
                                 "to {}",
                                 "xyz"[axis], box.lower[axis], box.upper[axis]));
  }
}
void check(const shapes::Sphere& sphere) {
  need_finite("the sphere's centre", sphere.centre);
  need_above_zero("the sphere's radius", sphere.radius);
}
void check(const shapes::Cylinder& cylinder) {
  need_above_zero("the cylinder's radius", cylinder.radius);
  need_above_zero("the cylinder's height", cylinder.height);
}
void check(const shapes::Capsule& capsule) {
  need_finite("an end of the capsule", capsule.from + capsule.to);
  need_above_zero("the capsule's radius", capsule.radius);
}
void check(const shapes::Torus& torus) {
  need_above_zero("the torus's radius", torus.radius);
  need_above_zero("the torus's tube", torus.tube);
  if (!(torus.tube < torus.radius)) {
    throw InputError(
        "", fmt::format("the torus's tube must be thinner than its radius {}, but is {}", torus.radius, torus.tube));
  }
}
void check(const shapes::Plane& plane) {
  need_finite("the plane's point", plane.point);
  need_direction("the plane's normal", plane.normal);
}
void check(const shapes::Star& star) {
  if (star.points < 3) throw InputError("", fmt::format("a star has at least 3 points, not {}", star.points));
  need_above_zero("the star's outer radius", star.outer);
  need_above_zero("the star's inner radius", star.inner);
  need_above_zero("the star's thickness", star.thickness);
}
void check(const shapes::Text& text) {
  if (text.text.find_first_not_of(" \n\t") == std::string::npos) {
    throw InputError("", "the text needs at least one visible letter");
  }
  need_above_zero("the text's height", text.height);
  need_above_zero("the text's thickness", text.thickness);
}
void check(const shapes::Boat& boat) {
  need_above_zero("the boat's length", boat.length);
  need_above_zero("the boat's beam", boat.beam);
  need_above_zero("the boat's depth", boat.depth);
  const double thickest = std::min({boat.beam, boat.depth, boat.length}) / 5;
  if (!(boat.wall >= 0) || boat.wall > thickest) {
    throw InputError("",
                     fmt::format("the boat's wall must be between 0 and {:.4g} m, a fifth of its smallest side, but "
                                 "is {}",
                                 thickest, boat.wall));
  }
}
void check(const shapes::Hand& hand) { need_above_zero("the hand's length", hand.length); }
void check(const shapes::Dolphin& dolphin) { need_above_zero("the dolphin's length", dolphin.length); }
void check(const shapes::Figure& figure) {
  need_above_zero("the figure's height", figure.height);
  if (!(figure.stride >= 0)) {
    throw InputError("", fmt::format("the figure's stride must be 0 or more, but is {}", figure.stride));
  }
}
void check(const shapes::MeshFile& mesh) { need_above_zero("the mesh's scale", mesh.scale); }
void check(const shapes::Union& parts) { need_parts("a union", parts.shapes, parts.smooth); }
void check(const shapes::Intersection& parts) { need_parts("an intersection", parts.shapes, parts.smooth); }
void check(const shapes::Difference& parts) { need_parts("a difference", parts.shapes, parts.smooth); }

}  // namespace

void check_shape(const Shape& shape) {
  std::visit([](const auto& kind) { check(kind); }, shape.kind);
}

void check_attached(const Transform& transform) {
  if (transform.attach.empty() || transform.carrier) return;
  throw InputError("transform.attach",
                   fmt::format("the liquid moves \"{}\", so it is not known before the run where this would be; attach "
                               "it to a solid that has keyframes or a path",
                               transform.attach));
}

void check_transform(const Transform& transform, double frame) {
  const Affine affine = affine_at(transform, frame);
  need_finite("where the shape is placed", affine.offset);
  if (!(std::abs(affine.linear.determinant()) > 0)) {
    throw InputError(
        "", fmt::format("a scale of 0 flattens the shape at frame {:.6g}; every scale must differ from 0", frame));
  }
  if (transform.spin.moves() || value_at(transform.spin, frame) != 0)
    need_direction("the spin axis", transform.spin_axis);
}

}  // namespace weir
