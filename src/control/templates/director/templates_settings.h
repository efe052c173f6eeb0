// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Directing by templates (Schoentgen et al. 2020): recorded pieces of liquid, placed in the scene in space and time.
//
// What each parameter means is in its help: templates_settings.cpp.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/geometry/shapes/transform.h"
#include "weir/scene/block_of.h"
#include "weir/scene/linked_path.h"

namespace weir::templates {

enum class TemplateEffect {
  form,      // the liquid takes the template's form and motion
  subtract,  // the liquid is pushed out of the template's form
};

// What a weight of control is where the scene does not say.
struct UsualWeight {
  double flat, solid;  // in 2D and in 3D
  std::string help(const char* meaning) const;
};
inline constexpr UsualWeight kUsualAttraction{0.2, 0.06}, kUsualVelocity{0.03, 0.01}, kUsualRepulsion{0.1, 0.04};

// One use of a template.
struct TemplateInstance {
  std::string name;
  std::string source;
  std::optional<Transform> transform;  // from the template's canonical space; where it was recorded without one
  std::string anchor;                  // what of it the transform places
  std::string attach;
  double start = 1;                   // frame
  std::optional<double> first, last;  // of the template's frames, counted from 1: what is between them is played
  double speed = 1;                   // against that of the recording
  bool reverse = false;
  TemplateEffect effect = TemplateEffect::form;
  std::string phase;
  Animated<double> strength{1.0};
  std::optional<Animated<double>> attraction, velocity, repulsion;  // w_a, w_v, w_r
  double falloff = 0.1;                                             // m
  double decay = 1;                                                 // gamma
  bool temporary = true;                                            // seeds temporary particles
};

struct TemplatesSettings {
  std::optional<LinkedPath> library;  // folder; none: the usual one
  std::vector<TemplateInstance> instances;
  double seed_below = 0.35;    // eta / rho_0
  double remove_above = 0.35;  // tau / rho_0
  double seed_distance = 0.5;  // l, of the support h
  double return_time = 2;      // s after the last template by which no temporary particle is left
};

}  // namespace weir::templates

namespace weir {
template <>
const Block& block_of<templates::TemplateInstance>();
template <>
const Block& block_of<templates::TemplatesSettings>();
}  // namespace weir
