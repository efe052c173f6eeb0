// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/particle_cloud.h"

#include <fmt/format.h>

#include "cache/particles_vdb_cloud.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"
#include "weir/cache/sequence.h"

namespace weir::cache {

namespace {

template <class Value>
std::vector<float> values_of(const Particles& particles, const Value& value) {
  std::vector<float> values(particles.size());
  parallel_for(values.size(), [&](size_t i) { values[i] = static_cast<float>(value(i)); });
  return values;
}

}  // namespace

ParticleCloud cloud_of(const Particles& p, const std::string& by, const std::string& name) {
  ParticleCloud cloud{.position = {}, .value = {}, .colour = {}, .can = {"speed", "phase", "role", "mass"}};
  if (!p.heat.empty()) cloud.can.push_back("heat");
  if (!p.thickness.empty()) cloud.can.push_back("thickness");
  if (!p.colour.empty()) cloud.can.push_back("paint");
  if (std::find(cloud.can.begin(), cloud.can.end(), by) == cloud.can.end()) {
    throw InputError(name, fmt::format("its particles have no {}; they have {}", by, fmt::join(cloud.can, ", ")));
  }
  if (by == "speed") cloud.value = values_of(p, [&](size_t i) { return length(p.velocity[i]); });
  if (by == "phase") cloud.value = values_of(p, [&](size_t i) { return p.phase[i]; });
  if (by == "role") cloud.value = values_of(p, [&](size_t i) { return p.temporary[i]; });
  if (by == "mass") cloud.value = p.mass;
  if (by == "heat") cloud.value = p.heat;
  if (by == "thickness") cloud.value = p.thickness;
  if (by == "paint") cloud.colour = p.colour;
  cloud.position = p.position;
  return cloud;
}

ParticleCloud read_particle_cloud(const std::filesystem::path& file, const std::string& by, const Vec3d& origin) {
  if (file.extension() == ".vdb") return read_particle_cloud_vdb(file, by, origin);
  return cloud_of(read_particles(file, nullptr, origin), by, file.string());
}

}  // namespace weir::cache
