// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/sea.h"

#include <fmt/format.h>

#include <cmath>

#include "control/sea/sea_check.h"
#include "control/sea/sea_level.h"
#include "control/sea/sea_preview.h"
#include "sim/natural_time.h"
#include "weir/base/parallel.h"
#include "weir/sim/solids.h"

namespace weir::sea {

namespace {

constexpr uint32_t kStreamLevel = 0x7365616c;  // of random numbers
constexpr double kLevelStrength = 0.5;         // how fast the surface is led over, of how fast velocities are
constexpr double kClearance = 0.25;            // spacings from solids, within which no liquid starts

class SeaDirector final : public Director {
 public:
  SeaDirector(const Scene& scene, size_t index)
      : scene_(scene),
        settings_(*scene.directors[index].get<SeaSettings>()),
        box_{scene.domain->lower, scene.domain->upper},
        flat_(scene.dimensions == 2),
        zone_(settings_, box_, flat_),
        field_(waves_of(settings_, water_of(scene, settings_), scene.seed),
               {box_, settings_.level, 2 * scene.solver.spacing, flat_},
               [&](double x, double z) { return is_near(x, z); }),
        rate_(settings_.strength / natural_time(scene, settings_.width)),
        level_(scene, zone_, field_, kLevelStrength * rate_, kStreamLevel + static_cast<uint32_t>(index)) {}

  unsigned hooks() const override { return hook::population | hook::forces | hook::frame_end; }

  // Still liquid goes where linear waves displace it to; their displacement is free of divergence, so its density
  // stays. What comes in from beyond an open side is the mirror image of what is inside.
  void begin(const Clock& clock, Population& population) override {
    if (settings_.start == SeaStart::still) return;
    const double scale = value_at(settings_.scale, clock.frame), reach = field_.farthest() * scale;
    if (reach <= 0) return;
    Particles still;
    for (size_t i = 0; i < population.now.size(); ++i) {
      if (population.removed[i] || !is_sea(population.now.position[i])) continue;
      population.removed[i] = 1;
      still.push_back({population.now.position[i], {}, 0, population.now.mass[i], population.now.phase[i], 0});
    }
    add_mirror_images(still, reach);
    const Particles moved = displaced(still, clock.time, scale);
    std::vector<uint8_t> blocked(moved.size(), 0);
    if (population.solids) {
      population.solids->mark_inside(moved.position, blocked, static_cast<float>(kClearance * scene_.solver.spacing),
                                     0);
    }
    for (size_t i = 0; i < moved.size(); ++i) {
      if (blocked[i] || !box_.contains(in_box_of(moved.position[i]))) continue;
      population.add(moved.position[i], moved.velocity[i], moved.mass[i], moved.phase[i], false);
    }
  }

  // Towards the flow at the end of the step; never beyond it, however long the step is.
  void forces(const Clock& clock, const Particles& particles, std::span<Vec3f> acceleration) override {
    move_waves(clock);
    const auto step = static_cast<float>(clock.step), rate = static_cast<float>(rate_);
    parallel_for(particles.size(), [&](size_t i) {
      const Vec3f& x = particles.position[i];
      const float strength = zone_.strength(x);
      if (strength <= 0) return;
      const float pull = step > 0 ? -std::expm1(-rate * strength * step) / step : rate * strength;
      acceleration[i] += (field_.velocity(x) - particles.velocity[i]) * pull;
    });
  }

  void population(const Clock& clock, Population& population) override {
    move_waves(clock);
    level_.keep(clock, population);
  }

  Measures frame_end(const Clock&, const Particles&) override {
    const Measures measures{{"mass_in", level_.added()}, {"mass_out", level_.removed()}};
    level_.forget();
    return measures;
  }

 private:
  // To the end of the step, once for all hooks of it.
  void move_waves(const Clock& clock) {
    const double time = clock.time + clock.step;
    if (time == moved_to_) return;
    moved_to_ = time;
    field_.move_to(time, value_at(settings_.scale, clock.next_frame()));
  }

  // Whether the table of the waves is needed at a node: near the zone.
  bool is_near(double x, double z) const {
    const auto pitch = static_cast<float>(2.5 * scene_.solver.spacing);
    for (const float a : {-pitch, 0.0f, pitch}) {
      for (const float b : {-pitch, 0.0f, pitch}) {
        if (zone_.strength({static_cast<float>(x) + a, 0, static_cast<float>(z) + b}) > 0) return true;
      }
    }
    return false;
  }

  // Drops above the still level are no part of it.
  bool is_sea(const Vec3f& x) const { return static_cast<double>(x.y) < settings_.level + 0.5 * scene_.solver.spacing; }
  Vec3d in_box_of(const Vec3f& x) const {
    return {static_cast<double>(x.x), static_cast<double>(x.y), flat_ ? box_.lower.z : static_cast<double>(x.z)};
  }

  void add_mirror_images(Particles& still, double reach) const {
    for (const int axis : {0, 2}) {
      if (flat_ && axis == 2) continue;
      const size_t count = still.size();
      for (size_t i = 0; i < count; ++i) {
        for (const double wall : {box_.lower[axis], box_.upper[axis]}) {
          const double across = wall - static_cast<double>(still.position[i][axis]);
          if (std::abs(across) > reach) continue;
          Particle image{still.position[i], {}, 0, still.mass[i], still.phase[i], 0};
          image.position[axis] = static_cast<float>(wall + across);
          still.push_back(image);
        }
      }
    }
  }

  Particles displaced(const Particles& still, double time, double scale) const {
    Particles moved = still;
    parallel_for(still.size(), [&](size_t i) {
      const Vec3d x = static_cast<Vec3d>(still.position[i]);
      moved.position[i] = static_cast<Vec3f>(x + field_.displacement(x, time, scale));
      moved.velocity[i] = static_cast<Vec3f>(field_.still_velocity(x, time, scale));
      if (flat_) moved.position[i].z = moved.velocity[i].z = 0;
    });
    return moved;
  }

  const Scene& scene_;
  const SeaSettings& settings_;
  Box3d box_;
  bool flat_;
  SeaZone zone_;
  WaveField field_;
  double rate_;  // 1/s at the sides
  SeaLevel level_;
  double moved_to_ = -1;  // s
};

std::unique_ptr<Director> make(const DirectorPart& part) {
  return std::make_unique<SeaDirector>(part.scene, part.index);
}

}  // namespace

DirectorKind director_kind() {
  return {.settings = kind_of_settings<SeaSettings>(&check_sea), .make = &make, .preview = &preview};
}

}  // namespace weir::sea
