// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What every solver has, and the settings of the kind that the scene chose.

#pragma once

#include "weir/scene/kinds.h"

namespace weir {

struct SolverSettings {
  double spacing = 0.02;           // m between neighbouring particles
  int max_particles = 20'000'000;  // budget: emitters stop here
  Settings settings;               // of its kind

  const std::string& kind() const { return settings.kind(); }
  // nullptr when it is of another kind.
  template <class T>
  const T* get() const {
    return settings.get<T>();
  }
  template <class T>
  T* get() {
    return settings.get<T>();
  }
};

}  // namespace weir
