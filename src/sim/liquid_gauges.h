// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Gauges that look at where liquid is and how it moves: its height on a line, and its flux through a window. Liquid is
// given as particles of one size; several kinds (particles, cells of a deep core) are added one after the other.

#pragma once

#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/particles.h"

namespace weir {

struct LiquidPieces {
  const Particles& particles;
  float size;  // m, the width of one
};

// Liquid beside the line counts less the farther it is, up to two spacings of the solver: what a gauge as thick would
// read. Near walls of the domain it reads what is between them; solids are not looked at.
class HeightGauge {
 public:
  HeightGauge(const Scene& scene, const probes::Height& settings);

  struct Reading {
    double height = 0;  // m, of the highest liquid
    double depth = 0;   // m of the line that are in liquid
  };
  void clear() { on_line_.clear(); }
  void add(const LiquidPieces& liquid);
  Reading read() const;

 private:
  struct OnLine {
    double at, length, size;  // m
  };
  double share_between_walls() const;

  const Scene& scene_;
  Vec3d zero_, up_, across_[2];
  double reach_;  // m
  double share_;  // of what the gauge looks at that is between walls
  std::vector<OnLine> on_line_;
};

// Liquid counts the less the farther it is from the window, up to two spacings of the solver, so that layers of
// particles that pass it are no beats; over time all that passes is counted once.
class FluxGauge {
 public:
  FluxGauge(const Scene& scene, const probes::Flux& settings);

  struct Reading {
    double volume = 0, mass = 0;  // m3/s, kg/s; 2D: for a metre of depth
    Reading operator+(const Reading& b) const { return {volume + b.volume, mass + b.mass}; }
  };
  Reading read(const LiquidPieces& liquid) const;

 private:
  const Scene& scene_;
  Vec3d centre_, normal_, across_[2];
  double half_[2];  // m
  double reach_;    // m
};

}  // namespace weir
