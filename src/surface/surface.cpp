// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Particles, their kernels, the sum of these on a sparse grid, marching cubes at half of the full density, smoothing.
//
// Why a density and not a distance (Zhu & Bridson 2005): the sum of normalised kernels is 1/2 where half of space is
// liquid, so that flat surfaces and large drops come out where they are and with their volume, without a radius to be
// tuned; and it has no creases of its own between two near surfaces.

#include "weir/surface/surface.h"

#include <fmt/format.h>

#include <optional>

#include "cache/volume_distance.h"
#include "surface/at_vertices.h"
#include "surface/cloud.h"
#include "surface/density.h"
#include "surface/march.h"
#include "surface/smooth.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::surface {

using cache::VolumeDistance;

namespace {

constexpr float kAtSurface = 0.5f;      // density there
constexpr float kSpray = 1;             // spacings that particles are away from a level set that has not got them
constexpr float kPerDensity = 1.4f;     // distance in spacings from the surface, for a difference in density
constexpr int kMostSteps = 40;          // of smoothing, at the usual cell
constexpr double kMostBlocks = 0x1p27;  // of an axis on either side of 0

void check(const Particles& particles, const SurfaceOptions& options) {
  if (!(options.spacing > 0) || !std::isfinite(options.spacing)) {
    throw InputError("", fmt::format("the spacing of the particles must be above 0 m, but is {}", options.spacing));
  }
  size_t bad = 0;
  double farthest = 0;
  for (size_t i = 0; i < particles.size(); ++i) {
    if (!is_finite(particles.position[i]) || !is_finite(particles.velocity[i])) ++bad;
    farthest = std::max(farthest, static_cast<double>(max_component(abs(particles.position[i]))));
  }
  if (bad > 0) {
    throw InputError("", fmt::format("{} of {} particles have a position or velocity that is not a finite number", bad,
                                     particles.size()));
  }
  const double block = kBlock * options.settings.cell * static_cast<double>(options.spacing);
  if (farthest > kMostBlocks * block) {
    throw InputError(
        "", fmt::format("a particle is {:.3g} m from the origin, too far for a surface of cells of {:.3g} m", farthest,
                        block / kBlock));
  }
}

// Where everything is; lengths in spacings.
struct Space {
  float spacing, cell;
  Box3f walls;
  int dimensions;

  explicit Space(const SurfaceOptions& options)
      : spacing(options.spacing),
        cell(static_cast<float>(options.settings.cell)),
        walls{options.walls.lower / options.spacing, options.walls.upper / options.spacing},
        dimensions(options.dimensions) {
    if (dimensions == 2) walls.lower.z = -0.5f, walls.upper.z = 0.5f;
  }
  Vec3f sample(const Vec3i& block, size_t i) const {
    const auto n = static_cast<int>(i);
    return static_cast<Vec3f>(block * kBlock + Vec3i{n >> 6, n >> 3 & 7, n & 7}) * cell;
  }
  // Up to where there are samples of the liquid: one beyond each wall, so that the surface goes on until the wall. The
  // vertices beyond are put onto the wall in the end.
  Box3f sampled() const { return walls.padded(0.999f * cell); }
  bool is_sampled(const Vec3i& block) const {
    return !sampled().intersected({sample(block, 0), sample(block, kBlockSamples - 1)}).empty();
  }
};

struct PhaseCloud {
  Cloud cloud;                  // of the particles that have a surface of their own
  std::vector<Vec3f> velocity;  // of these
  std::optional<Bins> all;      // of a grid liquid: all particles, for their velocities
  std::vector<Vec3f> velocity_of_all;
  std::vector<Vec3f> colour;  // of `all` where that is there, else of `cloud`; empty: they carry none

  std::vector<Vec3f> velocities_of(const Mesh& mesh) const {
    return all ? velocities_at(mesh.positions, *all, velocity_of_all)
               : velocities_at(mesh.positions, cloud.bins, velocity);
  }
  std::vector<Vec3f> colours_of(const Mesh& mesh) const {
    return colour.empty() ? colour : means_at(mesh.positions, all ? *all : cloud.bins, colour);
  }
};

// Particles that a level set does not show: spray, and sheets too thin for its cells. Others are the surface that it is
// smoother for.
std::vector<uint8_t> shown_alone(const Particles& particles, const SurfaceOptions& options,
                                 const VolumeDistance& level_set) {
  std::vector<uint8_t> alone(particles.size());
  parallel_for(particles.size(), [&](size_t i) {
    const Vec3f& p = particles.position[i];
    const float distance = level_set.distance(p);
    alone[i] = distance > kSpray * options.spacing || level_set.is_thin(p, distance);
  });
  return alone;
}

PhaseCloud cloud_of(const Particles& particles, uint8_t phase, const SurfaceOptions& options, const Space& space,
                    const VolumeDistance* level_set) {
  std::vector<Vec3f> points, velocity, all_points, all_velocity, colour;
  const std::vector<uint8_t> alone =
      level_set ? shown_alone(particles, options, *level_set) : std::vector<uint8_t>(particles.size(), 1);
  for (size_t i = 0; i < particles.size(); ++i) {
    if (particles.phase[i] != phase) continue;
    const Vec3f p = particles.position[i] / space.spacing;
    if (level_set) {
      all_points.push_back(p);
      all_velocity.push_back(particles.velocity[i]);
    }
    if (!particles.colour.empty() && (level_set || alone[i])) colour.push_back(particles.colour[i]);
    if (!alone[i]) continue;
    points.push_back(p);
    velocity.push_back(particles.velocity[i]);
  }
  PhaseCloud result{Cloud(points, space.walls, space.dimensions, static_cast<float>(options.settings.stretch)),
                    std::move(velocity),
                    {},
                    std::move(all_velocity),
                    std::move(colour)};
  if (level_set) result.all.emplace(all_points, kNeighbourhood);
  return result;
}

std::vector<PhaseCloud> clouds_of(const Particles& particles, const SurfaceOptions& options, const Space& space,
                                  const VolumeDistance* level_set) {
  int phases = std::max(1, options.phases);
  for (const uint8_t phase : particles.phase) phases = std::max(phases, phase + 1);
  std::vector<PhaseCloud> clouds;
  for (int phase = 0; phase < phases; ++phase) {
    clouds.push_back(
        cloud_of(particles, static_cast<uint8_t>(phase), options, space, phase == 0 ? level_set : nullptr));
  }
  return clouds;
}

void add_blocks(const Box3f& box, float cell, std::vector<Vec3i>& blocks) {  // in spacings
  const Box3d b = static_cast<Box3d>(box.padded(cell));
  const double per_block = 1 / (double{kBlock} * static_cast<double>(cell));
  Vec3i lower, upper;
  for (int axis = 0; axis < 3; ++axis) {
    lower[axis] = static_cast<int32_t>(std::floor(b.lower[axis] * per_block));
    upper[axis] = static_cast<int32_t>(std::floor(b.upper[axis] * per_block));
  }
  for (int x = lower.x; x <= upper.x; ++x) {
    for (int y = lower.y; y <= upper.y; ++y) {
      for (int z = lower.z; z <= upper.z; ++z) blocks.push_back({x, y, z});
    }
  }
}

// Where the surface of a grid liquid is, and where walls may cut it.
void add_blocks(const VolumeDistance& level_set, const Space& space, std::vector<Vec3i>& blocks) {
  Box3f whole;
  for (Box3f box : level_set.tile_boxes()) {
    box = {box.lower / space.spacing, box.upper / space.spacing};
    add_blocks(box, space.cell, blocks);
    whole.include(box);
    if (blocks.size() > 1'000'000) sort_blocks(blocks);
  }
  const Box3f limits = space.sampled();
  whole = whole.intersected(limits);
  for (int axis = 0; axis < 3; ++axis) {
    for (const float limit : {limits.lower[axis], limits.upper[axis]}) {
      if (whole.empty() || limit < whole.lower[axis] || limit > whole.upper[axis]) continue;
      Box3f face = whole;
      face.lower[axis] = face.upper[axis] = limit;
      add_blocks(face, space.cell, blocks);
    }
  }
}

std::vector<Vec3i> blocks_of(const std::vector<PhaseCloud>& clouds, const VolumeDistance* level_set,
                             const Space& space) {
  std::vector<Vec3i> blocks;
  for (const PhaseCloud& phase : clouds) {
    const std::vector<Vec3i> more =
        blocks_near_surface(phase.cloud.bins, phase.cloud.kernels, space.cell, space.sampled());
    blocks.insert(blocks.end(), more.begin(), more.end());
  }
  if (level_set) add_blocks(*level_set, space, blocks);
  std::erase_if(blocks, [&](const Vec3i& block) { return !space.is_sampled(block); });
  sort_blocks(blocks);
  return blocks;
}

// From the densities of all phases to the distance inside each: where there is more of it than of any other, and enough
// liquid in all.
void densities_to_distances(std::vector<std::vector<float>>& densities) {
  parallel_for(densities.front().size(), [&](size_t i) {
    float sum = 0, most = 0, second = 0;
    for (const std::vector<float>& density : densities) {
      sum += density[i];
      second = std::max(second, std::min(most, density[i]));
      most = std::max(most, density[i]);
    }
    for (std::vector<float>& density : densities) {
      const float others = density[i] == most ? second : most;
      density[i] = kPerDensity * std::min(sum - kAtSurface, density[i] - others);
    }
  });
}

// Level sets end at walls, where voxels round off the edge of the surface. What is liquid close to a wall is so up to
// it.
void unite(const VolumeDistance& level_set, const Space& space, std::span<const Vec3i> blocks,
           std::vector<float>& values) {
  constexpr float kCloseToWall = 0.75f;  // voxels
  const float close = kCloseToWall * level_set.voxel_size() / space.spacing;
  Box3f beside_walls = space.walls;
  for (int axis = 0; axis < space.dimensions; ++axis) {
    const float most = 0.5f * (space.walls.upper[axis] - space.walls.lower[axis]);
    beside_walls.lower[axis] += std::min(close, most);
    beside_walls.upper[axis] -= std::min(close, most);
  }
  parallel_for(values.size(), [&](size_t i) {
    const Vec3f p = space.sample(blocks[i / kBlockSamples], i % kBlockSamples);
    const Vec3f beside = max(beside_walls.lower, min(beside_walls.upper, p));
    float distance = level_set.distance(p * space.spacing);
    if (!(beside == p)) distance = std::min(distance, level_set.distance(beside * space.spacing));
    values[i] = std::max(values[i], -distance / space.spacing);
  });
}

void cut_at_walls(const Space& space, std::span<const Vec3i> blocks, std::vector<float>& values) {
  const Box3f sampled = space.sampled();
  parallel_for(values.size(), [&](size_t i) {
    if (!sampled.contains(space.sample(blocks[i / kBlockSamples], i % kBlockSamples))) values[i] = -1;
  });
}

// Steps enough to smooth as far, whatever the cell: the reach of n steps is proportional to the root of n.
int smoothing_steps(const SurfaceSettings& settings) {
  constexpr double kUsualCell = 0.5, kMost = 400;
  const double finer = kUsualCell / settings.cell;
  return static_cast<int>(std::lround(std::min(kMost, settings.smoothing * kMostSteps * finer * finer)));
}

// Thin parts and drops have no surface to speak of that could be smoothed without losing them.
std::vector<float> strength_of_smoothing(const Mesh& mesh, const Bins& bins) {
  std::vector<float> strength = fullness(mesh.positions, bins);
  for (float& s : strength) {
    const float t = std::clamp((s - 0.2f) / 0.25f, 0.0f, 1.0f);
    s = t * t * (3 - 2 * t);
  }
  return strength;
}

void to_spacings(Mesh& mesh, const Space& space) {
  parallel_for(mesh.positions.size(), [&](size_t i) {
    mesh.positions[i] = max(space.walls.lower, min(space.walls.upper, mesh.positions[i] * space.cell));
  });
}

}  // namespace

SurfaceOptions surface_options(const Scene& scene) {
  SurfaceOptions options{.spacing = static_cast<float>(scene.solver.spacing),
                         .settings = scene.surface,
                         .dimensions = scene.dimensions,
                         .phases = static_cast<int>(scene.phases.size())};
  if (scene.domain && scene.domain->walls.any_solid()) options.walls = static_cast<Box3f>(scene.solid_box());
  return options;
}

std::vector<SurfaceMesh> surface_of_particles(const Particles& particles, const SurfaceOptions& options,
                                              const Volume* level_set_volume) {
  check(particles, options);
  const Space space(options);
  std::optional<VolumeDistance> level_set;
  if (level_set_volume) level_set.emplace(*level_set_volume);
  const VolumeDistance* grid_liquid = level_set ? &*level_set : nullptr;
  const std::vector<PhaseCloud> clouds = clouds_of(particles, options, space, grid_liquid);
  const std::vector<Vec3i> blocks = blocks_of(clouds, grid_liquid, space);

  std::vector<std::vector<float>> values;
  for (const PhaseCloud& phase : clouds) {
    values.push_back(density(phase.cloud.bins, phase.cloud.kernels, blocks, space.cell));
  }
  densities_to_distances(values);
  if (level_set) unite(*level_set, space, blocks, values.front());

  std::vector<SurfaceMesh> surfaces;
  for (size_t p = 0; p < clouds.size(); ++p) {
    cut_at_walls(space, blocks, values[p]);
    const Bins& bins = clouds[p].cloud.bins;
    const BlockGrid grid{
        blocks, std::move(values[p]), [&](const Vec3i& block) {
          if (!space.is_sampled(block)) return false;
          const Vec3f middle = (space.sample(block, 0) + space.sample(block, kBlockSamples - 1)) * 0.5f;
          return bins.is_deep_at(middle) || (p == 0 && level_set && level_set->distance(middle * space.spacing) < 0);
        }};
    Mesh mesh = march(grid);
    to_spacings(mesh, space);
    smooth(mesh, smoothing_steps(options.settings), strength_of_smoothing(mesh, bins), space.walls);
    mesh.velocities = clouds[p].velocities_of(mesh);
    mesh.colours = clouds[p].colours_of(mesh);
    for (Vec3f& x : mesh.positions) x *= space.spacing;
    surfaces.push_back({static_cast<int>(p), std::move(mesh)});
  }
  return surfaces;
}

}  // namespace weir::surface
