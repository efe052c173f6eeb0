// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is known of a template besides its particles: the header of its file (Schoentgen et al. 2020, 3.2).

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weir/scene/template_region.h"

namespace weir::templates {

struct TemplatePhase {
  std::string name = "water";
  double density = 1000;  // kg/m3, at rest
  bool operator==(const TemplatePhase&) const = default;
};

// A point by which it can be placed (anchors.h).
struct TemplateAnchor {
  std::string name;
  Vec3d at;  // canonical
  bool operator==(const TemplateAnchor&) const = default;
};

struct TemplateMetadata {
  std::string name;
  std::vector<std::string> tags;
  int dimensions = 3;
  double rate = 24;                                    // frames a second
  double spacing = 0;                                  // m between neighbouring particles
  TemplateRegion region;                               // where it was recorded
  int first_frame = 1;                                 // number of its first frame where it was recorded
  int frame_step = 1;                                  // frames there between two of its frames
  std::vector<TemplatePhase> phases{TemplatePhase{}};  // a particle's phase counts these
  std::string source;                                  // the run or files it was recorded from
  std::vector<TemplateAnchor> anchors = {};            // that somebody gave it

  bool operator==(const TemplateMetadata&) const = default;
};

// Empty when it can be the header of a template, else what is wrong, in words.
std::string problem_of(const TemplateMetadata& metadata);

// As JSON, and back; throws Damaged for text that is not of this form.
std::string to_text(const TemplateMetadata& metadata);
TemplateMetadata metadata_from_text(std::string_view text);

}  // namespace weir::templates
