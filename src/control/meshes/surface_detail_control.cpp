// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/meshes/surface_detail_control.h"

#include <algorithm>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::meshes {

namespace {

// Of a natural time, where the scene says nothing.
constexpr double kWaveSpeed = 1.1;       // cells in it
constexpr double kWaveDamping = 0.0225;  // in it
constexpr double kTearEvery = 0.45;
constexpr double kMostDetail = 0.999;  // as good as at once
constexpr float kFalloff = 0.5f;       // cells
constexpr float kPaintSpread = 1;      // cells

}  // namespace

SpringSettings SurfaceDetailControl::springs(double frame) const {
  const double detail = std::min(value_at(settings_.detail, frame), kMostDetail);
  const double drippiness = value_at(settings_.drippiness, frame);
  const double free = settings_.waves ? settings_.wave_height : 0;
  SpringSettings springs;
  springs.rate = static_cast<float>(-std::log(1 - detail) / natural_);
  springs.inner_from = static_cast<float>(free) * cell_;
  springs.inner_to = static_cast<float>(std::max(free, settings_.inner_distance)) * cell_;
  springs.outer_from = springs.inner_from;
  springs.outer_to = static_cast<float>(std::max(free, settings_.outer_distance * (1 - drippiness))) * cell_;
  springs.falloff = kFalloff * cell_;
  return springs;
}

WaveSettings SurfaceDetailControl::waves(double frame) const {
  const auto value = [&](const std::optional<Animated<double>>& given, double usual) {
    return static_cast<float>(given ? value_at(*given, frame) : usual);
  };
  return {.speed = value(settings_.wave_speed, kWaveSpeed * static_cast<double>(cell_) / natural_),
          .damping = value(settings_.wave_damping, kWaveDamping / natural_),
          .height = static_cast<float>(settings_.wave_height) * cell_};
}

void SurfaceDetailControl::apply(double frame, double step, const ControlSurface& control,
                                 tracked::TrackedSurface& surface, const std::string& name) {
  const size_t count = surface.vertices();
  const SpringSettings springs = this->springs(frame);
  std::vector<ControlSurface::Near> near(count);
  control.find(surface.positions(), near, std::max(springs.inner_to, springs.outer_to) + springs.falloff);
  std::vector<Vec3f> way(count);
  find_spring_ways(springs, static_cast<float>(step), surface.positions(), near, way);
  if (settings_.waves) {
    const SurfaceLaplacian laplacian(surface.net(), surface.positions());
    std::vector<float> height(count), painted(count);
    parallel_for(count, [&](size_t v) {
      height[v] = near[v].distance;
      painted[v] = near[v].painted;
    });
    const bool any_paint = std::any_of(painted.begin(), painted.end(), [](float p) { return p != 0; });
    if (any_paint) spread_over(laplacian, kPaintSpread * cell_, painted);
    step_waves(waves(frame), static_cast<float>(step), laplacian, height, surface.channel(name));
    // Beyond the height of waves springs act alone, within it waves do; paint wins over both.
    parallel_for(count, [&](size_t v) {
      const Vec3f by_wave = way[v] + laplacian.normal(v) * (height[v] - near[v].distance);
      const float made_up = 1 - std::exp(-springs.rate * static_cast<float>(step));
      const Vec3f to_mesh = (near[v].point - surface.positions()[v]) * made_up;
      const bool in_reach = std::abs(near[v].distance) < springs.outer_to + springs.falloff;
      way[v] = lerp(by_wave, in_reach ? to_mesh : way[v], std::clamp(painted[v], 0.0f, 1.0f));
    });
  }
  const std::span<Vec3f> positions = surface.positions();
  parallel_for(count, [&](size_t v) { positions[v] += way[v]; });
  since_tearing_ += step;
  const double every = settings_.tear_every.value_or(kTearEvery * natural_);
  if (every <= 0 || since_tearing_ < every) return;
  since_tearing_ = 0;
  tear_thin_sheets(springs, cell_, near, surface);
}

}  // namespace weir::meshes
