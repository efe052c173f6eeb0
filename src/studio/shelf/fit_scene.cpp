// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/shelf/fit_scene.h"

#include <nlohmann/json.hpp>

#include "control/templates/director/templates_settings.h"
#include "scene/move_scene.h"

namespace weir::studio {

using Json = nlohmann::ordered_json;

FitScene fit_scene(const Scene& given, const std::string& wanted, int frame) {
  Scene scene = counted_from(given, {});
  size_t number = 0;
  for (DirectorSettings& director : scene.directors) {
    auto* templates = director.get<templates::TemplatesSettings>();
    if (!templates) continue;
    for (templates::TemplateInstance& instance : templates->instances) {
      if (instance.name == wanted || (instance.name.empty() && instance.source == wanted)) {
        instance.start = frame;
        return {scene_text(scene), std::to_string(number)};
      }
      ++number;
    }
  }
  Json json = Json::parse(scene_text(scene));
  json["directors"].push_back({{"kind", "templates"}, {"instances", {{{"template", wanted}, {"start", frame}}}}});
  return {json.dump(2), std::to_string(number)};
}

}  // namespace weir::studio
