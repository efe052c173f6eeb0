// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/look_over_scene.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

double largest_side(const Box3d& box, int dimensions) {
  double largest = 0;
  for (int axis = 0; axis < dimensions; ++axis) largest = std::max(largest, box.size()[axis]);
  return largest;
}

double smallest_side(const Box3d& box, int dimensions) {
  double smallest = box.size().x;
  for (int axis = 1; axis < dimensions; ++axis) smallest = std::min(smallest, box.size()[axis]);
  return smallest;
}

// A mesh that is far larger than the tank, or vanishes in it, is usually in another unit.
void look_at_unit(const Shape& shape, const Box3d& box, const std::string& path, const LookOver& seen) {
  constexpr double kFarTooLarge = 20;
  if (!std::holds_alternative<shapes::MeshFile>(shape.kind) || !seen.scene.domain) return;
  const int dimensions = seen.scene.dimensions;
  const double size = largest_side(box, dimensions), room = largest_side(seen.scene.domain_box(), dimensions);
  if (size < kFarTooLarge * room) return;
  seen.findings.warn(path,
                     fmt::format("is {:.3g} m large in a domain of {:.3g} m: its file may count in centimetres or "
                                 "millimetres",
                                 size, room),
                     "give the shape a \"scale\" of 0.01 or 0.001");
}

void look_at_solid(const Box3d& box, const std::string& path, const LookOver& seen) {
  constexpr double kThinnest = 0.5, kSmallestBody = 2;  // spacings
  const double spacing = seen.scene.solver.spacing;
  if (!kind_of(seen.scene.solver)->has_pressure) return;
  const int dimensions = seen.scene.dimensions;
  const double thin = smallest_side(box, dimensions), large = largest_side(box, dimensions);
  if (large < kSmallestBody * spacing) {
    seen.findings.warn(
        path, fmt::format("is {:.3g} m large, {:.2g} spacings: the liquid hardly meets it", large, large / spacing),
        "make it larger, or solver.spacing smaller");
  } else if (thin < kThinnest * spacing) {
    seen.findings.warn(path,
                       fmt::format("is {:.3g} m thin, less than half a spacing: liquid may pass through it", thin),
                       fmt::format("make it at least {:.3g} m thick", kThinnest * spacing));
  }
}

void look_at_shapes(const LookOver& seen) {
  const Scene& scene = seen.scene;
  ShapeBuilder builder(static_cast<float>(scene.solver.spacing), scene.frames.rate);
  const auto box_of = [&](const Shape& shape) {
    return static_cast<Box3d>(builder.field(shape, scene.frames.first)->bounds());
  };
  for (size_t i = 0; i < scene.liquids.size(); ++i) {
    const std::string path = fmt::format("liquids[{}].shape", i);
    const Shape& shape = scene.liquids[i].shape;
    if (!scene.liquids[i].particles) look_at_unit(shape, box_of(shape), path, seen);
  }
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    const std::string path = fmt::format("solids[{}].shape", i);
    const Box3d box = box_of(scene.solids[i].shape);
    look_at_unit(scene.solids[i].shape, box, path, seen);
    look_at_solid(box, path, seen);
  }
}

// A scene without emitters or directors that bring more liquid has to have enough of it.
void look_at_amount(const LookOver& seen) {
  constexpr size_t kFewest[]{10, 30};  // in 2D and 3D: fewer are no liquid
  const Scene& scene = seen.scene;
  const size_t size = seen.liquid.size();
  if (size == 0 || !scene.emitters.empty() || !scene.directors.empty() || is_smoke(scene)) return;
  if (!kind_of(scene.solver)->has_pressure || size >= kFewest[scene.dimensions - 2]) return;
  seen.findings.warn("solver.spacing",
                     fmt::format("of {:g} m makes only {} particle{} of all the liquid", scene.solver.spacing, size,
                                 size == 1 ? "" : "s"),
                     "make it smaller, a twentieth of the liquid's size or less");
}

// A domain in centimetres around a liquid in metres.
void look_at_domain(const LookOver& seen) {
  constexpr double kFarTooLarge = 100;
  const Scene& scene = seen.scene;
  if (!scene.domain || seen.liquid.size() == 0 || !scene.emitters.empty() || !scene.directors.empty()) return;
  const double liquid = largest_side(seen.liquid_box(), scene.dimensions);
  const double room = largest_side(scene.domain_box(), scene.dimensions);
  if (liquid <= 0 || room < kFarTooLarge * liquid) return;
  seen.findings.warn("domain",
                     fmt::format("is {:.3g} m large around {:.3g} m of liquid: are these centimetres?", room, liquid),
                     "write all lengths in metres");
}

void look_at_densities(const LookOver& seen) {
  constexpr double kLightest = 10;  // kg/m3; foam has 20
  for (size_t i = 0; i < seen.scene.solids.size(); ++i) {
    const auto& rigid = seen.scene.solids[i].rigid;
    if (!rigid || rigid->density >= kLightest) continue;
    seen.findings.warn(fmt::format("solids[{}].rigid.density", i),
                       fmt::format("is {:g} kg/m3, less than foam has: is that g/cm3?", rigid->density),
                       fmt::format("write {:g} then; water has 1000", 1000 * rigid->density));
  }
}

// By how many spacings a length is off a whole number of them.
double left_over(double length, double spacing) {
  const double count = length / spacing;
  return std::abs(count - std::round(count));
}

// Between two closed walls liquid lies in whole layers.
void look_at_tank(const LookOver& seen) {
  constexpr double kOff = 0.1;        // spacings
  constexpr double kMostLayers = 30;  // among more of them what is left over does not show
  const Scene& scene = seen.scene;
  if (!scene.domain || !kind_of(scene.solver)->has_pressure || seen.liquid.size() == 0) return;
  std::vector<double> lengths;  // that count
  const double spacing = scene.solver.spacing;
  for (int axis = 0; axis < scene.dimensions; ++axis) {
    if (axis == 1) continue;  // its surface is free
    const bool closed =
        scene.domain->walls.side(axis, false).is_solid() && scene.domain->walls.side(axis, true).is_solid();
    const double length = scene.domain->upper[axis] - scene.domain->lower[axis];
    if (closed && length < kMostLayers * spacing) lengths.push_back(length);
  }
  const auto off = [&](double other) {
    double most = 0;
    for (const double length : lengths) most = std::max(most, left_over(length, other));
    return most;
  };
  if (off(spacing) <= kOff) return;
  const auto worst = *std::max_element(lengths.begin(), lengths.end(), [&](double a, double b) {
    return left_over(a, spacing) < left_over(b, spacing);
  });
  // The nearest spacing that does for all sides; of each length those with a whole number of layers are tried.
  double best = 0;
  for (int layers = 1; layers <= 2 * kMostLayers; ++layers) {
    const double tried = worst / layers;
    if (off(tried) <= 0.02 && std::abs(tried / spacing - 1) < std::abs(best / spacing - 1)) best = tried;
  }
  const double whole = std::round(worst / spacing) * spacing;
  const bool near = std::abs(best / spacing - 1) < 0.1;
  seen.findings.hint(
      "solver.spacing",
      fmt::format("of {:g} m does not divide the domain, {:g} m wide ({:.2f} spacings): the liquid takes a "
                  "moment to find its place there",
                  spacing, worst, worst / spacing),
      near ? fmt::format("{:.4g} would", best) : fmt::format("a domain {:.4g} m wide would fit", whole));
}

void look_at_phases(const LookOver& seen) {
  const Scene& scene = seen.scene;
  if (scene.phases.size() < 2) return;
  for (size_t i = 1; i < scene.phases.size(); ++i) {
    const auto is_it = [&](const auto& part) { return scene.phase_index(part.phase) == i; };
    const auto from_file = [](const Liquid& liquid) { return liquid.particles.has_value(); };
    const bool used = std::any_of(scene.liquids.begin(), scene.liquids.end(), is_it) ||
                      std::any_of(scene.emitters.begin(), scene.emitters.end(), is_it) ||
                      std::any_of(scene.liquids.begin(), scene.liquids.end(), from_file) || !scene.directors.empty();
    if (used) continue;
    seen.findings.hint(fmt::format("phases[{}]", i),
                       fmt::format("\"{}\" is of no liquid or emitter", scene.phases[i].name),
                       fmt::format("write \"phase\": \"{}\" where it belongs", scene.phases[i].name));
  }
}

}  // namespace

void look_over_sizes(const LookOver& seen) {
  look_at_shapes(seen);
  look_at_amount(seen);
  look_at_domain(seen);
  look_at_densities(seen);
  look_at_tank(seen);
  look_at_phases(seen);
}

}  // namespace weir::run
