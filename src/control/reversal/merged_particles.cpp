// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/reversal/merged_particles.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "control/reversal/reversal_settings.h"
#include "geometry/sampling/point_grid.h"
#include "weir/base/parallel.h"
#include "weir/cache/sequence.h"

namespace weir::reversal {

namespace {

constexpr float kReachSpacings = 2, kTakeSpacings = 2;
constexpr size_t kDeepNeighbours[] = {16, 45};  // 2D, 3D: within two spacings, where liquid is on all sides

bool has_id(const Particles& particles, uint64_t id) {
  return std::binary_search(particles.id.begin(), particles.id.end(), id);  // files come in the order of ids
}

class MergedParticlesDirector final : public Director {
 public:
  explicit MergedParticlesDirector(const DirectorPart& part)
      : scene_(part.scene),
        settings_(part.settings<MergedParticlesSettings>()),
        spacing_(static_cast<float>(scene_.solver.spacing)) {
    reach_ = settings_.reach > 0 ? static_cast<float>(settings_.reach) : kReachSpacings * spacing_;
  }

  unsigned hooks() const override { return hook::frame_start | hook::population | hook::forces | hook::frame_end; }

  void frame_start(const Clock& clock, const Particles&) override {
    frame_ = static_cast<int>(std::lround(clock.frame));
    now_ = next_frame_ == frame_ ? std::move(next_) : read(frame_);
    next_ = read(frame_ + 1);
    next_frame_ = frame_ + 1;
    joining_ = true;
  }

  // Each liquid particle near visitors takes on the mean of their velocities, weighted by closeness.
  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    if (now_.size() == 0) return;
    const auto drag = static_cast<float>(value_at(settings_.drag, clock.middle_frame()));
    const float rate = std::min(drag, static_cast<float>(0.5 / clock.step));
    const auto since = static_cast<float>((clock.frame - frame_) / clock.rate);
    std::vector<Vec3f> where(now_.size());
    for (size_t n = 0; n < where.size(); ++n) where[n] = now_.position[n] + now_.velocity[n] * since;
    const PointGrid grid(where, reach_);
    parallel_for(particles.size(), [&](size_t i) {
      Vec3f sum{};
      float weights = 0;
      grid.visit(particles.position[i], [&](size_t n, float squared) {
        const float closeness = 1 - squared / (reach_ * reach_);
        sum += now_.velocity[n] * closeness;
        weights += closeness;
      });
      if (weights > 0) acceleration[i] += (sum / weights - particles.velocity[i]) * (rate * std::min(weights, 1.0f));
    });
  }

  void population(const Clock& clock, Population& population) override {
    if (joining_) take_in(population);
    joining_ = false;
    const bool last_step = clock.next_frame() > frame_ + 1 - 1e-6;
    if (!last_step) return;
    give_away(population);
    take_back(clock, population);
  }

  Measures frame_end(const Clock&, const Particles&) override {
    return {{"visitors", static_cast<double>(now_.size())},
            {"taken_in", static_cast<double>(taken_in_)},
            {"given_away", static_cast<double>(given_away_)},
            {"taken_back", static_cast<double>(taken_back_)}};
  }

  void state(Archive& archive) override {
    archive("taken_in", taken_in_);
    archive("given_away", given_away_);
    archive("taken_back", taken_back_);
    archive("owed", owed_);
  }

 private:
  // Frames without a file have none.
  Particles read(int frame) {
    if (!files_) files_.emplace(settings_.particles, scene_.origin);
    const std::vector<int> frames = files_->frames();
    return std::binary_search(frames.begin(), frames.end(), frame) ? files_->read(frame) : Particles();
  }

  void take_in(Population& population) {
    for (size_t n = 0; n < now_.size(); ++n) {
      if (!now_.temporary[n] || has_id(next_, now_.id[n])) continue;
      population.add(now_.position[n], now_.velocity[n], now_.mass[n], now_.phase[n], true);
      ++taken_in_;
    }
  }

  void give_away(Population& population) {
    std::vector<Vec3f> wanted;
    for (size_t n = 0; n < next_.size(); ++n) {
      if (next_.temporary[n] && !has_id(now_, next_.id[n])) wanted.push_back(next_.position[n]);
    }
    if (wanted.empty() || population.now.size() == 0) return;
    const PointGrid grid(population.now.position, kTakeSpacings * spacing_);
    for (const Vec3f& point : wanted) {
      std::optional<size_t> nearest;
      float best = 0;
      grid.visit(point, [&](size_t i, float squared) {
        if (population.removed[i]) return;
        const bool closer =
            !nearest || squared < best || (squared == best && population.now.id[i] < population.now.id[*nearest]);
        if (!closer) return;
        nearest = i;
        best = squared;
      });
      if (!nearest) continue;
      population.removed[*nearest] = 1;
      ++given_away_;
    }
  }

  // Of what was taken in and lies deep in the liquid now, those of the lowest ids; evenly over the time to settle.
  void take_back(const Clock& clock, Population& population) {
    const double excess = static_cast<double>(taken_in_) - static_cast<double>(given_away_ + taken_back_);
    owed_ += std::max(0.0, excess) / (settings_.settle * clock.rate);
    if (owed_ < 1) return;
    const Particles& liquid = population.now;
    std::vector<size_t> lent;
    for (size_t i = 0; i < liquid.size(); ++i) {
      if (liquid.temporary[i] && !population.removed[i]) lent.push_back(i);
    }
    if (lent.empty()) return;
    const PointGrid grid(liquid.position, 2 * spacing_);
    std::sort(lent.begin(), lent.end(), [&](size_t a, size_t b) { return liquid.id[a] < liquid.id[b]; });
    for (const size_t i : lent) {
      if (owed_ < 1) break;
      size_t neighbours = 0;
      grid.visit(liquid.position[i], [&](size_t, float) { ++neighbours; });
      if (neighbours - 1 < kDeepNeighbours[scene_.dimensions - 2] * 2 / 3) continue;
      population.removed[i] = 1;
      ++taken_back_;
      owed_ -= 1;
    }
    owed_ = std::min(owed_, std::max(0.0, excess));
  }

  const Scene& scene_;
  const MergedParticlesSettings& settings_;
  std::optional<cache::ParticleSequence> files_;  // once the run has begun: they may have to be made first
  float spacing_, reach_;
  int frame_ = 0, next_frame_ = -1;
  bool joining_ = false;
  Particles now_, next_;
  uint64_t taken_in_ = 0, given_away_ = 0, taken_back_ = 0;
  double owed_ = 0;  // particles that should be taken back by now
};

std::unique_ptr<Director> make(const DirectorPart& part) { return std::make_unique<MergedParticlesDirector>(part); }

}  // namespace

DirectorKind merged_particles_kind() {
  DirectorKind kind{.settings = kind_of_settings<MergedParticlesSettings>(), .make = &make};
  kind.settings.key = "visitors";
  return kind;
}

}  // namespace weir::reversal
