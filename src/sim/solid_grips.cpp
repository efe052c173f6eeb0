// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/solid_grips.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sim/in_scene.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

constexpr std::string_view kGripNames[]{"friction", "stickiness", "adhesion"};

template <class Thing>
SolidGrip grip_of(const Thing& thing) {
  SolidGrip grip{static_cast<float>(thing.friction), {}, static_cast<float>(thing.adhesion)};
  if (thing.stickiness) grip.stickiness = static_cast<float>(*thing.stickiness);
  return grip;
}

bool says_anything(const SolidGrip& grip) { return grip.friction > 0 || grip.stickiness || grip.adhesion > 0; }

}  // namespace

SolidGrips::SolidGrips(const Scene& scene) : scene_(scene), surfaces_(scene.solids.size()) {
  const auto note = [&](const SolidGrip& grip) {
    any_ = any_ || says_anything(grip);
    any_adhesion_ = any_adhesion_ || grip.adhesion > 0;
    return grip;
  };
  if (scene.domain && scene.domain->walls.any_solid()) walls_ = note(grip_of(*scene.domain));
  for (const Solid& solid : scene.solids) {
    const SolidGrip grip = note(grip_of(solid));
    solids_.push_back({grip, {}});
    if (says_anything(grip)) solids_.back().painted = painted_numbers(solid.shape, kGripNames);
  }
}

bool SolidGrips::is_painted(size_t solid) const {
  const auto& painted = solids_[solid].painted;
  return std::any_of(painted.begin(), painted.end(), [](const PaintedNumbers& n) { return !n.empty(); });
}

const SolidGrips::Surface& SolidGrips::surface(size_t solid, ShapeBuilder& builder, double frame) const {
  const Shape& shape = scene_.solids[solid].shape;
  if (!moves(shape)) frame = scene_.frames.first;
  if (!surfaces_[solid] || surfaces_[solid]->frame != frame) {
    surfaces_[solid] = std::make_unique<Surface>(builder.mesh(shape, frame), frame);
  }
  return *surfaces_[solid];
}

std::vector<SolidGrip> SolidGrips::of_solid(size_t solid, std::span<const Vec3f> points, ShapeBuilder& builder,
                                            double frame) const {
  std::vector<SolidGrip> grips(points.size(), solids_[solid].grip);
  if (!is_painted(solid)) return grips;
  const std::vector<PaintedNumbers>& painted = solids_[solid].painted;
  const Surface& on = surface(solid, builder, frame);
  parallel_for(points.size(), [&](size_t i) {
    const SurfacePoint at = closest_surface_point(on.tree, on.mesh, points[i]);
    const auto share = [&](size_t n) { return painted[n].empty() ? 1 : at.blend(painted[n]); };
    grips[i].friction *= share(0);
    if (grips[i].stickiness) *grips[i].stickiness *= share(1);
    grips[i].adhesion *= share(2);
  });
  return grips;
}

float sticky_drag(float stickiness, float way) {
  constexpr float kMost = 99;
  const float left = 1 - stickiness;
  return left > 0 ? std::min(kMost, -std::log(left) * way) : kMost;
}

namespace {

void refuse_paint(const Scene& scene, size_t solid, const std::array<bool, 3>& has, std::vector<Problem>& problems) {
  const SolidGrip grip = grip_of(scene.solids[solid]);
  const bool given[]{grip.friction > 0, grip.stickiness.has_value(), grip.adhesion > 0};
  const std::string path = fmt::format("solids[{}].shape", solid);
  std::vector<PaintedNumbers> painted;
  in_scene(scene, path, problems, [&] { painted = painted_numbers(scene.solids[solid].shape, kGripNames); });
  for (size_t n = 0; n < painted.size(); ++n) {
    if (painted[n].empty() || (has[n] && given[n])) continue;
    problems.push_back({location_in(scene, path),
                        has[n] ? fmt::format("its mesh has shares of {} painted on it, but the solid has no {}",
                                             kGripNames[n], kGripNames[n])
                               : fmt::format("its mesh has {} painted on it, but the {} solver has no {} of solids",
                                             kGripNames[n], scene.solver.kind(), kGripNames[n])});
  }
}

}  // namespace

void refuse_grips(const Scene& scene, bool has_friction, bool has_adhesion, std::vector<Problem>& problems) {
  const std::array<bool, 3> has{has_friction, has_friction, has_adhesion};
  const auto refuse = [&](const std::string& path, const SolidGrip& grip) {
    const bool given[]{grip.friction > 0, grip.stickiness.has_value(), grip.adhesion > 0};
    for (size_t n = 0; n < 3; ++n) {
      if (!given[n] || has[n]) continue;
      problems.push_back({location_in(scene, fmt::format("{}.{}", path, kGripNames[n])),
                          fmt::format("the {} solver has no {} of solids; leave it out, or use the sph or flip solver",
                                      scene.solver.kind(), kGripNames[n])});
    }
  };
  if (scene.domain) refuse("domain", grip_of(*scene.domain));
  for (size_t i = 0; i < scene.solids.size(); ++i) {
    refuse(fmt::format("solids[{}]", i), grip_of(scene.solids[i]));
    refuse_paint(scene, i, has, problems);
  }
}

}  // namespace weir
