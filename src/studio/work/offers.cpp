// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/offers.h"

#include <fmt/format.h>

#include <algorithm>

#include "cache/run_record.h"
#include "weir/base/error.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::studio {

namespace {

constexpr std::string_view kPoints = "points-";

// As `weir render` draws them.
Json styles_of(const Scene& scene) {
  Json styles = Json::array();
  styles.push_back({{"style", ""}, {"name", "as the scene says"}});
  const bool is_directed = std::any_of(scene.directors.begin(), scene.directors.end(),
                                       [](const auto& director) { return kind_of(director).overlay != nullptr; });
  if (is_smoke(scene)) {
    if (is_directed) styles.push_back({{"style", "overlay"}, {"name", "with what directs it"}});
    return styles;
  }
  const bool is_flat = scene.dimensions == 2;
  styles.push_back({{"style", "surface"}, {"name", is_flat ? "lit slab (path traced)" : "lit water (path traced)"}});
  styles.push_back({{"style", "particles"}, {"name", "particles (fast)"}});
  if (is_directed) styles.push_back({{"style", "overlay"}, {"name", "particles, with what directs them"}});
  return styles;
}

// As `weir mesh` and `weir convert` write them.
Json formats_of(const Scene& scene) {
  const std::string slab = scene.dimensions == 2 ? "a slab one spacing thick, " : "";
  Json formats = Json::array();
  const auto add = [&](const std::string& of, const char* format, const char* name, const std::string& about) {
    formats.push_back({{"format", format}, {"name", name}, {"about", about}, {"of", of}});
  };
  add("Surface", "ply", "Mesh .ply", slab + "with velocities, for motion blur");
  add("Surface", "obj", "Mesh .obj", slab + "read by everything");
  add("Surface", "vdb", "Level set .vdb", slab + "for Houdini and Blender");
  add("Particles", "points-vdb", "Points .vdb", "for Houdini and Blender");
  add("Particles", "points-bgeo", "Points .bgeo", "for Houdini");
  add("Particles", "points-ply", "Points .ply", "read by most programs");
  return formats;
}

bool has(const Json& list, const char* key, const std::string& wanted) {
  return std::any_of(list.begin(), list.end(), [&](const Json& one) { return one.at(key) == wanted; });
}

std::string names_in(const Json& list, const char* key) {
  std::vector<std::string> names;
  for (const Json& one : list) names.push_back(fmt::format("\"{}\"", one.at(key).get<std::string>()));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Json offers_of(const TakeRecord& record, const std::filesystem::path& run_folder) {
  Json offers{{"styles", Json::array()}, {"formats", Json::array()}, {"no_formats", nullptr}};
  if (record.have.empty()) {
    offers["no_formats"] = "This take has no frames yet.";
    return offers;
  }
  const Scene scene = cache::scene_of_run(run_folder / "run.json");
  offers["styles"] = styles_of(scene);
  if (is_smoke(scene)) {
    offers["no_formats"] = "Smoke is in .vdb files already, in volumes/ of the take's folder.";
  } else {
    offers["formats"] = formats_of(scene);
  }
  return offers;
}

void refuse_other_style(const Json& offers, const std::string& style) {
  const Json& styles = offers.at("styles");
  if (styles.empty()) throw InputError("", "this take has no frames yet");
  if (has(styles, "style", style)) return;
  throw InputError("", fmt::format("the style of this take's pictures can be one of {}, but not \"{}\"",
                                   names_in(styles, "style"), style));
}

void refuse_other_format(const Json& offers, const std::string& format) {
  const Json& formats = offers.at("formats");
  if (formats.empty()) {
    throw InputError("", "there is nothing to export: " + offers.at("no_formats").get<std::string>());
  }
  if (has(formats, "format", format)) return;
  throw InputError("", fmt::format("this take can be exported as one of {}, but not as \"{}\"",
                                   names_in(formats, "format"), format));
}

bool is_format_of_points(const std::string& format) { return format.starts_with(kPoints); }

}  // namespace weir::studio
