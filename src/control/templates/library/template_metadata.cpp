// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/template_metadata.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "control/templates/library/bytes.h"
#include "weir/scene/recording_settings.h"

namespace weir::templates {

namespace {

constexpr size_t kMostPhases = 256;

using Json = nlohmann::ordered_json;

Json list_of(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }
Vec3d vec_of(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

}  // namespace

std::string problem_of(const TemplateMetadata& metadata) {
  if (std::string problem = template_name_problem(metadata.name); !problem.empty()) return problem;
  for (const std::string& tag : metadata.tags) {
    if (std::string problem = template_tag_problem(tag); !problem.empty()) return problem;
  }
  if (metadata.dimensions != 2 && metadata.dimensions != 3) return "it must have 2 or 3 dimensions";
  if (!(metadata.rate > 0) || !std::isfinite(metadata.rate)) return "its rate must be above 0 frames a second";
  if (!(metadata.spacing > 0) || !std::isfinite(metadata.spacing)) return "its particle spacing must be above 0 m";
  if (metadata.phases.empty() || metadata.phases.size() > kMostPhases) return "it must have 1 to 256 phases";
  for (const TemplateAnchor& anchor : metadata.anchors) {
    if (anchor.name.empty() || !is_finite(anchor.at)) return "an anchor must have a name and a place";
  }
  if (std::string problem = region_problem(metadata.region, metadata.dimensions); !problem.empty()) {
    return "the region does not fit: " + problem;
  }
  return {};
}

std::string to_text(const TemplateMetadata& metadata) {
  Json phases = Json::array();
  for (const TemplatePhase& phase : metadata.phases)
    phases.push_back({{"name", phase.name}, {"density", phase.density}});
  const TemplateRegion& region = metadata.region;
  Json text{{"name", metadata.name},
            {"tags", metadata.tags},
            {"dimensions", metadata.dimensions},
            {"rate", metadata.rate},
            {"spacing", metadata.spacing},
            {"region",
             {{"size", list_of(region.size)},
              {"translate", list_of(region.translate)},
              {"rotate", list_of(region.rotate.degrees)}}},
            {"first_frame", metadata.first_frame},
            {"frame_step", metadata.frame_step},
            {"phases", phases},
            {"source", metadata.source}};
  for (const TemplateAnchor& anchor : metadata.anchors) {
    text["anchors"].push_back({{"name", anchor.name}, {"at", list_of(anchor.at)}});
  }
  return text.dump(-1, ' ', false, Json::error_handler_t::replace);
}

TemplateMetadata metadata_from_text(std::string_view text) {
  TemplateMetadata metadata;
  try {
    const Json json = Json::parse(text);
    json.at("name").get_to(metadata.name);
    json.at("tags").get_to(metadata.tags);
    json.at("dimensions").get_to(metadata.dimensions);
    json.at("rate").get_to(metadata.rate);
    json.at("spacing").get_to(metadata.spacing);
    const Json& region = json.at("region");
    metadata.region = {vec_of(region.at("size")), vec_of(region.at("translate")), {vec_of(region.at("rotate"))}};
    json.at("first_frame").get_to(metadata.first_frame);
    json.at("frame_step").get_to(metadata.frame_step);
    metadata.phases.clear();
    for (const Json& phase : json.at("phases")) {
      metadata.phases.push_back({phase.at("name").get<std::string>(), phase.at("density").get<double>()});
    }
    json.at("source").get_to(metadata.source);
    for (const Json& anchor : json.value("anchors", Json::array())) {
      metadata.anchors.push_back({anchor.at("name").get<std::string>(), vec_of(anchor.at("at"))});
    }
  } catch (const Json::exception&) {
    throw Damaged("its header is not of the known form");
  }
  const std::string problem = problem_of(metadata);
  if (!problem.empty()) throw Damaged(problem);
  return metadata;
}

}  // namespace weir::templates
