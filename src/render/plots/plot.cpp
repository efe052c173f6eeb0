// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "render/plots/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace weir::render {

namespace {

// Into which chart a measure goes, under which name. An empty chart: it is not drawn by itself.
struct Sorted {
  std::string chart, unit, name;
};

std::string spaced(std::string words) {
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

std::string capitalized(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z') words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return words;
}

// The measures of directors that have agreed names (docs/files.md).
std::string unit_of(const std::string& measure) {
  if (measure == "coverage" || measure == "spill" || measure == "overlap") return "share";
  if (measure == "surface_distance") return "spacings";
  return {};
}

std::string without_end(const std::string& text, std::string_view end) {
  return spaced(text.substr(0, text.size() - end.size()));
}

Sorted sort_solver(const std::string& name) {
  if (name.ends_with("_ms")) return {};
  if (name.ends_with("_iterations")) return {"Iterations a step", "", without_end(name, "_iterations")};
  if (name.ends_with("_error")) return {"Errors", "", without_end(name, "_error")};
  // The mean is a hundredth of the largest: one chart would show nothing of it.
  if (name.starts_with("compression_")) return {"Compression, " + spaced(name.substr(12)), "%", "compression"};
  return {capitalized(spaced(name)), "", spaced(name)};
}

Sorted sort_measure(const std::string& key) {
  if (key.starts_with("wall_ms.")) return {};
  if (key == "particles" || key == "temporary") return {"Particles", "", key};
  if (key == "steps") return {"Steps a frame", "", key};
  if (key.starts_with("solver.")) return sort_solver(key.substr(7));
  if (key.starts_with("directors.")) {
    const size_t dot = key.find('.', 10);
    const std::string name = key.substr(10, dot - 10), measure = dot == std::string::npos ? "" : key.substr(dot + 1);
    if (measure == "wall_ms") return {"Time of directors", "ms a frame", name};
    return {capitalized(spaced(measure)), unit_of(measure), name};
  }
  return {capitalized(spaced(key)), "", spaced(key)};
}

// What a probe reads: "gauge.height", "box.force.x".
Sorted sort_probe(const std::string& key) {
  const size_t dot = key.find('.');
  const std::string name = key.substr(0, dot), measure = key.substr(dot + 1);
  if (measure == "height") return {"Height at gauges", "m", name};
  if (measure == "depth") return {"Depth at gauges", "m", name};
  if (measure == "pressure") return {"Pressure at probes", "Pa", name};
  if (measure == "volume") return {"Flux through windows", "m3/s", name};
  if (measure == "mass") return {};  // the same curve with another unit
  const std::string axis = measure.substr(measure.find('.') + 1);
  if (measure.starts_with("force.")) return {"Force on solids", "N", name + ", " + axis};
  if (measure.starts_with("torque.")) return {"Torque on solids", "N m", name + ", " + axis};
  return {capitalized(spaced(measure)), "", name};
}

// ---- time -----------------------------------------------------------------------------------------------------------

std::vector<double> values_of(const cache::RunStats& run, const std::string& key) {
  const cache::Measure* measure = run.find(key);
  return measure ? measure->values : std::vector<double>(run.frames.size(), 0.0);
}

// The parts of the simulation that the solver timed, what is left of it, control and cache.
Chart time_by_part(const cache::RunStats& run) {
  Chart chart{"Time a frame", "ms", /*stacked=*/true, {}};
  const auto add = [&](const std::string& name, const std::vector<double>& values) {
    const bool nothing = std::none_of(values.begin(), values.end(), [](double v) { return v > 0; });
    if (!nothing) chart.series.push_back({name, run.frames, values, chart.series.size(), 0});
  };
  std::vector<double> rest = values_of(run, "wall_ms.simulation");
  for (const cache::Measure& measure : run.measures) {
    if (!measure.key.starts_with("solver.") || !measure.key.ends_with("_ms")) continue;
    add(without_end(measure.key.substr(7), "_ms"), measure.values);
    for (size_t i = 0; i < rest.size(); ++i) {
      if (std::isfinite(measure.values[i])) rest[i] = std::max(0.0, rest[i] - measure.values[i]);
    }
  }
  add(chart.series.empty() ? "simulation" : "other simulation", rest);
  add("control", values_of(run, "wall_ms.control"));
  add("cache", values_of(run, "wall_ms.cache"));
  return chart;
}

Chart total_times(std::span<const cache::RunStats> runs) {
  Chart chart{"Time a frame", "ms", /*stacked=*/false, {}};
  for (size_t r = 0; r < runs.size(); ++r) {
    if (const cache::Measure* total = runs[r].find("wall_ms.total")) {
      chart.series.push_back({runs[r].name, runs[r].frames, total->values, r, 0});
    }
  }
  return chart;
}

// Seconds are easier to read than thousands of milliseconds.
void use_seconds(Chart& chart) {
  double most = 0;
  for (const Series& s : chart.series) {
    double largest = 0;
    for (const double value : s.values) largest = std::max(largest, std::isfinite(value) ? value : 0);
    most = chart.stacked ? most + largest : std::max(most, largest);
  }
  if (most < 2000) return;
  chart.unit = "s";
  for (Series& s : chart.series) {
    for (double& value : s.values) value /= 1000;
  }
}

// ---- everything else ------------------------------------------------------------------------------------------------

Chart& chart_named(std::vector<Chart>& charts, const Sorted& sorted) {
  const auto found =
      std::find_if(charts.begin(), charts.end(), [&](const Chart& c) { return c.title == sorted.chart; });
  if (found != charts.end()) return *found;
  return charts.emplace_back(Chart{sorted.chart, sorted.unit, /*stacked=*/false, {}});
}

// Several runs: the colour tells the run, the dashes tell the measure, in the order in which they come.
void tell_runs_apart(Chart& chart, std::span<const cache::RunStats> runs, const std::vector<size_t>& run_of) {
  std::vector<std::string> names;
  for (const Series& s : chart.series) {
    if (std::find(names.begin(), names.end(), s.name) == names.end()) names.push_back(s.name);
  }
  for (size_t i = 0; i < chart.series.size(); ++i) {
    Series& s = chart.series[i];
    s.colour = run_of[i];
    s.dash = static_cast<size_t>(std::find(names.begin(), names.end(), s.name) - names.begin());
    s.name = names.size() > 1 ? fmt::format("{}: {}", runs[run_of[i]].name, s.name) : runs[run_of[i]].name;
  }
}

}  // namespace

std::vector<Chart> charts_of(std::span<const cache::RunStats> runs) {
  std::vector<Chart> charts;
  charts.push_back(runs.size() == 1 ? time_by_part(runs[0]) : total_times(runs));
  use_seconds(charts.back());
  std::vector<Chart> others;
  std::vector<std::vector<size_t>> run_of;  // of each series of each chart
  const auto add = [&](size_t r, const cache::Measure& measure, const Sorted& sorted,
                       const std::vector<double>& frames) {
    if (sorted.chart.empty() || measure.all_zero()) return;
    Chart& chart = chart_named(others, sorted);
    run_of.resize(others.size());
    run_of[static_cast<size_t>(&chart - others.data())].push_back(r);
    chart.series.push_back({sorted.name, frames, measure.values, chart.series.size(), 0});
  };
  for (size_t r = 0; r < runs.size(); ++r) {
    const cache::RunProbes& probes = runs[r].probes;
    for (const cache::Measure& m : probes.measures) add(r, m, sort_probe(m.key), probes.frames);
    for (const cache::Measure& m : runs[r].measures) add(r, m, sort_measure(m.key), runs[r].frames);
  }
  for (size_t i = 0; i < others.size(); ++i) {
    if (runs.size() > 1) tell_runs_apart(others[i], runs, run_of[i]);
    charts.push_back(std::move(others[i]));
  }
  std::erase_if(charts, [](const Chart& chart) { return chart.series.empty(); });
  return charts;
}

std::string unit_of_measure(const std::string& key) {
  const bool is_time = key.ends_with("_ms") || key.starts_with("wall_ms.");
  return is_time ? "ms" : sort_measure(key).unit;
}

std::string unit_of_probe(const std::string& key) { return key.ends_with(".mass") ? "kg/s" : sort_probe(key).unit; }

std::string plot(std::span<const cache::RunStats> runs) {
  constexpr double kWidth = 460, kHeight = 230, kGap = 16, kMargin = 20, kHead = 44;
  constexpr size_t kColumns = 2;
  const std::vector<Chart> charts = charts_of(runs);
  const size_t rows = std::max<size_t>((charts.size() + kColumns - 1) / kColumns, 1);
  Svg svg(2 * kMargin + kColumns * kWidth + kGap, kHead + static_cast<double>(rows) * (kHeight + kGap) + kMargin);
  double first = runs[0].frames.front(), last = first;
  std::string title;
  for (const cache::RunStats& run : runs) {
    for (const double frame : run.frames) {
      first = std::min(first, frame);
      last = std::max(last, frame);
    }
    title += (title.empty() ? "" : "  |  ") + (runs.size() == 1 && !run.title.empty() ? run.title : run.name);
  }
  svg.text({kMargin + 8, 28}, title, 15, "#333b42", Anchor::start, /*bold=*/true);
  for (size_t i = 0; i < charts.size(); ++i) {
    const double x = kMargin + static_cast<double>(i % kColumns) * (kWidth + kGap);
    const double y = kHead + static_cast<double>(i / kColumns) * (kHeight + kGap);
    draw_chart(svg, charts[i], {x, y, kWidth, kHeight}, first, last);
  }
  return svg.finish();
}

}  // namespace weir::render
