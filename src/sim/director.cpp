// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/director.h"

#include <algorithm>

namespace weir {

const char* hook_name(unsigned hooks) {
  if (hooks & hook::frame_start) return "start of a frame";
  if (hooks & hook::population) return "population";
  if (hooks & hook::forces) return "forces";
  if (hooks & hook::pressure) return "pressure";
  if (hooks & hook::after_projection) return "after projection";
  if (hooks & hook::surface) return "surface";
  return "end of a frame";
}

void Population::add(const Vec3f& position, const Vec3f& velocity, float mass, uint8_t phase, bool temporary) {
  const Carried own = added.carries ? added.carries->of(phase) : Carried{};
  add({.position = position,
       .velocity = velocity,
       .mass = mass,
       .phase = phase,
       .temporary = temporary,
       .heat = own.heat,
       .thickness = own.thickness,
       .colour = own.colour});
}

void Population::apply(Particles& particles, uint64_t& next_id, size_t budget) const {
  if (std::find(removed.begin(), removed.end(), 1) != removed.end()) particles.remove(removed);
  if (added.size() == 0) return;
  const size_t before = particles.size();
  const size_t room = budget > before ? budget - before : 0;
  particles.append(added);
  particles.resize(before + std::min(room, added.size()));
  for (size_t i = before; i < particles.size(); ++i) particles.id[i] = next_id++;
}

}  // namespace weir
