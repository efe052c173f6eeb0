// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What `weir library fit` is asked about a template that an artist holds over the liquid: the scene with the template
// in it, beginning at the frame in question.

#pragma once

#include <string>

#include "weir/scene/scene.h"

namespace weir::studio {

struct FitScene {
  std::string text;
  std::string instance;  // its number from 0
};

// `wanted`: the name of an instance, or of a template; one that the scene does not use yet is added to it.
FitScene fit_scene(const Scene& scene, const std::string& wanted, int frame);

}  // namespace weir::studio
