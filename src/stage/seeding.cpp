// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "stage/seeding.h"

#include <fmt/format.h>

#include "base/parallel.h"
#include "geometry/sampling.h"
#include "stage/in_scene.h"

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

// Flags the points that are taken: by an earlier liquid, a solid, or the world outside the domain.
std::vector<uint8_t> taken(const std::vector<Vec3f>& points, const std::vector<FieldPtr>& earlier, const Solids& solids,
                           const Box3d& domain) {
  std::vector<uint8_t> flag(points.size(), 0);
  parallel_for_blocks(points.size(), [&](size_t begin, size_t end) {
    const std::span piece(&points[begin], end - begin);
    std::vector<float> distance(piece.size()), change(piece.size());
    for (const FieldPtr& field : earlier) {
      field->distance(piece, distance);
      for (size_t i = 0; i < piece.size(); ++i) flag[begin + i] |= distance[i] < 0;
    }
    solids.distance(piece, distance, change);
    for (size_t i = 0; i < piece.size(); ++i) {
      flag[begin + i] |= distance[i] < 0;
      flag[begin + i] |= !domain.contains(static_cast<Vec3d>(piece[i]));
    }
  });
  return flag;
}

}  // namespace

Particles seed_liquids(const Scene& scene, ShapeBuilder& builder, const Solids& solids) {
  Particles all;
  std::vector<FieldPtr> earlier;
  std::vector<Problem> problems;
  const double spacing = scene.solver.spacing;
  for (size_t n = 0; n < scene.liquids.size(); ++n) {
    const Liquid& liquid = scene.liquids[n];
    in_scene(scene, fmt::format("liquids[{}].shape", n), problems, [&] {
      const FieldPtr field = builder.field(liquid.shape, scene.frames.first);
      Particles some;
      some.position = sample_lattice(*field, lattice_spacing(scene, liquid.lattice), liquid.lattice, scene.dimensions);
      if (some.position.empty()) {
        throw InputError("", fmt::format("is too small to hold a particle at a spacing of {} m", spacing));
      }
      const size_t phase = scene.phase_index(liquid.phase);
      some.resize(some.position.size());
      std::fill(some.velocity.begin(), some.velocity.end(), static_cast<Vec3f>(liquid.velocity));
      std::fill(some.mass.begin(), some.mass.end(), particle_mass(scene, phase));
      std::fill(some.phase.begin(), some.phase.end(), static_cast<uint8_t>(phase));
      some.remove(taken(some.position, earlier, solids, scene.domain_box()));
      all.append(some);
      earlier.push_back(field);
    });
  }
  if (!problems.empty()) throw InputError(problems);
  if (all.size() > static_cast<size_t>(scene.solver.max_particles)) {
    throw InputError(
        fmt::format("{}: solver.max_particles", scene.file.string()),
        fmt::format("the liquids need {} particles, but only {} are allowed; raise it, or make solver.spacing "
                    "larger than {} m",
                    all.size(), scene.solver.max_particles, spacing));
  }
  for (size_t i = 0; i < all.size(); ++i) all.id[i] = i;
  return all;
}

}  // namespace weir
