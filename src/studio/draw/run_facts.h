// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What must be known of a run to draw its frames: where they lie (those of a branch also in the run it began with) and
// the scene as it was simulated. Read once, and again when the run begins anew.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/file_stamp.h"
#include "cache/run_folder.h"
#include "weir/scene/scene.h"

namespace weir::studio {

struct RunFacts {
  cache::RunFolder folder;
  Scene scene;
  std::string stamp;  // another one when the run began anew

  // The file of the particles, the volumes or the surface of a frame; InputError telling the frames that there are.
  std::filesystem::path particles(int frame) const;
  std::filesystem::path volumes(int frame) const;
};

class AllRunFacts {
 public:
  // `folder`: of the run. InputError when there is none, or none that has begun.
  std::shared_ptr<const RunFacts> of(const std::filesystem::path& folder);

 private:
  std::mutex mutex_;
  std::map<std::filesystem::path, std::shared_ptr<const RunFacts>> known_;
};

}  // namespace weir::studio
