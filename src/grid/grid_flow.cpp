// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "grid/grid_flow.h"

#include "base/parallel.h"
#include "grid/liquid_shape.h"

namespace weir {

void GridFlow::find_surface() {
  find_surface_distance(tiles(), volume_, solids().room, distance_);
  find_volume_sources(tiles(), volume_, solids(), distance_, static_cast<float>(space().cell), step(), sources_);
}

const MacField& GridFlow::free_velocity() {
  if (!free_) {
    free_ = velocity_;
    solve({&solids().open, &solids().velocity}, *free_);
  }
  return *free_;
}

void GridFlow::prescribe(int axis, size_t cell, float velocity, float passing) {
  const auto a = static_cast<size_t>(axis);
  if (!prescribed_) {
    prescribed_.emplace(Prescribed{{}, solids().open, solids().velocity, {}});
    prescribed_->is.resize(tiles());
    prescribed_->carried.resize(tiles());
  }
  const float open = solids().open.face[a][cell];
  prescribed_->is.face[a][cell] = 1;
  prescribed_->open.face[a][cell] = 0;
  prescribed_->passing.face[a][cell] = open * passing + (1 - open) * solids().velocity.face[a][cell];
  prescribed_->carried.face[a][cell] = velocity;
}

PoissonSolver::Result GridFlow::solve(const FaceConditions& faces, MacField& velocity) {
  return Projection(tiles(), distance_, faces).solve(sources_, given_.pressure, velocity, pressure_);
}

PoissonSolver::Result GridFlow::project() {
  if (!prescribed_) return solve({&solids().open, &solids().velocity}, velocity_);
  const PoissonSolver::Result result = solve({&prescribed_->open, &prescribed_->passing}, velocity_);
  carry();
  return result;
}

void GridFlow::carry() {
  if (!prescribed_) return;
  for (size_t axis = 0; axis < static_cast<size_t>(tiles().dimensions()); ++axis) {
    parallel_for(tiles().cells(), [&](size_t i) {
      if (prescribed_->is.face[axis][i] > 0) velocity_.face[axis][i] = prescribed_->carried.face[axis][i];
    });
  }
}

}  // namespace weir
