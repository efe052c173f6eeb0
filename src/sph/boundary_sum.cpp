// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What liquid feels of boundary particles, summed up for each of its particles.

#include "sph/boundary.h"
#include "sph/neighbours.h"
#include "weir/base/parallel.h"

namespace weir::sph {

void BoundarySums::resize(size_t count, bool friction, bool grips) {
  density.resize(count);
  gradient.resize(count);
  flux.resize(count);
  drag.resize(count);
  stress.resize(friction ? count : 0);
  pull.resize(friction ? count : 0);
  grip.resize(grips ? count : 0);
}

// Boundary particles around a cell of liquid, side by side for vector loads.
struct Boundary::Candidates {
  std::vector<float> x, y, z, volume, vx, vy, vz;
  std::vector<float> viscous, friction, stick, adhesion;  // of groups that have them
  size_t count = 0;

  void gather(const Group& group, const Cells::Around& around) {
    count = 0;
    size_t most = simd::kLanes;
    for (size_t r = 0; r < around.count; ++r) most += around.range[r].end - around.range[r].begin;
    if (x.size() < most) {
      for (auto* array : {&x, &y, &z, &volume, &vx, &vy, &vz, &viscous, &friction, &stick, &adhesion}) {
        array->resize(most);
      }
    }
    for (size_t r = 0; r < around.count; ++r) {
      for (uint32_t j = around.range[r].begin; j < around.range[r].end; ++j) {
        if (!group.grip.empty()) put_grip(count, group.grip[j]);
        add(group.point[j], group.velocity.empty() ? Vec3f{} : group.velocity[j]);
      }
    }
    for (size_t k = 0; k < simd::kLanes; ++k) {  // fills up the last vector
      put(count + k, {1e9f, 0, 0, 0}, {});
      if (!group.grip.empty()) put_grip(count + k, {});
    }
  }
  void put_grip(size_t at, const Grip& grip) {
    viscous[at] = grip.viscous, friction[at] = grip.friction;
    stick[at] = grip.stickiness, adhesion[at] = grip.adhesion;
  }
  void add(const Float4& p, const Vec3f& v) { put(count++, p, v); }
  void put(size_t at, const Float4& p, const Vec3f& v) {
    x[at] = p.x, y[at] = p.y, z[at] = p.z, volume[at] = p.w;
    vx[at] = v.x, vy[at] = v.y, vz[at] = v.z;
  }
};

namespace {

struct PointSums {
  float density = 0, flux = 0;
  Vec3f gradient, drag;
  Vec3f angular;  // sum V (x_b - centre) x grad W
  Stress stress;
  Vec3f pull;
  GripSums grip;
};

Vec3f vec3(simd::Lanes x, simd::Lanes y, simd::Lanes z) { return {simd::sum(x), simd::sum(y), simd::sum(z)}; }

struct FrictionLanes {
  simd::Lanes xx = simd::zero(), yy = xx, zz = xx, xy = xx, xz = xx, yz = xx, px = xx, py = xx, pz = xx;

  // weight: V w; (dx, dy, dz): x_i - x_b; along: x . v.
  WEIR_INLINE void add(simd::Lanes weight, simd::Lanes dx, simd::Lanes dy, simd::Lanes dz, simd::Lanes along) {
    const simd::Lanes wx = weight * dx, wy = weight * dy, wz = weight * dz;
    xx = simd::mul_add(wx, dx, xx), yy = simd::mul_add(wy, dy, yy), zz = simd::mul_add(wz, dz, zz);
    xy = simd::mul_add(wx, dy, xy), xz = simd::mul_add(wx, dz, xz), yz = simd::mul_add(wy, dz, yz);
    px = simd::mul_add(wx, along, px), py = simd::mul_add(wy, along, py), pz = simd::mul_add(wz, along, pz);
  }
  Stress stress() const {
    return {simd::sum(xx), simd::sum(yy), simd::sum(zz), simd::sum(xy), simd::sum(xz), simd::sum(yz)};
  }
  Vec3f pull() const { return vec3(px, py, pz); }
};

struct GripLanes {
  simd::Lanes density = simd::zero(), viscous = density, friction = density, stick = density;
  simd::Lanes vx = viscous, vy = viscous, vz = viscous, ax = viscous, ay = viscous, az = viscous;

  // pull: beta V A / r; (dx, dy, dz): x_i - x_b.
  WEIR_INLINE void add_adhesion(simd::Lanes pull, simd::Lanes dx, simd::Lanes dy, simd::Lanes dz) {
    ax = simd::mul_add(pull, dx, ax), ay = simd::mul_add(pull, dy, ay), az = simd::mul_add(pull, dz, az);
  }
  WEIR_INLINE void add_velocity(simd::Lanes weight, simd::Lanes x, simd::Lanes y, simd::Lanes z) {
    vx = simd::mul_add(weight, x, vx), vy = simd::mul_add(weight, y, vy), vz = simd::mul_add(weight, z, vz);
  }
  GripSums sums() const {
    return {simd::sum(density), simd::sum(viscous), simd::sum(friction),
            simd::sum(stick),   vec3(vx, vy, vz),   vec3(ax, ay, az)};
  }
};

// All sums of one particle over the candidates; of those that stand still, only what they have.
template <bool kMoving, bool kFriction, bool kGrip, class Candidates>
PointSums sum_one(const Candidates& c, const Float4& p, const Vec3f& centre, const WallKernel& kernel,
                  const AdhesionKernel& adhesion_kernel) {
  const simd::Lanes softening = simd::set(0.01f * kernel.support() * kernel.support());
  FrictionLanes friction;
  GripLanes grip;
  simd::Lanes density = simd::zero(), flux = density, gx = density, gy = density, gz = density;
  simd::Lanes wx = density, wy = density, wz = density, tx = density, ty = density, tz = density;
  for (size_t k = 0; k < c.count; k += simd::kLanes) {
    const simd::Lanes bx = simd::load(&c.x[k]), by = simd::load(&c.y[k]), bz = simd::load(&c.z[k]);
    const simd::Lanes dx = p.x - bx, dy = p.y - by;
    const simd::Lanes dz = p.z - bz;
    const simd::Lanes r2 = simd::mul_add(dx, dx, simd::mul_add(dy, dy, dz * dz));
    const auto near = r2 < simd::set(kernel.support() * kernel.support());
    if (simd::none(near)) continue;
    const simd::Lanes volume = near ? simd::load(&c.volume[k]) : simd::zero();
    const WallKernel::Lanes w = kernel.at(r2);
    const simd::Lanes weight = volume * w.value, slope = volume * w.gradient;
    const simd::Lanes sx = slope * dx, sy = slope * dy, sz = slope * dz;
    density += weight;
    gx += sx, gy += sy, gz += sz;
    simd::Lanes along = simd::zero(), held = weight, share = simd::set(1);
    simd::Lanes gripped = simd::zero();
    if constexpr (kGrip) {
      const simd::Lanes plain = volume * w.plain;
      share = simd::load(&c.viscous[k]);
      held = weight * share;
      const simd::Lanes friction_here = plain * simd::load(&c.friction[k]), stick = plain * simd::load(&c.stick[k]);
      gripped = friction_here + stick;
      grip.density += plain, grip.viscous += held, grip.friction += friction_here, grip.stick += stick;
      grip.add_adhesion(volume * simd::load(&c.adhesion[k]) * adhesion_kernel.factors(r2), dx, dy, dz);
    }
    if constexpr (kMoving) {
      const simd::Lanes vx = simd::load(&c.vx[k]), vy = simd::load(&c.vy[k]), vz = simd::load(&c.vz[k]);
      along = simd::mul_add(vx, dx, simd::mul_add(vy, dy, vz * dz));
      flux = simd::mul_add(vx, sx, simd::mul_add(vy, sy, simd::mul_add(vz, sz, flux)));
      wx = simd::mul_add(held, vx, wx), wy = simd::mul_add(held, vy, wy), wz = simd::mul_add(held, vz, wz);
      if constexpr (kGrip) grip.add_velocity(gripped, vx, vy, vz);
      const simd::Lanes ax = bx - centre.x, ay = by - centre.y;
      const simd::Lanes az = bz - centre.z;
      tx += simd::mul_sub(ay, sz, az * sy);
      ty += simd::mul_sub(az, sx, ax * sz);
      tz += simd::mul_sub(ax, sy, ay * sx);
    }
    if constexpr (kFriction) {
      const simd::Lanes mirrored = simd::set(-2) * volume * w.plain_gradient;
      const simd::Lanes rubbing = mirrored / (r2 + softening);
      friction.add(kGrip ? rubbing * share : rubbing, dx, dy, dz, along);
    }
  }
  const float sum = simd::sum(density);
  return {sum,
          simd::sum(flux),
          vec3(gx, gy, gz),
          vec3(wx, wy, wz),
          vec3(tx, ty, tz),
          friction.stress(),
          friction.pull(),
          kGrip ? grip.sums() : GripSums{sum, sum, 0, 0, {}, {}}};
}

template <bool kMoving, class Candidates>
auto sum_for(const BoundarySums& sums) {
  const bool friction = !sums.stress.empty(), grip = !sums.grip.empty();
  return grip ? (friction ? sum_one<kMoving, true, true, Candidates> : sum_one<kMoving, false, true, Candidates>)
              : (friction ? sum_one<kMoving, true, false, Candidates> : sum_one<kMoving, false, false, Candidates>);
}

}  // namespace

void Boundary::sum_block(size_t begin, size_t end, std::span<const Float4> position, const Cells& cells,
                         const RigidBodies& bodies, BoundarySums& sums, std::vector<BodyContact>& contacts) const {
  thread_local Candidates candidates;
  const auto sum_moving = sum_for<true, Candidates>(sums), sum_still = sum_for<false, Candidates>(sums);
  for (size_t i = begin; i < end; ++i) sums.clear(i);
  contacts.clear();
  for (size_t cell = cells.containing(static_cast<uint32_t>(begin)); cell < cells.size() && cells.begin(cell) < end;
       ++cell) {
    const Vec3i coordinates = cells.coordinates(cell);
    for (const Group& group : groups_) {
      if (!group.cells.reaches(coordinates)) continue;
      const Vec3f centre =
          group.body < 0 ? Vec3f{} : static_cast<Vec3f>(bodies.centre(static_cast<size_t>(group.body)));
      candidates.gather(group, group.cells.around(coordinates));
      const auto sum_one_point = group.solid == Group::kAtRest ? sum_still : sum_moving;
      for (size_t i = std::max<size_t>(begin, cells.begin(cell)); i < std::min<size_t>(end, cells.end(cell)); ++i) {
        const PointSums s = sum_one_point(candidates, position[i], centre, wall_kernel_, adhesion_);
        if (s.density == 0) continue;
        sums.density[i] += s.density;
        sums.gradient[i] += s.gradient;
        sums.flux[i] += s.flux;
        sums.drag[i] += s.drag;
        if (!sums.grip.empty()) sums.grip[i] += s.grip;
        if (group.body >= 0) {
          contacts.push_back({static_cast<uint32_t>(i), static_cast<uint32_t>(group.body), s.gradient, s.angular,
                              s.density, s.stress, s.grip});
          continue;
        }
        if (sums.stress.empty()) continue;
        sums.stress[i] += s.stress;
        sums.pull[i] += s.pull;
      }
    }
  }
}

void Boundary::sum(std::span<const Float4> position, const Cells& cells, const RigidBodies& bodies, BoundarySums& sums,
                   std::vector<BodyContact>& contacts, bool friction) const {
  const size_t n = position.size();
  sums.resize(n, friction && grips_.any_viscous(), grips_.any());
  std::vector<std::vector<BodyContact>> found((n + Neighbours::kBlock - 1) / Neighbours::kBlock);
  const auto block = [&](size_t begin, size_t end) {
    sum_block(begin, end, position, cells, bodies, sums, found[begin / Neighbours::kBlock]);
  };
  parallel_for_blocks(n, block, Neighbours::kBlock);
  contacts.clear();
  for (const auto& part : found) contacts.insert(contacts.end(), part.begin(), part.end());
}

}  // namespace weir::sph
