// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/sim/particles.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

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

void Particles::append(const Particles& more) {
  for_each_array([](const char*, auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); }, *this,
                 more);
}

void Particles::remove(std::span<const uint8_t> flag) {
  for_each_array([&](const char*, auto& array) { remove_flagged(flag, array); }, *this);
}

void Particles::state(Archive& archive) {
  for_each_array([&](const char* name, auto& array) { archive(name, array); }, *this);
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
