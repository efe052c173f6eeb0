// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Notices that files have changed which a scene includes or names.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "studio/documents.h"

namespace weir::studio {

class EditWatch {
 public:
  // Since it was asked the last time for what was read of this scene, or else since that was read.
  bool has_changed(const std::shared_ptr<const ReadScene>& read);

 private:
  using Time = std::filesystem::file_time_type;
  struct Watched {
    int version = 0;
    std::vector<std::pair<std::filesystem::path, Time>> files = {};
  };
  std::map<std::string, Watched> watched_;  // by the names of scenes
};

}  // namespace weir::studio
