// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What takes time besides runs: pictures, films, contact sheets, exports. Each job is a process of this program with
// low priority; pages follow it by "job" events. What it makes lies in exports/SCENE/001 below the opened folder, in a
// folder for each kind: picture/, film/, sheet/, ply/, bgeo/, ...

#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "studio/takes.h"

namespace weir::studio {

struct JobOrder {
  std::string what;                         // "film of take 3"
  std::string take = {};                    // empty: of none
  std::vector<std::string> arguments = {};  // of this program
  // Somebody waits for it: it does not wait for others.
  bool quick = false;
  // Files that it has made, when it has ended well, in the order in which they are shown.
  std::function<std::vector<std::filesystem::path>()> results = {};
};

class Work {
 public:
  // Answers jobs, picture, film, sheet, export, offers, stop (of jobs and of takes).
  Work(const Folder& folder, Service& service, Takes& takes, std::filesystem::path program);
  // Ends those that are not done.
  ~Work();

  // Gives the name of the job, as the page knows it.
  std::string start(JobOrder order);

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
