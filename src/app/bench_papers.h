// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Figures that papers give for scenes like those of bench/, to be shown beside ours, and what we want to reach against
// them.

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace weir::app {

struct PaperTable {
  struct Column {
    const char* key;  // of our figure, in the part of the figures or in all of them
    const char *top, *bottom;
    int decimals;
  };
  struct Row {
    const char *scene, *title;   // our name, theirs
    std::vector<double> values;  // one a column; below 0: the paper does not tell
  };
  // Ours should be at most this share of theirs.
  struct Goal {
    const char* key;
    double share;
    bool by_cores;  // theirs first goes up by how many more cores they had
    bool only_3d;
    const char* only_solver = nullptr;
    double limit = 0;  // given: at most this, whatever theirs is
  };

  const char *group, *part;  // of bench/; of the figures: where ours lie
  const char *source, *machine;
  int cores;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<Goal> goals;
};

// Null when no paper has figures for scenes of this group.
const PaperTable* paper_table(const std::string& group);

// Adds to the figures of a scene: paper (source, machine, cores, scene, and a figure a column), and wanted (for each
// goal: at_most, met). Nothing when the table has no row for the scene.
void add_paper(const PaperTable& table, const std::string& scene, nlohmann::ordered_json& figures);

// Our figure for a column or a goal of the table.
double our_figure(const PaperTable& table, const std::string& key, const nlohmann::ordered_json& figures);

}  // namespace weir::app
