// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/boundary.h"

#include <cmath>

#include "sph/boundary_sampling.h"
#include "sph/neighbours.h"
#include "weir/base/parallel.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir::sph {

void BoundarySums::resize(size_t count, bool friction) {
  density.resize(count);
  gradient.resize(count);
  flux.resize(count);
  drag.resize(count);
  stress.resize(friction ? count : 0);
  pull.resize(friction ? count : 0);
}

// What is at rest will not be moved again.
void Boundary::Group::forget_rest() {
  rest = {};
  volume = {};
  cells.forget_order();
}

Boundary::Boundary(const Scene& scene, ShapeBuilder& builder, const RigidBodies& bodies, const Kernel& kernel)
    : scene_(scene), builder_(builder), kernel_(kernel), spacing_(static_cast<float>(scene.solver.spacing)) {
  // gamma of Akinci et al. 2013, so that a flat wall counts as a layer of liquid at rest does: V_b sum_b W_ib at one
  // spacing, with V_b = gamma / sum_b' W_bb', is what a layer of liquid has there.
  const auto close = static_cast<float>(boundary_spacing(scene));
  const int d = scene.dimensions;
  const double volume = std::pow(scene.solver.spacing, d);
  gamma_ = static_cast<float>(volume * kernel.layer_sum(spacing_, d, spacing_) * kernel.layer_sum(close, d, 0) /
                              kernel.layer_sum(close, d, spacing_));
  groups_.emplace_back(kernel.support());
  if (scene.domain && scene.domain->walls.any_solid()) groups_[0].rest = sample_walls(scene);
  for (size_t i = 0; i < scene.solids.size(); ++i) add_solid(i, bodies);
  put(groups_[0], groups_[0].rest);
  find_volumes(groups_[0]);
  put(groups_[0], groups_[0].rest);  // again: now the volumes are known
  groups_[0].forget_rest();
  for (const Float4& p : groups_[0].point) groups_[0].unshared.push_back(p.w);
}

void Boundary::add_solid(size_t index, const RigidBodies& bodies) {
  const Solid& solid = scene_.solids[index];
  const double first = scene_.frames.first;
  const std::vector<Vec3f> points = sample_solid(scene_, index, builder_, first);
  if (!solid.rigid && !moves(solid.shape)) {
    groups_[0].rest.insert(groups_[0].rest.end(), points.begin(), points.end());
    return;
  }
  Group& group = groups_.emplace_back(kernel_.support());
  group.solid = index;
  group.changes_form = deforms(solid.shape);
  for (size_t b = 0; b < bodies.size(); ++b) {
    if (bodies.solid(b) == index) group.body = static_cast<int>(b);
  }
  group.rest = points;
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
    greatest_speed_ = std::max(greatest_speed_, static_cast<double>(length(group.velocity[i])));
  }
}

// Boundary particles around a cell of liquid, side by side for vector loads.
struct Boundary::Candidates {
  std::vector<float> x, y, z, volume, vx, vy, vz;
  size_t count = 0;

  void gather(const Group& group, const Cells::Around& around) {
    count = 0;
    size_t most = simd::kLanes;
    for (size_t r = 0; r < around.count; ++r) most += around.range[r].end - around.range[r].begin;
    if (x.size() < most) {
      for (auto* array : {&x, &y, &z, &volume, &vx, &vy, &vz}) array->resize(most);
    }
    for (size_t r = 0; r < around.count; ++r) {
      for (uint32_t j = around.range[r].begin; j < around.range[r].end; ++j) {
        add(group.point[j], group.velocity.empty() ? Vec3f{} : group.velocity[j]);
      }
    }
    for (size_t k = 0; k < simd::kLanes; ++k) put(count + k, {1e9f, 0, 0, 0}, {});  // fills up the last vector
  }
  void add(const Float4& p, const Vec3f& v) { put(count++, p, v); }
  void put(size_t at, const Float4& p, const Vec3f& v) {
    x[at] = p.x, y[at] = p.y, z[at] = p.z, volume[at] = p.w;
    vx[at] = v.x, vy[at] = v.y, vz[at] = v.z;
  }
};

namespace {

// Gradients count more than once, in forces and in rates of density alike, which keeps the two transposed. With a
// single weight (Akinci et al. 2012) a wall answers constant pressure with half the force of a layer of liquid, and the
// lowest layers of still liquid are squeezed to make up for it. 2 is a mirror image of the liquid and exact at rest,
// but was noisier in splashes than 1.5.
constexpr float kMirror = 1.5f;

struct PointSums {
  float density = 0, flux = 0;
  Vec3f gradient, drag;
  Vec3f angular;  // sum V (x_b - centre) x grad W
  Stress stress;
  Vec3f pull;
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

// All sums of one particle over the candidates; of those that stand still, only what they have.
template <bool kMoving, bool kFriction, class Candidates>
PointSums sum_one(const Candidates& c, const Float4& p, const Vec3f& centre, const Kernel& kernel) {
  const simd::Lanes softening = simd::set(0.01f * kernel.support() * kernel.support());
  FrictionLanes friction;
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
    const simd::Lanes weight = volume * kernel.values(r2);
    const simd::Lanes slope = kMirror * volume * kernel.gradient_factors(r2);
    const simd::Lanes sx = slope * dx, sy = slope * dy, sz = slope * dz;
    density += weight;
    gx += sx, gy += sy, gz += sz;
    simd::Lanes along = simd::zero();
    if constexpr (kMoving) {
      const simd::Lanes vx = simd::load(&c.vx[k]), vy = simd::load(&c.vy[k]), vz = simd::load(&c.vz[k]);
      along = simd::mul_add(vx, dx, simd::mul_add(vy, dy, vz * dz));
      flux = simd::mul_add(vx, sx, simd::mul_add(vy, sy, simd::mul_add(vz, sz, flux)));
      wx = simd::mul_add(weight, vx, wx), wy = simd::mul_add(weight, vy, wy), wz = simd::mul_add(weight, vz, wz);
      const simd::Lanes ax = bx - centre.x, ay = by - centre.y;
      const simd::Lanes az = bz - centre.z;
      tx += simd::mul_sub(ay, sz, az * sy);
      ty += simd::mul_sub(az, sx, ax * sz);
      tz += simd::mul_sub(ax, sy, ay * sx);
    }
    if constexpr (kFriction) {
      const simd::Lanes mirrored = simd::set(-2 / kMirror) * slope;
      friction.add(mirrored / (r2 + softening), dx, dy, dz, along);
    }
  }
  return {simd::sum(density), simd::sum(flux),   vec3(gx, gy, gz), vec3(wx, wy, wz),
          vec3(tx, ty, tz),   friction.stress(), friction.pull()};
}

}  // namespace

void Boundary::sum_block(size_t begin, size_t end, std::span<const Float4> position, const Cells& cells,
                         const RigidBodies& bodies, BoundarySums& sums, std::vector<BodyContact>& contacts) const {
  thread_local Candidates candidates;
  const bool friction = !sums.stress.empty();
  const auto sum_moving = friction ? sum_one<true, true, Candidates> : sum_one<true, false, Candidates>;
  const auto sum_still = friction ? sum_one<false, true, Candidates> : sum_one<false, false, Candidates>;
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
        const PointSums s = sum_one_point(candidates, position[i], centre, kernel_);
        if (s.density == 0) continue;
        sums.density[i] += s.density;
        sums.gradient[i] += s.gradient;
        sums.flux[i] += s.flux;
        sums.drag[i] += s.drag;
        if (group.body >= 0) {
          contacts.push_back({static_cast<uint32_t>(i), static_cast<uint32_t>(group.body), s.gradient, s.angular,
                              s.density, s.stress});
        } else if (!sums.stress.empty()) {
          sums.stress[i] += s.stress;
          sums.pull[i] += s.pull;
        }
      }
    }
  }
}

void Boundary::sum(std::span<const Float4> position, const Cells& cells, const RigidBodies& bodies, BoundarySums& sums,
                   std::vector<BodyContact>& contacts, bool friction) const {
  const size_t n = position.size();
  sums.resize(n, friction);
  std::vector<std::vector<BodyContact>> found((n + Neighbours::kBlock - 1) / Neighbours::kBlock);
  const auto block = [&](size_t begin, size_t end) {
    sum_block(begin, end, position, cells, bodies, sums, found[begin / Neighbours::kBlock]);
  };
  parallel_for_blocks(n, block, Neighbours::kBlock);
  contacts.clear();
  for (const auto& part : found) contacts.insert(contacts.end(), part.begin(), part.end());
}

}  // namespace weir::sph
