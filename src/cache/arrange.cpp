// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "cache/arrange.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "cache/parallel_sort.h"
#include "sim/reorder.h"
#include "weir/base/error.h"
#include "weir/base/parallel.h"

namespace weir::cache {

namespace {

struct Entry {
  uint64_t id;
  uint32_t index;
  bool operator<(const Entry& b) const { return id != b.id ? id < b.id : index < b.index; }
};

void sort_by_id(Particles& p) {
  std::vector<Entry> entries(p.size());
  parallel_for(p.size(), [&](size_t i) { entries[i] = {p.id[i], static_cast<uint32_t>(i)}; });
  parallel_sort(entries, std::less<Entry>());
  std::vector<uint32_t> order(p.size());
  parallel_for(p.size(), [&](size_t i) { order[i] = entries[i].index; });
  Reorder().apply(order, p);
}

}  // namespace

Particles arranged(Particles particles, bool have_ids, const std::filesystem::path& file) {
  std::vector<uint64_t>& id = particles.id;
  if (!have_ids) std::iota(id.begin(), id.end(), uint64_t{0});
  const std::string problem = particles.what_is_not_finite();
  if (!problem.empty()) throw InputError(file.string(), problem);
  if (!std::is_sorted(id.begin(), id.end())) sort_by_id(particles);
  const auto twice = std::adjacent_find(id.begin(), id.end());
  if (twice != id.end()) {
    throw InputError(file.string(), fmt::format("the id {} occurs twice; every particle needs its own", *twice));
  }
  return particles;
}

void check_before_writing(const Particles& particles, const std::filesystem::path& file) {
  const std::string problem = particles.what_is_not_finite();
  if (!problem.empty()) throw RunError(fmt::format("{}: cannot be written: {}", file.string(), problem));
}

bool has_wide_ids(const Particles& particles) {
  return std::any_of(particles.id.begin(), particles.id.end(), [](uint64_t id) { return id >> 32 != 0; });
}

}  // namespace weir::cache
