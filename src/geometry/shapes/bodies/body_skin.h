// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Bodies that move by a skeleton. A body is described once, at rest and one unit large, by joints and by the rounded
// limbs that hang on them; from the limbs come both the skin (the mesh of their smooth union) and its weights (how much
// each limb is felt at a vertex). A pose turns the joints; linear blend skinning (Magnenat-Thalmann et al. 1988)
// carries the vertices along.

#pragma once

#include <array>
#include <functional>
#include <span>
#include <vector>

#include "weir/geometry/mesh/mesh.h"

namespace weir {

// A point the body turns about. Joint i moves with its parent, which comes before it; joint 0 has none (-1).
struct Joint {
  int parent;
  Vec3d at;
};

// A round cone on a joint. With `flat` below 1 it is squeezed along `flat_axis` to that share of its thickness. One
// that `continues` the limb before it in the list joins it plainly; all others melt into each other.
struct Limb {
  int joint;
  Vec3d from, to;
  double radius_from, radius_to;
  Vec3d flat_axis{0, 0, 0};
  double flat = 1;
  bool continues = false;
};

struct Skeleton {
  std::vector<Joint> joints;
  std::vector<Limb> limbs;
  double melt;    // width over which limbs melt into each other
  double detail;  // edge length of the skin
};

// Where the rest pose goes, one map a joint.
using Pose = std::vector<Affine>;

// Turns joint i by turns[i] (in the axes of the rest pose, carried along by its parents), then moves everything.
Pose pose_of(const Skeleton& skeleton, std::span<const Quatd> turns, const Vec3d& move = {});

class SkinnedBody {
 public:
  explicit SkinnedBody(Skeleton skeleton);

  const Skeleton& skeleton() const { return skeleton_; }

  // The body in the pose pose_at(0), `size` large. When it `moves`, its velocities are those of pose_at(t), t in
  // frames, at t = 0.
  Mesh posed(const std::function<Pose(double)>& pose_at, bool moves, double size, double frames_per_second) const;

 private:
  static constexpr size_t kInfluences = 4;
  struct Weights {
    std::array<int, kInfluences> joint{};
    std::array<double, kInfluences> weight{};
  };
  Weights weights_at(const Vec3d& point) const;

  Skeleton skeleton_;
  Mesh rest_;
  std::vector<Weights> weights_;
};

}  // namespace weir
