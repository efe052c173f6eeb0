// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/curl_noise.h"

#include <cmath>

#include "base/random.h"
#include "control/rig/blend.h"

namespace weir::rig {

namespace {

constexpr uint32_t kStreamCurlNoise = 0x6e6f6973;

uint64_t lattice_index(int64_t x, int64_t y, int64_t z) {
  const auto part = [](int64_t v) { return static_cast<uint64_t>(v) & 0x1fffff; };
  return part(x) | part(y) << 21 | part(z) << 42;
}

// Gradient of gradient noise (Perlin 2002) at x.
Vec3d noise_gradient(const Vec3d& x, const Random& random, uint32_t draw) {
  const double base[3] = {std::floor(x.x), std::floor(x.y), std::floor(x.z)};
  const Vec3d t{x.x - base[0], x.y - base[1], x.z - base[2]};
  const Ramp f[3] = {smooth_ramp(t.x), smooth_ramp(t.y), smooth_ramp(t.z)};
  Vec3d sum{};
  for (int corner = 0; corner < 8; ++corner) {
    const int at[3] = {corner & 1, corner >> 1 & 1, corner >> 2 & 1};
    const auto slope = static_cast<Vec3d>(
        random.direction(lattice_index(static_cast<int64_t>(base[0]) + at[0], static_cast<int64_t>(base[1]) + at[1],
                                       static_cast<int64_t>(base[2]) + at[2]),
                         draw));
    const double value =
        dot(slope, t - Vec3d{static_cast<double>(at[0]), static_cast<double>(at[1]), static_cast<double>(at[2])});
    double weight[3], change[3];
    for (int axis = 0; axis < 3; ++axis) {
      weight[axis] = at[axis] ? f[axis].value : 1 - f[axis].value;
      change[axis] = at[axis] ? f[axis].slope : -f[axis].slope;
    }
    sum += slope * (weight[0] * weight[1] * weight[2]);
    sum +=
        Vec3d{change[0] * weight[1] * weight[2], weight[0] * change[1] * weight[2], weight[0] * weight[1] * change[2]} *
        value;
  }
  return sum;
}

// Found by sampling 10^6 points (tests/control/rig_fields_test.cpp checks them).
constexpr double kRoot = 1.218, kFlatRoot = 0.730;

Vec3d pattern(const Vec3d& x, uint64_t number, uint64_t seed, bool flat) {
  const Random random(seed + 0x9E3779B97F4A7C15u * number, kStreamCurlNoise);
  const Vec3d c = noise_gradient(x, random, 2);
  if (flat) return Vec3d{c.y, -c.x, 0} / kFlatRoot;
  const Vec3d a = noise_gradient(x, random, 0), b = noise_gradient(x, random, 1);
  return Vec3d{c.y - b.z, a.z - c.x, b.x - a.y} / kRoot;
}

}  // namespace

Vec3d curl_noise(const Vec3d& x, double time, uint64_t seed, bool flat) {
  const double whole = std::floor(time);
  const auto number = static_cast<uint64_t>(static_cast<int64_t>(whole));
  // One pattern after the other, with the same energy at all times.
  const double angle = 0.5 * kPi * smooth_ramp(time - whole).value;
  const Vec3d now = pattern(x, number, seed, flat);
  return angle == 0 ? now : now * std::cos(angle) + pattern(x, number + 1, seed, flat) * std::sin(angle);
}

}  // namespace weir::rig
