// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/take_over.h"

#include <set>

#include "base/files.h"
#include "weir/run/plan.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

// Files are replaced, never written to, but for those to which lines are added: they have to be files of their own.
void take_over_file(const fs::path& from, const fs::path& to) {
  std::error_code ignored;  // what is not taken over is made again
  if (fs::exists(to, ignored)) return;
  if (from.extension() == ".jsonl") {
    fs::copy_file(from, to, ignored);
  } else {
    fs::create_hard_link(from, to, ignored);
  }
}

void take_over_folder(const fs::path& from, const fs::path& to) {
  std::error_code error;
  for (fs::recursive_directory_iterator entry(from, error), end; entry != end; entry.increment(error)) {
    if (error) return;
    if (entry->path().filename().string().starts_with('.') || !entry->is_regular_file(error)) continue;
    const fs::path there = to / entry->path().lexically_relative(from);
    make_folder(there.parent_path());
    take_over_file(entry->path(), there);
  }
}

}  // namespace

void take_over_needs(const Scene& scene, const fs::path& from, const fs::path& to) {
  const run::Plan plan(scene, {.folder = to, .records_itself = false});
  std::set<fs::path> parts;  // folders directly in that of the run
  for (const PlanStep& step : plan.steps()) {
    if (step.name == run::kRunStep) break;
    const fs::path part = step.folder.lexically_relative(to);
    if (!part.empty() && *part.begin() != ".." && *part.begin() != ".") parts.insert(*part.begin());
  }
  for (const fs::path& part : parts) take_over_folder(from / part, to / part);
}

}  // namespace weir::studio
