// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How large a run will be, and what is wrong with it that only building it can find.

#include <fmt/format.h>

#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/geometry/shapes/build.h"
#include "weir/run/plan.h"
#include "weir/run/stage.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

constexpr double kProgramBytes = 40e6;           // the program itself, with its libraries
constexpr double kBytesOfParticleOnDisk = 15.0;  // in a compact file

// Building the stage finds what is wrong at the first frame. What moves may go wrong later: a broken file in the middle
// of a mesh sequence, say.
void check_later_frames(const Scene& scene) {
  ShapeBuilder builder(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate);
  std::vector<Problem> problems;
  const auto check_shape = [&](const char* list, size_t index, const Shape& shape) {
    if (!moves(shape)) return;
    in_scene(scene, fmt::format("{}[{}].shape", list, index), problems, [&] {
      builder.field(shape, 0.5 * (scene.frames.first + scene.frames.last));
      builder.field(shape, scene.frames.last);
    });
  };
  for (size_t i = 0; i < scene.emitters.size(); ++i) check_shape("emitters", i, scene.emitters[i].shape);
  for (size_t i = 0; i < scene.sinks.size(); ++i) check_shape("sinks", i, scene.sinks[i].shape);
  for (size_t i = 0; i < scene.solids.size(); ++i) check_shape("solids", i, scene.solids[i].shape);
  if (!problems.empty()) throw InputError(problems);
}

}  // namespace

StepSize measure_run(const Scene& scene, const Stage& stage) {
  check_later_frames(scene);
  if (is_smoke(scene)) return {};  // nobody knows how far it will spread
  const auto particles = static_cast<double>(stage.solver().particles().size());
  return {.particles = particles,
          .memory = particles * stage.solver().bytes_per_particle() + kProgramBytes,
          .disk = particles * kBytesOfParticleOnDisk * (scene.frames.last - scene.frames.first + 1)};
}

StepSize measure_run(const Scene& scene) { return measure_run(scene, Stage(scene, Stage::Unopened{})); }

}  // namespace weir::run
