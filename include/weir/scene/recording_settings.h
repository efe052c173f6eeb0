// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Templates that a scene records: of other scenes, which are run first, so that its directors can use them; or of
// itself, for the library.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/scene/linked_path.h"
#include "weir/scene/template_region.h"

namespace weir {

struct RecordingSettings {
  std::string name;                      // of the template
  std::optional<LinkedPath> scene;       // file; none: this scene, when it is finished
  std::optional<TemplateRegion> region;  // none: around all of the liquid
  std::optional<int> first, last;        // frames; those of the scene where they are not given
  std::vector<std::string> tags;
};

// Empty when it can be the name of a template, or a tag, else what is wrong, in words.
std::string template_name_problem(const std::string& name);
std::string template_tag_problem(const std::string& tag);

}  // namespace weir
