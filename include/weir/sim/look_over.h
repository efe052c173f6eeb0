// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What kinds of solvers and directors see of a scene that is looked over before it is run, and where they tell what
// they found:
//
//   void look_over(const DirectorPart& part, const LookOver& seen) {
//     if (part.settings<SeaSettings>().width < 1) {
//       seen.findings.warn(seen.path("width"), "is narrow: waves come back", "make it ...");
//     }
//   }

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "weir/base/vec.h"
#include "weir/scene/findings.h"
#include "weir/scene/scene.h"
#include "weir/sim/director.h"

namespace weir {

struct LookOver {
  const Scene& scene;
  const Particles& liquid;  // at the start
  Findings& findings;
  std::string own;                  // path of what is looked over: "solver", "directors[1]"
  const Director* built = nullptr;  // of a director: itself; null where it waits for what is made first

  std::string path(const std::string& inside) const { return own + "." + inside; }
  // Around the liquid at the start; empty where there is none.
  Box3d liquid_box() const;
};

// Warns of those of these parameters that are not as they are by default: they do nothing, since `why`.
void warn_without_effect(const Settings& settings, const std::vector<std::string>& parameters, const std::string& why,
                         const LookOver& seen);

// The same of parameters of the scene's phases.
void warn_of_phases(const std::vector<std::string>& parameters, const std::string& why, const std::string& remedy,
                    const LookOver& seen);

// Warns of what acts between two frames, none of which is simulated. Without one: from the first, to the last.
void warn_outside_run(std::optional<double> first, std::optional<double> last, const std::string& path,
                      const LookOver& seen);

// Warns of what lies outside the domain as a whole. `so`: "no liquid ever meets it".
void warn_outside_domain(const Box3d& box, const std::string& path, const std::string& so, const LookOver& seen);

// Whether two boxes share some room.
bool meets(const Box3d& a, const Box3d& b, int dimensions);

// m that liquid may have come since the start, at most about; nothing where something else than gravity moves it, or
// more of it comes.
std::optional<double> farthest_way(const LookOver& seen, double frame);

// Warns of what has to have liquid where it begins (`boxes[0]`), and has none there, nor later where it goes (the
// others) until its last frame. Silent where liquid may come.
void warn_in_air(const std::vector<Box3d>& boxes, double first, double last, const std::string& path,
                 const LookOver& seen);

}  // namespace weir
