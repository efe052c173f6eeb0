// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sim/director.h"

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
  added.push_back({.position = position, .velocity = velocity, .mass = mass, .phase = phase, .temporary = temporary});
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

void Directors::add(std::unique_ptr<Director> director) { entries_.push_back({std::move(director), 0}); }

void Directors::begin(const Clock& clock, Population& population) {
  at(hook::population, [&](Director& d) { d.begin(clock, population); });
  for (Entry& entry : entries_) entry.milliseconds = 0;  // of no frame
}

double Directors::longest_step(const Clock& clock) const {
  double longest = 1e30;
  for (const Entry& entry : entries_) longest = std::min(longest, entry.director->longest_step(clock));
  return longest;
}

void Directors::frame_start(const Clock& clock, const Particles& particles) {
  at(hook::frame_start, [&](Director& d) { d.frame_start(clock, particles); });
}

void Directors::population(const Clock& clock, Population& population) {
  at(hook::population, [&](Director& d) { d.population(clock, population); });
}

void Directors::forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) {
  at(hook::forces, [&](Director& d) { d.forces(clock, particles, acceleration); });
}

void Directors::after_projection(const Clock& clock, const Particles& particles, std::span<Vec3f> velocity) {
  at(hook::after_projection, [&](Director& d) { d.after_projection(clock, particles, velocity); });
}

std::vector<Directors::Report> Directors::frame_end(const Clock& clock, const Particles& particles) {
  std::vector<Report> reports;
  for (Entry& entry : entries_) {
    const Stopwatch watch;
    Measures measures = entry.director->frame_end(clock, particles);
    entry.milliseconds += watch.milliseconds();
    reports.push_back({entry.director->name, entry.director->kind, entry.milliseconds, std::move(measures)});
    entry.milliseconds = 0;
  }
  return reports;
}

void Directors::state(Archive& archive) {
  for (Entry& entry : entries_) entry.director->state(archive);
}

}  // namespace weir
