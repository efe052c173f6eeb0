// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Impacts. The pressure solve takes density to change linearly during a step. Where single particles are thrown at
// others or into a corner faster than the step was chosen for, that is wrong by up to 15 %, and what was pressed
// together would be pushed apart again over many steps. Hence particles that are too close together at the end of a
// step are moved apart there until their density is right (position based: Macklin & Mueller 2013), without a change of
// their velocities. They are few, and found by a forecast, so this costs next to nothing.

#pragma once

#include <span>
#include <vector>

#include "sph/flow.h"

namespace weir::sph {

class Crowding {
 public:
  // `cells` holds the particles as they are when a step begins.
  Crowding(const Flow& flow, const Cells& cells, const Boundary& boundary, const RigidBodies& bodies, float spacing)
      : flow_(flow),
        cells_(cells),
        boundary_(boundary),
        bodies_(bodies),
        spacing_(spacing),
        crowd_cells_(cells.width()) {}

  // Before the step's motion: forgets the last step, then takes a forecast for each particle.
  void begin_step() { forecast_.assign(flow_.size(), Forecast::fine); }
  // `density_ahead` is what a particle will have of the neighbours it has now. Particles may be looked at in parallel.
  void foresee(size_t i, const Vec3f& velocity, float density_ahead, float step);

  // After it: `position` is where particles are now. `flat` keeps them in their plane.
  void relieve(bool flat, std::span<Vec3f> position);

 private:
  enum class Forecast : uint8_t { fine, crowded, meets_others };
  struct Neighbour {
    uint32_t particle;
    Vec3f gradient;  // V grad W
  };
  // A particle where it is now.
  struct Member {
    uint32_t particle;
    float density;
    Vec3f gradient;  // of its density, by its own motion
    std::vector<Neighbour> neighbours;
  };

  void choose_by_forecast();
  void choose(uint32_t particle);
  void measure_chosen(std::span<const Vec3f> position);
  void add_neighbours(Member& member, const Vec3f& own, std::span<const Vec3f> position) const;
  void choose_and_shift_crowded();
  void shift_apart(const Member& member);
  void apply_shifts(bool flat, std::span<Vec3f> position);

  const Flow& flow_;
  const Cells& cells_;
  const Boundary& boundary_;
  const RigidBodies& bodies_;
  const float spacing_;

  std::vector<Forecast> forecast_;
  std::vector<uint32_t> chosen_;  // particles that are looked at next
  std::vector<uint8_t> is_chosen_;
  std::vector<Vec3f> shift_;  // of all particles; zero but for chosen ones
  std::vector<Member> crowd_;
  // What the boundary sums need of the crowd.
  Cells crowd_cells_;
  std::vector<Vec3f> chosen_position_;
  std::vector<Float4> crowd_point_;
  BoundarySums boundary_sums_;
  std::vector<BodyContact> contacts_;
};

}  // namespace weir::sph
