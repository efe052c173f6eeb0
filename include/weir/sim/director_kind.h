// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A kind of director: one row tells all that the rest of the program ever needs to know of it. Nothing else names it.
//
//   DirectorKind director_kind() {
//     return {.settings = kind_of_settings<RigSettings>(&check), .make = &make, .overlay = &make_overlay};
//   }
//   register_director(director_kind());          // before the first scene is read
//
// The kinds that come with Weir are registered in run::register_built_in_kinds(); a program that links the library may
// add its own.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>

#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir {

class DirectorOverlay;  // weir/sim/overlay.h
class PlanBuilder;      // weir/sim/plan_step.h
class SetupMaker;       // weir/sim/setup.h
struct LookOver;        // weir/sim/look_over.h

// A director of a scene, and the folder of the run that it acts in. What was made for it is there.
struct DirectorPart {
  const Scene& scene;
  size_t index;
  std::filesystem::path folder = {};

  const DirectorSettings& entry() const { return scene.directors[index]; }
  template <class T>
  const T& settings() const {
    return *entry().get<T>();
  }
  // "dam.json: directors[1]", for messages; with what is inside it: ".shape".
  std::string location(const std::string& inside = {}) const;
};

// A director of a scene that was just made coarser, to be simulated in a fraction of the time.
struct CoarserPart {
  Scene& scene;  // its spacing is the larger one already
  size_t index;
  double factor;  // of the spacing
  // The file of another scene, made coarser in the same way.
  std::function<std::filesystem::path(const std::filesystem::path&)> copy_of;

  template <class T>
  T& settings() const {
    return *scene.directors[index].get<T>();
  }
};

// What a run stands on besides the files that its scene names: told in run.json, and a run cannot be resumed when it
// has changed.
struct DirectorInput {
  std::string use;  // "directors[0]: template \"drop\""
  uint64_t content;
};

struct DirectorKind {
  KindOfSettings settings;

  // The director itself. Null: it has no part in a step, and only plans.
  std::unique_ptr<Director> (*make)(const DirectorPart&) = nullptr;
  // It makes the frames of the run from other runs (PlanBuilder::make_frames_by), one of which is simulated with all
  // other directors of the scene: these have no part in the run itself.
  bool makes_frames = false;
  // Some of the liquid is in it and not in the solver: it can neither come nor go in the middle of a run.
  bool holds_liquid = false;
  // What must be made before the first frame. Without it `make` needs nothing but the scene.
  void (*plan)(const DirectorPart&, PlanBuilder&) = nullptr;
  // Whether `make` must wait for what was planned. Without it: when there is a plan.
  bool (*waits)(const DirectorPart&) = nullptr;
  std::vector<DirectorInput> (*inputs)(const DirectorPart&) = nullptr;
  // What `weir check` says of it besides its kind and name; `built` is null when it waits for something.
  std::string (*summary)(const DirectorPart&, const Director* built) = nullptr;
  // What an artist should know of it before it is run: what is no mistake, but hardly meant. Its path in the scene is
  // that of the director.
  void (*look_over)(const DirectorPart&, const LookOver&) = nullptr;
  // Fits its own lengths, and the scenes that it stands on, to a scene that was made coarser; InputError where that
  // cannot be. Null: nothing of it depends on the spacing.
  void (*coarsen)(const CoarserPart&) = nullptr;
  // What pictures can show of it. Null: nothing.
  std::unique_ptr<DirectorOverlay> (*overlay)(const DirectorPart&) = nullptr;
  // What a preview shows of it, before anything is simulated. Null: nothing.
  void (*preview)(const DirectorPart&, SetupMaker&) = nullptr;

  const std::string& name() const;  // as the scene has it
};

void register_director(const DirectorKind& kind);
// Of a director in a scene that was read: the kind is there.
const DirectorKind& kind_of(const DirectorSettings& director);

// Built, with its name and kind; null for those that have no part in a step.
std::unique_ptr<Director> make_director(const DirectorPart& part);
// The director that makes the frames of the scene's run; none: a solver and all directors do.
std::optional<size_t> frame_making_director(const Scene& scene);
// Whether it can only be built when what the plan says was made.
bool waits_for_plan(const DirectorPart& part);

}  // namespace weir
