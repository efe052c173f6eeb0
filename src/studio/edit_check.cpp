// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_check.h"

#include <fmt/format.h>

#include <set>

#include "run/room_for_run.h"
#include "studio/work/take_store.h"
#include "weir/run/check.h"
#include "weir/scene/scene_of_text.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

Json json_of(const Folder& folder, const Finding& finding) {
  return {{"severity", name_of(finding.severity)},
          {"path", finding.path},
          {"line", finding.line},
          {"file", finding.file.empty() ? std::string() : folder.name_of(finding.file)},
          {"sentence", finding.remedy.empty() ? finding.what : finding.what + "; " + finding.remedy}};
}

Json json_of(const Folder& folder, const std::vector<Finding>& findings) {
  Json list = Json::array();
  for (const Finding& finding : findings) list.push_back(json_of(folder, finding));
  return list;
}

Json event_of(const Folder& folder, const ReadScene& read, bool whole, const std::vector<Finding>& findings) {
  const Scene& scene = read.scene;
  return {{"scene", read.name},
          {"version", read.version},
          {"whole", whole},
          {"findings", json_of(folder, findings)},
          {"frames", {{"first", scene.frames.first}, {"last", scene.frames.last}, {"rate", scene.frames.rate}}},
          {"dimensions", scene.dimensions},
          {"solver", scene.solver.settings.empty() ? "" : scene.solver.kind()},
          {"spacing", scene.solver.spacing},
          {"full", read.readable ? Json::parse(scene_text(scene)) : Json()}};
}

// Each once, errors in the order of the file.
std::vector<Finding> findings_of(const ReadScene& read) {
  if (read.problems.empty()) return {};
  Findings findings;
  findings.refuse(InputError(read.problems), read.scene.file.string());
  return findings.sorted(read.scene.file.string());
}

// Of more it would take minutes after each edit, and much of the memory that a run needs.
constexpr double kMostBuilt = 3e6;

Finding not_built(double particles) {
  return {
      .severity = Severity::hint,
      .what = fmt::format("has about {:.3g} million particles, too many to be built after each edit", particles / 1e6),
      .remedy = "some mistakes are told only when it is run; look at a coarser preview first"};
}

// As that of a take, but nothing is written there.
fs::path folder_for_check(const Folder& folder, const ReadScene& read) {
  return folder.path() / TakeStore::place_of(read.name) / "000";
}

}  // namespace

std::shared_ptr<const ReadScene> read_text(const std::string& name, const fs::path& file, int version,
                                           const std::string& text, const ReadScene* before) {
  auto read = std::make_shared<ReadScene>();
  read->name = name;
  read->version = version;
  read->text = text;
  read->when = fs::file_time_type::clock::now();
  try {
    read->scene = load_scene(file, text, read->problems);
    read->readable = true;
  } catch (const InputError& error) {
    read->problems = error.problems();
    if (before) read->scene = before->scene;
    read->scene.file = file;
  }
  return read;
}

Json quick_check(const Folder& folder, const ReadScene& read) {
  return event_of(folder, read, false, findings_of(read));
}

Json whole_check(const Folder& folder, const ReadScene& read) {
  if (!read.good()) return event_of(folder, read, true, findings_of(read));
  const double particles = run::rough_particles(read.scene);
  const bool builds = particles <= kMostBuilt;
  run::SceneCheck check = run::check_scene(read.scene, {.folder = folder_for_check(folder, read), .builds = builds});
  if (!builds) check.findings.push_back(not_built(particles));
  place_in_text(check.findings, read.scene.file, read.text);
  Json event = event_of(folder, read, true, check.findings);
  const auto add = [&](const char* name, double amount) {
    if (check.good() && amount > 0) event[name] = static_cast<uint64_t>(amount);
  };
  add("particles", check.all.particles);
  add("memory", check.all.memory);
  add("disk", check.all.disk);
  return event;
}

static void add_files(const Node& node, std::set<fs::path>& files) {
  if (node.file) files.insert(*node.file);
  for (const Node& item : node.items) add_files(item, files);
}

std::vector<fs::path> files_beside(const ReadScene& read) {
  std::set<fs::path> files;
  try {
    add_files(load_node(read.scene.file, read.text), files);
  } catch (const InputError& error) {
    // One that is gone or damaged hides the others, until it is mended.
    Findings findings;
    findings.refuse(error, read.scene.file.string());
    for (const Finding& finding : findings.all()) {
      if (!finding.file.empty()) files.insert(finding.file);
    }
  }
  for (const fs::path& named : input_files(read.scene)) files.insert(named);
  files.erase(read.scene.file);
  return {files.begin(), files.end()};
}

}  // namespace weir::studio
