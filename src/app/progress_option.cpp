// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/progress_option.h"

#include <CLI/CLI.hpp>

namespace weir::app {

void add_progress_option(CLI::App& verb, std::string& name) {
  verb.add_option("--progress", name, "auto, bar, plain, json (a line of JSON each) or none")
      ->check(CLI::IsMember({"auto", "bar", "plain", "json", "none"}));
}

ProgressStyle progress_style(const std::string& name) {
  if (name == "bar") return ProgressStyle::bar;
  if (name == "plain") return ProgressStyle::plain;
  if (name == "json") return ProgressStyle::json;
  if (name == "none") return ProgressStyle::none;
  return ProgressStyle::automatic;
}

}  // namespace weir::app
