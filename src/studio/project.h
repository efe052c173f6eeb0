// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What there is in the folder: its scenes and the examples as cards, new scenes, files that are shown or uploaded.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>

#include "studio/documents.h"
#include "studio/folder.h"
#include "studio/service.h"

namespace weir::studio {

struct ProjectPlaces {
  std::string scene = {};               // named on the command line, or empty
  std::filesystem::path starters = {};  // scenes to begin with; empty: they are not here
};

class Project {
 public:
  // `takes_of`: how many takes a scene has.
  Project(const Folder& folder, Service& service, Documents& documents, ProjectPlaces places,
          std::function<size_t(const std::string&)> takes_of);
  ~Project();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
