// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/building.h"

#include <fmt/format.h>

#include <algorithm>

#include "run/far_scene.h"
#include "run/liquid_files.h"
#include "sim/emitters.h"
#include "sim/in_scene.h"
#include "sim/rigid_bodies.h"
#include "weir/geometry/shapes/build.h"
#include "weir/sim/director_kind.h"
#include "weir/sim/seeding.h"
#include "weir/sim/solids.h"
#include "weir/sim/solver_kind.h"

namespace weir::run {

namespace {

class Building {
 public:
  Building(const Scene& scene, const std::filesystem::path& folder, Findings& findings)
      : scene_(scene),
        folder_(folder),
        findings_(findings),
        told_(findings.all()),
        builder_(static_cast<float>(0.5 * scene.solver.spacing), scene.frames.rate) {}

  void find() {
    refuse(solver_problems(scene_));
    find_files();
    find_solids();
    try_part([&] { RigidBodies(scene_, builder_); });
    try_part([&] { Emitters(scene_, builder_); });
    try_part([&] { Sinks(scene_, builder_); });
    find_liquids();
    find_directors();
  }

 private:
  template <class Build>
  bool try_part(Build&& build) {
    try {
      build();
      return true;
    } catch (const InputError& error) {
      refuse(error.problems());
      return false;
    }
  }
  // The stage may have said it of the same part already, in other words where its resolution is another.
  void refuse(const std::vector<Problem>& problems) {
    if (problems.empty()) return;
    Findings own;
    own.refuse(InputError(problems), scene_.file.string());
    for (const Finding& finding : own.all()) {
      const auto is_told = [&](const Finding& told) { return told.path == finding.path && !told.path.empty(); };
      if (std::none_of(told_.begin(), told_.end(), is_told)) findings_.add(finding);
    }
  }

  // Where a file cannot be read, its liquid is without particles from here on.
  void find_files() {
    whole_ = scene_.liquids;
    const bool read = try_part([&] {
      if (const std::optional<Scene> all = with_files_read(scene_)) whole_ = all->liquids;
    });
    for (Liquid& liquid : whole_) {
      if (read) break;
      if (liquid.particles) liquid.points = std::make_shared<LiquidPoints>();
      if (liquid.velocity.get<velocities::File>()) liquid.velocity = {};
    }
  }

  void find_solids() {
    for (size_t i = 0; i < scene_.solids.size(); ++i) {
      std::vector<Problem> problems;
      in_scene(scene_, fmt::format("solids[{}].shape", i), problems,
               [&] { builder_.field(scene_.solids[i].shape, scene_.frames.first); });
      refuse(problems);
      if (problems.empty()) solid_.push_back(scene_.solids[i]);
    }
  }

  // Among the solids that can be built.
  void find_liquids() {
    Scene rest = scene_;
    rest.solids = solid_;
    rest.liquids = whole_;
    try_part([&] {
      const Solids solids(rest, builder_);
      refuse_far_scene(rest, seed_liquids(rest, builder_, solids));
    });
  }

  void find_directors() {
    const Scene bare = without_parts(scene_);
    std::unique_ptr<Solver> solver;
    try {
      solver = make_solver(bare);
    } catch (const InputError&) {
      // Said by solver_problems().
    }
    for (size_t i = 0; i < scene_.directors.size(); ++i) {
      const DirectorPart part{scene_, i, folder_};
      if (waits_for_plan(part)) continue;
      try_part([&] {
        const std::unique_ptr<Director> director = make_director(part);
        const std::string reason = director && solver ? incompatibility(*solver, *director) : "";
        if (!reason.empty()) findings_.refuse(scene_.director_path(i), reason, "");
      });
    }
  }

  const Scene& scene_;
  const std::filesystem::path& folder_;
  Findings& findings_;
  const std::vector<Finding> told_;  // by the stage
  ShapeBuilder builder_;
  std::vector<Liquid> whole_;  // with their files read
  std::vector<Solid> solid_;   // that can be built
};

}  // namespace

Scene without_parts(const Scene& scene) {
  Scene bare = scene;
  bare.liquids.clear(), bare.solids.clear(), bare.emitters.clear(), bare.sinks.clear(), bare.probes.clear();
  bare.domain.reset();  // its walls are made of particles, too
  return bare;
}

std::unique_ptr<Stage> build_stage(const Scene& scene, const std::filesystem::path& folder) {
  try {
    return std::make_unique<Stage>(scene, Stage::Unopened{});
  } catch (const InputError& error) {
    Findings findings;
    findings.refuse(error, scene.file.string());
    Building(scene, folder, findings).find();
    throw InputError(problems_of(findings.sorted(scene.file.string())));
  }
}

}  // namespace weir::run
