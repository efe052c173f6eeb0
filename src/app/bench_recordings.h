// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The templates that a timed scene records of other scenes. They are made before the time is taken, and kept for the
// next bench in a folder for temporary files: TMPDIR/weir-bench/NAME-HASH/recordings, the hash being that of the path
// of the scene's file.

#pragma once

#include <filesystem>

#include "weir/scene/scene.h"

namespace weir::app {

// The folder that stands for that of a run.
std::filesystem::path bench_folder(const std::filesystem::path& file);

// Makes them, unless they are there already and of the scenes as they are now. Interrupted when the user wants to stop:
// the next call goes on from there.
void make_bench_recordings(const std::filesystem::path& file, int threads);

// Of all files of the templates that the scene's directors use.
double template_storage_mb(const Scene& scene, const std::filesystem::path& folder);

}  // namespace weir::app
