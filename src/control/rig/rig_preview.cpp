// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/rig_preview.h"

#include <fmt/format.h>

#include <filesystem>
#include <list>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>

#include "control/rig/moving_rig.h"
#include "control/rig/rig_overlay.h"
#include "control/rig/rig_settings.h"
#include "weir/scene/parameter.h"

namespace weir::rig {

namespace {

constexpr double kRadius = 0.12;  // rig spacings
constexpr int kPartsOfWay = 24;

Box3f box_of(std::span<const Vec3f> points) {
  Box3f box;
  for (const Vec3f& x : points) box.include(x);
  return box;
}

// Where it is at a frame, and the way its middle goes.
struct Shown {
  std::vector<Vec3f> positions, way;
  double spacing = 0, at = 0, last = 0;
  Transform motion;
};

Shown show(const DirectorPart& part, double wanted) {
  const auto& settings = part.settings<RigSettings>();
  MovingRig rig(part.scene, part.index);
  const double last = std::min(settings.last, static_cast<double>(part.scene.frames.last));
  const double at = std::clamp(wanted, rig.start(), std::max(rig.start(), last));
  Shown shown{{}, {}, rig.spacing(), at, last, rig.motion()};
  // A rig that deforms goes from frame to frame, in their order.
  std::set<double> frames{at};
  for (int i = 0; i <= kPartsOfWay; ++i) frames.insert(lerp(rig.start(), last, i / double{kPartsOfWay}));
  for (const double frame : frames) {
    rig.move_to(frame);
    const Box3f box = box_of(rig.positions());
    if (box.empty()) break;
    shown.way.push_back(box.centre());
    if (frame == at) shown.positions.assign(rig.positions().begin(), rig.positions().end());
  }
  return shown;
}

// All that it depends on.
std::string key_of(const DirectorPart& part, double frame) {
  const auto& settings = part.settings<RigSettings>();
  const Scene& scene = part.scene;
  std::string key = fmt::format("{} {} {} {} {} {} {} {} {} {} {}", scene.origin.x, scene.origin.y, scene.origin.z,
                                frame, scene.frames.first, scene.frames.last, scene.frames.rate, scene.dimensions,
                                rig_unit(scene), scene.solver.spacing, scene.seed);
  std::vector<std::filesystem::path> files;
  block_of<RigSettings>().files(&settings, files);
  for (const std::filesystem::path& file : files) {
    std::error_code missing;
    key += fmt::format(" {}", std::filesystem::last_write_time(file, missing).time_since_epoch().count());
  }
  return key + block_of<RigSettings>().write(&settings).dump();
}

// Deforming takes a while, and an artist who edits something else asks for the same many times a second: what was shown
// last is kept for the process. But not of those that a solid carries, which their settings do not tell.
std::shared_ptr<const Shown> kept(const DirectorPart& part, double frame) {
  constexpr size_t kMost = 16;
  static std::mutex mutex;
  static std::list<std::pair<std::string, std::shared_ptr<const Shown>>> known;
  if (part.settings<RigSettings>().motion.carrier) return std::make_shared<const Shown>(show(part, frame));
  const std::string key = key_of(part, frame);
  {
    const std::lock_guard lock(mutex);
    for (auto entry = known.begin(); entry != known.end(); ++entry) {
      if (entry->first != key) continue;
      known.splice(known.begin(), known, entry);
      return entry->second;
    }
  }
  const auto shown = std::make_shared<const Shown>(show(part, frame));
  const std::lock_guard lock(mutex);
  known.emplace_front(key, shown);
  if (known.size() > kMost) known.pop_back();
  return shown;
}

}  // namespace

void preview(const DirectorPart& part, SetupMaker& maker) {
  const auto& settings = part.settings<RigSettings>();
  const SetupThing thing{part.scene.director_path(part.index), part.entry().name, "rig", rig_colour()};
  const std::shared_ptr<const Shown> shown = kept(part, maker.frame());
  maker.explain(thing.what, thing.colour);
  maker.add_placed(thing, thing.path + ".motion", shown->motion);
  if (shown->positions.empty()) return;
  const Box3f box = box_of(shown->positions);
  maker.add_points(shown->positions, thing.colour, kRadius * shown->spacing);
  std::string more = size_in_words(box.size(), part.scene.dimensions);
  more += fmt::format(", {} points", shown->positions.size());
  const std::string times = frames_in_words(settings.first, settings.last);
  maker.add_label(thing, box.centre(), times.empty() ? more : more + ", " + times);
  float gone = 0;
  for (size_t i = 1; i < shown->way.size(); ++i) gone += length(shown->way[i] - shown->way[i - 1]);
  if (gone > 0.02f * static_cast<float>(maker.size())) {
    maker.add_label({thing.path, fmt::format("frame {:g}", shown->last), thing.what, thing.colour}, shown->way.back(),
                    "", true);
    maker.add_line(shown->way, thing.colour * 0.8f);
  }
  if (settings.motion.path) {
    const Overlay::Polyline line = line_along(settings.motion, shown->at);
    maker.add_line(line.points, line.colour);
    maker.explain("path", line.colour);
  }
}

}  // namespace weir::rig
