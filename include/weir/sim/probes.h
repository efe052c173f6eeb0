// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The probes of a scene: what they read after a step of the solver.
//
//   Probes probes(scene);
//   solver.step(clock, directors);
//   ProbeReading reading = probes.read(clock, solver);     // reading.values are those of probes.columns()

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "weir/scene/scene.h"
#include "weir/sim/solver.h"

namespace weir {

// What one probe reads, by the name that files give it: a number, or three along the axes.
struct ProbeColumn {
  std::string probe, measure;
  int components = 1;
};

struct ProbeReading {
  double frame = 0, time = 0;  // at the end of the step
  std::vector<double> values;  // of all components of all columns
};

class Probes {
 public:
  // InputError for probes that the scene's solver cannot read. The scene must outlive it.
  explicit Probes(const Scene& scene);
  ~Probes();

  bool empty() const { return columns_.empty(); }
  const std::vector<ProbeColumn>& columns() const { return columns_; }
  // The clock of the step that the solver did last.
  ProbeReading read(const Clock& clock, const Solver& solver);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
  std::vector<ProbeColumn> columns_;
};

}  // namespace weir
