// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The table of `weir bench`, a row a scene, each printed as soon as it is known.

#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "app/bench_papers.h"

namespace weir::app {

class BenchTable {
 public:
  // The longest name of a scene; whether each was run more than once.
  BenchTable(size_t name_width, bool repeated) : name_width_(name_width), repeated_(repeated) {}

  // The figures of measure_in_child() with wall_min_s. The head is printed with the first row, since only then it is
  // known what the solver measures, and again when that changes. Where a paper has the same scene (add_paper()), the
  // columns are those of its table, and below ours there are the paper's figures and what we want to reach.
  void print_row(const std::string& scene, const PaperTable* paper, const nlohmann::ordered_json& figures);

 private:
  void print_beside_paper(const std::string& scene, const PaperTable& paper, const nlohmann::ordered_json& figures);

  size_t name_width_;
  bool repeated_;
  std::string head_;
};

}  // namespace weir::app
