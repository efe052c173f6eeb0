// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Single particles of one phase inside another of a different density. The grid has the mean density of both, so they
// move with what is around them. Here each slips through it as a drop of its size does (sim/lone_drop.h), along the
// push of the pressure: at rest that is upwards, and in free fall there is none. The slip is a way besides that of the
// flow. What is around goes the opposite way, so that no volume moves on the whole; velocities stay as they are, and
// so does momentum: drag and buoyancy of a drop are equal. A heavy drop in a thin liquid takes long to become as fast
// as that, but it makes the density around it its own, and falls with the flow.

#pragma once

#include <optional>
#include <span>
#include <vector>

#include "grid/liquid/phase_shares.h"
#include "grid/liquid/scatter.h"
#include "grid/pressure/solid_faces.h"
#include "weir/scene/scene.h"

namespace weir::grid {

// A step whose flow is known. `shares` where viscosities differ.
struct SlipStep {
  const TiledParticles& where;
  const PhaseShares& shares;
  const Scattered& scattered;       // before the pressure acted
  const MacField& velocity;         // after it
  std::span<const float> distance;  // of the middles of cells from the surface, in cells
  const SolidFaces& solids;
  float seconds;
  double frame;  // in the middle of it
};

class PhaseSlip {
 public:
  explicit PhaseSlip(const Scene& scene);

  // Moves the particles that slip. `spread` (m/s, of faces): a flow that carries all particles besides; what is around
  // is to be moved by it, and it is made where there is none.
  void move(const SlipStep& step, std::span<const uint8_t> phase, std::span<Vec3f> position,
            std::optional<MacField>& spread);

 private:
  struct Drop {
    uint32_t particle;
    Vec3f in_tile, way;  // cells
  };
  class Search;

  bool find_drops(const SlipStep& step, std::span<const uint8_t> phase);
  float viscosity_around(const PhaseShares& shares, size_t cell, float density) const;
  static void add_way(const Drop& drop, const Vec3i& offset, bool flat, float (&way)[3][kTileSize * kTileRows]);
  void give_way(const SlipStep& step, MacField& spread) const;

  const Scene& scene_;
  float spacing_;
  std::vector<float> density_, viscosity_;  // of the phases
  bool densities_differ_, viscosities_differ_;
  float gravity_ = 0;                     // in the step, m/s2
  std::vector<std::vector<Drop>> drops_;  // of every tile
};

}  // namespace weir::grid
