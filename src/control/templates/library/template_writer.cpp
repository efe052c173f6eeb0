// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/template_writer.h"

#include <fmt/format.h>

#include <algorithm>

#include "control/templates/director/repulsion.h"
#include "control/templates/library/frame_coding.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::templates {

namespace {

// The header, if it can be one.
TemplateMetadata checked(const TemplateMetadata& metadata) {
  const std::string problem = problem_of(metadata);
  if (!problem.empty()) throw InputError("the template", problem);
  const FrameLattice lattice(metadata.dimensions, metadata.region.box(), metadata.spacing, metadata.rate);
  if (!lattice.fits()) {
    throw InputError("the template", fmt::format("a region of {:.4g} m does not go with particles {:.4g} m apart",
                                                 lattice.longest_edge(), metadata.spacing));
  }
  TemplateMetadata sound = metadata;
  if (sound.dimensions == 2) sound.region.translate.z = 0;  // where flat liquid is
  return sound;
}

}  // namespace

Particles particles_in_region(const Particles& particles, const TemplateRegion& region, int dimensions) {
  const Affine to_canonical = region.placed().inverse();
  Box3d box = region.box();
  Particles result;
  for (size_t i = 0; i < particles.size(); ++i) {
    Vec3d position = to_canonical.point(Vec3d(particles.position[i]));
    if (dimensions == 2) position.z = 0;
    if (!box.contains(position)) continue;
    result.push_back({.position = Vec3f(position),
                      .velocity = Vec3f(to_canonical.direction(Vec3d(particles.velocity[i]))),
                      .id = particles.id[i],
                      .mass = particles.mass[i],
                      .phase = particles.phase[i]});
  }
  return result;
}

Particles placed_back(const Particles& canonical, const TemplateRegion& region) {
  const Affine placed = region.placed();
  Particles result = canonical;
  parallel_for(result.size(), [&](size_t i) {
    result.position[i] = Vec3f(placed.point(Vec3d(canonical.position[i])));
    result.velocity[i] = Vec3f(placed.direction(Vec3d(canonical.velocity[i])));
  });
  return result;
}

TemplateWriter::TemplateWriter(const std::filesystem::path& file, const TemplateMetadata& metadata)
    : directory_{checked(metadata), {}, {}},
      lattice_(metadata.dimensions, metadata.region.box(), metadata.spacing, metadata.rate),
      file_(file) {}

size_t TemplateWriter::add_frame(const Particles& particles) {
  const Particles inside = particles_in_region(particles, metadata().region, metadata().dimensions);
  add_canonical_frame(inside);
  return inside.size();
}

void TemplateWriter::add_canonical_frame(const Particles& particles) {
  const size_t number = frames() + 1;
  const std::string problem = particles.validate();
  if (!problem.empty()) throw InputError(fmt::format("frame {} of the template", number), problem);
  for (const uint8_t phase : particles.phase) {
    if (phase < metadata().phases.size()) continue;
    throw InputError(fmt::format("frame {} of the template", number),
                     fmt::format("a particle has phase {}, but there are {}", phase, metadata().phases.size()));
  }
  const bool key = since_key_ == 0;
  const LatticeFrame* previous = key ? nullptr : &previous_;
  LatticeFrame frame = to_lattice(lattice_, particles, previous);
  const std::string bytes = encode_frame(lattice_, frame, previous);
  file_.add(directory_, {.name = "particles", .frame = static_cast<int32_t>(frames())}, bytes);
  const std::vector<RepulsionSeed> repulsion =
      find_repulsion(from_lattice(lattice_, frame).position, static_cast<float>(metadata().spacing),
                     metadata().dimensions, static_cast<Box3f>(metadata().region.box()));
  file_.add(directory_,
            {.name = kRepulsionBlock, .version = kRepulsionVersion, .frame = static_cast<int32_t>(frames())},
            pack_repulsion(repulsion, metadata().dimensions));
  directory_.frames.push_back({static_cast<uint32_t>(particles.size()), key});
  previous_ = std::move(frame);
  since_key_ = (since_key_ + 1) % kFramesInGroup;
}

void TemplateWriter::finish(const std::string& thumbnail) {
  const auto has_particles = [](const TemplateDirectory::Frame& frame) { return frame.particles > 0; };
  if (std::none_of(directory_.frames.begin(), directory_.frames.end(), has_particles)) {
    throw InputError("the template",
                     fmt::format("\"{}\" would be empty: no particle is inside the region in any of its {} frames",
                                 metadata().name, frames()));
  }
  if (!thumbnail.empty()) file_.add(directory_, {.name = "thumbnail"}, thumbnail);
  file_.finish(directory_);
}

}  // namespace weir::templates
