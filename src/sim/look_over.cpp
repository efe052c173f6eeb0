// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/look_over.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include <nlohmann/json.hpp>

#include "scene/blocks.h"
#include "sim/natural_time.h"
#include "weir/geometry/shapes/build.h"

namespace weir {

Box3d LookOver::liquid_box() const {
  Box3d box;
  for (const Vec3f& p : liquid.position) box.include(static_cast<Vec3d>(p));
  return box;
}

void warn_without_effect(const Settings& settings, const std::vector<std::string>& parameters, const std::string& why,
                         const LookOver& seen) {
  const Json given = settings.block().write(settings.address()), usual = settings.block().defaults();
  for (const std::string& name : parameters) {
    if (given.value(name, Json()) == usual.value(name, Json())) continue;
    seen.findings.warn(seen.path(name), "does nothing, since " + why, "leave it out");
  }
}

void warn_of_phases(const std::vector<std::string>& parameters, const std::string& why, const std::string& remedy,
                    const LookOver& seen) {
  const Block& block = block_of<Phase>();
  const Json usual = block.defaults();
  for (size_t i = 0; i < seen.scene.phases.size(); ++i) {
    const Json given = block.write(&seen.scene.phases[i]);
    std::vector<std::string> idle = parameters;
    std::erase_if(idle,
                  [&](const std::string& name) { return given.value(name, Json()) == usual.value(name, Json()); });
    if (seen.scene.phases[i].preset && !idle.empty()) {
      // The artist wrote none of them.
      seen.findings.warn(fmt::format("phases[{}].preset", i),
                         fmt::format("of {}, {} {} nothing, since {}", given["preset"].get<std::string>(),
                                     fmt::join(idle, ", "), idle.size() == 1 ? "does" : "do", why),
                         "if it is for the colour, give \"colour\" in its place");
      continue;
    }
    for (const std::string& name : idle) {
      seen.findings.warn(fmt::format("phases[{}].{}", i, name), "does nothing, since " + why, remedy);
    }
  }
}

std::optional<double> farthest_way(const LookOver& seen, double frame) {
  const Scene& scene = seen.scene;
  const auto is_moved = [](const Solid& solid) { return solid.rigid || moves(solid.shape); };
  if (!scene.emitters.empty() || !scene.forces.empty() || scene.directors.size() > 1 || seen.liquid.size() == 0 ||
      std::any_of(scene.solids.begin(), scene.solids.end(), is_moved)) {
    return std::nullopt;
  }
  double speed = 0;
  for (const Vec3f& v : seen.liquid.velocity) speed = std::max(speed, static_cast<double>(length(v)));
  const double time = scene.frames.time(frame), gravity = strongest_gravity(scene);
  const double height =
      seen.liquid_box().size().y + (scene.domain ? seen.liquid_box().upper.y - scene.domain->lower.y : 0);
  // What falls speeds up what it hits, but hardly to more than twice its own speed.
  return (speed + 2 * std::sqrt(2 * gravity * height)) * time + 0.5 * gravity * time * time;
}

bool meets(const Box3d& a, const Box3d& b, int dimensions) {
  for (int axis = 0; axis < dimensions; ++axis) {
    if (a.lower[axis] >= b.upper[axis] || a.upper[axis] <= b.lower[axis]) return false;
  }
  return true;
}

namespace {

// Of each liquid: its particles alone would not tell of a narrow band, whose core has none.
std::vector<Box3d> boxes_of_liquids(const LookOver& seen) {
  std::vector<Box3d> boxes;
  ShapeBuilder builder(static_cast<float>(seen.scene.solver.spacing), seen.scene.frames.rate);
  for (const Liquid& liquid : seen.scene.liquids) {
    boxes.push_back(liquid.particles
                        ? seen.liquid_box()
                        : static_cast<Box3d>(builder.field(liquid.shape, seen.scene.frames.first)->bounds()));
  }
  return boxes;
}

// Whether liquid that is at rest only falls, and so does not come higher than it is.
bool stays_down(const LookOver& seen) {
  const auto is_down = [](const auto& key) { return key.value.x == 0 && key.value.z == 0 && key.value.y <= 0; };
  const auto is_still = [](const Vec3f& v) { return v == Vec3f{}; };
  const std::vector<Vec3f>& velocity = seen.liquid.velocity;
  return std::all_of(seen.scene.gravity.keys.begin(), seen.scene.gravity.keys.end(), is_down) &&
         std::all_of(velocity.begin(), velocity.end(), is_still);
}

}  // namespace

void warn_in_air(const std::vector<Box3d>& boxes, double first, double last, const std::string& path,
                 const LookOver& seen) {
  const std::optional<double> before = farthest_way(seen, first), way = farthest_way(seen, last);
  if (!before || !way) return;
  const bool down = stays_down(seen);
  for (const Box3d& liquid : boxes_of_liquids(seen)) {
    if (meets(liquid.padded(*before), boxes.front(), seen.scene.dimensions)) return;
    const bool below = down && liquid.upper.y <= boxes.front().lower.y;
    for (const Box3d& box : boxes) {
      if (meets(below ? liquid : liquid.padded(*way), box, seen.scene.dimensions)) return;
    }
  }
  seen.findings.warn(path, "has no liquid where it begins: it moves nothing",
                     "let it begin in the liquid, or give the scene a liquid of its shape there");
}

void warn_outside_run(std::optional<double> first, std::optional<double> last, const std::string& path,
                      const LookOver& seen) {
  const Frames& frames = seen.scene.frames;
  if (first && *first >= frames.last) {
    seen.findings.warn(
        path, fmt::format("begins at frame {:g}, but the run ends at frame {}: it never acts", *first, frames.last),
        "let it begin earlier, or frames.last be later");
  } else if (last && *last <= frames.first) {
    seen.findings.warn(
        path, fmt::format("ends at frame {:g}, but the run begins at frame {}: it never acts", *last, frames.first),
        "let it end later");
  }
}

void warn_outside_domain(const Box3d& box, const std::string& path, const std::string& so, const LookOver& seen) {
  if (!seen.scene.domain) return;
  const Box3d domain = seen.scene.domain_box();
  for (int axis = 0; axis < seen.scene.dimensions; ++axis) {
    if (box.lower[axis] < domain.upper[axis] && box.upper[axis] > domain.lower[axis]) continue;
    const bool beyond = box.lower[axis] >= domain.upper[axis];
    seen.findings.warn(path,
                       fmt::format("lies outside the domain, beyond its {} side: {}", Walls::name(axis, beyond), so),
                       "move it in, or make the domain larger");
    return;
  }
}

}  // namespace weir
