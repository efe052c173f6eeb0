// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid as particles: what every solver has, every director sees and every cache holds. Structure of arrays; all
// arrays have the same length. Outside a solver, a particle is known by its id, never by its index.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "weir/base/archive.h"
#include "weir/base/vec.h"

namespace weir {

// What particles carry with them in scenes that ask for it (sim/carried.h): it moves and mixes with the liquid.
struct Carried {
  float heat = 20;      // degrees Celsius
  float thickness = 1;  // times the viscosity of the phase
  Vec3f colour{};       // linear RGB
};
struct CarriedKinds {
  bool heat = false, thickness = false, colour = false;
  std::vector<Carried> of_phase = {};  // of particles of which nothing else is said
  Carried of(size_t phase) const { return phase < of_phase.size() ? of_phase[phase] : Carried{}; }
};

// One of them, for code that adds them one by one.
struct Particle {
  Vec3f position, velocity;
  uint64_t id = 0;
  float mass = 0;
  uint8_t phase = 0, temporary = 0;
  float heat = 20, thickness = 1;  // as Carried has them
  Vec3f colour = {};
};

struct Particles {
  std::vector<Vec3f> position;     // m
  std::vector<Vec3f> velocity;     // m/s
  std::vector<uint64_t> id;        // unique in a run, never used again
  std::vector<float> mass;         // kg
  std::vector<uint8_t> phase;      // index of the scene's phase
  std::vector<uint8_t> temporary;  // 1 for particles a director lends to the liquid
  // Each is empty unless it is carried.
  std::vector<float> heat, thickness;
  std::vector<Vec3f> colour;
  std::shared_ptr<const CarriedKinds> carries;  // null: nothing

  size_t size() const { return position.size(); }
  void resize(size_t count);
  void push_back(const Particle& particle);
  // What is carried here but not there is that of the phases.
  void append(const Particles& more);
  // Starts to carry this and no more, for all particles that of their phases where it was not carried before.
  void carry(std::shared_ptr<const CarriedKinds> kinds);
  // Keeps the particles whose flag is not set, in their order.
  void remove(std::span<const uint8_t> flag);
  void state(Archive& archive);
  // The first particle with something that is not a finite number, in words; empty when there is none.
  std::string what_is_not_finite() const;
  // Empty when sound; otherwise what is wrong, in words (arrays of different length, a NaN, an id twice).
  std::string validate() const;
};

// The same as for_each_array below, of what is carried alone.
template <class Visit, class First, class... Rest>
void for_each_carried(const Visit& visit, First& first, Rest&... rest) {
  if (!first.carries) return;
  const CarriedKinds& kinds = *first.carries;
  if (kinds.heat) visit("heat", first.heat, rest.heat...);
  if (kinds.thickness) visit("thickness", first.thickness, rest.thickness...);
  if (kinds.colour) visit("colour", first.colour, rest.colour...);
}

// The one list of the arrays: everything that treats all of them alike goes through it. Calls visit(name, array) for
// every array, or visit(name, array of the first, array of the second, ...) for several Particles at once; of a
// Particle, the value stands for the array. Of what may be carried, what the first carries.
template <class Visit, class First, class... Rest>
void for_each_array(const Visit& visit, First& first, Rest&... rest) {
  visit("position", first.position, rest.position...);
  visit("velocity", first.velocity, rest.velocity...);
  visit("id", first.id, rest.id...);
  visit("mass", first.mass, rest.mass...);
  visit("phase", first.phase, rest.phase...);
  visit("temporary", first.temporary, rest.temporary...);
  for_each_carried(visit, first, rest...);
}

}  // namespace weir
