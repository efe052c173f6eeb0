// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Small fixed-size linear algebra: vectors, boxes, 3x3 matrices, unit quaternions and affine maps.
// Plain aggregates, so that arrays of them are contiguous floats and can be written to disk as they are.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace weir {

template <class T>
struct Vec3 {
  T x{}, y{}, z{};

  constexpr T& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr const T& operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr bool operator==(const Vec3&) const = default;

  constexpr Vec3 operator-() const { return {-x, -y, -z}; }
  constexpr Vec3 operator+(const Vec3& b) const { return {x + b.x, y + b.y, z + b.z}; }
  constexpr Vec3 operator-(const Vec3& b) const { return {x - b.x, y - b.y, z - b.z}; }
  constexpr Vec3 operator*(const Vec3& b) const { return {x * b.x, y * b.y, z * b.z}; }  // by component
  constexpr Vec3 operator/(const Vec3& b) const { return {x / b.x, y / b.y, z / b.z}; }  // by component
  constexpr Vec3 operator*(T s) const { return {x * s, y * s, z * s}; }
  constexpr Vec3 operator/(T s) const { return {x / s, y / s, z / s}; }
  constexpr Vec3& operator+=(const Vec3& b) { return *this = *this + b; }
  constexpr Vec3& operator-=(const Vec3& b) { return *this = *this - b; }
  constexpr Vec3& operator*=(T s) { return *this = *this * s; }

  template <class U>
  constexpr explicit operator Vec3<U>() const {
    return {static_cast<U>(x), static_cast<U>(y), static_cast<U>(z)};
  }
};

using Vec3f = Vec3<float>;
using Vec3d = Vec3<double>;
using Vec3i = Vec3<int32_t>;

template <class T>
constexpr Vec3<T> operator*(T s, const Vec3<T>& v) {
  return v * s;
}
template <class T>
constexpr T dot(const Vec3<T>& a, const Vec3<T>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class T>
constexpr Vec3<T> cross(const Vec3<T>& a, const Vec3<T>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class T>
constexpr T length_squared(const Vec3<T>& v) {
  return dot(v, v);
}
template <class T>
T length(const Vec3<T>& v) {
  return std::sqrt(dot(v, v));
}
// The zero vector stays zero: callers ask for a direction only where one exists.
template <class T>
Vec3<T> normalized(const Vec3<T>& v) {
  const T n = length(v);
  return n > T(0) ? v / n : v;
}
template <class T>
constexpr Vec3<T> min(const Vec3<T>& a, const Vec3<T>& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
template <class T>
constexpr Vec3<T> max(const Vec3<T>& a, const Vec3<T>& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}
template <class T>
constexpr T min_component(const Vec3<T>& v) {
  return std::min({v.x, v.y, v.z});
}
template <class T>
constexpr T max_component(const Vec3<T>& v) {
  return std::max({v.x, v.y, v.z});
}
template <class T>
Vec3<T> abs(const Vec3<T>& v) {
  return {std::abs(v.x), std::abs(v.y), std::abs(v.z)};
}
template <class T>
bool is_finite(const Vec3<T>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
template <class T, class S>
constexpr T lerp(const T& a, const T& b, S t) {
  return a + (b - a) * t;
}

// An axis-aligned box. The default box is empty: it grows by include().
template <class T>
struct Box3 {
  Vec3<T> lower{std::numeric_limits<T>::max(), std::numeric_limits<T>::max(), std::numeric_limits<T>::max()};
  Vec3<T> upper{std::numeric_limits<T>::lowest(), std::numeric_limits<T>::lowest(), std::numeric_limits<T>::lowest()};

  constexpr bool operator==(const Box3&) const = default;
  constexpr bool empty() const { return lower.x > upper.x || lower.y > upper.y || lower.z > upper.z; }
  constexpr Vec3<T> size() const { return empty() ? Vec3<T>{} : upper - lower; }
  constexpr Vec3<T> centre() const { return (lower + upper) / T(2); }
  constexpr T volume() const { return size().x * size().y * size().z; }
  constexpr void include(const Vec3<T>& p) {
    lower = min(lower, p);
    upper = max(upper, p);
  }
  constexpr void include(const Box3& b) {
    lower = min(lower, b.lower);
    upper = max(upper, b.upper);
  }
  constexpr bool contains(const Vec3<T>& p) const {
    return p.x >= lower.x && p.x <= upper.x && p.y >= lower.y && p.y <= upper.y && p.z >= lower.z && p.z <= upper.z;
  }
  constexpr Box3 padded(T margin) const {
    const Vec3<T> m{margin, margin, margin};
    return empty() ? *this : Box3{lower - m, upper + m};
  }
  constexpr Box3 intersected(const Box3& b) const { return {max(lower, b.lower), min(upper, b.upper)}; }
  template <class U>
  constexpr explicit operator Box3<U>() const {
    return {static_cast<Vec3<U>>(lower), static_cast<Vec3<U>>(upper)};
  }
};

using Box3f = Box3<float>;
using Box3d = Box3<double>;

// A 3x3 matrix of doubles, by rows. Transforms are built in double and cast where fields need floats.
struct Mat3d {
  std::array<Vec3d, 3> row{Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}};

  constexpr bool operator==(const Mat3d&) const = default;
  static constexpr Mat3d diagonal(const Vec3d& d) { return {{Vec3d{d.x, 0, 0}, Vec3d{0, d.y, 0}, Vec3d{0, 0, d.z}}}; }
  constexpr Mat3d transposed() const {
    return {{Vec3d{row[0].x, row[1].x, row[2].x}, Vec3d{row[0].y, row[1].y, row[2].y},
             Vec3d{row[0].z, row[1].z, row[2].z}}};
  }
  constexpr Vec3d operator*(const Vec3d& v) const { return {dot(row[0], v), dot(row[1], v), dot(row[2], v)}; }
  constexpr Mat3d operator*(const Mat3d& b) const {
    const Mat3d t = b.transposed();
    return {{t * row[0], t * row[1], t * row[2]}};
  }
  constexpr double determinant() const { return dot(row[0], cross(row[1], row[2])); }
  constexpr Mat3d inverse() const {
    const Vec3d a = cross(row[1], row[2]), b = cross(row[2], row[0]), c = cross(row[0], row[1]);
    const double s = 1.0 / dot(row[0], a);
    return Mat3d{{a * s, b * s, c * s}}.transposed();
  }
};

// A rotation. Always of unit length; (w, v) and (-w, -v) mean the same rotation.
struct Quatd {
  double w = 1;
  Vec3d v{};

  constexpr bool operator==(const Quatd&) const = default;
  static Quatd from_axis_angle(const Vec3d& axis, double radians) {
    return {std::cos(radians / 2), normalized(axis) * std::sin(radians / 2)};
  }
  // Turns about x, then y, then z (fixed axes), in degrees: the order of most animation packages.
  static Quatd from_euler_degrees(const Vec3d& degrees) {
    constexpr double to_radians = 3.14159265358979323846 / 180;
    const Quatd x = from_axis_angle({1, 0, 0}, degrees.x * to_radians);
    const Quatd y = from_axis_angle({0, 1, 0}, degrees.y * to_radians);
    const Quatd z = from_axis_angle({0, 0, 1}, degrees.z * to_radians);
    return z * y * x;
  }
  constexpr Quatd conjugate() const { return {w, -v}; }
  constexpr Quatd operator*(const Quatd& b) const { return {w * b.w - dot(v, b.v), b.v * w + v * b.w + cross(v, b.v)}; }
  constexpr Mat3d matrix() const {
    const double x = v.x, y = v.y, z = v.z;
    return {{Vec3d{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
             Vec3d{2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
             Vec3d{2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}}};
  }
  // Rotation vector (axis times angle in radians) of the shorter way round, and back.
  Vec3d log() const {
    const double s = length(v);
    if (s < 1e-12) return v * (w < 0 ? -2.0 : 2.0);
    return v * (2 * (w < 0 ? std::atan2(-s, -w) : std::atan2(s, w)) / s);
  }
  static Quatd exp(const Vec3d& rotation) {
    const double angle = length(rotation);
    if (angle < 1e-12) return {1, rotation * 0.5};
    return from_axis_angle(rotation, angle);
  }
};

// x -> linear * x + offset.
struct Affine {
  Mat3d linear{};
  Vec3d offset{};

  constexpr bool operator==(const Affine&) const = default;
  constexpr Vec3d point(const Vec3d& p) const { return linear * p + offset; }
  constexpr Vec3d direction(const Vec3d& d) const { return linear * d; }
  constexpr Affine operator*(const Affine& b) const { return {linear * b.linear, linear * b.offset + offset}; }
  constexpr Affine inverse() const {
    const Mat3d m = linear.inverse();
    return {m, -(m * offset)};
  }
  // The box around the image of a box.
  constexpr Box3d box(const Box3d& b) const {
    Box3d result;
    if (b.empty()) return result;
    for (int corner = 0; corner < 8; ++corner) {
      result.include(point({corner & 1 ? b.upper.x : b.lower.x, corner & 2 ? b.upper.y : b.lower.y,
                            corner & 4 ? b.upper.z : b.lower.z}));
    }
    return result;
  }
};

constexpr double kPi = 3.14159265358979323846;

}  // namespace weir
