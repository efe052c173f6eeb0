// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is in the folder: its scenes and the examples as cards, new scenes, files that are shown or uploaded.

#pragma once

#include <functional>
#include <memory>
#include <string>

#include "studio/documents.h"
#include "studio/folder.h"
#include "studio/service.h"

namespace weir::studio {

class Project {
 public:
  // `scene`: named on the command line, or empty. `takes_of`: how many takes a scene has.
  Project(const Folder& folder, Service& service, Documents& documents, std::string scene,
          std::function<size_t(const std::string&)> takes_of);
  ~Project();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
