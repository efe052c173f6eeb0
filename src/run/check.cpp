// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/numbered_name.h"
#include "cache/run_folder.h"
#include "control/templates/recordings.h"
#include "run/branch.h"
#include "run/building.h"
#include "run/companions.h"
#include "run/look_over_scene.h"
#include "run/room_for_run.h"
#include "run/time_guess.h"
#include "weir/sim/director_kind.h"

namespace weir::run {

namespace {

class Checking {
 public:
  Checking(const Scene& scene, const CheckOptions& options, SceneCheck& result)
      : scene_(scene), file_(scene.file.string()), options_(options), result_(result) {}

  void check() {
    plan();
    if (has_room_to_build()) build();
    if (result_.plan) measure();
    findings_.collect(file_, [&] { templates::check_room_in_library(scene_, options_.folder); });
    find_missing_files();
    if (options_.begins) check_folder();
    if (options_.from) check_branch();
    look_over(scene_, result_.stage.get(), options_.folder, findings_);
    look_at_memory(scene_, result_.all, findings_);
    look_at_disk(scene_, result_.all, options_.folder, findings_);
    if (options_.timed && !findings_.any(Severity::error)) result_.time = guess_time(*result_.plan);
    result_.findings = findings_.sorted(file_);
  }

 private:
  void plan() {
    try {
      result_.plan = std::make_unique<Plan>(scene_, PlanOptions{.folder = options_.folder, .from = origin_of_branch()});
    } catch (const InputError& error) {
      findings_.refuse(error, file_);
      findings_.collect(file_, [&] { companions_of(scene_); });
    }
  }

  void build() {
    findings_.collect(file_, [&] { result_.stage = build_stage(scene_, options_.folder); });
  }

  // As far as it can be: check_branch() tells what speaks against it.
  std::optional<BranchPoint> origin_of_branch() const {
    if (!options_.from) return {};
    try {
      const Origin origin = Origin::find(*options_.from);
      return BranchPoint{origin.folder(), origin.frame()};
    } catch (const InputError&) {
      return {};
    }
  }
  void check_branch() {
    const FrameMaker* frames = result_.plan ? result_.plan->frames().get() : nullptr;
    findings_.collect(file_, [&] { Origin::for_branch(scene_, *options_.from, options_.folder, frames); });
  }

  // Building makes the particles.
  bool has_room_to_build() {
    std::optional<StepSize> too_large = size_beyond_memory(scene_);
    if (!options_.builds) too_large = rough_size(scene_);
    if (too_large) result_.all = *too_large;
    return !too_large;
  }

  // Scenes that the run stands on must be as good as the scene itself: looking at their size finds what is wrong.
  void measure() {
    for (const PlanStep& step : result_.plan->steps()) {
      findings_.collect(file_, [&] {
        StepSize size;
        if (step.name != kRunStep) {
          size = step.measure();
        } else if (result_.stage) {
          size = result_.size = measure_run(scene_, *result_.stage);
        } else {
          return;
        }
        result_.all.particles = std::max(result_.all.particles, size.particles);
        result_.all.memory = std::max(result_.all.memory, size.memory);
        result_.all.disk += size.disk;
      });
    }
  }

  // Files that only pictures need, or the record of the run: parts that cannot be built have named theirs.
  void find_missing_files() {
    for (const std::filesystem::path& file : input_files(scene_)) {
      const auto is_named = [&](const Finding& f) { return f.what.find(file.string()) != std::string::npos; };
      std::error_code trouble;
      if (NumberedName::has_number(file) || std::filesystem::exists(file, trouble) || trouble) continue;
      if (std::any_of(findings_.all().begin(), findings_.all().end(), is_named)) continue;
      findings_.refuse("", fmt::format("there is no file {}", file.string()), "");
    }
  }

  // What would be refused when the run begins: somebody else's files, or another run at work.
  void check_folder() {
    findings_.collect(file_, [&] {
      cache::check_can_write(options_.folder);
      cache::check_may_use(cache::RunFolder(options_.folder), false, false);
      cache::check_not_busy(options_.folder);
    });
  }

  const Scene& scene_;
  const std::string file_;
  const CheckOptions& options_;
  SceneCheck& result_;
  Findings findings_;
};

}  // namespace

SceneCheck check_scene(const Scene& scene, const CheckOptions& options) {
  SceneCheck result;
  result.scene = std::make_unique<Scene>(scene);
  Checking(*result.scene, options, result).check();
  return result;
}

SceneCheck check_file(const std::filesystem::path& file, const CheckOptions& options) {
  try {
    return check_scene(load_scene(file), options);
  } catch (const InputError& error) {
    Findings findings;
    findings.refuse(error, file.string());
    SceneCheck result;
    result.findings = findings.sorted(file.string());
    return result;
  }
}

}  // namespace weir::run
