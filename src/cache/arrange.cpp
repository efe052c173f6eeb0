// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/arrange.h"

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "base/error.h"
#include "base/parallel.h"
#include "cache/sort.h"

namespace weir {

namespace {

struct Entry {
  uint64_t id;
  size_t index;
  bool operator<(const Entry& b) const { return id != b.id ? id < b.id : index < b.index; }
};

template <class T>
void permute(std::vector<T>& values, const std::vector<Entry>& order) {
  std::vector<T> sorted(values.size());
  parallel_for(order.size(), [&](size_t i) { sorted[i] = values[order[i].index]; });
  values = std::move(sorted);
}

void sort_by_id(Particles& p) {
  std::vector<Entry> order(p.size());
  parallel_for(p.size(), [&](size_t i) { order[i] = {p.id[i], i}; });
  parallel_sort(order, std::less<Entry>());
  permute(p.position, order);
  permute(p.velocity, order);
  permute(p.id, order);
  permute(p.mass, order);
  permute(p.phase, order);
  permute(p.temporary, order);
}

// Empty when all is well.
std::string what_is_not_finite(const Particles& p) {
  const size_t first = parallel_reduce(
      p.size(), p.size(),
      [&](size_t begin, size_t end) {
        for (size_t i = begin; i < end; ++i) {
          if (!is_finite(p.position[i]) || !is_finite(p.velocity[i]) || !std::isfinite(p.mass[i])) return i;
        }
        return p.size();
      },
      [](size_t a, size_t b) { return std::min(a, b); });
  if (first == p.size()) return {};
  const char* what = !is_finite(p.position[first]) ? "position" : !is_finite(p.velocity[first]) ? "velocity" : "mass";
  return fmt::format("the {} of particle {} is not a finite number", what, p.id[first]);
}

}  // namespace

Particles arranged(Particles particles, const std::filesystem::path& file) {
  const std::string problem = what_is_not_finite(particles);
  if (!problem.empty()) throw InputError(file.string(), problem);
  if (!std::is_sorted(particles.id.begin(), particles.id.end())) sort_by_id(particles);
  const auto twice = std::adjacent_find(particles.id.begin(), particles.id.end());
  if (twice != particles.id.end()) {
    throw InputError(file.string(), fmt::format("the id {} occurs twice; every particle needs its own", *twice));
  }
  return particles;
}

void check_before_writing(const Particles& particles, const std::filesystem::path& file) {
  const std::string problem = what_is_not_finite(particles);
  if (!problem.empty()) throw RunError(fmt::format("{}: cannot be written: {}", file.string(), problem));
}

}  // namespace weir
