// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The figures of a run over its frames, from stats.jsonl: every number in its lines, whatever it is called.

#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace weir::cache {

struct Measure {
  // Where it stands in a line, as "steps", "solver.density_iterations" or, of a director, "directors.vortex.wall_ms"
  // (by its name, or its kind where it has none; a second one of the same name is "vortex 2").
  std::string key;
  std::vector<double> values;  // one a frame; NaN where a line lacks it

  bool all_zero() const;
};

// What probes read, from probes.jsonl.
struct RunProbes {
  std::vector<double> frames, times;  // one a step, frames with a fraction
  // By probe and measure: "gauge.height"; along an axis "box.force.x".
  std::vector<Measure> measures;
};

struct RunStats {
  std::string title;  // of the scene; may be empty
  std::string name;   // of the folder
  std::vector<double> frames;
  std::vector<Measure> measures;  // in the order in which they first appear

  const Measure* find(const std::string& key) const;
  RunProbes probes = {};  // empty without any
};

// InputError when the folder has no stats, or a line is damaged.
RunStats read_run_stats(const std::filesystem::path& folder);

}  // namespace weir::cache
