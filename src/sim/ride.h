// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What carries something along that is attached to a solid, keyframed or rigid. Nothing, when it is attached to none.

#pragma once

#include <optional>
#include <span>
#include <string>

#include "weir/base/archive.h"
#include "weir/scene/scene.h"
#include "weir/sim/solids.h"

namespace weir {

class Ride {
 public:
  // InputError when the scene has no solid of this name; an empty one carries nothing.
  Ride(const Scene& scene, const std::string& solid);

  struct Motion {
    Affine pose{};                       // from where its points were at the first frame
    Affine rate{{Vec3d{}, {}, {}}, {}};  // change in a second
  };
  bool carries() const { return solid_.has_value(); }
  // Where the solid is at a frame; of a rigid one: at the end of the last step.
  Motion at(double frame) const;

  // Whether only the run tells how the solid moves.
  bool is_rigid() const { return solid_ && scene_.solids[*solid_].rigid; }
  // Where rigid solids went in a step of so many seconds.
  void follow(std::span<const RigidPose> poses, double seconds);
  // Of a rigid solid, where it was at the start of that step; others are where they were at the first frame, as their
  // own transforms say the rest.
  const Affine& begin() const { return begin_; }
  const Affine& end() const { return rigid_.pose; }

  void state(Archive& archive);

 private:
  const Scene& scene_;
  std::optional<size_t> solid_;
  Affine begin_;
  Motion rigid_;
};

}  // namespace weir
