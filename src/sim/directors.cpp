// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/directors.h"

#include <algorithm>

#include "base/stopwatch.h"
#include "sim/part_names.h"

namespace weir {

void Directors::add(std::unique_ptr<Director> director) { entries_.push_back({std::move(director), 0}); }

void Directors::at(unsigned hook, const std::function<void(Director&)>& call) {
  for (Entry& entry : entries_) {
    if (!(entry.director->hooks() & hook)) continue;
    const Stopwatch watch;
    call(*entry.director);
    entry.milliseconds += watch.milliseconds();
  }
}

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
  std::vector<std::string> names;
  for (const Entry& entry : entries_) names.push_back(entry.director->kind + " " + entry.director->name);
  archive.parts("directors", part_names(std::move(names)), [&](size_t i) { entries_[i].director->state(archive); });
}

}  // namespace weir
