// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/sea/wave_field.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "weir/base/parallel.h"

namespace weir::sea {

namespace {

// cosh and sinh k(z + h) / sinh kh, for z from -h to 0, without numbers that overflow.
struct Profile {
  double along, up;
};
Profile profile(double number, double z, double depth) {
  const double near = std::exp(number * z), far = std::exp(-number * (z + 2 * depth));
  const double whole = -std::expm1(-2 * number * depth);
  return {(near + far) / whole, (near - far) / whole};
}

}  // namespace

WaveField::WaveField(std::vector<Wave> waves, const Place& place, const std::function<bool(double, double)>& wanted)
    : waves_(std::move(waves)), place_(place), depth_(place.level - place.box.lower.y) {
  const Vec3d size = place.box.upper - place.box.lower;
  nx_ = std::max(2, static_cast<int>(std::lround(size.x / place.pitch)) + 1);
  nz_ = place.flat ? 1 : std::max(2, static_cast<int>(std::lround(size.z / place.pitch)) + 1);
  dx_ = size.x / (nx_ - 1);
  dz_ = place.flat ? 1 : size.z / (nz_ - 1);
  const auto nodes = static_cast<size_t>(nx_) * static_cast<size_t>(nz_);
  index_.assign(nodes, UINT32_MAX);
  for (size_t n = 0; n < nodes; ++n) {
    const double x = place.box.lower.x + dx_ * static_cast<double>(n % static_cast<size_t>(nx_));
    const double z = place.flat ? 0 : place.box.lower.z + dz_ * static_cast<double>(n / static_cast<size_t>(nx_));
    if (!wanted(x, z)) continue;
    index_[n] = static_cast<uint32_t>(node_.size());
    node_.push_back(static_cast<uint32_t>(n));
  }
  std::replace(index_.begin(), index_.end(), UINT32_MAX, static_cast<uint32_t>(node_.size()));
  surface_.assign(node_.size() + 1, 0.0f);
  velocity_.assign((node_.size() + 1) * kHeights, Vec3f{});
  for (const Wave& wave : waves_) {
    for (size_t j = 0; j < kHeights; ++j) {
      const double part = static_cast<double>(j) / (kHeights - 1);
      const Profile p = profile(wave.number, -depth_ * part * part, depth_);
      along_.push_back(static_cast<float>(p.along));
      up_.push_back(static_cast<float>(p.up));
    }
  }
}

void WaveField::move_to(double time, double scale) {
  parallel_for(
      node_.size(), [&](size_t column) { sum_column(column, time, scale); }, 64);
  lowest_ = static_cast<float>(place_.level) + *std::min_element(surface_.begin(), surface_.end());
}

void WaveField::sum_column(size_t column, double time, double scale) {
  const auto nx = static_cast<size_t>(nx_);
  const double x = place_.box.lower.x + dx_ * static_cast<double>(node_[column] % nx);
  const double z = place_.flat ? 0 : place_.box.lower.z + dz_ * static_cast<double>(node_[column] / nx);
  double level = 0;
  std::array<Vec3f, kHeights> sum{};
  for (size_t w = 0; w < waves_.size(); ++w) {
    const Wave& wave = waves_[w];
    const double theta = wave.kx * x + wave.kz * z - wave.frequency * time + wave.phase;
    const double c = wave.amplitude * scale * std::cos(theta), s = wave.amplitude * scale * std::sin(theta);
    level += c;
    const auto ahead = static_cast<float>(c * wave.frequency / wave.number);
    const Vec3f along{ahead * static_cast<float>(wave.kx), 0, ahead * static_cast<float>(wave.kz)};
    const auto up = static_cast<float>(s * wave.frequency);
    for (size_t j = 0; j < kHeights; ++j) {
      sum[j] += along * along_[w * kHeights + j];
      sum[j].y += up * up_[w * kHeights + j];
    }
  }
  surface_[column] = static_cast<float>(level);
  std::copy(sum.begin(), sum.end(), velocity_.begin() + static_cast<std::ptrdiff_t>(column * kHeights));
}

WaveField::Corner WaveField::corner(const Vec3f& x) const {
  const auto split = [](double v, int count, size_t& first, float& part) {
    const double at = std::clamp(v, 0.0, static_cast<double>(count - 1));
    first = static_cast<size_t>(std::min(static_cast<int>(at), std::max(0, count - 2)));
    part = static_cast<float>(at - static_cast<double>(first));
  };
  size_t i = 0, k = 0;
  float a = 0, b = 0;
  split((static_cast<double>(x.x) - place_.box.lower.x) / dx_, nx_, i, a);
  if (!place_.flat) split((static_cast<double>(x.z) - place_.box.lower.z) / dz_, nz_, k, b);
  const auto nx = static_cast<size_t>(nx_);
  const size_t node = i + nx * k, next = place_.flat ? 0 : nx;
  return {{index_[node], index_[node + 1], index_[node + next], index_[node + next + 1]},
          {(1 - a) * (1 - b), a * (1 - b), (1 - a) * b, a * b}};
}

float WaveField::height(const Vec3f& x) const {
  const Corner at = corner(x);
  float sum = static_cast<float>(place_.level);
  for (size_t c = 0; c < 4; ++c) sum += at.weight[c] * surface_[at.column[c]];
  return sum;
}

Vec3f WaveField::velocity(const Vec3f& x) const {
  const Corner at = corner(x);
  float level = 0;
  for (size_t c = 0; c < 4; ++c) level += at.weight[c] * surface_[at.column[c]];
  const auto depth = static_cast<float>(depth_);
  const float z = x.y - static_cast<float>(place_.level);
  const float below = std::clamp((level - z) / std::max(depth + level, 0.01f * depth), 0.0f, 1.0f);  // Wheeler 1970
  const float row = std::sqrt(below) * (kHeights - 1);
  const size_t j = std::min(static_cast<size_t>(row), kHeights - 2);
  // Linear in height, not in its root.
  const auto height_of = [](size_t n) {
    const float part = static_cast<float>(n) / (kHeights - 1);
    return part * part;
  };
  const float part = (below - height_of(j)) / (height_of(j + 1) - height_of(j));
  Vec3f sum{};
  for (size_t c = 0; c < 4; ++c) {
    const Vec3f* column = velocity_.data() + at.column[c] * kHeights;
    sum += lerp(column[j], column[j + 1], part) * at.weight[c];
  }
  return sum;
}

// To first order the displacement is free of divergence. To second order it compresses, by (a k)^2 (cosh 2k(z + h)) /
// (2 sinh^2 kh) in the mean, so liquid is lifted by the integral of this over its depth: then density stays, and so
// does the mean level, which troughs that are longer than crests would lower.
Vec3d WaveField::displacement(const Vec3d& still, double time, double scale) const {
  Vec3d sum{};
  const double z = std::clamp(still.y - place_.level, -depth_, 0.0);
  for (const Wave& wave : waves_) {
    const double theta = wave.kx * still.x + (place_.flat ? 0 : wave.kz * still.z) - wave.frequency * time + wave.phase;
    const Profile p = profile(wave.number, z, depth_);
    const double a = wave.amplitude * scale, sideways = -a * p.along * std::sin(theta) / wave.number;
    const double lift = 0.5 * a * a * wave.number * p.along * p.up;
    sum += Vec3d{sideways * wave.kx, a * p.up * std::cos(theta) + lift, sideways * wave.kz};
  }
  return sum;
}

Vec3d WaveField::still_velocity(const Vec3d& still, double time, double scale) const {
  Vec3d sum{};
  const double z = std::clamp(still.y - place_.level, -depth_, 0.0);
  for (const Wave& wave : waves_) {
    const double theta = wave.kx * still.x + (place_.flat ? 0 : wave.kz * still.z) - wave.frequency * time + wave.phase;
    const Profile p = profile(wave.number, z, depth_);
    const double speed = wave.amplitude * scale * wave.frequency, along = speed * p.along * std::cos(theta);
    sum += Vec3d{along * wave.kx / wave.number, speed * p.up * std::sin(theta), along * wave.kz / wave.number};
  }
  return sum;
}

double WaveField::farthest() const {
  double sum = 0;
  for (const Wave& wave : waves_) sum += wave.amplitude * profile(wave.number, 0, depth_).along;
  return sum;
}

}  // namespace weir::sea
