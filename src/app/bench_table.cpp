// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/say.h"

namespace weir {

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
  const std::vector<Column> columns = columns_of(figures, repeated_);
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
    const auto number = [&](double value) { return fmt::format("{:.{}f}", value, column.decimals); };
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

}  // namespace weir
