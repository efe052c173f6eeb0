// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The registration of guides.

#include <fmt/format.h>

#include <algorithm>

#include "cache/run_folder.h"
#include "cache/run_record.h"
#include "control/guide/guide.h"
#include "control/guide/guide_files.h"
#include "control/guide/guide_overlay.h"
#include "control/guide/guide_preview.h"
#include "control/guide/preliminary_guides.h"
#include "grid/liquid/flip.h"
#include "grid/liquid/flip_settings.h"
#include "scene/scene_checks.h"
#include "weir/base/error.h"
#include "weir/sim/look_over.h"

namespace weir::guide {

namespace {

void check(const Node& node, const Scene& scene, size_t index, Reader& reader) {
  const std::vector<std::string> solids = names_of(scene.solids);
  const auto& guide = *scene.directors[index].get<GuideSettings>();
  if (!scene.probes.empty()) {
    reader.complain(node, "holds most of the liquid without particles, which probes do not see; leave the probes out");
  }
  if (std::any_of(scene.solids.begin(), scene.solids.end(),
                  [](const Solid& solid) { return solid.rigid.has_value(); })) {
    reader.complain(node, "a guide cannot know where rigid solids will be; leave \"rigid\" out");
  }
  for (size_t i = 0; i < guide.detailed.size(); ++i) {
    if (std::find(solids.begin(), solids.end(), guide.detailed[i]) != solids.end()) continue;
    const Reader::Inside list(reader, "detailed"), item(reader, i);
    reader.complain(node.find("detailed")->items[i], fmt::format("there is no solid \"{}\"", guide.detailed[i]));
  }
}

double least_depth(const Scene& scene) { return 3 * grid::flip_space(scene).cell; }

// What only shows when all of the scene is known, before hours are spent on a coarse run.
void plan(const DirectorPart& part, PlanBuilder& builder) {
  const Scene& scene = part.scene;
  if (!scene.solver.get<grid::FlipSettings>()) {
    throw InputError(part.location(), fmt::format("needs the flip solver, but the scene has {}; write \"solver\": "
                                                  "{{\"kind\": \"flip\", …}}",
                                                  scene.solver.kind()));
  }
  if (scene.phases.size() > 1) throw InputError(part.location(), "works with one phase only; leave the others out");
  if (scene.solver.get<grid::FlipSettings>()->band > 0) {
    throw InputError(part.location(), "takes the place of the solver's band; write \"band\": 0 there");
  }
  const auto& settings = part.settings<GuideSettings>();
  if (const double least = least_depth(scene); settings.depth < least * (1 - 1e-9)) {
    throw InputError(
        part.location(".depth"),
        fmt::format("must be at least three cells of the solver, {:.4g} m, but is {:.4g}", least, settings.depth));
  }
  plan_guides(part, builder);
}

std::unique_ptr<Director> make(const DirectorPart& part) {
  ReadGuide read = [folder = part.folder, &scene = part.scene, index = part.index](int frame) {
    return std::make_shared<const GuideField>(read_guide({scene, index, folder}, frame));
  };
  const grid::GridSpace space = read(part.scene.frames.first)->space;
  return make_guide_director(part.scene, part.index, space, std::move(read), guide_amount(part));
}

// A coarse run of this scene itself is known by this scene; that of another scene must be told.
std::vector<DirectorInput> inputs(const DirectorPart& part) {
  if (!part.settings<GuideSettings>().coarse) return {};
  const cache::RunFolder run(coarse_run_folder(part));
  return {{fmt::format("directors[{}]: coarse run", part.index), cache::read_run_record(run.run_json()).fingerprint()}};
}

std::string summary(const DirectorPart& part, const Director*) {
  const auto& guide = part.settings<GuideSettings>();
  const std::string source = guide.run      ? guide.run->folder.string()
                             : guide.coarse ? guide.coarse->path.string() + ", which is run first"
                             : guide.refine
                                 ? fmt::format("itself with cells {:g} times as wide, run first", *guide.refine)
                                 : "an animated shape";
  return fmt::format("{}; particles stay only in a shell of {:g} m", source, guide.depth);
}

// The guide is what is deeper than the shell: there must be some of it.
void look_over(const DirectorPart& part, const LookOver& seen) {
  const Scene& scene = seen.scene;
  const auto& guide = part.settings<GuideSettings>();
  if (!scene.solver.get<grid::FlipSettings>()) return;  // plan() refuses it
  const double cell = grid::flip_space(scene).cell;
  constexpr double kFewest = 1.5;  // cells of the coarse run
  if (guide.refine && guide.depth < kFewest * *guide.refine * cell * (1 - 1e-9)) {
    const double coarse = *guide.refine * cell;
    seen.findings.warn(
        seen.path("depth"),
        fmt::format("is {:g} m, but the coarse run has cells of {:.3g} m and does not know its surface that well",
                    guide.depth, coarse),
        fmt::format("make it at least {:.3g} m, or \"refine\" smaller", kFewest * coarse));
  }
  const Box3d liquid = seen.liquid_box();
  if (guide.shape || !scene.emitters.empty() || liquid.empty()) return;  // the deep water comes later, if at all
  const double deepest = liquid.size().y;
  if (guide.depth < deepest) return;
  seen.findings.warn(seen.path("depth"),
                     fmt::format("is {:g} m, and the liquid is nowhere deeper than {:.3g} m at the start: all of it is "
                                 "shell, and nothing is guided",
                                 guide.depth, deepest),
                     "make it smaller");
}

void coarsen(const CoarserPart& part) {
  auto& guide = part.settings<GuideSettings>();
  if (guide.coarse) guide.coarse->path = part.copy_of(guide.coarse->path);
  if (guide.cell) *guide.cell *= part.factor;
  if (part.scene.solver.get<grid::FlipSettings>()) guide.depth = std::max(guide.depth, least_depth(part.scene));
}

}  // namespace

DirectorKind director_kind() {
  return {.settings = kind_of_settings<GuideSettings>(&check),
          .make = &make,
          .holds_liquid = true,
          .plan = &plan,
          .inputs = &inputs,
          .summary = &summary,
          .look_over = &look_over,
          .coarsen = &coarsen,
          .overlay = &make_overlay,
          .preview = &preview};
}

}  // namespace weir::guide
