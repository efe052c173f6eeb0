// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps the surface in the zone of a sea where the waves have it: particles above it go, and where it is too low, new
// ones come. Only a layer at the surface is looked at, so that the depth, the shape of the floor and how particles are
// packed do not matter.

#pragma once

#include "base/random.h"
#include "control/sea/sea_zone.h"
#include "control/sea/wave_field.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir::sea {

class SeaLevel {
 public:
  SeaLevel(const Scene& scene, const SeaZone& zone, const WaveField& field, double rate, uint32_t stream);

  // Of the level's error, the share exp(-rate t strength) is left after a time t.
  void keep(const Clock& clock, Population& population);

  double added() const { return added_; }  // kg since the last call of forget()
  double removed() const { return removed_; }
  void forget() { added_ = removed_ = 0; }

 private:
  void sort_into_columns(const Particles& particles);
  Vec3f middle(size_t column) const;
  void add(size_t column, size_t count, uint64_t draw, Population& population);
  void remove(size_t column, size_t count, Population& population);
  size_t roomiest(size_t first_try, const Population& population, size_t first_added) const;
  float room_squared(const Vec3f& x, const Population& population, size_t first_added) const;

  const Scene& scene_;
  const SeaZone& zone_;
  const WaveField& field_;
  double rate_;
  Random random_;
  bool flat_;
  Box3d box_;
  float spacing_, layer_;
  int nx_, nz_;
  Vec3f size_;                    // of a column
  double full_;                   // particles that a column has when the surface is right
  std::vector<uint32_t> column_;  // of the particles
  std::vector<uint32_t> begin_, next_, in_column_;
  struct High {
    float above;  // m above the surface
    uint64_t id;
    uint32_t particle;
  };
  std::vector<High> high_;
  std::vector<Vec3f> place_;  // that are tried for new particles
  std::vector<uint8_t> blocked_;
  double added_ = 0, removed_ = 0;
};

}  // namespace weir::sea
