// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/probed_solids.h"

#include <algorithm>

#include "weir/base/parallel.h"

namespace weir::sph {

PressurePoints probed_pressure(const Box3f& box, const ProbedLiquid& liquid, float spacing) {
  // A wider fit than by the kernel evens out what differs from layer to layer.
  constexpr float kWider = 1.5f, kTouches = 0.25f;
  PressurePoints points{kWider * spacing, {}, {}};
  for (size_t i = 0; i < liquid.position.size(); ++i) {
    if (!box.contains(liquid.position[i])) continue;
    const Vec3f push = i < liquid.walls.size() ? liquid.walls[i] * spacing : Vec3f{};
    const bool touches = length(push) > kTouches;
    points.position.push_back(liquid.position[i] + (touches ? normalized(push) * (0.5f * spacing) : Vec3f{}));
    points.pressure.push_back(liquid.pressure(i) * (touches ? length(push) : 1.0f));
  }
  return points;
}

// A scene with this one solid, which is not moved by the liquid: a rigid one stays, and the liquid is looked at from
// it.
struct ProbedSolids::Alone {
  Alone(const Scene& all, size_t solid, ShapeBuilder& builder, const Kernel& kernel)
      : scene(only(all, solid)),
        bodies(scene, builder),
        boundary(scene, builder, bodies, kernel),
        cells(kernel.support()) {}

  static Scene only(const Scene& all, size_t solid) {
    Scene scene = all;
    scene.solids = {all.solids[solid]};
    scene.solids[0].rigid.reset();
    if (scene.domain) scene.domain->walls = Walls::open;
    return scene;
  }

  Scene scene;
  RigidBodies bodies;
  Boundary boundary;
  Cells cells;
  BoundarySums sums;
  std::vector<BodyContact> contacts;
};

ProbedSolids::ProbedSolids(const Scene& scene, ShapeBuilder& builder, const Kernel& kernel)
    : spacing_(static_cast<float>(scene.solver.spacing)) {
  for (const Probe& probe : scene.probes) {
    const auto* force = probe.get<probes::Force>();
    for (size_t i = 0; force && i < scene.solids.size(); ++i) {
      if (scene.solids[i].name != force->solid || solids_.contains(i)) continue;
      solids_[i] = std::make_unique<Alone>(scene, i, builder, kernel);
    }
  }
}

ProbedSolids::~ProbedSolids() = default;

// What the boundary does to the liquid, back: +V p_i sum_b V_b grad W_ib (pressure.cpp). It acts half a spacing from
// the particle, on the solid's surface.
SolidLoad ProbedSolids::load_on(size_t solid, const Clock& clock, const Vec3d& about, std::span<const RigidPose> poses,
                                const ProbedLiquid& liquid) {
  Alone& alone = *solids_.at(solid);
  const auto pose = std::find_if(poses.begin(), poses.end(), [&](const RigidPose& p) { return p.solid == solid; });
  const Affine to_world = pose != poses.end() ? pose->end : Affine{};
  const Affine to_solid = to_world.inverse();
  std::vector<Vec3f> seen(liquid.position.size());
  parallel_for(seen.size(),
               [&](size_t i) { seen[i] = static_cast<Vec3f>(to_solid.point(static_cast<Vec3d>(liquid.position[i]))); });
  const std::span<const uint32_t> order = alone.cells.sort(seen);
  std::vector<Float4> points(order.size());
  parallel_for(order.size(), [&](size_t i) { points[i] = float4(seen[order[i]], 0); });
  Clock end = clock;
  end.frame = clock.next_frame();
  alone.boundary.move_to(end, alone.bodies);
  alone.boundary.sum(points, alone.cells, alone.bodies, alone.sums, alone.contacts);
  return parallel_reduce(
      order.size(), SolidLoad{},
      [&](size_t begin, size_t stop) {
        SolidLoad sum;
        for (size_t i = begin; i < stop; ++i) {
          const Vec3f& towards = alone.sums.gradient[i];
          if (towards == Vec3f{}) continue;
          const double push = static_cast<double>(liquid.volume * liquid.pressure(order[i]));
          const Vec3d force = to_world.linear * (static_cast<Vec3d>(towards) * push);
          const Vec3d at = to_world.point(static_cast<Vec3d>(xyz(points[i]) + normalized(towards) * (0.5f * spacing_)));
          sum = sum + SolidLoad{force, cross(at - about, force)};
        }
        return sum;
      },
      std::plus<>());
}

}  // namespace weir::sph
