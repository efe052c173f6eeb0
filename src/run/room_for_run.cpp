// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/room_for_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "geometry/sampling/measure_shape.h"
#include "run/building.h"
#include "run/machine.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

constexpr double kNear = 0.8;  // of what there is

std::string size_in_words(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6) : fmt::format("{:.3g} GB", bytes / 1e9);
}

// With which a share of what is needed now would do.
std::string fitting_spacing(const Scene& scene, double share) {
  const double spacing = scene.solver.spacing * std::pow(std::max(share, 1e-9), -1.0 / scene.dimensions);
  const double digit = std::pow(10, std::floor(std::log10(spacing)) - 1);
  return fmt::format("{:g}", std::ceil(spacing / digit) * digit);
}

double bytes_per_particle(const Scene& scene) {
  try {
    return make_solver(without_parts(scene))->bytes_per_particle();
  } catch (const InputError&) {
    return 0;
  }
}

double volume(const Box3d& box, int dimensions) {
  double product = 1;
  for (int axis = 0; axis < dimensions; ++axis) product *= box.size()[axis];
  return product;
}

double rough_volume(const Scene& scene, const Shape& shape, ShapeBuilder& builder) {
  constexpr double kAcross = 100;
  try {
    const FieldPtr field = builder.field(shape, scene.frames.first);
    const double size = static_cast<double>(max_component(field->bounds().size()));
    const auto cell = static_cast<float>(std::max(scene.solver.spacing, size / kAcross));
    return measure_shape(*field, cell, scene.dimensions, 1e30).volume;
  } catch (const InputError&) {
    return 0;  // building tells
  }
}

}  // namespace

double rough_particles(const Scene& scene) {
  const double spacing = scene.solver.spacing;
  double liquid = 0;
  ShapeBuilder builder(static_cast<float>(0.5 * spacing), scene.frames.rate);
  for (const Liquid& part : scene.liquids) {
    if (!part.particles) liquid += rough_volume(scene, part.shape, builder);
  }
  return std::min(liquid, volume(scene.domain_box(), scene.dimensions)) / std::pow(spacing, scene.dimensions);
}

StepSize rough_size(const Scene& scene) {
  StepSize size;
  size.particles = rough_particles(scene);
  size.memory = size.particles * bytes_per_particle(scene);
  return size;
}

std::optional<StepSize> size_beyond_memory(const Scene& scene) {
  const Room memory = memory_of_machine();
  const double spacing = scene.solver.spacing, one = std::pow(spacing, scene.dimensions);
  const double bytes = bytes_per_particle(scene), domain = volume(scene.domain_box(), scene.dimensions);
  if (memory.all <= 0 || bytes == 0 || domain / one * bytes <= memory.all) return {};
  const StepSize need = rough_size(scene);
  if (need.memory <= memory.all || need.particles > scene.solver.max_particles) return {};
  return need;
}

void look_at_memory(const Scene& scene, const StepSize& need, Findings& findings) {
  const Room memory = memory_of_machine();
  if (memory.all > 0 && need.memory > memory.all) {
    findings.refuse(
        "solver.spacing",
        fmt::format("needs about {} of memory, and this machine has {}", size_in_words(need.memory),
                    size_in_words(memory.all)),
        fmt::format("a spacing of {} m would fit", fitting_spacing(scene, memory.all * kNear / need.memory)));
  } else if (memory.all > 0 && need.memory > kNear * memory.free) {
    findings.warn("solver.spacing",
                  fmt::format("needs about {} of memory, of which {} are free now", size_in_words(need.memory),
                              size_in_words(memory.free)),
                  fmt::format("end other programs, or use a spacing of {} m",
                              fitting_spacing(scene, memory.free * kNear / need.memory)));
  }
}

void look_at_disk(const Scene& scene, const StepSize& need, const std::filesystem::path& folder, Findings& findings) {
  const Room disk = disk_at(folder);
  if (disk.all <= 0 || need.disk <= kNear * disk.free) return;
  const std::string what = fmt::format("needs about {} on the disk of {}, which has {} left", size_in_words(need.disk),
                                       folder.string(), size_in_words(disk.free));
  const std::string remedy = fmt::format("choose a folder on another disk with -o, or use a spacing of {} m",
                                         fitting_spacing(scene, disk.free * kNear / need.disk));
  need.disk > disk.free ? findings.refuse("frames", what, remedy) : findings.warn("frames", what, remedy);
}

}  // namespace weir::run
