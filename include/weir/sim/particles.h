// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The liquid as particles: what every solver has, every director sees and every cache holds. Structure of arrays; all
// arrays have the same length. Outside a solver, a particle is known by its id, never by its index.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "weir/base/archive.h"
#include "weir/base/vec.h"

namespace weir {

// One of them, for code that adds them one by one.
struct Particle {
  Vec3f position, velocity;
  uint64_t id = 0;
  float mass = 0;
  uint8_t phase = 0, temporary = 0;
};

struct Particles {
  std::vector<Vec3f> position;     // m
  std::vector<Vec3f> velocity;     // m/s
  std::vector<uint64_t> id;        // unique in a run, never used again
  std::vector<float> mass;         // kg
  std::vector<uint8_t> phase;      // index of the scene's phase
  std::vector<uint8_t> temporary;  // 1 for particles a director lends to the liquid

  size_t size() const { return position.size(); }
  void resize(size_t count);
  void push_back(const Particle& particle);
  void append(const Particles& more);
  // Keeps the particles whose flag is not set, in their order.
  void remove(std::span<const uint8_t> flag);
  void state(Archive& archive);
  // The first particle with something that is not a finite number, in words; empty when there is none.
  std::string what_is_not_finite() const;
  // Empty when sound; otherwise what is wrong, in words (arrays of different length, a NaN, an id twice).
  std::string validate() const;
};

// The one list of the arrays: everything that treats all of them alike goes through it. Calls visit(name, array) for
// every array, or visit(name, array of the first, array of the second, ...) for several Particles at once; of a
// Particle, the value stands for the array.
template <class Visit, class... Self>
void for_each_array(const Visit& visit, Self&... particles) {
  visit("position", particles.position...);
  visit("velocity", particles.velocity...);
  visit("id", particles.id...);
  visit("mass", particles.mass...);
  visit("phase", particles.phase...);
  visit("temporary", particles.temporary...);
}

}  // namespace weir
