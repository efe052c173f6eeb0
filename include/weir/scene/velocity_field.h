// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The velocity that liquid starts with: the same everywhere, or different from point to point.

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <variant>

#include "weir/base/vec.h"

namespace weir {

struct Volume;

namespace velocities {

struct Uniform {};
struct Spin {
  Vec3d axis{0, 1, 0};
  Vec3d centre{};    // m
  double turns = 1;  // a second
};
struct Shear {
  Vec3d direction{1, 0, 0};
  Vec3d across{0, 1, 0};
  Vec3d centre{};   // m, where it is 0
  double rate = 1;  // 1/s
};
struct Strain {
  Vec3d rates{1, -1, 0};  // 1/s
  Vec3d centre{};         // m
};
struct Vortices {     // Taylor & Green 1937
  double size = 0.5;  // m, of one of them
  Vec3d centre{};     // m, of one that turns anticlockwise seen from +z
  double speed = 1;   // m/s, the greatest
};
struct File {
  std::filesystem::path file;
  std::string grid;                      // empty: the first of vectors
  double speed = 1;                      // factor
  std::shared_ptr<const Volume> volume;  // of `file`, when a Stage has read it
};

}  // namespace velocities

struct VelocityField {
  std::variant<velocities::Uniform, velocities::Spin, velocities::Shear, velocities::Strain, velocities::Vortices,
               velocities::File>
      kind;
  Vec3d drift{};  // m/s, added everywhere

  VelocityField() = default;
  VelocityField(const Vec3d& uniform)
      : drift(uniform) {}  // NOLINT: a plain velocity is one that is the same everywhere
  template <class T>
  const T* get() const {
    return std::get_if<T>(&kind);
  }
};

}  // namespace weir
