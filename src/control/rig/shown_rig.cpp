// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/rig/shown_rig.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file_stamp.h"
#include "base/kept_last.h"
#include "control/rig/moving_rig.h"
#include "control/rig/rig_settings.h"
#include "weir/scene/parameter.h"

namespace weir::rig {

namespace {

constexpr size_t kMostRigs = 8;          // whose deformations are kept
constexpr size_t kMostPoints = 2000000;  // of one, over its frames
constexpr size_t kPointsOfWay = 200;
constexpr int kPartsOfWay = 24;

RigSettings& settings_of(Scene& scene, size_t index) { return *scene.directors[index].get<RigSettings>(); }

Vec3d middle_of(std::span<const Vec3d> points) {
  Box3d box;
  for (const Vec3d& x : points) box.include(x);
  return box.centre();
}

// The points of a rig that stays in place.
class Deformed {
 public:
  Deformed(Scene scene, size_t index) : scene_(std::move(scene)), index_(index), rig_(std::in_place, scene_, index) {
    MovingRig few(scene_, index, kPointsOfWay);
    if (few.size() == 0) return;
    const double last = last_frame();
    for (int i = 0; i <= kPartsOfWay; ++i) {
      few.move_to(lerp(few.start(), last, i / double{kPartsOfWay}));
      middles_.emplace_back(few.frame(), middle_of(few.own()));
    }
  }

  double last_frame() const {
    const auto& settings = *scene_.directors[index_].get<RigSettings>();
    return std::max(rig_->start(), std::min(settings.last, static_cast<double>(scene_.frames.last)));
  }

  // Frames, and the middle at them.
  const std::vector<std::pair<double, Vec3d>>& middles() const { return middles_; }

  std::vector<Vec3d> at(double frame) {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(frame); found != known_.end()) return found->second;
    // It goes forwards only: a rig that deforms has no way back that is as exact.
    if (frame < rig_->frame()) rig_.emplace(scene_, index_);
    rig_->move_to(frame);
    if (known_.size() * rig_->size() > kMostPoints) known_.clear();
    return known_[frame] = {rig_->own().begin(), rig_->own().end()};
  }

 private:
  const Scene scene_;
  const size_t index_;
  std::mutex mutex_;
  std::optional<MovingRig> rig_;
  std::map<double, std::vector<Vec3d>> known_;
  std::vector<std::pair<double, Vec3d>> middles_;
};

// All that the deformed points depend on.
std::string key_of(const Scene& scene, const RigSettings& settings) {
  std::string key = fmt::format("{} {} {} {} {} {} {} {} {} {}", scene.origin.x, scene.origin.y, scene.origin.z,
                                scene.frames.first, scene.frames.last, scene.frames.rate, scene.dimensions,
                                rig_unit(scene), scene.solver.spacing, scene.seed);
  std::vector<std::filesystem::path> files;
  block_of<RigSettings>().files(&settings, files);
  for (const std::filesystem::path& file : files) key += " " + stamp_of(file);
  return key + block_of<RigSettings>().write(&settings).dump();
}

std::shared_ptr<Deformed> deformed(const Scene& given, size_t index) {
  static KeptLast<std::string, std::shared_ptr<Deformed>> kept(kMostRigs);
  Scene scene = given;
  settings_of(scene, index).motion = {};
  settings_of(scene, index).formula.reset();
  return kept.get(key_of(scene, settings_of(scene, index)),
                  [&] { return std::make_shared<Deformed>(std::move(scene), index); });
}

}  // namespace

ShownRig shown_rig(const Scene& scene, size_t index, double frame) {
  const MovingRig placed(scene, index, 1);
  const std::shared_ptr<Deformed> form = deformed(scene, index);
  const double last = form->last_frame();
  ShownRig shown{{}, {}, placed.spacing(), std::clamp(frame, placed.start(), last), last, placed.motion()};
  const Affine here = placed.placing(shown.at);
  for (const Vec3d& x : form->at(shown.at)) shown.positions.emplace_back(here.point(x));
  for (const auto& [time, middle] : form->middles()) shown.way.emplace_back(placed.placing(time).point(middle));
  return shown;
}

}  // namespace weir::rig
