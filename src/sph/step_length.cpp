// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "sph/step_length.h"

#include <algorithm>
#include <cmath>

#include "sim/natural_time.h"
#include "sim/speed_percentile.h"
#include "sph/wcsph.h"
#include "weir/base/parallel.h"

namespace weir::sph {

namespace {

// How much speeds count. That against the mean of neighbours counts more, since two particles can come at each other. A
// jet that moves as one may take longer steps, though not so long that it is deep in another before they meet. Both are
// those of all but one in a thousand particles; the fastest spray may go farther. Pressure rearranges particles at up
// to sqrt(p / rho); at twice the step, a lattice at rest under pressure breaks up with a jerk.
constexpr double kPairSpeed = 1.5, kBulkSpeed = 0.6, kSpraySpeed = 0.25, kRearrangement = 0.5;

constexpr double kSoundKept = 0.995;  // from step to step

// Steps where the scene does not bound them, in natural times of a spacing: at the usual 2 cm, 10 us and 5 ms.
constexpr double kShortestStep = 2.2e-4, kLongestStep = 0.11;

// m from the highest to the lowest particle.
double depth_along(const Vec3d& gravity, const Particles& particles) {
  const Vec3f down = static_cast<Vec3f>(normalized(gravity));
  const auto height = [&](float sign) {
    return parallel_max(particles.size(), -1e30f, [&](size_t i) { return sign * dot(particles.position[i], down); });
  };
  return particles.size() > 0 ? static_cast<double>(height(1) + height(-1)) : 0;
}

}  // namespace

StepLength::StepLength(const Scene& scene, const SphSettings& settings, const Particles& particles)
    : scene_(scene),
      settings_(settings),
      longest_(settings.max_step.value_or(std::max(kLongestStep * natural_time(scene), settings.min_step.value_or(0)))),
      shortest_(settings.min_step.value_or(std::min(kShortestStep * natural_time(scene), longest_))) {
  const Vec3d gravity = value_at(scene.gravity, scene.frames.first);
  pressure_scale_ = length(gravity) * depth_along(gravity, particles);
  find(particles, {.acceleration = length(gravity)});
}

void StepLength::find(const Particles& particles, const Found& found) {
  const double way = settings_.cfl * scene_.solver.spacing;
  const Speeds speeds = find_speeds(particles.size(), [&](size_t i) { return length_squared(particles.velocity[i]); });
  update_pressure_scale(particles, found.pressure);
  const double by_neighbours = std::max({kPairSpeed * found.relative_speed, kBulkSpeed * speeds.percentile,
                                         kSpraySpeed * speeds.fastest, kRearrangement * std::sqrt(pressure_scale_)});
  const double speed =
      std::max(settings_.step_by == StepBy::fastest ? speeds.fastest : by_neighbours, found.wall_speed);
  double step = std::min(way / std::max(speed, 1e-12), std::sqrt(2 * way / std::max(found.acceleration, 1e-12)));
  if (settings_.method == PressureMethod::wcsph) step = std::min(step, longest_by_sound(particles, speeds.percentile));
  seconds_ = std::clamp(step, shortest_, longest_);
}

// m2/s2, twice the mean of pressure / density, which is p / rho at the bottom of still liquid. Its root is the speed at
// which pressure rearranges particles. It is forgotten slowly, since pressure varies from step to step.
void StepLength::update_pressure_scale(const Particles& particles, std::span<const float> pressure) {
  const auto volume = static_cast<float>(std::pow(scene_.solver.spacing, scene_.dimensions));
  const double sum = parallel_sum<double>(
      pressure.size(), [&](size_t i) { return static_cast<double>(pressure[i] * volume / particles.mass[i]); });
  const double mean = sum / static_cast<double>(std::max<size_t>(pressure.size(), 1));
  pressure_scale_ = std::max(2 * mean, 0.9 * pressure_scale_);
}

// Liquid is made as stiff as its speed asks for, not that of its fastest spray: stiffer liquid throws its spray faster,
// and the two would drive each other. What an impact made stiffer than needed is forgotten.
double StepLength::longest_by_sound(const Particles& particles, double speed) {
  const Vec3d gravity = value_at(scene_.gravity, scene_.frames.first);
  const double fall = std::sqrt(2 * length(gravity) * depth_along(gravity, particles));
  const double slow = 0.01 * scene_.solver.spacing / natural_time(scene_);  // as good as at rest
  const double expected = std::max({speed, fall, slow});
  // No faster than the shortest step can follow.
  const double most = longest_wcsph_step(scene_.solver.spacing, 1) / shortest_;
  sound_ = std::min(most, std::max(kSoundKept * sound_, speed_of_sound(expected, 0.01 * settings_.compression)));
  return longest_wcsph_step(scene_.solver.spacing, sound_);
}

void StepLength::state(Archive& archive) {
  archive("wanted_step", seconds_);
  archive("pressure_scale", pressure_scale_);
  archive("sound", sound_);
  if (archive.is_loading()) seconds_ = std::clamp(seconds_, shortest_, longest_);
}

}  // namespace weir::sph
