// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/look_over.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "scene/blocks.h"

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
    for (const std::string& name : parameters) {
      if (given.value(name, Json()) == usual.value(name, Json())) continue;
      seen.findings.warn(fmt::format("phases[{}].{}", i, name), "does nothing, since " + why, remedy);
    }
  }
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
