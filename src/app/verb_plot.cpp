// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir plot DIR...: what runs measured over their frames, as charts in an SVG file.

#include "render/plots/plot.h"

#include "app/say.h"
#include "app/verbs.h"
#include "base/files.h"
#include "weir/base/error.h"

namespace weir::app {

namespace {

namespace fs = std::filesystem;

void plot_runs(const std::vector<std::string>& folders, const std::string& output) {
  const fs::path file = output.empty() ? fs::path(folders.front()) / "plot.svg" : fs::path(output);
  if (file.extension() != ".svg") throw InputError(file.string(), "plots are SVG files; the name must end in .svg");
  std::vector<cache::RunStats> runs;
  for (const std::string& folder : folders) runs.push_back(cache::read_run_stats(folder));
  if (file.has_parent_path()) make_folder(file.parent_path());
  write_file(file, render::plot(runs));
  say("a plot in {}\n", file.string());
}

}  // namespace

void add_plot(Verb& app) {
  Verb verb = app.verb("plot", "Draw what runs measured over their frames: times, counts, errors");
  auto folders = std::make_shared<std::vector<std::string>>();
  auto output = std::make_shared<std::string>();
  verb.option("DIR", *folders, "Folders of runs; several are drawn over each other").required();
  verb.option("-o,--output", *output, "The SVG file (default: plot.svg in the first folder)");
  verb.action([=] { plot_runs(*folders, *output); });
}

}  // namespace weir::app
