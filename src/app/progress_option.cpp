// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/progress_option.h"

#include <fmt/format.h>

namespace weir::app {

void add_progress_option(Verb& verb, std::string& name, const std::string& json_line) {
  verb.option("--progress", name,
              fmt::format("auto, bar, plain (at most one line a second), verbose (every figure), "
                          "json (a line of JSON {}) or none",
                          json_line))
      .one_of({"auto", "bar", "plain", "verbose", "json", "none"});
}

ProgressStyle progress_style(const std::string& name) {
  if (name == "bar") return ProgressStyle::bar;
  if (name == "plain") return ProgressStyle::plain;
  if (name == "verbose") return ProgressStyle::verbose;
  if (name == "json") return ProgressStyle::json;
  if (name == "none") return ProgressStyle::none;
  return ProgressStyle::automatic;
}

bool wants_sentences(const std::string& name) { return name != "json" && name != "none"; }

}  // namespace weir::app
