// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/boundary.h"

#include <cmath>

#include "sph/boundary_sampling.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::sph {

// What is at rest will not be moved again.
void Boundary::Group::forget_rest() {
  rest = {};
  rest_grip = {};
  volume = {};
  cells.forget_order();
}

Boundary::Boundary(const Scene& scene, ShapeBuilder& builder, const RigidBodies& bodies, const Kernel& kernel)
    : scene_(scene),
      builder_(builder),
      kernel_(kernel),
      wall_kernel_(kernel, scene.dimensions, static_cast<float>(scene.solver.spacing),
                   static_cast<float>(boundary_spacing(scene))),
      grips_(scene),
      adhesion_(kernel.support(), static_cast<float>(scene.solver.spacing), static_cast<float>(boundary_spacing(scene)),
                scene.dimensions),
      spacing_(static_cast<float>(scene.solver.spacing)) {
  // gamma of Akinci et al. 2013, so that a flat wall counts as a layer of liquid at rest does: V_b sum_b W_ib at one
  // spacing, with V_b = gamma / sum_b' W_bb', is what a layer of liquid has there.
  const auto close = static_cast<float>(boundary_spacing(scene));
  const int d = scene.dimensions;
  const double volume = std::pow(scene.solver.spacing, d);
  gamma_ = static_cast<float>(volume * kernel.layer_sum(spacing_, d, spacing_) * kernel.layer_sum(close, d, 0) /
                              kernel.layer_sum(close, d, spacing_));
  groups_.emplace_back(kernel.support());
  if (scene.domain && scene.domain->walls.any_solid()) add_walls();
  for (size_t i = 0; i < scene.solids.size(); ++i) add_solid(i, bodies);
  put(groups_[0], groups_[0].rest);
  find_volumes(groups_[0]);
  put(groups_[0], groups_[0].rest);  // again: now the volumes are known
  groups_[0].forget_rest();
  for (const Float4& p : groups_[0].point) groups_[0].unshared.push_back(p.w);
}

void Boundary::add_walls() {
  groups_[0].rest = sample_walls(scene_);
  if (grips_.any()) groups_[0].rest_grip.assign(groups_[0].rest.size(), grips_.of_walls());
}

void Boundary::add_solid(size_t index, const RigidBodies& bodies) {
  const Solid& solid = scene_.solids[index];
  const double first = scene_.frames.first;
  const std::vector<Vec3f> points = sample_solid(scene_, index, builder_, first);
  const std::vector<Grip> grips = grips_.any() ? grips_.of_solid(index, points, builder_, first) : std::vector<Grip>{};
  if (!solid.rigid && !moves(solid.shape)) {
    groups_[0].rest.insert(groups_[0].rest.end(), points.begin(), points.end());
    groups_[0].rest_grip.insert(groups_[0].rest_grip.end(), grips.begin(), grips.end());
    return;
  }
  Group& group = groups_.emplace_back(kernel_.support());
  group.solid = index;
  group.changes_form = deforms(solid.shape);
  for (size_t b = 0; b < bodies.size(); ++b) {
    if (bodies.solid(b) == index) group.body = static_cast<int>(b);
  }
  group.rest = points;
  group.rest_grip = grips;
  put(group, points);
  find_volumes(group);
  for (const Vec3f& p : points) {
    if (group.body < 0) break;
    const Vec3d arm = static_cast<Vec3d>(p) - bodies.centre(static_cast<size_t>(group.body));
    group.reach = std::max(group.reach, length(arm));
  }
  if (group.body >= 0 || group.changes_form) return;
  const Affine to_own = affine_at(solid.shape.transform, first).inverse();
  for (Vec3f& p : group.rest) p = static_cast<Vec3f>(to_own.point(static_cast<Vec3d>(p)));
}

// Points where the group's are now, in the order of its `rest`.
void Boundary::put(Group& group, const std::vector<Vec3f>& points) {
  const std::span<const uint32_t> order = group.cells.sort(points);
  group.cells.mark_reach();
  group.point.resize(points.size());
  group.volume.resize(points.size());
  for (size_t i = 0; i < points.size(); ++i) group.point[i] = float4(points[order[i]], group.volume[order[i]]);
  group.grip.resize(group.rest_grip.size());
  for (size_t i = 0; i < group.grip.size(); ++i) group.grip[i] = group.rest_grip[order[i]];
}

// V = gamma / sum W, over the boundary particles of the group (Akinci et al. 2012, Eq. 4).
void Boundary::find_volumes(Group& group) const {
  const Cells& cells = group.cells;
  const std::vector<Float4>& point = group.point;
  std::vector<float> volume(point.size());
  parallel_for(
      cells.size(),
      [&](size_t cell) {
        const Cells::Around around = cells.around(cells.coordinates(cell));
        for (uint32_t i = cells.begin(cell); i < cells.end(cell); ++i) {
          double sum = 0;
          for (size_t r = 0; r < around.count; ++r) {
            for (uint32_t j = around.range[r].begin; j < around.range[r].end; ++j) {
              sum += kernel_.value(length(xyz(point[i]) - xyz(point[j])));
            }
          }
          volume[i] = static_cast<float>(gamma_ / sum);
        }
      },
      64);
  const std::span<const uint32_t> order = group.cells.order();
  for (size_t i = 0; i < point.size(); ++i) group.volume[order[i]] = volume[i];
}

size_t Boundary::size() const {
  size_t sum = 0;
  for (const Group& group : groups_) sum += group.point.size();
  return sum;
}

double Boundary::greatest_speed(const RigidBodies& bodies) const {
  double speed = greatest_speed_;
  for (const Group& group : groups_) {
    if (group.body < 0) continue;
    const RigidMotion motion = bodies.motion(static_cast<size_t>(group.body));
    speed = std::max(speed, length(motion.velocity) + group.reach * length(motion.angular_velocity));
  }
  return speed;
}

void Boundary::move_to(const Clock& clock, const RigidBodies& bodies) {
  greatest_speed_ = 0;
  for (Group& group : groups_) {
    if (group.body >= 0)
      move_body(group, bodies.pose(static_cast<size_t>(group.body)));
    else if (group.changes_form)
      move_form(group, clock);
    else if (group.solid != Group::kAtRest)
      move_transformed(group, clock);
  }
  share_volumes();
}

// How many of a group's particles are within a spacing of a point, weighted by the kernel at half its width.
float Boundary::closeness(const Group& group, const Vec3i& cell, const Vec3f& point) const {
  float sum = 0;
  const Cells::Around around = group.cells.around(cell);
  for (size_t r = 0; r < around.count; ++r) {
    for (uint32_t j = around.range[r].begin; j < around.range[r].end; ++j) {
      const float twice = 2 * length(point - xyz(group.point[j]));
      if (twice < kernel_.support()) sum += kernel_.value(twice);
    }
  }
  return sum;
}

// Where a solid that moves is flush with another or with a wall, their particles lie in the same layer, and must not
// count twice. Layers a spacing apart do not share: liquid only sees the nearer one.
void Boundary::share_volumes() {
  if (groups_.size() == 1) return;
  for (Group& group : groups_) {
    const auto share = [&](size_t cell) {
      const Vec3i coordinates = group.cells.coordinates(cell);
      const auto reaches = [&](const Group& other) { return &other != &group && other.cells.reaches(coordinates); };
      const bool alone = std::none_of(groups_.begin(), groups_.end(), reaches);
      for (uint32_t i = group.cells.begin(cell); i < group.cells.end(cell); ++i) {
        Float4& point = group.point[i];
        if (!group.unshared.empty()) point.w = group.unshared[i];
        float others = 0;
        for (const Group& other : groups_) {
          if (!alone && reaches(other)) others += closeness(other, coordinates, xyz(point));
        }
        if (others == 0) continue;
        const float own = closeness(group, coordinates, xyz(point));
        point.w *= own / (own + others);
      }
    };
    parallel_for(group.cells.size(), share, 64);
  }
}

void Boundary::move_body(Group& group, const Affine& pose) {
  std::vector<Vec3f> now(group.rest.size());
  for (size_t i = 0; i < now.size(); ++i) now[i] = static_cast<Vec3f>(pose.point(static_cast<Vec3d>(group.rest[i])));
  put(group, now);
}

// A solid that keeps its form goes with its transform.
void Boundary::move_transformed(Group& group, const Clock& clock) {
  const Transform& transform = scene_.solids[group.solid].shape.transform;
  const Affine begin = affine_at(transform, clock.frame), end = affine_at(transform, clock.next_frame());
  std::vector<Vec3f> now(group.rest.size()), velocity(group.rest.size());
  for (size_t i = 0; i < now.size(); ++i) {
    const Vec3d own = static_cast<Vec3d>(group.rest[i]), at = begin.point(own);
    now[i] = static_cast<Vec3f>(at);
    velocity[i] = static_cast<Vec3f>((end.point(own) - at) / clock.step);
  }
  put_moving(group, now, velocity);
}

// One that changes its form is sampled anew at every frame, and its points move on from there.
void Boundary::move_form(Group& group, const Clock& clock) {
  const double frame = std::floor(clock.frame + 1e-6);
  if (frame != group.sampled_frame) {
    group.sampled_frame = frame;
    group.rest = sample_solid(scene_, group.solid, builder_, frame);
    if (grips_.any()) group.rest_grip = grips_.of_solid(group.solid, group.rest, builder_, frame);
    group.rest_velocity.resize(group.rest.size());
    builder_.field(scene_.solids[group.solid].shape, frame)->velocity(group.rest, group.rest_velocity);
    put(group, group.rest);
    find_volumes(group);
  }
  std::vector<Vec3f> now(group.rest.size());
  const auto seconds = static_cast<float>((clock.frame - frame) / clock.rate);
  for (size_t i = 0; i < now.size(); ++i) now[i] = group.rest[i] + group.rest_velocity[i] * seconds;
  put_moving(group, now, group.rest_velocity);
}

void Boundary::put_moving(Group& group, const std::vector<Vec3f>& points, const std::vector<Vec3f>& velocity) {
  put(group, points);
  const std::span<const uint32_t> order = group.cells.order();
  group.velocity.resize(points.size());
  for (size_t i = 0; i < points.size(); ++i) {
    group.velocity[i] = velocity[order[i]];
    if (scene_.dimensions == 2) group.velocity[i].z = 0;  // a form that changes may move along z too, liquid may not
    greatest_speed_ = std::max(greatest_speed_, static_cast<double>(length(group.velocity[i])));
  }
}

}  // namespace weir::sph
