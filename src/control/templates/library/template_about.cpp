// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/template_about.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "control/templates/library/bytes.h"
#include "scene/recording_settings.h"

namespace weir::templates {

namespace {

constexpr size_t kMostPhases = 256;

using Json = nlohmann::ordered_json;

Json list_of(const Vec3d& v) { return Json::array({v.x, v.y, v.z}); }
Vec3d vec_of(const Json& json) {
  return {json.at(0).get<double>(), json.at(1).get<double>(), json.at(2).get<double>()};
}

}  // namespace

std::string problem_of(const TemplateAbout& about) {
  if (std::string problem = template_name_problem(about.name); !problem.empty()) return problem;
  for (const std::string& tag : about.tags) {
    if (std::string problem = template_tag_problem(tag); !problem.empty()) return problem;
  }
  if (about.dimensions != 2 && about.dimensions != 3) return "it must have 2 or 3 dimensions";
  if (!(about.rate > 0) || !std::isfinite(about.rate)) return "its rate must be above 0 frames a second";
  if (!(about.spacing > 0) || !std::isfinite(about.spacing)) return "its particle spacing must be above 0 m";
  if (about.phases.empty() || about.phases.size() > kMostPhases) return "it must have 1 to 256 phases";
  if (std::string problem = region_problem(about.region, about.dimensions); !problem.empty()) {
    return "the region does not fit: " + problem;
  }
  return {};
}

std::string to_text(const TemplateAbout& about) {
  Json phases = Json::array();
  for (const TemplatePhase& phase : about.phases) phases.push_back({{"name", phase.name}, {"density", phase.density}});
  const TemplateRegion& region = about.region;
  return Json{{"name", about.name},
              {"tags", about.tags},
              {"dimensions", about.dimensions},
              {"rate", about.rate},
              {"spacing", about.spacing},
              {"region",
               {{"size", list_of(region.size)},
                {"translate", list_of(region.translate)},
                {"rotate", list_of(region.rotate.degrees)}}},
              {"first_frame", about.first_frame},
              {"frame_step", about.frame_step},
              {"phases", phases},
              {"source", about.source}}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

TemplateAbout about_from_text(std::string_view text) {
  TemplateAbout about;
  try {
    const Json json = Json::parse(text);
    json.at("name").get_to(about.name);
    json.at("tags").get_to(about.tags);
    json.at("dimensions").get_to(about.dimensions);
    json.at("rate").get_to(about.rate);
    json.at("spacing").get_to(about.spacing);
    const Json& region = json.at("region");
    about.region = {vec_of(region.at("size")), vec_of(region.at("translate")), {vec_of(region.at("rotate"))}};
    json.at("first_frame").get_to(about.first_frame);
    json.at("frame_step").get_to(about.frame_step);
    about.phases.clear();
    for (const Json& phase : json.at("phases")) {
      about.phases.push_back({phase.at("name").get<std::string>(), phase.at("density").get<double>()});
    }
    json.at("source").get_to(about.source);
  } catch (const Json::exception&) {
    throw Damaged("its header is not of the known form");
  }
  const std::string problem = problem_of(about);
  if (!problem.empty()) throw Damaged(problem);
  return about;
}

}  // namespace weir::templates
