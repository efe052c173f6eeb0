// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/first_points.h"

#include <list>
#include <mutex>

#include "control/rig/moving_rig.h"
#include "scene/blocks.h"
#include "weir/base/error.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/solver_kind.h"

namespace weir::rig {

namespace {

namespace fs = std::filesystem;

// All that decides where the points are.
struct Question {
  Shape shape;
  std::vector<fs::file_time_type> files;  // when those of the shape were written
  RigSampling sampling;
  std::optional<double> spacing;
  double radius, unit, detail, rate, frame;
  int dimensions;
  uint64_t seed;

  bool operator==(const Question&) const = default;
};

std::vector<fs::file_time_type> times_of_files(const Shape& shape) {
  std::vector<fs::path> files;
  block_of<Shape>().files(&shape, files);
  std::vector<fs::file_time_type> times;
  for (const fs::path& file : files) {
    std::error_code missing;
    times.push_back(fs::last_write_time(file, missing));
  }
  return times;
}

// Points no farther apart than they reach, or there would be holes between them.
RigPoints sampled(const Question& asked) {
  ShapeBuilder builder(static_cast<float>(asked.detail), asked.rate);
  return sample_rig(*builder.field(asked.shape, asked.frame), asked.sampling, asked.spacing, asked.radius, asked.unit,
                    asked.dimensions, asked.seed);
}

RigPoints kept(const Question& asked) {
  constexpr size_t kMost = 8;
  static std::mutex mutex;
  static std::list<std::pair<Question, RigPoints>> known;
  {
    const std::lock_guard lock(mutex);
    for (const auto& [question, points] : known) {
      if (question == asked) return points;
    }
  }
  RigPoints points = sampled(asked);
  const std::lock_guard lock(mutex);
  known.emplace_front(asked, points);
  if (known.size() > kMost) known.pop_back();
  return points;
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
  return kept({*rig.shape, times_of_files(*rig.shape), rig.sampling, rig.spacing, rig.radius, rig_unit(scene),
               0.5 * scene.solver.spacing, scene.frames.rate, frame, scene.dimensions, scene.seed});
}

}  // namespace weir::rig
