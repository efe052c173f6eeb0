// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/seeding.h"

#include <fmt/format.h>

#include "sim/in_scene.h"
#include "weir/geometry/sampling/sampling.h"

namespace weir {

float particle_mass(const Scene& scene, size_t phase) {
  return static_cast<float>(scene.phases[phase].density * std::pow(scene.solver.spacing, scene.dimensions));
}

namespace {

// Distance of neighbours on the lattice at which a particle has the volume spacing^dimensions on each: a body-centred
// lattice (2D: hexagonal) packs 3 sqrt(3) / 4 (2D: 2 / sqrt(3)) times as many points of the same distance.
float lattice_spacing(const Scene& scene, Lattice lattice) {
  const double spacing = scene.solver.spacing;
  if (lattice == Lattice::regular) return static_cast<float>(spacing);
  const double packing = scene.dimensions == 2 ? 2 / std::sqrt(3.0) : 0.75 * std::sqrt(3.0);
  return static_cast<float>(spacing * std::pow(packing, 1.0 / scene.dimensions));
}

// What of a liquid's shape is free: not taken by an earlier liquid, a solid, or the world outside the domain. Only the
// sign of the distance is right, which is all that sampling asks; the bounds are the whole shape's, since they place
// the lattice.
class FreePart final : public Field {
 public:
  FreePart(const Field& shape, const std::vector<FieldPtr>& earlier, const Solids& solids, const Box3d& domain,
           float clearance)
      : shape_(shape), earlier_(earlier), solids_(solids), domain_(domain), clearance_(clearance) {}

  void distance(std::span<const Vec3f> points, std::span<float> distance) const override {
    shape_.distance(points, distance);
    std::vector<float> other(points.size());
    std::vector<uint8_t> solid(points.size(), 0);
    const auto take = [&](auto&& taken) {
      for (size_t i = 0; i < points.size(); ++i) distance[i] = taken(i) ? kUnbounded : distance[i];
    };
    take([&](size_t i) { return !domain_.contains(static_cast<Vec3d>(points[i])); });
    for (const FieldPtr& field : earlier_) {
      field->distance(points, other);
      take([&](size_t i) { return other[i] < 0; });
    }
    solids_.mark_inside(points, solid, clearance_);
    take([&](size_t i) { return solid[i] != 0; });
  }
  Box3f bounds() const override { return shape_.bounds(); }

 private:
  const Field& shape_;
  const std::vector<FieldPtr>& earlier_;
  const Solids& solids_;
  const Box3d domain_;
  const float clearance_;
};

Particles at_points(std::vector<Vec3f> points, const Scene& scene, const Liquid& liquid) {
  Particles particles;
  particles.position = std::move(points);
  const size_t phase = scene.phase_index(liquid.phase);
  particles.resize(particles.position.size());
  std::fill(particles.velocity.begin(), particles.velocity.end(), static_cast<Vec3f>(liquid.velocity));
  std::fill(particles.mass.begin(), particles.mass.end(), particle_mass(scene, phase));
  std::fill(particles.phase.begin(), particles.phase.end(), static_cast<uint8_t>(phase));
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
  return particles;
}

// Fills one liquid after the other, and once they are too many, only counts on.
class Seeding {
 public:
  Seeding(const Scene& scene, ShapeBuilder& builder, const Solids& solids, float clearance)
      : scene_(scene), builder_(builder), solids_(solids), clearance_(clearance) {}

  void add(const Liquid& liquid) {
    if (liquid.points) return add(from_file(*liquid.points, scene_, liquid));
    const FieldPtr shape = builder_.field(liquid.shape, scene_.frames.first);
    const FreePart part(*shape, earlier_, solids_, scene_.domain_box(), clearance_);
    const size_t most = most_ > needed_ ? most_ - needed_ : 0;
    try {
      std::vector<Vec3f> points = sample(part, liquid.lattice, most);
      if (points.empty()) {
        throw InputError(
            "", holds_a_point(*shape, liquid.lattice)
                    ? "is empty: all of it lies inside solids or earlier liquids, or outside the domain"
                    : fmt::format("is too small to hold a particle at a spacing of {} m", scene_.solver.spacing));
      }
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
  std::vector<Vec3f> sample(const Field& field, Lattice lattice, size_t most) const {
    return sample_lattice(field, lattice_spacing(scene_, lattice), lattice, scene_.dimensions, most);
  }
  bool holds_a_point(const Field& shape, Lattice lattice) const {
    try {
      return !sample(shape, lattice, 0).empty();
    } catch (const TooManyPoints&) {
      return true;
    }
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
