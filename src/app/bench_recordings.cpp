// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/bench_recordings.h"

#include <fmt/format.h>

#include <set>

#include "base/files.h"
#include "base/hash.h"
#include "control/templates/director/find_template.h"
#include "weir/base/parallel.h"
#include "weir/run/run.h"

namespace weir::app {

namespace fs = std::filesystem;

fs::path bench_folder(const fs::path& file) {
  const uint64_t hash = hash_bytes(fs::weakly_canonical(file).string());
  return fs::temp_directory_path() / "weir-bench" / fmt::format("{}-{:016x}", file.stem().string(), hash);
}

void make_bench_recordings(const fs::path& file, int threads) {
  const ThreadLimit limit(threads);
  const Scene scene = load_scene(file);
  const fs::path folder = bench_folder(file);
  run::make_needs(scene, {.folder = folder});
}

double template_storage_mb(const Scene& scene, const fs::path& folder) {
  std::set<fs::path> files;
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* director = scene.directors[i].get<templates::TemplatesSettings>();
    if (!director) continue;
    for (const templates::TemplateInstance& instance : director->instances) {
      files.insert(templates::find_template({scene, i, folder}, instance.source)->file().path());
    }
  }
  double bytes = 0;
  for (const fs::path& path : files) bytes += static_cast<double>(fs::file_size(path));
  return bytes / 1e6;
}

}  // namespace weir::app
