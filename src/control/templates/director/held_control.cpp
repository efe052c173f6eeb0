// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/held_control.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::templates {

void HeldControl::hold(const Particles& particles, double reach, double speed, double seconds) {
  reach_ = static_cast<float>(reach);
  std::erase_if(entries_, [](const Entry& e) { return e.drag == 0 && e.push == Vec3f{}; });
  std::vector<uint64_t> ids(entries_.size());
  bounds_ = {};
  float fastest = 0;
  for (uint32_t slot = 0; slot < entries_.size(); ++slot) {
    Entry& entry = entries_[slot];
    ids[slot] = particles.id[entry.particle];
    entry.from = particles.position[entry.particle];
    const float size = length(entry.push);
    entry.inverse_push = size > 0 ? static_cast<float>(1 / speed) / size : 0.0f;
    bounds_.include(entry.from);
    fastest = std::max(fastest, length_squared(entry.velocity));
    fastest = std::max(fastest, length_squared(particles.velocity[entry.particle]));
  }
  slot_.build(ids);
  // Saves look-ups for those far away.
  if (!entries_.empty()) bounds_ = bounds_.padded(2 * reach_ + std::sqrt(fastest) * static_cast<float>(seconds));
}

void HeldControl::apply(const Particles& particles, double elapsed, double step, std::span<Vec3f> acceleration) const {
  if (entries_.empty()) return;
  const auto dt = static_cast<float>(step), since = static_cast<float>(elapsed);
  const float inverse_reach = 1 / (reach_ * reach_);
  parallel_for(particles.size(), [&](size_t i) {
    if (!bounds_.contains(particles.position[i])) return;
    const uint32_t slot = slot_.find(particles.id[i]);
    if (slot == IdTable::kNone) return;
    const Entry& e = entries_[slot];
    const Vec3f moved = particles.position[i] - (e.from + e.velocity * since);
    const Vec3f against = particles.velocity[i] - e.velocity;
    const float along = dot(against, e.push) * e.inverse_push;
    const float rest = std::max(0.0f, 1 - length_squared(moved) * inverse_reach) * std::clamp(1 - along, 0.0f, 1.0f);
    // The drag is solved for the end of the step: however strong, it never overshoots.
    acceleration[i] += e.push * rest - against * (e.drag / (1 + e.drag * dt));
  });
}

}  // namespace weir::templates
