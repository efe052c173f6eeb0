// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Smoke on a sparse grid, and the tiles it needs: those it is in, those it may get into, those where the air moves
// fast, and one tile more around them. Beyond is air at rest.

#pragma once

#include <optional>
#include <vector>

#include "grid/tiles/mac.h"
#include "weir/base/archive.h"

namespace weir::grid {

struct SmokeFields {
  Tiles tiles;
  MacField velocity;                        // m/s
  std::vector<float> pressure;              // m/s, of the last step: where the next one starts to look
  std::vector<float> temperature;           // above that of the air around; 1 is what sources give by default
  std::vector<std::vector<float>> density;  // one field a phase; 1 is what sources give by default

  SmokeFields(int dimensions, size_t phases);

  // Takes what is in tiles of both along; new tiles are air at rest.
  void change_tiles(Tiles to);
  void state(Archive& archive);
  // Empty when sound; otherwise what is wrong, in words.
  std::string validate() const;

  // Calls visit(field) for all fields.
  template <class Visit>
  void for_each_field(Visit&& visit) {
    for (std::vector<float>& component : velocity.face) visit(component);
    visit(pressure);
    visit(temperature);
    for (std::vector<float>& d : density) visit(d);
  }
};

// Where tiles may be: coordinates from `lower` to `upper`.
struct TileLimits {
  Vec3i lower, upper;
  bool contain(const Vec3i& c) const { return min(c, lower) == lower && max(c, upper) == upper; }
};

struct SmokeTilesNeeded {
  float least_density, least_temperature;  // less does not count as smoke
  TileLimits limits;
  std::vector<Vec3i> sources;  // tiles that are needed whatever is in them
};

// The tiles that the smoke should be on from now on; nothing when those it is on will do.
std::optional<Tiles> find_smoke_tiles(const SmokeFields& smoke, const SmokeTilesNeeded& needed);

}  // namespace weir::grid
