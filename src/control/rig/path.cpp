// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/path.h"

#include <algorithm>
#include <cmath>

namespace weir::rig {

namespace {

constexpr int kPieces = 64;  // of a span between two points

std::vector<Vec3d> without_repeats(std::span<const Vec3d> points) {
  std::vector<Vec3d> result;
  for (const Vec3d& p : points) {
    if (result.empty() || !(result.back() == p)) result.push_back(p);
  }
  return result;
}

// The spline between b and c (Barry & Goldman 1988), with knots that are the roots of distances apart.
Vec3d catmull_rom(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d, double t) {
  const double k1 = std::sqrt(length(b - a)), k2 = k1 + std::sqrt(length(c - b)), k3 = k2 + std::sqrt(length(d - c));
  const double k = k1 + (k2 - k1) * t;
  const Vec3d ab = lerp(a, b, k / k1), bc = lerp(b, c, t), cd = lerp(c, d, (k - k2) / (k3 - k2));
  return lerp(lerp(ab, bc, k / k2), lerp(bc, cd, (k - k1) / (k3 - k1)), t);
}

}  // namespace

Path::Path(std::span<const Vec3d> given) {
  std::vector<Vec3d> p = without_repeats(given);
  // Straight on at both ends.
  p.insert(p.begin(), p[0] * 2.0 - p[1]);
  p.push_back(p.back() * 2.0 - p[p.size() - 2]);
  point_.push_back(p[1]);
  for (size_t i = 1; i + 2 < p.size(); ++i) {
    for (int piece = 1; piece <= kPieces; ++piece) {
      point_.push_back(catmull_rom(p[i - 1], p[i], p[i + 1], p[i + 2], static_cast<double>(piece) / kPieces));
    }
  }
  length_.push_back(0);
  for (size_t i = 1; i < point_.size(); ++i)
    length_.push_back(length_.back() + weir::length(point_[i] - point_[i - 1]));
  const size_t last = point_.size() - 1;
  for (size_t i = 0; i <= last; ++i) {
    tangent_.push_back(normalized(point_[std::min(i + 1, last)] - point_[i == 0 ? 0 : i - 1]));
  }
  const Vec3d aside = std::abs(tangent_[0].y) < 0.9 ? Vec3d{0, 1, 0} : Vec3d{1, 0, 0};
  up_.push_back(normalized(aside - tangent_[0] * dot(aside, tangent_[0])));
  for (size_t i = 1; i <= last; ++i) {
    const Vec3d first = point_[i] - point_[i - 1];
    const double a = 2 / length_squared(first);
    const Vec3d up = up_.back() - first * (a * dot(first, up_.back()));
    const Vec3d tangent = tangent_[i - 1] - first * (a * dot(first, tangent_[i - 1]));
    const Vec3d second = tangent_[i] - tangent;
    const double b = length_squared(second);
    const Vec3d turned = b > 0 ? up - second * (2 / b * dot(second, up)) : up;
    up_.push_back(normalized(turned - tangent_[i] * dot(turned, tangent_[i])));
  }
}

Path::Position Path::position_of(double share) const {
  const double wanted = std::clamp(share, 0.0, 1.0) * length();
  const auto after = std::upper_bound(length_.begin() + 1, length_.end() - 1, wanted);
  const auto segment = static_cast<size_t>(after - length_.begin()) - 1;
  return {segment, (wanted - length_[segment]) / (length_[segment + 1] - length_[segment])};
}

// A cubic with the tangents of both ends: the velocity along the curve has no jumps from piece to piece.
Vec3d Path::point(double share) const {
  const auto [i, t] = position_of(share);
  const double size = length_[i + 1] - length_[i];
  const double s = 1 - t;
  return point_[i] * (s * s * (1 + 2 * t)) + tangent_[i] * (s * s * t * size) + point_[i + 1] * (t * t * (1 + 2 * s)) -
         tangent_[i + 1] * (t * t * s * size);
}

Vec3d Path::tangent(double share) const {
  const auto [i, t] = position_of(share);
  return normalized(lerp(tangent_[i], tangent_[i + 1], t));
}

Quatd Path::turn(double share) const {
  const auto [i, t] = position_of(share);
  const auto frame = [](const Vec3d& tangent, const Vec3d& up) { return Mat3d{{tangent, up, cross(tangent, up)}}; };
  const Vec3d ahead = normalized(lerp(tangent_[i], tangent_[i + 1], t));
  Vec3d up = lerp(up_[i], up_[i + 1], t);
  up = normalized(up - ahead * dot(up, ahead));
  // Rows of a frame take the world into it, so this takes the first frame to the one here.
  const Mat3d m = frame(ahead, up).transposed() * frame(tangent_[0], up_[0]);
  const double trace = m.row[0].x + m.row[1].y + m.row[2].z;
  if (trace > -0.5) {
    const double w = 0.5 * std::sqrt(1 + trace);
    return {w, Vec3d{m.row[2].y - m.row[1].z, m.row[0].z - m.row[2].x, m.row[1].x - m.row[0].y} / (4 * w)};
  }
  // Near half a turn the axis is found from the largest entry of the diagonal.
  const int k = m.row[0].x > m.row[1].y ? (m.row[0].x > m.row[2].z ? 0 : 2) : (m.row[1].y > m.row[2].z ? 1 : 2);
  const int l = (k + 1) % 3, n = (k + 2) % 3;
  const auto at = [&](int row, int column) { return m.row[static_cast<size_t>(row)][column]; };
  const double v = 0.5 * std::sqrt(1 + at(k, k) - at(l, l) - at(n, n));
  Quatd q;
  q.w = (at(n, l) - at(l, n)) / (4 * v);
  q.v[k] = v;
  q.v[l] = (at(k, l) + at(l, k)) / (4 * v);
  q.v[n] = (at(k, n) + at(n, k)) / (4 * v);
  return q;
}

}  // namespace weir::rig
