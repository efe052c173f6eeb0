// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/record_of_run.h"

#include <fmt/format.h>

#include "weir/sim/director_kind.h"

namespace weir::run {

cache::RunRecord record_of_run(const Scene& scene, int first_written, const std::filesystem::path& folder) {
  std::vector<cache::RunRecord::Input> inputs = cache::input_hashes(scene);
  const std::optional<size_t> maker = frame_making_director(scene);
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    if (maker && i != *maker) continue;  // the run that they act in tells of them
    const DirectorKind& kind = kind_of(scene.directors[i]);
    if (!kind.inputs) continue;
    for (const DirectorInput& input : kind.inputs({scene, i, folder})) {
      inputs.push_back({input.use, fmt::format("{:016x}", input.content)});
    }
  }
  return cache::make_run_record(scene, first_written, std::move(inputs));
}

}  // namespace weir::run
