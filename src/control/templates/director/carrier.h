// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What carries an instance of a template along: a solid, keyframed or rigid. Nothing, when it is attached to none.

#pragma once

#include <optional>
#include <span>
#include <string>

#include "weir/base/archive.h"
#include "weir/scene/scene.h"
#include "weir/sim/solids.h"

namespace weir::templates {

class Carrier {
 public:
  // InputError when the scene has no solid of this name; an empty one is no carrier.
  Carrier(const Scene& scene, const std::string& solid);

  struct Motion {
    Affine pose{};                       // from where its points were at the first frame
    Affine rate{{Vec3d{}, {}, {}}, {}};  // change in a second
  };
  Motion at(double frame) const;
  // Where rigid solids went in a step of so many seconds.
  void follow(std::span<const RigidPose> poses, double seconds);

  void state(Archive& archive);

 private:
  const Scene& scene_;
  std::optional<size_t> solid_;
  Motion rigid_;
};

}  // namespace weir::templates
