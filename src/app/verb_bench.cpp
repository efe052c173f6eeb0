// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// weir bench [GROUP]: what the scenes of bench/GROUP cost.

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/bench_measure.h"
#include "app/bench_papers.h"
#include "app/bench_recordings.h"
#include "app/bench_scenes.h"
#include "app/bench_studio.h"
#include "app/bench_table.h"
#include "app/say.h"
#include "app/verbs.h"
#include "weir/base/interrupt.h"
#include "weir/scene/scene.h"

namespace weir::app {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kStudio = "studio";  // has no scenes of its own

struct Options {
  std::string group, only, measure, record;
  int repeat = 1, threads = 0;
  bool json = false;
};

void list_groups() {
  const std::vector<BenchGroup> groups = bench_groups();
  size_t width = 0;
  for (const BenchGroup& group : groups) width = std::max(width, group.name.size());
  for (const BenchGroup& group : groups) say("{:<{}}  {}\n", group.name, width, names_of(group.scenes));
  say("{:<{}}  frames of particles and edits of the examples, as Studio's server answers them\n", kStudio, width);
}

// All figures are those of the run with the median wall time (of two in the middle, the faster); the times of the
// others are beside them. What control by templates costs is a small part of a time, which a busy machine blurs: that
// is taken from the run in which its share was the least.
Json measure_repeatedly(const BenchScene& scene, const Options& options) {
  std::vector<Json> runs;
  std::vector<double> walls;
  for (int i = 0; i < options.repeat; ++i) {
    runs.push_back(measure_in_child(scene.file, options.threads));
    walls.push_back(runs.back()["wall_s"].get<double>());
  }
  std::vector<size_t> order(runs.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return walls[a] < walls[b]; });
  Json figures{{"group", options.group}, {"scene", scene.name}, {"file", scene.file.string()}};
  figures.update(runs[order[(order.size() - 1) / 2]]);
  figures["wall_min_s"] = walls[order.front()];
  figures["wall_runs_s"] = walls;
  if (figures.contains("templates")) {
    const auto share = [](const Json& run) { return run["templates"]["control_percent"].get<double>(); };
    Json shares = Json::array();
    for (const Json& run : runs) shares.push_back(share(run));
    figures["templates"] = (*std::min_element(
        runs.begin(), runs.end(), [&](const Json& a, const Json& b) { return share(a) < share(b); }))["templates"];
    figures["templates"]["control_percent_runs"] = shares;
  }
  if (const PaperTable* paper = paper_table(options.group)) add_paper(*paper, scene.name, figures);
  return figures;
}

bool needs_recordings(const Scene& scene) {
  return std::any_of(scene.recordings.begin(), scene.recordings.end(), [](const auto& r) { return r.scene; });
}

void print_json(const Json& json) {
  say("{}\n", json.dump(-1, ' ', false, Json::error_handler_t::replace));
  std::fflush(stdout);
}

void bench(const Options& options) {
  const std::vector<BenchScene> scenes = bench_scenes(options.group, options.only);
  size_t width = 0;
  std::vector<bool> record;
  for (const BenchScene& scene : scenes) {
    // A mistake in the last one is better told before the first has run for minutes.
    record.push_back(needs_recordings(load_scene(scene.file)));
    width = std::max(width, scene.name.size());
  }
  const CatchInterrupts catching;
  BenchTable table(width, options.repeat > 1);
  for (size_t i = 0; i < scenes.size(); ++i) {
    const BenchScene& scene = scenes[i];
    if (record[i]) record_in_child(scene.file, options.threads);
    const Json figures = measure_repeatedly(scene, options);
    if (options.json) {
      print_json(figures);
    } else {
      table.print_row(scene.name, paper_table(options.group), figures);
    }
  }
}

void act(const Options& options) {
  if (!options.measure.empty()) {
    end_with_parent();
    const CatchInterrupts catching;
    print_json(measure_scene(options.measure, options.threads));
  } else if (!options.record.empty()) {
    end_with_parent();
    const CatchInterrupts catching;
    make_bench_recordings(options.record, options.threads);
  } else if (options.group.empty()) {
    list_groups();
  } else if (options.group == kStudio) {
    bench_studio(options.json);
  } else {
    bench(options);
  }
}

}  // namespace

void add_bench(Verb& app) {
  Verb verb = app.verb("bench", "Time the scenes of bench/, without writing them");
  auto options = std::make_shared<Options>();
  verb.option("GROUP", options->group, "A folder of bench/, like sph (default: list them)");
  verb.option("--only", options->only, "Time only the scene of this name").needs("GROUP");
  verb.option("--repeat", options->repeat, "Run each scene so many times, and show the run of median time")
      .between(1, 1000)
      .needs("GROUP");
  verb.option("--threads", options->threads, "How many threads (default: all cores)").between(0, 4096);
  verb.flag("--json", options->json, "Print a line of JSON a scene, with all figures, instead of the table")
      .needs("GROUP");
  // How bench calls itself for each scene: makes what this one file needs; prints its figures as JSON.
  verb.option("--record", options->record).hidden();
  verb.option("--measure", options->measure).hidden();
  verb.action([options] { act(*options); });
}

}  // namespace weir::app
