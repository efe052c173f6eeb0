// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What run.json tells of a run: the scene with every parameter spelled out, the files it stands on, and what decides
// whether the run can be gone on with.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cache/run_folder.h"
#include "weir/scene/scene.h"

namespace weir::cache {

struct RunRecord {
  // A file that the scene names, with a checksum of its bytes, or a template, with one of its particles.
  struct Input {
    std::string file, hash;
  };

  std::string version;     // of the program
  std::string scene_file;  // absolute; empty when the scene has none
  uint64_t seed = 0;
  int first_written = 0;  // frames before it are simulated, not written
  std::vector<Input> inputs;
  std::shared_ptr<const nlohmann::ordered_json> scene;
  std::optional<BranchedFrom> branched_from = {};

  int first_frame() const;
  int last_frame() const;
  // Of all that the state of the simulation depends on; the last frame is no part of it.
  uint64_t fingerprint() const;
  std::string text() const;  // of run.json
};

// Of the files that the scene names, or of those among them that `counts`. InputError when one cannot be read.
std::vector<RunRecord::Input> input_hashes(const Scene& scene,
                                           const std::function<bool(const std::filesystem::path&)>& counts = {});

// The files that the scene names as far as they are there, those of sequences one by one.
std::vector<std::filesystem::path> input_files_there(const Scene& scene);

// The record of a run that is about to begin.
RunRecord make_run_record(const Scene& scene, int first_written, std::vector<RunRecord::Input> inputs);

// InputError when the file is not what text() writes. Whoever has a record can rely on its scene's title, frames and
// solver.
RunRecord read_run_record(const std::filesystem::path& run_json);

// The scene of a run, as its run.json tells it; InputError when that is damaged.
Scene scene_of_run(const std::filesystem::path& run_json);

// InputError that says what differs when a run begun as `stored` in `folder` cannot be gone on with as `now`.
void check_same_run(const RunRecord& stored, const RunRecord& now, const std::filesystem::path& folder);

}  // namespace weir::cache
