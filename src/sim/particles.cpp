// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "sim/remove_flagged.h"
#include "weir/base/parallel.h"

namespace weir {

namespace {

bool is_finite(float value) { return std::isfinite(value); }

// Index of the first value that is not finite; the length of the array when there is none.
template <class T>
size_t first_not_finite(const std::vector<T>& array) {
  if constexpr (std::is_integral_v<T>) {
    return array.size();
  } else {
    return parallel_reduce(
        array.size(), array.size(),
        [&](size_t begin, size_t end) {
          for (size_t i = begin; i < end; ++i) {
            if (!is_finite(array[i])) return i;
          }
          return array.size();
        },
        [](size_t a, size_t b) { return std::min(a, b); });
  }
}

}  // namespace

void Particles::resize(size_t count) {
  for_each_array([&](const char*, auto& array) { array.resize(count); }, *this);
}

void Particles::push_back(const Particle& particle) {
  for_each_array([](const char*, auto& array, const auto& value) { array.push_back(value); }, *this, particle);
}

namespace {

float own(const Carried& carried, const std::vector<float>& array, const Particles& of) {
  return &array == &of.heat ? carried.heat : carried.thickness;
}
Vec3f own(const Carried& carried, const std::vector<Vec3f>&, const Particles&) { return carried.colour; }

// Arrays that are too short get what belongs to the phases.
void fill_up(Particles& particles) {
  const auto fill = [&](const char*, auto& array) {
    for (size_t i = array.size(); i < particles.size(); ++i) {
      array.push_back(own(particles.carries->of(particles.phase[i]), array, particles));
    }
  };
  for_each_carried(fill, particles);
}

}  // namespace

void Particles::append(const Particles& more) {
  if (size() == 0 && !carries) carries = more.carries;
  for_each_array([](const char*, auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); }, *this,
                 more);
  fill_up(*this);
}

void Particles::carry(std::shared_ptr<const CarriedKinds> kinds) {
  carries = std::move(kinds);
  if (!carries || !carries->heat) heat.clear();
  if (!carries || !carries->thickness) thickness.clear();
  if (!carries || !carries->colour) colour.clear();
  fill_up(*this);
}

void Particles::remove(std::span<const uint8_t> flag) {
  for_each_array([&](const char*, auto& array) { remove_flagged(flag, array); }, *this);
}

void Particles::state(Archive& archive) {
  const std::shared_ptr<const CarriedKinds> wanted = std::exchange(carries, nullptr);
  for_each_array([&](const char* name, auto& array) { archive(name, array); }, *this);
  carries = wanted;
  std::vector<std::string> names;
  for_each_carried(
      [&](const char* name, auto& array) {
        names.push_back(name);
        if (archive.is_loading()) array.clear();
      },
      *this);
  archive.parts("carried", names, [&](size_t i) {
    for_each_carried(
        [&](const char* name, auto& array) {
          if (names[i] == name) archive(name, array);
        },
        *this);
  });
  if (archive.is_loading()) carry(wanted);
}

std::string Particles::what_is_not_finite() const {
  size_t first = size();
  const char* what = nullptr;
  const auto look = [&](const char* name, const auto& array) {
    const size_t i = first_not_finite(array);
    if (i >= first) return;
    first = i;
    what = name;
  };
  for_each_array(look, *this);
  return what ? fmt::format("the {} of particle {} is not a finite number", what, id[first]) : std::string();
}

std::string Particles::validate() const {
  std::string problem;
  const auto check_length = [&](const char* name, const auto& array) {
    if (array.size() != size()) {
      problem = fmt::format("{} has {} entries, position has {}", name, array.size(), size());
    }
  };
  for_each_array(check_length, *this);
  if (problem.empty()) problem = what_is_not_finite();
  if (!problem.empty()) return problem;
  std::vector<uint64_t> ids = id;
  std::sort(ids.begin(), ids.end());
  const auto twice = std::adjacent_find(ids.begin(), ids.end());
  if (twice != ids.end()) return fmt::format("id {} occurs twice", *twice);
  return {};
}

}  // namespace weir
