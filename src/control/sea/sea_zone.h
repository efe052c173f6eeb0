// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The zone along the open sides of the domain: how strongly the sea acts there, from 0 at its inner edge to 1 at the
// sides. The ramp has no kink at the inner edge, so that waves do not see it (Jacobsen et al. 2012, eq. 18, have a
// similar one).

#pragma once

#include <algorithm>
#include <vector>

#include "control/sea/sea_settings.h"
#include "weir/base/vec.h"

namespace weir::sea {

class SeaZone {
 public:
  SeaZone(const SeaSettings& settings, const Box3d& box, bool flat)
      : lower_(static_cast<Vec3f>(box.lower)),
        upper_(static_cast<Vec3f>(box.upper)),
        width_(static_cast<float>(settings.width)) {
    for (const SeaSide side : {SeaSide::lower_x, SeaSide::upper_x, SeaSide::lower_z, SeaSide::upper_z}) {
      const bool listed = std::find(settings.sides.begin(), settings.sides.end(), side) != settings.sides.end();
      const bool across = side == SeaSide::lower_z || side == SeaSide::upper_z;
      open_[static_cast<size_t>(side)] = settings.sides.empty() ? !(flat && across) : listed;
    }
  }

  bool is_open(SeaSide side) const { return open_[static_cast<size_t>(side)]; }

  float strength(const Vec3f& x) const {
    const float gap[] = {x.x - lower_.x, upper_.x - x.x, x.z - lower_.z, upper_.z - x.z};
    float free = 1;
    for (size_t side = 0; side < 4; ++side) {
      if (open_[side]) free *= 1 - ramp(1 - gap[side] / width_);
    }
    return 1 - free;
  }

 private:
  static float ramp(float part) {
    const float s = std::clamp(part, 0.0f, 1.0f);
    return s * s * s;
  }

  Vec3f lower_, upper_;
  float width_;
  bool open_[4] = {};
};

}  // namespace weir::sea
