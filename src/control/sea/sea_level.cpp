// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/sea_level.h"

#include <algorithm>
#include <cmath>

#include "sim/draw_of_step.h"
#include "weir/base/parallel.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solids.h"

namespace weir::sea {

namespace {

constexpr float kColumn = 4;         // spacings, width of a column
constexpr float kLayer = 3;          // spacings below the surface that are looked at
constexpr float kRoom = 0.65f;       // spacings between a new particle and all others, at least
constexpr float kHighest = 0.25f;    // spacings below the surface that new ones are at least
constexpr float kLowest = 2.25f;     // and at most: what is below the layer is not known
constexpr float kFromSolids = 0.3f;  // spacings
constexpr uint32_t kTries = 16;      // places that are looked at for a new particle
constexpr uint32_t kNone = UINT32_MAX;

}  // namespace

SeaLevel::SeaLevel(const Scene& scene, const SeaZone& zone, const WaveField& field, double rate, uint32_t stream)
    : scene_(scene),
      zone_(zone),
      field_(field),
      rate_(rate),
      random_(scene.seed, stream),
      flat_(scene.dimensions == 2),
      box_{scene.domain->lower, scene.domain->upper},
      spacing_(static_cast<float>(scene.solver.spacing)),
      layer_(kLayer * spacing_) {
  const Vec3d size = box_.upper - box_.lower;
  const double wanted = static_cast<double>(kColumn) * scene.solver.spacing;
  nx_ = std::max(1, static_cast<int>(std::lround(size.x / wanted)));
  nz_ = flat_ ? 1 : std::max(1, static_cast<int>(std::lround(size.z / wanted)));
  size_ = {static_cast<float>(size.x / nx_), layer_, flat_ ? 0 : static_cast<float>(size.z / nz_)};
  const double s = scene.solver.spacing;
  full_ = static_cast<double>(kLayer) * (size.x / nx_ / s) * (flat_ ? 1 : size.z / nz_ / s);
}

Vec3f SeaLevel::middle(size_t column) const {
  const auto nx = static_cast<size_t>(nx_);
  return {static_cast<float>(box_.lower.x) + size_.x * (static_cast<float>(column % nx) + 0.5f), 0,
          flat_ ? 0 : static_cast<float>(box_.lower.z) + size_.z * (static_cast<float>(column / nx) + 0.5f)};
}

// Those of the layer and all above it.
void SeaLevel::sort_into_columns(const Particles& particles) {
  column_.resize(particles.size());
  const Vec3f lower = static_cast<Vec3f>(box_.lower);
  const float deep = field_.lowest() - layer_;
  parallel_for(particles.size(), [&](size_t i) {
    const Vec3f& x = particles.position[i];
    column_[i] = kNone;
    if (x.y < deep || zone_.strength(x) <= 0 || x.y < field_.height(x) - layer_) return;
    const int a = std::clamp(static_cast<int>((x.x - lower.x) / size_.x), 0, nx_ - 1);
    const int b = flat_ ? 0 : std::clamp(static_cast<int>((x.z - lower.z) / size_.z), 0, nz_ - 1);
    column_[i] = static_cast<uint32_t>(a + nx_ * b);
  });
  begin_.assign(static_cast<size_t>(nx_) * static_cast<size_t>(nz_) + 1, 0);
  for (const uint32_t c : column_) {
    if (c != kNone) ++begin_[c + 1];
  }
  for (size_t c = 1; c < begin_.size(); ++c) begin_[c] += begin_[c - 1];
  in_column_.resize(begin_.back());
  next_.assign(begin_.begin(), begin_.end() - 1);
  for (size_t i = 0; i < column_.size(); ++i) {
    if (column_[i] != kNone) in_column_[next_[column_[i]]++] = static_cast<uint32_t>(i);
  }
}

void SeaLevel::keep(const Clock& clock, Population& population) {
  sort_into_columns(population.now);
  const uint64_t draw = draw_of_step(clock);
  for (size_t c = 0; c + 1 < begin_.size(); ++c) {
    const auto strength = static_cast<double>(zone_.strength(middle(c)));
    if (strength <= 0) continue;
    const double missing = full_ - static_cast<double>(begin_[c + 1] - begin_[c]);
    const double share = -std::expm1(-rate_ * strength * clock.step);
    // A part of a particle comes or goes by chance.
    const double chance = static_cast<double>(random_.unit(c, static_cast<uint32_t>(draw)));
    const auto count = static_cast<size_t>(std::abs(missing) * share + chance);
    if (count == 0) continue;
    missing > 0 ? add(c, count, draw, population) : remove(c, count, population);
  }
}

// The highest above the surface go first.
void SeaLevel::remove(size_t column, size_t count, Population& population) {
  high_.clear();
  for (uint32_t n = begin_[column]; n < begin_[column + 1]; ++n) {
    const uint32_t i = in_column_[n];
    const Vec3f& x = population.now.position[i];
    if (!population.removed[i]) high_.push_back({x.y - field_.height(x), population.now.id[i], i});
  }
  const size_t gone = std::min(count, high_.size());
  std::partial_sort(high_.begin(), high_.begin() + static_cast<std::ptrdiff_t>(gone), high_.end(),
                    [](const High& a, const High& b) { return a.above != b.above ? a.above > b.above : a.id < b.id; });
  for (size_t n = 0; n < gone; ++n) {
    population.removed[high_[n].particle] = 1;
    removed_ += static_cast<double>(population.now.mass[high_[n].particle]);
  }
}

// To the nearest particle, those that were added since the first of them included.
float SeaLevel::room_squared(const Vec3f& x, const Population& population, size_t first_added) const {
  float least = spacing_ * spacing_;
  for (size_t i = first_added; i < population.added.size(); ++i) {
    least = std::min(least, length_squared(population.added.position[i] - x));
  }
  const Vec3f lower = static_cast<Vec3f>(box_.lower);
  const int a = static_cast<int>((x.x - lower.x) / size_.x),
            b = flat_ ? 0 : static_cast<int>((x.z - lower.z) / size_.z);
  for (int k = std::max(0, b - 1); k <= std::min(nz_ - 1, b + 1); ++k) {
    for (int j = std::max(0, a - 1); j <= std::min(nx_ - 1, a + 1); ++j) {
      const auto c = static_cast<size_t>(j + nx_ * k);
      for (uint32_t n = begin_[c]; n < begin_[c + 1]; ++n) {
        least = std::min(least, length_squared(population.now.position[in_column_[n]] - x));
      }
    }
  }
  return least;
}

// Each at the roomiest of some places. If only those with room for a whole particle were taken, a surface that is low
// by less than that would stay so, while one that is high by as much would not: the mean level would sink.
void SeaLevel::add(size_t column, size_t count, uint64_t draw, Population& population) {
  const Vec3f at = middle(column);
  place_.clear();
  for (uint32_t n = 0; n < kTries * count; ++n) {
    const uint64_t key = (draw << 24) + column * 4096 + n % 4096;
    const Vec3f u = random_.unit_vec3(key, 1);
    Vec3f x{at.x + (u.x - 0.5f) * size_.x, 0, flat_ ? 0 : at.z + (u.z - 0.5f) * size_.z};
    x.y = field_.height(x) - std::lerp(kHighest, kLowest, u.y) * spacing_;
    place_.push_back(x);
  }
  blocked_.assign(place_.size(), 0);
  if (population.solids) population.solids->mark_inside(place_, blocked_, kFromSolids * spacing_, 1);
  const size_t first = population.added.size();
  for (size_t n = 0; n < count; ++n) {
    const size_t best = roomiest(n * kTries, population, first);
    if (best == place_.size()) continue;
    const float mass = particle_mass(scene_, 0);
    population.add(place_[best], field_.velocity(place_[best]), mass, 0, false);
    added_ += static_cast<double>(mass);
  }
}

// Of the tries from one on; the number of all when none has room.
size_t SeaLevel::roomiest(size_t first_try, const Population& population, size_t first_added) const {
  float most = kRoom * kRoom * spacing_ * spacing_;
  size_t best = place_.size();
  for (size_t n = first_try; n < first_try + kTries; ++n) {
    const float room = blocked_[n] ? 0 : room_squared(place_[n], population, first_added);
    if (room > most) most = room, best = n;
  }
  return best;
}

}  // namespace weir::sea
