// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is found when a scene is looked over before it is run (weir/run/check.h): errors, with which it cannot be run,
// and what is no mistake but hardly meant.
//
//   findings.warn("emitters[0]", "starts at frame 90, and the run ends at frame 48", "move its \"first\" or
//   frames.last");

#pragma once

#include <string>
#include <vector>

#include "weir/base/error.h"

namespace weir {

enum class Severity {
  error,    // it cannot be run
  warning,  // it can be run, but this is hardly meant
  hint      // it would be better otherwise
};
const char* name_of(Severity severity);

struct Finding {
  Severity severity = Severity::warning;
  std::string path = {};    // in the scene: "solids[0].shape"; empty: the scene as a whole
  std::string what = {};    // the rest of the sentence
  std::string remedy = {};  // what to do, where `what` does not say it already
  std::string file = {};    // where that stands, as far as it is known
  int line = 0;

  // "dam.json:12: solids[0].shape", as far as it is known.
  std::string location() const;
  // The same with what it is and what to do.
  std::string sentence() const;
};

class Findings {
 public:
  void warn(std::string path, std::string what, std::string remedy);
  void hint(std::string path, std::string what, std::string remedy);
  void refuse(std::string path, std::string what, std::string remedy);
  // What was thrown; whatever of its location is the scene's file is told apart from the path in the scene.
  void refuse(const InputError& error, const std::string& scene_file);
  // What `build` throws.
  template <class Build>
  void collect(const std::string& scene_file, Build&& build) {
    try {
      build();
    } catch (const InputError& error) {
      refuse(error, scene_file);
    }
  }

  void add(Finding finding) { all_.push_back(std::move(finding)); }
  const std::vector<Finding>& all() const { return all_; }
  bool any(Severity severity) const;
  // Each once, where it stands in the file, in the order of the file; errors first.
  std::vector<Finding> sorted(const std::string& scene_file) const;

 private:
  std::vector<Finding> all_;
};

// The errors among them, as they are thrown.
std::vector<Problem> problems_of(const std::vector<Finding>& findings);

}  // namespace weir
