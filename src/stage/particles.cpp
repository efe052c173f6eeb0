// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "stage/particles.h"

#include <fmt/format.h>

#include <algorithm>

namespace weir {

namespace {

// The one list of the arrays: everything that treats all of them alike goes through it.
template <class Self, class Visit>
void for_each_array(Self& particles, Visit&& visit) {
  visit("position", particles.position);
  visit("velocity", particles.velocity);
  visit("id", particles.id);
  visit("mass", particles.mass);
  visit("phase", particles.phase);
  visit("temporary", particles.temporary);
}

template <class T>
void append_array(std::vector<T>& to, const std::vector<T>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

}  // namespace

void Particles::resize(size_t count) {
  for_each_array(*this, [&](const char*, auto& array) { array.resize(count); });
}

void Particles::append(const Particles& more) {
  append_array(position, more.position);
  append_array(velocity, more.velocity);
  append_array(id, more.id);
  append_array(mass, more.mass);
  append_array(phase, more.phase);
  append_array(temporary, more.temporary);
}

void Particles::remove(std::span<const uint8_t> flag) {
  for_each_array(*this, [&](const char*, auto& array) {
    size_t kept = 0;
    for (size_t i = 0; i < array.size(); ++i) {
      if (!flag[i]) array[kept++] = array[i];
    }
    array.resize(kept);
  });
}

void Particles::state(Archive& archive) {
  for_each_array(*this, [&](const char* name, auto& array) { archive(name, array); });
}

std::string Particles::validate() const {
  std::string problem;
  for_each_array(*this, [&](const char* name, const auto& array) {
    if (array.size() != size()) {
      problem = fmt::format("{} has {} entries, position has {}", name, array.size(), size());
    }
  });
  if (!problem.empty()) return problem;
  for (size_t i = 0; i < size(); ++i) {
    if (!is_finite(position[i]) || !is_finite(velocity[i])) {
      return fmt::format("particle {} has a position or velocity that is not a number", id[i]);
    }
  }
  std::vector<uint64_t> ids = id;
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) return fmt::format("id {} occurs twice", *twice);
  return {};
}

}  // namespace weir
