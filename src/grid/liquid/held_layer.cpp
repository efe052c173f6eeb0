// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/liquid/held_layer.h"

#include <algorithm>

#include "grid/tiles/visit_cells.h"
#include "weir/base/parallel.h"

namespace weir::grid {

namespace {

bool holds(const SolidGrip& grip) { return grip.friction > 0 || grip.stickiness.value_or(0) > 0; }

// Closed faces that speak for particles, and those in a solid, near its surface: by axis and cell.
struct FaceInSolid {
  size_t axis, cell;
  Vec3f point;
};

// Normals and velocities of the nearest solids.
struct Contacts {
  std::vector<Vec3f> normal, velocity;
};

Contacts contacts(const HeldAround& around, std::span<const Vec3f> points) {
  Contacts found{std::vector<Vec3f>(points.size()), std::vector<Vec3f>(points.size())};
  const std::vector<float> end(points.size(), 1.0f);
  parallel_for_blocks(
      points.size(),
      [&](size_t begin, size_t stop) {
        const size_t n = stop - begin;
        around.solids.contact(points.subspan(begin, n), std::span(end).subspan(begin, n),
                              std::span(found.normal).subspan(begin, n), std::span(found.velocity).subspan(begin, n));
      },
      256);
  return found;
}

// `is_meant`(axis, index, cells from the surface) of faces that are not farther than two cells from a solid's surface.
template <class Is>
std::vector<FaceInSolid> faces_in_solids(const HeldAround& around, const Is& is_meant) {
  const Tiles& tiles = around.tiles();
  const auto cell = static_cast<float>(around.space().cell);
  std::vector<std::vector<FaceInSolid>> found(tiles.size());
  parallel_for(
      tiles.size(),
      [&](size_t t) {
        const float* first = around.faces.distance.data() + t * tiles.cells_per_tile();
        if (std::none_of(first, first + tiles.cells_per_tile(), [&](float d) { return std::abs(d) < 2 * cell; }))
          return;
        Block<1> gap;
        gap.load(tiles, t, around.faces.distance);
        const auto corner = static_cast<Vec3f>(tiles.first_cell(t));
        for (int axis = 0; axis < tiles.dimensions(); ++axis) {
          visit_cells(tiles, t, [&](int x, int y, int z, size_t i) {
            const Vec3i below = Vec3i{x, y, z} - along(axis);
            const float distance = 0.5f * (gap.at(x, y, z) + gap.at(below.x, below.y, below.z)) / cell;
            if (distance < -2 || !is_meant(static_cast<size_t>(axis), i, distance)) return;
            const Vec3f at{static_cast<float>(x), static_cast<float>(y), static_cast<float>(z)};
            found[t].push_back(
                {static_cast<size_t>(axis), i, around.space().to_world(corner + at + face_middle(axis))});
          });
        }
      },
      4);
  std::vector<FaceInSolid> all;
  for (const std::vector<FaceInSolid>& part : found) all.insert(all.end(), part.begin(), part.end());
  return all;
}

std::vector<Vec3f> points_of(std::span<const FaceInSolid> faces) {
  std::vector<Vec3f> points;
  for (const FaceInSolid& face : faces) points.push_back(face.point);
  return points;
}

}  // namespace

HeldLayer::HeldLayer(const Scene& scene, ShapeBuilder& builder)
    : grips_(scene),
      builder_(builder),
      spacing_(static_cast<float>(scene.solver.spacing)),
      density_(scene.phases.front().density) {
  const auto note = [&](const SolidGrip& grip) { any_ = any_ || grip.friction > 0 || grip.stickiness; };
  note(grips_.of_walls());
  for (size_t i = 0; i < grips_.size(); ++i) note(grips_.of_solid(i));
}

std::vector<SolidGrip> HeldLayer::grips_at(const HeldAround& around, std::span<const Vec3f> points,
                                           std::vector<int>& nearest) const {
  nearest.resize(points.size());
  const std::vector<float> end(points.size(), 1.0f);
  parallel_for_blocks(
      points.size(),
      [&](size_t begin, size_t stop) {
        const size_t n = stop - begin;
        around.solids.nearest(points.subspan(begin, n), std::span(end).subspan(begin, n),
                              std::span(nearest).subspan(begin, n));
      },
      256);
  std::vector<SolidGrip> grips(points.size());
  std::vector<std::vector<size_t>> painted(grips_.size());
  for (size_t i = 0; i < points.size(); ++i) {
    const auto solid = static_cast<size_t>(nearest[i]);
    grips[i] = nearest[i] < 0 ? grips_.of_walls() : grips_.of_solid(solid);
    if (nearest[i] >= 0 && grips_.is_painted(solid)) painted[solid].push_back(i);
  }
  for (size_t solid = 0; solid < painted.size(); ++solid) {
    std::vector<Vec3f> own;
    for (const size_t i : painted[solid]) own.push_back(points[i]);
    if (own.empty()) continue;
    const std::vector<SolidGrip> found = grips_.of_solid(solid, own, builder_, around.frame);
    for (size_t n = 0; n < own.size(); ++n) grips[painted[solid][n]] = found[n];
  }
  return grips;
}

std::vector<PulledParticle> HeldLayer::pulled(const HeldAround& around, std::span<const Vec3f> position) const {
  const auto cell = static_cast<float>(around.space().cell);
  std::vector<float> gap(position.size());
  parallel_for_blocks(
      position.size(),
      [&](size_t begin, size_t end) {
        around.solids.gaps(position.subspan(begin, end - begin), kNone * cell,
                           std::span(gap).subspan(begin, end - begin));
      },
      256);
  std::vector<PulledParticle> near;
  std::vector<Vec3f> points;
  for (size_t i = 0; i < position.size(); ++i) {
    if (gap[i] >= kNone * cell) continue;
    near.push_back({static_cast<uint32_t>(i), -1, {}});
    points.push_back(position[i]);
  }
  std::vector<int> nearest;
  const std::vector<SolidGrip> grips = grips_at(around, points, nearest);
  const std::vector<Vec3f> normal = contacts(around, points).normal;
  for (size_t n = 0; n < near.size(); ++n) {
    const float layer = std::clamp((kNone - gap[near[n].particle] / cell) / (kNone - kWhole), 0.0f, 1.0f);
    near[n].solid = nearest[n];
    near[n].acceleration = normal[n] * (-grips[n].adhesion * layer);
    if (around.space().dimensions == 2) near[n].acceleration.z = 0;
  }
  std::erase_if(near, [](const PulledParticle& p) { return p.acceleration == Vec3f{}; });
  return near;
}

void HeldLayer::adhere(const HeldAround& around, const Particles& particles, double seconds, FlipBodies& bodies,
                       std::span<Vec3f> acceleration) const {
  if (!grips_.any_adhesion()) return;
  const std::vector<PulledParticle> near = pulled(around, particles.position);
  for (const PulledParticle& p : near) acceleration[p.particle] += p.acceleration;
  bodies.attract(near, particles, seconds);
}

void HeldLayer::loosen(const HeldAround& around, Viscosity& viscosity) const {
  const std::vector<FaceInSolid> faces =
      faces_in_solids(around, [&](size_t axis, size_t i, float) { return viscosity.sticking().face[axis][i] != 0; });
  std::vector<int> nearest;
  const std::vector<SolidGrip> grips = grips_at(around, points_of(faces), nearest);
  MacField share;
  share.resize(around.tiles(), 1);
  for (size_t n = 0; n < faces.size(); ++n) {
    share.face[faces[n].axis][faces[n].cell] = grips[n].stickiness.value_or(1);
  }
  viscosity.loosen(std::move(share));
}

std::vector<RigidMotion> HeldLayer::hold(const HeldAround& around, const GridFlow& flow, const CoupledBodies* bodies,
                                         const MacField& after, MacField& before) const {
  std::vector<HeldFace> faces = find_held_faces(around, flow, after);
  find_friction_limits(
      around, flow, before,
      [&](std::span<const Vec3f> points) {
        std::vector<int> nearest;
        std::vector<float> friction;
        for (const SolidGrip& grip : grips_at(around, points, nearest)) friction.push_back(grip.friction);
        return friction;
      },
      faces);
  std::vector<SlowedFace> slowed = slowed_faces(around, bodies, faces);
  const std::vector<RigidMotion> changes =
      slow_down({around.space(), density_, flow.step() / spacing_}, bodies, slowed);
  for (const SlowedFace& s : slowed) before.face[static_cast<size_t>(s.face->axis)][s.face->cell] += s.change;
  return changes;
}

std::vector<SlowedFace> HeldLayer::slowed_faces(const HeldAround& around, const CoupledBodies* bodies,
                                                std::span<const HeldFace> faces) const {
  std::vector<Vec3f> points;
  for (const HeldFace& face : faces) points.push_back(face.point);
  std::vector<int> nearest, body_of(grips_.size(), -1);
  for (size_t b = 0; bodies && b < bodies->bodies.size(); ++b) body_of[bodies->bodies.solid(b)] = static_cast<int>(b);
  const std::vector<SolidGrip> grips = grips_at(around, points, nearest);
  std::vector<SlowedFace> slowed;
  std::vector<Vec3f> where;
  for (size_t n = 0; n < faces.size(); ++n) {
    const float stickiness = grips[n].stickiness.value_or(0) * faces[n].layer;
    if (!(faces[n].friction_limit > 0 || stickiness > 0)) continue;
    const int body = nearest[n] < 0 ? -1 : body_of[static_cast<size_t>(nearest[n])];
    slowed.push_back({&faces[n], body, {}, {}, stickiness, 0});
    where.push_back(points[n]);
  }
  const Contacts at = contacts(around, where);
  for (size_t n = 0; n < slowed.size(); ++n) {
    slowed[n].normal = at.normal[n];
    slowed[n].solid = at.velocity[n];
    if (slowed[n].body < 0) continue;
    const auto b = static_cast<size_t>(slowed[n].body);
    const RigidMotion& motion = bodies->seen[b];
    const Vec3d arm = arm_to(slowed[n].face->middle, bodies->bodies.centre(b), around.space());
    slowed[n].solid = static_cast<Vec3f>(motion.velocity + cross(motion.angular_velocity, arm));
  }
  return slowed;
}

void HeldLayer::keep_shear(const HeldAround& around, const MacField& continued, MacField& velocity) const {
  const std::vector<FaceInSolid> faces = faces_in_solids(around, [&](size_t axis, size_t i, float) {
    return around.faces.open.face[axis][i] == 0 && around.scattered.weight.face[axis][i] > 0;
  });
  const std::vector<Vec3f> points = points_of(faces);
  std::vector<int> nearest;
  const std::vector<SolidGrip> grips = grips_at(around, points, nearest);
  const std::vector<Vec3f> normal = contacts(around, points).normal;
  for (size_t n = 0; n < faces.size(); ++n) {
    if (!holds(grips[n])) continue;
    const FaceInSolid& face = faces[n];
    const float across = normal[n][static_cast<int>(face.axis)];
    const float apart = around.scattered.velocity.face[face.axis][face.cell] - continued.face[face.axis][face.cell];
    velocity.face[face.axis][face.cell] += apart * (1 - across * across);
  }
}

}  // namespace weir::grid
