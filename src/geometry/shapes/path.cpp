// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/geometry/shapes/path.h"

#include <algorithm>
#include <cmath>

namespace weir {

namespace {

constexpr int kPieces = 64;           // of a span between two points
constexpr double kRepeat = 1e-9;      // points nearer than this share of the curve's size are one
constexpr double kUpright = 0.25;     // of what is missing to be upright, a piece of a level curve brings this
constexpr double kLeastLevel = 1e-3;  // nearer to vertical than this (sine), a curve has no upright direction

std::vector<Vec3d> without_repeats(std::span<const Vec3d> points, bool closed) {
  Box3d box;
  for (const Vec3d& p : points) box.include(p);
  const double least = kRepeat * length(box.size());
  std::vector<Vec3d> result;
  for (const Vec3d& p : points) {
    if (result.empty() || length(p - result.back()) > least) result.push_back(p);
  }
  while (closed && result.size() > 1 && !(length(result.front() - result.back()) > least)) result.pop_back();
  return result;
}

// The spline between b and c (Barry & Goldman 1988), with knots that are the roots of distances apart.
Vec3d catmull_rom(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d, double t) {
  const double k1 = std::sqrt(length(b - a)), k2 = k1 + std::sqrt(length(c - b)), k3 = k2 + std::sqrt(length(d - c));
  const double k = k1 + (k2 - k1) * t;
  const Vec3d ab = lerp(a, b, k / k1), bc = lerp(b, c, t), cd = lerp(c, d, (k - k2) / (k3 - k2));
  return lerp(lerp(ab, bc, k / k2), lerp(bc, cd, (k - k1) / (k3 - k1)), t);
}

Vec3d across(const Vec3d& v, const Vec3d& tangent) { return v - tangent * dot(v, tangent); }

// Across a tangent, as after a climb from the way of +x.
Vec3d first_up(const Vec3d& tangent) {
  const Vec3d level = across({0, 1, 0}, tangent);
  if (length(level) > kLeastLevel) return normalized(level);
  return normalized(across({tangent.y > 0 ? -1.0 : 1.0, 0, 0}, tangent));
}

// An up for the next tangent: taken along without a turn about the way ahead, then brought nearer to upright, or to
// upside down where it is nearer to that.
Vec3d next_up(const Vec3d& up, const Vec3d& from, const Vec3d& to, const Vec3d& tangent, const Vec3d& next_tangent) {
  const Vec3d first = to - from;
  const double a = length_squared(first) > 0 ? 2 / length_squared(first) : 0;
  const Vec3d reflected = up - first * (a * dot(first, up));
  const Vec3d second = next_tangent - (tangent - first * (a * dot(first, tangent)));
  const double b = length_squared(second);
  const Vec3d taken =
      normalized(across(b > 0 ? reflected - second * (2 / b * dot(second, reflected)) : reflected, next_tangent));
  const Vec3d level = across({0, 1, 0}, next_tangent);  // its length is the sine of the angle to the vertical
  if (length(level) < kLeastLevel) return taken;
  const Vec3d wanted = dot(taken, level) < 0 ? -normalized(level) : normalized(level);
  return normalized(lerp(taken, wanted, kUpright * length_squared(level)));
}

Mat3d frame_of(const Vec3d& tangent, const Vec3d& up) { return Mat3d{{tangent, up, cross(tangent, up)}}.transposed(); }

}  // namespace

Curve::Curve(std::span<const Vec3d> given, bool closed) {
  std::vector<Vec3d> p = without_repeats(given, closed);
  closed_ = closed && p.size() > 1;
  if (p.empty()) p.push_back({});
  if (p.size() == 1) p.push_back(p[0]);
  const size_t n = p.size(), spans = closed_ ? n : n - 1;
  const auto at = [&](ptrdiff_t i) {
    const auto count = static_cast<ptrdiff_t>(n);
    if (closed_) return p[static_cast<size_t>((i + count) % count)];
    // Straight on at both ends.
    if (i < 0) return p[0] * 2.0 - p[1];
    return i < count ? p[static_cast<size_t>(i)] : p[n - 1] * 2.0 - p[n - 2];
  };
  point_.push_back(p[0]);
  const bool stays = n == 2 && p[0] == p[1];
  for (ptrdiff_t i = 0; i < static_cast<ptrdiff_t>(stays ? 0 : spans); ++i) {
    for (int piece = 1; piece <= kPieces; ++piece) {
      point_.push_back(catmull_rom(at(i - 1), at(i), at(i + 1), at(i + 2), static_cast<double>(piece) / kPieces));
    }
  }
  if (stays) point_.push_back(p[0]);
  if (closed_) point_.back() = point_.front();
  length_.push_back(0);
  for (size_t i = 1; i < point_.size(); ++i)
    length_.push_back(length_.back() + weir::length(point_[i] - point_[i - 1]));
  find_tangents();
  find_ups();
}

void Curve::find_tangents() {
  const size_t last = point_.size() - 1;
  for (size_t i = 0; i <= last; ++i) {
    const Vec3d& before = i > 0 ? point_[i - 1] : closed_ ? point_[last - 1] : point_[0];
    const Vec3d& after = i < last ? point_[i + 1] : closed_ ? point_[1] : point_[last];
    Vec3d way = normalized(after - before);
    if (way == Vec3d{}) way = normalized(after - point_[i]);  // it turns back here
    tangent_.push_back(way == Vec3d{} ? Vec3d{1, 0, 0} : way);
  }
}

void Curve::find_ups() {
  const size_t last = point_.size() - 1;
  const auto go_round = [&](const Vec3d& first) {
    up_ = {first};
    for (size_t i = 1; i <= last; ++i) {
      up_.push_back(next_up(up_.back(), point_[i - 1], point_[i], tangent_[i - 1], tangent_[i]));
    }
  };
  go_round(first_up(tangent_[0]));
  if (!closed_) return;
  // The second time round it begins as the first time ended; what is left between both ends is shared out.
  go_round(up_.back());
  const double left = std::atan2(dot(cross(up_[last], up_[0]), tangent_[0]), dot(up_[last], up_[0]));
  for (size_t i = 0; i <= last; ++i) {
    const double part = length() > 0 ? left * length_[i] / length() : 0;
    up_[i] = Quatd::from_axis_angle(tangent_[i], part).matrix() * up_[i];
  }
}

Curve::Position Curve::position_of(double share) const {
  const double within = closed_ ? share - std::floor(share) : std::clamp(share, 0.0, 1.0);
  const double wanted = within * length();
  const auto after = std::upper_bound(length_.begin() + 1, length_.end() - 1, wanted);
  const auto piece = static_cast<size_t>(after - length_.begin()) - 1;
  const double size = length_[piece + 1] - length_[piece];
  return {piece, size > 0 ? (wanted - length_[piece]) / size : 0};
}

// A cubic with the tangents of both ends: the velocity along the curve has no jumps from piece to piece.
Vec3d Curve::point(double share) const {
  const auto [i, t] = position_of(share);
  const double size = length_[i + 1] - length_[i];
  const double s = 1 - t;
  return point_[i] * (s * s * (1 + 2 * t)) + tangent_[i] * (s * s * t * size) + point_[i + 1] * (t * t * (1 + 2 * s)) -
         tangent_[i + 1] * (t * t * s * size);
}

Vec3d Curve::point_rate(double share) const {
  const auto [i, t] = position_of(share);
  const double size = length_[i + 1] - length_[i];
  if (!(size > 0)) return {};
  const double s = 1 - t;
  const Vec3d by_t = (point_[i + 1] - point_[i]) * (6 * t * s) + tangent_[i] * (size * s * (1 - 3 * t)) +
                     tangent_[i + 1] * (size * t * (3 * t - 2));
  return by_t * (length() / size);
}

Vec3d Curve::tangent(double share) const {
  const auto [i, t] = position_of(share);
  const Vec3d between = lerp(tangent_[i], tangent_[i + 1], t);
  return length_squared(between) > 0 ? normalized(between) : tangent_[i];
}

Mat3d Curve::turn(double share) const {
  const auto [i, t] = position_of(share);
  const Vec3d ahead = tangent(share), up = across(lerp(up_[i], up_[i + 1], t), ahead);
  return frame_of(ahead, length_squared(up) > 0 ? normalized(up) : first_up(ahead));
}

Mat3d Curve::turn_rate(double share) const {
  constexpr double kMoment = 1e-6;
  const double before = closed_ ? share - kMoment : std::max(0.0, share - kMoment);
  const double after = closed_ ? share + kMoment : std::min(1.0, share + kMoment);
  const Mat3d a = turn(before), b = turn(after);
  Mat3d rate;
  for (size_t r = 0; r < 3; ++r) rate.row[r] = (b.row[r] - a.row[r]) / (after - before);
  return rate;
}

Path::Made& Path::Made::operator=(const Made& other) {
  if (this == &other) return *this;
  auto known = other.known();
  const std::lock_guard lock(mutex_);
  known_ = std::move(known);
  return *this;
}

std::shared_ptr<const Path::Made::Known> Path::Made::known() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

std::shared_ptr<const Curve> Path::Made::of(const std::vector<Vec3d>& points, bool closed) const {
  const std::lock_guard lock(mutex_);
  if (!known_ || known_->closed != closed || known_->points != points) {
    known_ = std::make_shared<const Known>(Known{points, closed, Curve(points, closed)});
  }
  return {known_, &known_->curve};
}

static double share_at(const Path& path, double frame) { return path.along ? value_at(*path.along, frame) : 0; }

Affine affine_at(const Path& path, double frame) {
  const auto curve = path.curve();
  const double share = share_at(path, frame);
  return {path.align ? curve->turn(share) : Mat3d{}, curve->point(share)};
}

Affine affine_rate_at(const Path& path, double frame) {
  Affine rate{{Vec3d{}, {}, {}}, {}};
  const double speed = path.along ? rate_at(*path.along, frame) : 0;
  if (speed == 0) return rate;
  const auto curve = path.curve();
  const double share = share_at(path, frame);
  rate.offset = curve->point_rate(share) * speed;
  if (!path.align) return rate;
  const Mat3d turning = curve->turn_rate(share);
  for (size_t r = 0; r < 3; ++r) rate.linear.row[r] = turning.row[r] * speed;
  return rate;
}

}  // namespace weir
