// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/say.h"

namespace weir::app {

using Json = nlohmann::ordered_json;

namespace {

constexpr size_t kBesidePaper = 14;  // width of a column: of "17834.1 missed"

struct Column {
  std::string top, bottom;  // the two lines of its head
  std::string value;
};

// Of what solvers measure, what the table shows; all of it is in the JSON.
struct ShownMeasure {
  const char *name, *top, *bottom;
};
constexpr ShownMeasure kShown[] = {{"density_iterations", "density", "iterations"},
                                   {"divergence_iterations", "divergence", "iterations"},
                                   {"compression_mean", "compression", "mean %"},
                                   {"compression_max", "compression", "max %"}};

// Three digits at least, and never an exponent for the sizes that come up. JSON has null for what is not a number.
std::string decimal(const Json& json) {
  if (!json.is_number()) return "nan";
  const double value = json.get<double>(), size = std::abs(value);
  return fmt::format("{:.{}f}", value, size >= 100 ? 1 : size >= 1 ? 2 : size >= 0.01 ? 4 : 6);
}

std::vector<Column> columns_of(const Json& figures, bool repeated) {
  std::vector<Column> columns{
      {"particles", "at start", figures["particles_start"].dump()},
      {"particles", "at end", figures["particles_end"].dump()},
      {"simulated", "s", fmt::format("{:.4g}", figures["simulated_s"].get<double>())},
      {"", "steps", figures["steps"].dump()},
      {"set-up", "s", decimal(figures["setup_s"])},
      {repeated ? "wall, median" : "wall", "s", decimal(figures["wall_s"])},
  };
  if (repeated) columns.push_back({"wall, least", "s", decimal(figures["wall_min_s"])});
  columns.push_back({"ms", "a step", decimal(figures["ms_per_step"])});
  columns.push_back({"us a particle", "a step", decimal(figures["us_per_particle_step"])});
  columns.push_back({"peak", "MB", fmt::format("{:.0f}", figures["peak_mb"].get<double>())});
  for (const ShownMeasure& shown : kShown) {
    const auto found = figures["measures"].find(shown.name);
    if (found != figures["measures"].end()) columns.push_back({shown.top, shown.bottom, decimal(*found)});
  }
  return columns;
}

// Tables 2 and 3 of Gowthaman et al. 2022: seconds a frame on one thread of an i7, sources of about 500k particles.
struct PaperRow {
  const char* scene;
  int targets, particles;
  double source_s, target_s;
};
constexpr PaperRow kPaper[] = {{"splash", 4, 2000, 10, 6},           {"dam-break", 1, 6600, 14, 6},
                               {"double-dam-break", 1, 7500, 16, 7}, {"flying-dragon", 16, 8000, 23, 9},
                               {"running-horse", 48, 23000, 10, 15}, {"face-in-waterfall", 48, 14500, 18, 32}};

// Ours, by the clock and of all threads together, and the paper's where the scene has the name of one of its rows; the
// ratio is of the paper's time on one thread to ours of all threads. Merging is counted a target simulation, as the
// paper tells it: "as much as 3 s".
std::vector<Column> reversal_columns(const std::string& scene, const Json& figures) {
  const Json& r = figures["reversal"];
  const auto of = [&](const char* key, const char* divisor) {
    return r[key].get<double>() / std::max(1.0, r[divisor].get<double>());
  };
  const double target_cpu_s = of("targets_cpu_s", "target_frames");
  std::vector<Column> columns{{"", "targets", r["simulations"].dump()},
                              {"particles", "target", r["target_particles"].dump()},
                              {"particles", "source", r["source_particles"].dump()},
                              {"source", "s/frame", decimal(Json(of("source_s", "source_frames")))},
                              {"all threads", "s/frame", decimal(Json(of("source_cpu_s", "source_frames")))},
                              {"target", "s/frame", decimal(Json(of("targets_s", "target_frames")))},
                              {"all threads", "s/frame", decimal(Json(target_cpu_s))},
                              {"prepare", "s/target", decimal(Json(of("prepare_s", "simulations")))},
                              {"merge", "s in all", decimal(r["merge_s"])},
                              {"all threads", "s/target", decimal(Json(of("merge_cpu_s", "simulations")))},
                              {"write", "s in all", decimal(r["write_s"])},
                              {"all threads", "s in all", decimal(r["write_cpu_s"])},
                              {"peak", "MB", fmt::format("{:.0f}", figures["peak_mb"].get<double>())}};
  for (const PaperRow& row : kPaper) {
    if (scene != row.scene) continue;
    columns.push_back({"paper:", "particles", std::to_string(row.particles)});
    columns.push_back({"source", "s/frame", decimal(Json(row.source_s))});
    columns.push_back({"target", "s/frame", decimal(Json(row.target_s))});
    columns.push_back({"target", "faster", fmt::format("{:.0f} x", row.target_s / target_cpu_s)});
  }
  return columns;
}

std::string line_of(const std::string& name, size_t name_width, const std::vector<Column>& columns,
                    std::string Column::*part) {
  constexpr size_t kNarrowest = 8;
  std::string line = fmt::format("{:<{}}", name, name_width);
  for (const Column& column : columns) {
    const size_t width = std::max({column.top.size(), column.bottom.size(), kNarrowest});
    line += fmt::format("  {:>{}}", column.*part, width);
  }
  return line + "\n";
}

}  // namespace

void BenchTable::print_row(const std::string& scene, const PaperTable* paper, const Json& figures) {
  if (paper && figures.contains("paper")) {
    print_beside_paper(scene, *paper, figures);
    return;
  }
  const std::vector<Column> columns =
      figures.contains("reversal") ? reversal_columns(scene, figures) : columns_of(figures, repeated_);
  const size_t width = std::max(name_width_, std::string("scene").size());
  const std::string head =
      line_of("", width, columns, &Column::top) + line_of("scene", width, columns, &Column::bottom);
  if (head != head_) say("{}", head);
  head_ = head;
  say("{}", line_of(scene, width, columns, &Column::value));
  std::fflush(stdout);
}

void BenchTable::print_beside_paper(const std::string& scene, const PaperTable& paper, const Json& figures) {
  std::vector<Column> ours, theirs, wanted;
  for (const PaperTable::Column& column : paper.columns) {
    const auto number = [&](double value) {
      return value < 0 ? std::string("-") : fmt::format("{:.{}f}", value, column.decimals);
    };
    const auto add = [&](std::vector<Column>& row, const std::string& value) {
      row.push_back({fmt::format("{:>{}}", column.top, kBesidePaper), column.bottom, value});
    };
    add(ours, number(our_figure(paper, column.key, figures)));
    add(theirs, number(figures["paper"][column.key].get<double>()));
    const auto goal = figures["wanted"].find(column.key);
    const bool none = goal == figures["wanted"].end();
    add(wanted, none ? std::string()
                     : number((*goal)["at_most"].get<double>()) + ((*goal)["met"].get<bool>() ? " met" : " missed"));
  }
  const size_t name_width = std::max(name_width_, std::string("scene").size());
  const auto name = [&](const std::string& row, const char* whose) {
    return fmt::format("{:<{}}  {:<6}", row, name_width, whose);
  };
  const size_t width = name("", "").size();
  const std::string head = fmt::format("paper: {}, {}; wanted: at most this\n", paper.source, paper.machine) +
                           line_of("", width, ours, &Column::top) + line_of("scene", width, ours, &Column::bottom);
  if (head != head_) say("{}", head);
  head_ = head;
  say("{}", line_of(name(scene, "ours"), width, ours, &Column::value));
  say("{}", line_of(name("", "paper"), width, theirs, &Column::value));
  say("{}", line_of(name("", "wanted"), width, wanted, &Column::value));
  std::fflush(stdout);
}

}  // namespace weir::app
