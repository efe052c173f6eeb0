// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/first_points.h"

#include "base/file_stamp.h"
#include "base/kept_last.h"
#include "control/rig/moving_rig.h"
#include "scene/blocks.h"
#include "weir/base/error.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/solver_kind.h"

namespace weir::rig {

namespace {

namespace fs = std::filesystem;

// All that decides what the shape is.
struct Form {
  Shape shape;
  std::vector<std::string> files;  // stamps of those of the shape
  double detail, rate, frame;

  bool operator==(const Form&) const = default;
};

// All that decides where the points are.
struct Question {
  Form form;
  RigSampling sampling;
  std::optional<double> spacing;
  double radius, unit;
  int dimensions;
  uint64_t seed;

  bool operator==(const Question&) const = default;
};

std::vector<std::string> stamps_of_files(const Shape& shape) {
  std::vector<fs::path> files;
  block_of<Shape>().files(&shape, files);
  std::vector<std::string> stamps;
  for (const fs::path& file : files) stamps.push_back(stamp_of(file));
  return stamps;
}

FieldPtr field_of(const Form& form) {
  static KeptLast<Form, FieldPtr> kept(4);
  return kept.get(
      form, [&] { return ShapeBuilder(static_cast<float>(form.detail), form.rate).field(form.shape, form.frame); });
}

RigPoints points_of(const Question& asked) {
  static KeptLast<Question, RigPoints> kept(8);
  return kept.get(asked, [&] {
    return sample_rig(*field_of(asked.form), asked.sampling, asked.spacing, asked.radius, asked.unit, asked.dimensions,
                      asked.seed);
  });
}

}  // namespace

double rig_unit(const Scene& scene) {
  const SolverKind* solver = kind_of(scene.solver);
  return solver ? solver->sampling * scene.solver.spacing : scene.solver.spacing;
}

RigPoints first_points(const Scene& scene, const RigSettings& rig, double frame) {
  if (rig.points) return read_rig_points(*rig.points, scene.origin);
  if (moves(*rig.shape)) {
    throw InputError("shape", "a rig's shape has no keyframes of its own; give them to the rig's motion");
  }
  const Form form{*rig.shape, stamps_of_files(*rig.shape), 0.5 * scene.solver.spacing, scene.frames.rate, frame};
  return points_of({form, rig.sampling, rig.spacing, rig.radius, rig_unit(scene), scene.dimensions, scene.seed});
}

}  // namespace weir::rig
