// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/seeding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "geometry/sampling/fill_shape.h"
#include "sim/carried.h"
#include "sim/first_velocity.h"
#include "sim/in_scene.h"
#include "sim/wall_clearance.h"

namespace weir {

float particle_mass(const Scene& scene, size_t phase) {
  return static_cast<float>(scene.phases[phase].density * std::pow(scene.solver.spacing, scene.dimensions));
}

namespace {

// What of a liquid's shape is free: not taken by an earlier liquid, a solid, or the world outside the domain.
class FreePart final : public Field {
 public:
  FreePart(const Field& shape, const std::vector<FieldPtr>& earlier, const Solids& solids, const Box3d& domain,
           float clearance, bool flat)
      : shape_(shape), earlier_(earlier), solids_(solids), domain_(domain), clearance_(clearance), flat_(flat) {}

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    shape_.distance(points, distance);
    std::array<float, kPiece> other;
    for (size_t at = 0; at < points.size(); at += kPiece) {
      const size_t count = std::min(kPiece, points.size() - at);
      const auto piece = points.subspan(at, count);
      const auto taken = std::span(other).first(count);
      const auto leave = [&](auto&& gap) {
        for (size_t i = 0; i < count; ++i) distance[at + i] = std::max(distance[at + i], -gap(i));
      };
      leave([&](size_t i) { return depth_in_domain(piece[i]); });
      for (const FieldPtr& field : earlier_) {
        field->distance(piece, taken);
        leave([&](size_t i) { return taken[i]; });
      }
      solid_gaps(solids_, piece, taken);
      leave([&](size_t i) { return taken[i]; });
    }
  }
  Box3f bounds() const override {
    Box3f box = shape_.bounds();
    for (int axis = 0; axis < 3; ++axis) {
      box.lower[axis] = std::max(box.lower[axis], static_cast<float>(domain_.lower[axis]));
      box.upper[axis] = std::min(box.upper[axis], static_cast<float>(domain_.upper[axis]));
    }
    return box;
  }

  // Points right at a solid are moved off it; those inside one, or where other liquid is, are blocked.
  void make_room(std::span<Vec3f> points, std::span<uint8_t> blocked) const {
    keep_clear(solids_, clearance_, flat_, points, blocked);
    for (size_t i = 0; i < points.size(); ++i) blocked[i] |= depth_in_domain(points[i]) < 0 || is_taken(points[i]);
  }

 private:
  static constexpr size_t kPiece = 256;

  float depth_in_domain(const Vec3f& p) const {
    const Vec3d q = static_cast<Vec3d>(p);
    return static_cast<float>(min_component(min(q - domain_.lower, domain_.upper - q)));
  }
  bool is_taken(const Vec3f& p) const {
    return std::any_of(earlier_.begin(), earlier_.end(), [&](const FieldPtr& f) { return distance_at(*f, p) < 0; });
  }
  const Field& shape_;
  const std::vector<FieldPtr>& earlier_;
  const Solids& solids_;
  const Box3d domain_;
  const float clearance_;
  const bool flat_;
};

Particles at_points(std::vector<Vec3f> points, const Scene& scene, const Liquid& liquid) {
  Particles particles;
  particles.position = std::move(points);
  const size_t phase = scene.phase_index(liquid.phase);
  particles.resize(particles.position.size());
  find_velocities(liquid.velocity, particles.position, scene.dimensions, particles.velocity);
  std::fill(particles.mass.begin(), particles.mass.end(), particle_mass(scene, phase));
  std::fill(particles.phase.begin(), particles.phase.end(), static_cast<uint8_t>(phase));
  carry(scene, liquid, particles);
  return particles;
}

// Particles of a file that a Stage has read: they are where the file says, wherever that is.
Particles from_file(const LiquidPoints& points, const Scene& scene, const Liquid& liquid) {
  Particles particles;
  particles.position = points.position;
  particles.resize(points.position.size());
  for (size_t i = 0; i < particles.size(); ++i) {
    const size_t phase = liquid.phase.empty() ? points.phase[i] : scene.phase_index(liquid.phase);
    if (phase >= scene.phases.size()) {
      throw InputError("", fmt::format("a particle has phase {}, but the scene has only {}; give the liquid a phase",
                                       phase, scene.phases.size()));
    }
    particles.velocity[i] = points.velocity[i] * static_cast<float>(liquid.speed);
    particles.mass[i] = points.mass[i] > 0 ? points.mass[i] : particle_mass(scene, phase);
    particles.phase[i] = static_cast<uint8_t>(phase);
    if (scene.dimensions == 2) particles.position[i].z = particles.velocity[i].z = 0;
  }
  carry(scene, liquid, particles);
  return particles;
}

// Fills one liquid after the other, and once they are too many, only counts on.
class Seeding {
 public:
  Seeding(const Scene& scene, ShapeBuilder& builder, const Solids& solids, float clearance)
      : scene_(scene), builder_(builder), solids_(solids), clearance_(clearance) {
    all_.carry(carried_kinds(scene));
  }

  void add(const Liquid& liquid) {
    if (liquid.points) return add(from_file(*liquid.points, scene_, liquid));
    const FieldPtr shape = builder_.field(liquid.shape, scene_.frames.first);
    const FreePart part(*shape, earlier_, solids_, scene_.domain_box(), clearance_, scene_.dimensions == 2);
    const size_t most = most_ > needed_ ? most_ - needed_ : 0;
    try {
      Filling filling = filling_of(liquid, most);
      filling.make_room = [&](std::span<Vec3f> at, std::span<uint8_t> blocked) { part.make_room(at, blocked); };
      std::vector<Vec3f> points = fill_shape(part, filling);
      if (points.empty()) throw InputError("", why_empty(*shape, liquid));
      needed_ += points.size();
      all_.append(at_points(std::move(points), scene_, liquid));
    } catch (const TooManyPoints& too_many) {
      needed_ += too_many.about;
    }
    earlier_.push_back(shape);
  }

  void add(const Particles& particles) {
    needed_ += particles.size();
    if (needed_ <= most_) all_.append(particles);
  }

  Particles finish() {
    if (needed_ > most_) {
      throw InputError(fmt::format("{}: solver.max_particles", scene_.file.string()),
                       fmt::format("the liquids need about {} particles, but only {} are allowed; raise it, or make "
                                   "solver.spacing larger than {} m",
                                   needed_, most_, scene_.solver.spacing));
    }
    for (size_t i = 0; i < all_.size(); ++i) all_.id[i] = i;
    return std::move(all_);
  }

 private:
  Filling filling_of(const Liquid& liquid, size_t most) const {
    return {static_cast<float>(scene_.solver.spacing), liquid.lattice, scene_.dimensions, most, {}};
  }

  std::string why_empty(const Field& shape, const Liquid& liquid) const {
    if (count_filling(shape, filling_of(liquid, 0)) == 0) {
      return fmt::format(
          "is too small to hold a particle at a spacing of {} m; make it larger, or solver.spacing smaller",
          scene_.solver.spacing);
    }
    const Box3d domain = scene_.domain_box();
    const std::vector<FieldPtr> no_others;
    const FreePart alone(shape, no_others, solids_, domain, clearance_, scene_.dimensions == 2);
    if (!earlier_.empty() && count_filling(alone, filling_of(liquid, 0)) > 0) {
      return "is empty: all of it lies inside earlier liquids";
    }
    if (!scene_.domain) return "is empty: all of it lies inside solids";
    const Vec3d &from = domain.lower, &to = domain.upper;
    const std::string outside = fmt::format("outside the domain, which goes from [{}, {}, {}] to [{}, {}, {}] m",
                                            from.x, from.y, from.z, to.x, to.y, to.z);
    const Box3f part = alone.bounds();
    bool is_outside = scene_.solids.empty();
    for (int axis = 0; axis < scene_.dimensions; ++axis) is_outside |= part.lower[axis] >= part.upper[axis];
    return "is empty: all of it lies " + (is_outside ? outside : "inside solids, or " + outside);
  }

  const Scene& scene_;
  ShapeBuilder& builder_;
  const Solids& solids_;
  const float clearance_;
  const size_t most_ = static_cast<size_t>(scene_.solver.max_particles);
  size_t needed_ = 0;
  Particles all_;
  std::vector<FieldPtr> earlier_;
};

}  // namespace

Particles seed_liquids(const Scene& scene, ShapeBuilder& builder, const Solids& solids, float clearance) {
  Seeding seeding(scene, builder, solids, clearance);
  std::vector<Problem> problems;
  for (size_t n = 0; n < scene.liquids.size(); ++n) {
    const char* part = scene.liquids[n].points ? "particles" : "shape";
    in_scene(scene, fmt::format("liquids[{}].{}", n, part), problems, [&] { seeding.add(scene.liquids[n]); });
  }
  if (!problems.empty()) throw InputError(problems);
  return seeding.finish();
}

}  // namespace weir
