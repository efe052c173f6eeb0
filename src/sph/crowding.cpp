// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/crowding.h"

#include <algorithm>
#include <cmath>

namespace weir::sph {

namespace {

constexpr float kMostCompression = 0.02f;  // that is let be; more is brought to half of it
constexpr float kForecast = 0.01f;         // compression ahead from which a particle is looked at
// The forecast knows neither neighbours that are yet to come nor how steeply walls rise. In spacings in a step:
constexpr float kFarOnItsOwn = 0.4f;     // a particle with few neighbours that moves farther may meet others,
constexpr float kFarAtWall = 0.12f;      // one that moves farther may run into a wall or a corner
constexpr float kDeepInWalls = 0.3f;     // of density: one wall that is very close, or two
constexpr float kLeaving = 0.5f;         // of what a wall's gradient promises: walls are steep, and flatten out
constexpr uint32_t kFewNeighbours = 20;  // spray and the surface in 3D, everything in 2D

// The crowded particles share neighbours, so the full correction of each would be too much in sum.
constexpr float kRelaxation = 0.6f;
constexpr float kLongestShift = 0.1f;  // spacings, in a round
constexpr int kRounds = 20;

// Where many are crowded, liquid is compressed as a whole: that is for pressure to undo, and would take long here.
constexpr double kMostChosen = 0.05;  // of all particles
constexpr double kAlwaysFew = 1000;

constexpr int32_t kReach = 2;  // cells: what was out of reach when the step began may be close now

}  // namespace

void Crowding::foresee(size_t i, const Vec3f& velocity, float density_ahead, float step) {
  const BoundarySums& walls = flow_.boundary;
  const float closing = dot(velocity, walls.gradient[i]) - walls.flux[i];
  const float wall_ahead = walls.density[i] + step * (closing > 0 ? closing : kLeaving * closing);
  const float way = step * length(velocity) / spacing_;
  const bool into_wall = step * dot(velocity, normalized(walls.gradient[i])) > kFarAtWall * spacing_;
  const bool along_walls = walls.density[i] > kDeepInWalls && way > kFarAtWall;
  if (way > kFarOnItsOwn && flow_.neighbours.count(i) < kFewNeighbours) {
    forecast_[i] = Forecast::meets_others;
  } else if (into_wall || along_walls || density_ahead + wall_ahead > 1 + kForecast) {
    forecast_[i] = Forecast::crowded;
  }
}

void Crowding::choose(uint32_t particle) {
  if (is_chosen_[particle]) return;
  is_chosen_[particle] = 1;
  chosen_.push_back(particle);
}

void Crowding::choose_by_forecast() {
  chosen_.clear();
  is_chosen_.assign(flow_.size(), 0);
  for (size_t i = 0; i < forecast_.size(); ++i) {
    if (forecast_[i] != Forecast::fine) choose(static_cast<uint32_t>(i));
  }
}

void Crowding::add_neighbours(Member& member, const Vec3f& own, std::span<const Vec3f> position) const {
  const Kernel& kernel = flow_.kernel;
  const Vec3i middle = cells_.coordinates_of(xyz(flow_.point[member.particle]));
  float sum = kernel.at_zero();
  member.neighbours.clear();
  const auto visit = [&](uint32_t j) {
    const Vec3f away = own - position[j];
    const float r = length(away);
    if (r >= kernel.support() || j == member.particle) return;
    const Vec3f gradient = away * (kernel.gradient_factor(std::max(r, 1e-6f * spacing_)) * flow_.volume);
    sum += kernel.value(r);
    member.gradient += gradient;
    member.neighbours.push_back({j, gradient});
  };
  Vec3i offset;
  for (offset.z = -kReach; offset.z <= kReach; ++offset.z) {
    for (offset.y = -kReach; offset.y <= kReach; ++offset.y) {
      for (offset.x = -kReach; offset.x <= kReach; ++offset.x) {
        const uint32_t cell = cells_.find(middle + offset);
        if (cell == Cells::kNone) continue;
        for (uint32_t j = cells_.begin(cell); j < cells_.end(cell); ++j) visit(j);
      }
    }
  }
  member.density += sum * flow_.volume;
}

void Crowding::measure_chosen(std::span<const Vec3f> position) {
  chosen_position_.clear();
  for (const uint32_t i : chosen_) chosen_position_.push_back(position[i]);
  const std::span<const uint32_t> order = crowd_cells_.sort(chosen_position_);
  crowd_point_.resize(order.size());
  crowd_.resize(order.size());
  for (size_t k = 0; k < order.size(); ++k) crowd_point_[k] = float4(chosen_position_[order[k]]);
  boundary_.sum(crowd_point_, crowd_cells_, bodies_, boundary_sums_, contacts_);
  const auto measure = [&](size_t k) {
    crowd_[k].particle = chosen_[order[k]];
    crowd_[k].density = boundary_sums_.density[k];
    crowd_[k].gradient = boundary_sums_.gradient[k];
    add_neighbours(crowd_[k], xyz(crowd_point_[k]), position);
  };
  parallel_for(order.size(), measure, 16);
}

// The least motion, weighted by mass, that lowers the density to where it should be.
void Crowding::shift_apart(const Member& member) {
  const auto inverse_mass = [&](uint32_t i) { return flow_.inverse_mass[i]; };
  float norm = inverse_mass(member.particle) * length_squared(member.gradient);
  for (const Neighbour& n : member.neighbours) norm += inverse_mass(n.particle) * length_squared(n.gradient);
  if (!(norm > 0)) return;
  const float length = kRelaxation * (member.density - 1 - 0.5f * kMostCompression) / norm;
  choose(member.particle);
  shift_[member.particle] -= member.gradient * (length * inverse_mass(member.particle));
  for (const Neighbour& n : member.neighbours) {
    choose(n.particle);
    shift_[n.particle] += n.gradient * (length * inverse_mass(n.particle));
  }
}

// Whoever is shifted is looked at again in the next round.
void Crowding::choose_and_shift_crowded() {
  for (const uint32_t i : chosen_) is_chosen_[i] = 0;
  chosen_.clear();
  for (const Member& member : crowd_) {
    if (member.density > 1 + kMostCompression) shift_apart(member);
  }
}

void Crowding::apply_shifts(bool flat, std::span<Vec3f> position) {
  for (const uint32_t i : chosen_) {
    Vec3f& shift = shift_[i];
    if (flat) shift.z = 0;
    position[i] += shift * std::min(1.0f, kLongestShift * spacing_ / std::max(length(shift), 1e-30f));
    shift = {};
  }
}

void Crowding::relieve(bool flat, std::span<Vec3f> position) {
  choose_by_forecast();
  if (chosen_.empty() ||
      static_cast<double>(chosen_.size()) > kMostChosen * static_cast<double>(flow_.size()) + kAlwaysFew)
    return;
  shift_.resize(flow_.size());
  measure_chosen(position);
  for (const Member& member : crowd_) {
    if (forecast_[member.particle] != Forecast::meets_others) continue;
    for (const Neighbour& n : member.neighbours) choose(n.particle);
  }
  if (chosen_.size() > crowd_.size()) measure_chosen(position);
  for (int round = 0; round < kRounds; ++round) {
    if (round > 0) measure_chosen(position);
    choose_and_shift_crowded();
    if (chosen_.empty()) return;
    apply_shifts(flat, position);
  }
}

}  // namespace weir::sph
