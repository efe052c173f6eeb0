// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/measures.h"

#include <algorithm>
#include <cmath>

#include "cache/run_folder.h"
#include "cache/stats_lines.h"
#include "render/plots/plot.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace {

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

Json measure(const std::string& key, const std::string& unit, const std::vector<double>& values) {
  Json list = Json::array();
  for (const double value : values) list.push_back(number(value));
  return {{"key", key}, {"unit", unit}, {"values", std::move(list)}};
}

// The last that was read up to each frame.
std::vector<double> at_frames(const cache::RunProbes& probes, const std::vector<double>& read,
                              const std::vector<double>& frames) {
  std::vector<double> values;
  for (const double frame : frames) {
    const auto after = std::upper_bound(probes.frames.begin(), probes.frames.end(), frame + 1e-6);
    values.push_back(after == probes.frames.begin() ? std::nan("")
                                                    : read[static_cast<size_t>(after - probes.frames.begin()) - 1]);
  }
  return values;
}

Json measures_of(const cache::RunStats& stats) {
  if (stats.frames.empty()) throw InputError("", "this take has measured nothing yet");
  Json measures = Json::array();
  for (const cache::Measure& one : stats.measures) {
    measures.push_back(measure(one.key, render::unit_of_measure(one.key), one.values));
  }
  for (const cache::Measure& one : stats.probes.measures) {
    measures.push_back(measure("probes." + one.key, render::unit_of_probe(one.key),
                               at_frames(stats.probes, one.values, stats.frames)));
  }
  return {{"frames", stats.frames}, {"measures", std::move(measures)}};
}

}  // namespace

Json measures_of(const std::filesystem::path& run) {
  if (cache::RunFolder(run).read_stats().empty()) throw InputError("", "this take has measured nothing yet");
  return measures_of(cache::read_run_stats(run));
}

Json measures_of(const LiveLines& live) {
  cache::RunStats stats;
  cache::add_stats(live.stats, "the live take", stats);
  stats.probes = cache::probes_of(live.probes, "the live take");
  return measures_of(stats);
}

}  // namespace weir::studio
