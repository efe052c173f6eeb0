// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Solids as the liquid feels them: boundary particles with volumes (Akinci et al. 2012, "Versatile rigid-fluid coupling
// for incompressible SPH"). They lie half a spacing inside the solid, so that liquid which touches it keeps its rest
// density.
//
// In a step, positions are fixed while the pressure is solved for. So everything the solve needs of a solid is summed
// up once per particle (BoundarySums, and for bodies that liquid moves BodyContact), and no list of boundary
// neighbours is kept at all.

#pragma once

#include <span>
#include <vector>

#include "sim/cells.h"
#include "sim/rigid_bodies.h"
#include "sph/boundary_grip.h"
#include "sph/wall_kernel.h"
#include "weir/scene/scene.h"

namespace weir::sph {

// What a difference of velocities between liquid and solid is multiplied by for the friction between them: a symmetric
// matrix T = 2 sum V w x x^T with x = x_i - x_b and w = -(grad W . x) / (r^2 (r^2 + h^2 / 100)), see viscosity.h. Twice
// because liquid is seen mirrored in the solid's surface, with its velocity relative to the solid turned round.
struct Stress {
  float xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;

  Stress& operator+=(const Stress& b) {
    xx += b.xx, yy += b.yy, zz += b.zz, xy += b.xy, xz += b.xz, yz += b.yz;
    return *this;
  }
  Stress operator*(float b) const { return {xx * b, yy * b, zz * b, xy * b, xz * b, yz * b}; }
  Vec3f operator*(const Vec3f& v) const {
    return {xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z};
  }
};

// How the boundary particles around hold a particle of liquid; only where the scene says it. w is the liquid's kernel.
struct GripSums {
  float density = 0;              // sum V w
  float viscous = 0;              // sum V f W with the shares f of viscosity
  float friction = 0, stick = 0;  // sum V mu w, sum V s w with the frictions mu and the stickinesses s
  Vec3f velocity;                 // sum V (mu + s) w v over solids that move by themselves
  Vec3f adhesion;                 // sum beta V A x / r

  GripSums& operator+=(const GripSums& b) {
    density += b.density, viscous += b.viscous, friction += b.friction, stick += b.stick;
    velocity += b.velocity, adhesion += b.adhesion;
    return *this;
  }
};

// Sums over the boundary particles b around each particle i; V is a boundary particle's volume, W the kernel of walls
// (wall_kernel.h).
struct BoundarySums {
  std::vector<float> density;   // sum V W
  std::vector<Vec3f> gradient;  // sum V grad W
  std::vector<float> flux;      // sum V v . grad W over solids that move by themselves, likewise
  std::vector<Vec3f> drag;      // sum V W v over the same
  // Only with friction, over solids that are at rest or move by themselves:
  std::vector<Stress> stress;
  std::vector<Vec3f> pull;  // 2 sum V w x (x . v)
  // Only where the scene says how solids hold liquid; shares of viscosity then count in `drag`, `stress` and `pull`:
  std::vector<GripSums> grip;
  void resize(size_t count, bool friction, bool grips);
  // Of xsph: sum V f W.
  float hold(size_t i) const { return grip.empty() ? density[i] : grip[i].viscous; }
  void clear(size_t i) {
    density[i] = flux[i] = 0;
    gradient[i] = drag[i] = {};
    if (!grip.empty()) grip[i] = {};
    if (stress.empty()) return;
    stress[i] = {};
    pull[i] = {};
  }
};

// A particle near a rigid body: how the body's motion (v, w) about its centre changes the particle's density rate, and
// how the two drag each other along.
struct BodyContact {
  uint32_t particle, body;
  Vec3f linear;   // sum V grad W
  Vec3f angular;  // sum V (x_b - centre) x grad W
  float density;  // sum V W; the particle's sum over all solids has it too
  Stress stress;  // only with friction; not in the particle's sum
  GripSums grip;  // without grips, what is viscous is the density; the particle's sum has it too
};

class Boundary {
 public:
  Boundary(const Scene& scene, ShapeBuilder& builder, const RigidBodies& bodies, const Kernel& kernel);

  // Moves every solid to where it is at the start of a step, with the velocity that takes it to its end.
  void move_to(const Clock& clock, const RigidBodies& bodies);

  size_t size() const;
  // m/s, of solids that move by themselves in this step, and of rigid bodies as they move now.
  double greatest_speed(const RigidBodies& bodies) const;

  const Grips& grips() const { return grips_; }

  // `position` in the order of `cells`. `friction` asks for what viscosity needs, if solids have any.
  void sum(std::span<const Float4> position, const Cells& cells, const RigidBodies& bodies, BoundarySums& sums,
           std::vector<BodyContact>& contacts, bool friction = false) const;

 private:
  // Points that move as one: everything at rest together, and each moving solid on its own.
  struct Group {
    static constexpr size_t kAtRest = ~size_t{0};
    explicit Group(float support) : cells(support) {}
    void forget_rest();
    size_t solid = kAtRest;  // of the scene's
    double reach = 0;        // m, of a rigid body from its centre
    int body = -1;           // of the rigid bodies
    bool changes_form = false;
    std::vector<Vec3f> rest;           // in the world at the first frame; in its own space if a transform moves it;
    std::vector<Vec3f> rest_velocity;  // in the world at sampled_frame if it changes its form
    double sampled_frame = -1e300;
    std::vector<float> volume;    // of each of `rest`, as if there were no other group
    std::vector<Grip> rest_grip;  // likewise; empty where the scene says nothing of it
    Cells cells;
    std::vector<Float4> point;    // now, with volumes, in the cells' order
    std::vector<Vec3f> velocity;  // in the same order; empty at rest and for rigid bodies
    std::vector<float> unshared;  // volumes in the same order, of what is at rest
    std::vector<Grip> grip;       // in the same order
  };
  struct Candidates;

  void add_walls();
  void add_solid(size_t index, const RigidBodies& bodies);
  void find_volumes(Group& group) const;
  static void put(Group& group, const std::vector<Vec3f>& points);
  void share_volumes();
  float closeness(const Group& group, const Vec3i& cell, const Vec3f& point) const;
  void put_moving(Group& group, const std::vector<Vec3f>& points, const std::vector<Vec3f>& velocity);
  void move_body(Group& group, const Affine& pose);
  void move_transformed(Group& group, const Clock& clock);
  void move_form(Group& group, const Clock& clock);
  void sum_block(size_t begin, size_t end, std::span<const Float4> position, const Cells& cells,
                 const RigidBodies& bodies, BoundarySums& sums, std::vector<BodyContact>& contacts) const;

  const Scene& scene_;
  ShapeBuilder& builder_;
  const Kernel kernel_;
  const WallKernel wall_kernel_;
  const Grips grips_;
  const AdhesionKernel adhesion_;
  float spacing_;
  float gamma_;  // Akinci et al. 2013
  double greatest_speed_ = 0;
  std::vector<Group> groups_;  // the first is what is at rest
};

}  // namespace weir::sph
