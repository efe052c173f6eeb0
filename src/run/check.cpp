// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/check.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/numbered_name.h"
#include "cache/run_folder.h"
#include "control/templates/recordings.h"
#include "geometry/sampling/measure_shape.h"
#include "run/building.h"
#include "run/companions.h"
#include "run/look_over_scene.h"
#include "run/machine.h"
#include "run/time_guess.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

std::string size_in_words(double bytes) {
  return bytes < 1e9 ? fmt::format("{:.0f} MB", bytes / 1e6) : fmt::format("{:.3g} GB", bytes / 1e9);
}

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
    look_over(scene_, result_.stage.get(), options_.folder, findings_);
    look_at_machine();
    if (options_.timed && !findings_.any(Severity::error)) result_.time = guess_time(*result_.plan);
    result_.findings = findings_.sorted(file_);
  }

 private:
  void plan() {
    try {
      result_.plan = std::make_unique<Plan>(scene_, PlanOptions{.folder = options_.folder});
    } catch (const InputError& error) {
      findings_.refuse(error, file_);
      findings_.collect(file_, [&] { companions_of(scene_); });
    }
  }

  void build() {
    findings_.collect(file_, [&] { result_.stage = build_stage(scene_, options_.folder); });
  }

  // Building makes the particles. What is far too much is told from the room that the liquids take.
  bool has_room_to_build() {
    const Room memory = memory_of_machine();
    const double spacing = scene_.solver.spacing, one = std::pow(spacing, scene_.dimensions);
    const double bytes = bytes_per_particle() / one, domain = volume(scene_.domain_box());
    if (memory.all <= 0 || bytes == 0 || domain * bytes <= memory.all) return true;
    double liquid = 0;
    ShapeBuilder builder(static_cast<float>(0.5 * spacing), scene_.frames.rate);
    for (const Liquid& part : scene_.liquids) {
      if (!part.particles) liquid += rough_volume(part.shape, builder);
    }
    result_.all.particles = std::min(liquid, domain) / one;
    result_.all.memory = result_.all.particles * bytes_per_particle();
    const bool fits = result_.all.memory <= memory.all || result_.all.particles > scene_.solver.max_particles;
    if (fits) result_.all = {};  // or is refused for their number
    return fits;
  }

  double rough_volume(const Shape& shape, ShapeBuilder& builder) const {
    constexpr double kAcross = 100;
    try {
      const FieldPtr field = builder.field(shape, scene_.frames.first);
      const double size = static_cast<double>(max_component(field->bounds().size()));
      const auto cell = static_cast<float>(std::max(scene_.solver.spacing, size / kAcross));
      return measure_shape(*field, cell, scene_.dimensions, 1e30).volume;
    } catch (const InputError&) {
      return 0;  // building tells
    }
  }

  double bytes_per_particle() const {
    try {
      return make_solver(without_parts(scene_))->bytes_per_particle();
    } catch (const InputError&) {
      return 0;
    }
  }

  double volume(const Box3d& box) const {
    double product = 1;
    for (int axis = 0; axis < scene_.dimensions; ++axis) product *= box.size()[axis];
    return product;
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
      cache::check_may_use(cache::RunFolder(options_.folder), false, false);
      cache::check_not_busy(options_.folder);
    });
  }

  void look_at_machine() {
    constexpr double kNear = 0.8;
    const Room memory = memory_of_machine(), disk = disk_at(options_.folder);
    const StepSize& need = result_.all;
    if (memory.all > 0 && need.memory > memory.all) {
      findings_.refuse("solver.spacing",
                       fmt::format("needs about {} of memory, and this machine has {}", size_in_words(need.memory),
                                   size_in_words(memory.all)),
                       fmt::format("a spacing of {} m would fit", fitting_spacing(memory.all * kNear / need.memory)));
    } else if (memory.all > 0 && need.memory > kNear * memory.free) {
      findings_.warn("solver.spacing",
                     fmt::format("needs about {} of memory, of which {} are free now", size_in_words(need.memory),
                                 size_in_words(memory.free)),
                     fmt::format("end other programs, or use a spacing of {} m",
                                 fitting_spacing(memory.free * kNear / need.memory)));
    }
    if (disk.all <= 0 || need.disk <= kNear * disk.free) return;
    const std::string what = fmt::format("needs about {} on the disk of {}, which has {} left",
                                         size_in_words(need.disk), options_.folder.string(), size_in_words(disk.free));
    const std::string remedy = fmt::format("choose a folder on another disk with -o, or use a spacing of {} m",
                                           fitting_spacing(disk.free * kNear / need.disk));
    need.disk > disk.free ? findings_.refuse("frames", what, remedy) : findings_.warn("frames", what, remedy);
  }

  // With which a share of what is needed now would do.
  std::string fitting_spacing(double share) const {
    const double spacing = scene_.solver.spacing * std::pow(std::max(share, 1e-9), -1.0 / scene_.dimensions);
    const double digit = std::pow(10, std::floor(std::log10(spacing)) - 1);
    return fmt::format("{:g}", std::ceil(spacing / digit) * digit);
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
