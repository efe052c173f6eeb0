// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/live_stage.h"

#include <algorithm>
#include <sstream>

#include "run/branch_fit.h"
#include "run/write_frame.h"
#include "weir/base/error.h"
#include "weir/scene/scene_changes.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Surfaces and velocities are large, and no page shows them of a live take.
bool is_shown(const Volume& volume) { return volume.channels == 1 && !volume.level_set; }

bool is_of(const SceneChange& change, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) { return change.path.starts_with(part); });
}

}  // namespace

LiveStage::LiveStage(std::shared_ptr<const ReadScene> read, const fs::path& needs)
    : read_(std::move(read)), stage_(read_->scene, needs) {}

LiveStage::LiveStage(std::shared_ptr<const ReadScene> read, const fs::path& needs, const fs::path& state,
                     const Scene& state_of, int frame)
    : read_(std::move(read)), stage_(read_->scene, run::Stage::Unopened{}) {
  if (&state_of != &read_->scene) run::check_can_go_on(state_of, read_->scene, frame);
  stage_.open(needs);
  Archive archive = Archive::loading(state);
  stage_.state(archive);
  archive.expect_end();
}

LiveFrame LiveStage::current() {
  auto volumes = std::make_shared<std::vector<Volume>>(stage_.volumes());
  std::erase_if(*volumes, [](const Volume& volume) { return !is_shown(volume); });
  std::stable_partition(volumes->begin(), volumes->end(), [](const Volume& one) { return one.name == "density"; });
  const std::span<const RigidPose> bodies = stage_.solver().bodies();
  return {.scene = {read_, &read_->scene},
          .particles = std::make_shared<const Particles>(stage_.solver().particles()),
          .volumes = std::move(volumes),
          .bodies = {bodies.begin(), bodies.end()}};
}

LiveLines LiveStage::lines(const run::Stage::FrameReport& report, double milliseconds) const {
  LiveLines lines{.stats = {run::stats_line(scene(), stage_, report, milliseconds)}, .probes = {}};
  std::istringstream probes(run::probe_lines(stage_, report));
  for (std::string line; std::getline(probes, line);) lines.probes.push_back(line);
  return lines;
}

void LiveStage::save(const fs::path& file) {
  Archive::save(file, [&](Archive& archive) { stage_.state(archive); });
}

bool changes_the_start(const Scene& before, const Scene& after) {
  const std::vector<SceneChange> changes = scene_changes(scene_text(before), scene_text(after));
  return std::any_of(changes.begin(), changes.end(), [](const auto& change) { return is_of(change, {"liquids"}); });
}

bool changes_only_looks(const Scene& before, const Scene& after) {
  const std::vector<SceneChange> changes = scene_changes(scene_text(before), scene_text(after));
  return std::all_of(changes.begin(), changes.end(), [](const auto& change) {
    return is_of(change, {"title", "picture", "surface", "output", "frames.last", "together"});
  });
}

}  // namespace weir::studio
