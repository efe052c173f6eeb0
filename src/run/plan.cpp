// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/run/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/numbered_name.h"
#include "cache/run_record.h"
#include "control/templates/recordings.h"
#include "run/companions.h"
#include "run/ensure_run.h"
#include "weir/base/error.h"
#include "weir/run/stage.h"
#include "weir/sim/director_kind.h"

namespace weir::run {

namespace fs = std::filesystem;

namespace {

bool is_inside(const fs::path& file, const fs::path& folder) {
  const fs::path relative =
      fs::absolute(file).lexically_normal().lexically_relative(fs::absolute(folder).lexically_normal());
  return !relative.empty() && *relative.begin() != "..";
}

std::string joined(const std::string& parent, const std::string& name) {
  return parent.empty() ? name : parent + "/" + name;
}

}  // namespace

// Plans one scene; scenes that it stands on get builders of their own.
class Plan::Builder final : public PlanBuilder {
 public:
  // `prefix`: the folder of the scene's run inside that of the whole plan.
  Builder(Plan& plan, const PlanOptions& options, fs::path folder, std::string prefix, std::vector<fs::path> chain)
      : plan_(plan),
        options_(options),
        folder_(std::move(folder)),
        prefix_(std::move(prefix)),
        chain_(std::move(chain)) {}

  const fs::path& folder() const override { return folder_; }
  const std::vector<fs::path>& chain() const override { return chain_; }

  std::string add(PlanStep step) override {
    step.name = joined(prefix_, step.name);
    added_.push_back(step.name);
    plan_.steps_.push_back(std::move(step));
    return added_.back();
  }

  std::string add_run(PlannedRun run) override {
    const Scene& scene = *plan_.scenes_.emplace_back(std::make_unique<Scene>(std::move(run.scene)));
    const fs::path folder = folder_ / run.folder;
    std::vector<fs::path> chain = chain_;
    chain.push_back(scene.file);
    Builder inside(plan_, options_, folder, joined(prefix_, run.folder), std::move(chain));
    inside.plan_needs(scene);
    inside.added_.insert(inside.added_.end(), run.needs.begin(), run.needs.end());
    const std::shared_ptr<FrameMaker> frames = inside.frames_;
    const std::optional<BranchPoint> from = run.follows ? branch_of(scene, folder, inside.prefix_) : std::nullopt;
    PlanStep step = inside.run_step(scene, run.folder, from);
    step.small = run.small;
    step.summary = run.summary;
    if (run.size) step.measure = [size = *run.size] { return size; };
    step.is_made = [&scene, folder, from] { return how_to_make(scene, folder, from) == HowToMake::nothing; };
    step.make = [&scene, folder, frames, from, task = run.task](const ProgressSink& progress) {
      ensure_run(scene, folder, {.task = task, .progress = progress, .frames = frames, .from = from});
      return std::string();
    };
    return add(std::move(step));
  }

  void make_frames_by(std::shared_ptr<FrameMaker> frames) override { frames_ = std::move(frames); }

  const std::string& made_from(const std::string& step) const override { return plan_.step(step).made_from; }

  void plan_needs(const Scene& scene) {
    if (const std::optional<size_t> maker = frame_making_director(scene)) {
      kind_of(scene.directors[*maker]).plan({scene, *maker, folder_}, *this);
      return;
    }
    std::vector<Problem> problems;
    const auto collect = [&](auto&& plan) {
      try {
        plan();
      } catch (const InputError& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
      }
    };
    collect([&] { templates::plan_recordings(scene, options_.thumbnail, *this); });
    for (size_t i = 0; i < scene.directors.size(); ++i) {
      const DirectorKind& kind = kind_of(scene.directors[i]);
      if (kind.plan) collect([&] { kind.plan({scene, i, folder_}, *this); });
    }
    if (!problems.empty()) throw InputError(std::move(problems));
  }

  // Of the scene that was planned: after all that was added.
  PlanStep run_step(const Scene& scene, const std::string& name, const std::optional<BranchPoint>& from = {}) const {
    return {.name = name,
            .kind = frames_ ? "merge" : "run",
            .folder = folder_,
            .needs = added_,
            .made_from = fingerprint(scene, from),
            .scene = frames_ ? nullptr : &scene,
            .measure = [&scene, merged = frames_ != nullptr] { return merged ? StepSize{} : measure_run(scene); },
            .is_made = [] { return false; },
            .make = [](const ProgressSink&) { return std::string(); }};
  }

  std::shared_ptr<FrameMaker> frames_;

 private:
  // Files that are made in the run's own folder are known by the steps that make them; those that are missing are told
  // by what needs them.
  bool counts(const fs::path& file) const {
    return !is_inside(file, plan_.root_) && (NumberedName::has_number(file) || fs::exists(file));
  }

  // Where a run of the scene goes on from, when it follows the planned one: nothing when that one's was of the same
  // scene, which is used as it is, or cannot be gone on with.
  std::optional<BranchPoint> branch_of(const Scene& scene, const fs::path& folder, const std::string& inside) const {
    if (!options_.from || !options_.from->frame) return {};
    if (!cache::RunFolder(options_.from->run).holds_a_run()) {
      throw InputError(options_.from->run.string(),
                       "is gone, and with it the coarse run that this branch goes on from; put that run back");
    }
    const BranchPoint from{options_.from->run / inside, options_.from->frame};
    return can_follow(scene, folder, from) ? std::optional(from) : std::nullopt;
  }

  std::string fingerprint(const Scene& scene, const std::optional<BranchPoint>& from) const {
    std::vector<cache::RunRecord::Input> inputs =
        cache::input_hashes(scene, [&](const fs::path& file) { return counts(file); });
    for (const std::string& need : added_) inputs.push_back({need, plan_.step(need).made_from});
    if (from) {
      const cache::RunRecord other = cache::read_run_record(cache::RunFolder(from->run).run_json());
      inputs.push_back({fmt::format("branch at {}", *from->frame), fmt::format("{:016x}", other.fingerprint())});
    }
    return fmt::format("{:016x}", cache::make_run_record(scene, 0, std::move(inputs)).fingerprint());
  }

  Plan& plan_;
  const PlanOptions& options_;
  fs::path folder_;
  std::string prefix_;
  std::vector<fs::path> chain_;
  std::vector<std::string> added_;  // names of the steps that the run needs
};

Plan::Plan(const Scene& scene, const PlanOptions& options) : root_(options.folder) {
  Builder builder(*this, options, options.folder, "", {scene.file});
  builder.plan_needs(scene);
  PlanStep run = builder.run_step(scene, kRunStep);
  run.summary = {};
  frames_ = builder.frames_;
  steps_.push_back(std::move(run));
  Builder after(*this, options, options.folder, "", {scene.file});
  if (options.records_itself) templates::plan_own_recordings(scene, kRunStep, options.thumbnail, after);
  plan_companions(scene, after);
}

Plan::~Plan() = default;

const PlanStep& Plan::step(const std::string& name) const {
  return *std::find_if(steps_.begin(), steps_.end(), [&](const PlanStep& step) { return step.name == name; });
}

// null where it is not known.
static nlohmann::ordered_json whole_or_null(double amount) {
  return amount > 0 ? nlohmann::ordered_json(static_cast<uint64_t>(amount)) : nlohmann::ordered_json();
}

nlohmann::ordered_json Plan::json() const {
  auto steps = nlohmann::ordered_json::array();
  for (const PlanStep& step : steps_) {
    const StepSize size = step.measure();
    steps.push_back({{"name", step.name},
                     {"kind", step.kind},
                     {"made_from", step.made_from},
                     {"folder", step.folder.string()},
                     {"needs", step.needs},
                     {"particles", whole_or_null(size.particles)},
                     {"memory", whole_or_null(size.memory)},
                     {"disk", whole_or_null(size.disk)}});
  }
  return {{"steps", steps}};
}

}  // namespace weir::run
