// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the phases of a scene have, side by side for passes over particles.

#pragma once

#include <algorithm>
#include <vector>

#include "weir/scene/scene.h"

namespace weir {

// get(phase) of every phase.
template <class Get>
std::vector<float> of_phases(const Scene& scene, Get&& get) {
  std::vector<float> values;
  for (const Phase& phase : scene.phases) values.push_back(static_cast<float>(get(phase)));
  return values;
}

inline bool any(const std::vector<float>& values) {
  return std::any_of(values.begin(), values.end(), [](float v) { return v > 0; });
}

}  // namespace weir
