// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scenes below a folder, each as a card for the page (SceneCard of the protocol).

#pragma once

#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "studio/folder.h"
#include "studio/service.h"

namespace weir::studio {

// What a scene file says of itself, without its solver having been asked.
struct SceneSummary {
  std::string title, about;       // the first comment
  std::vector<std::string> ways;  // its solver, its directors
  bool flat = false;
};
SceneSummary summary_of(const std::filesystem::path& scene_file, const std::string& text);

class ProjectCards {
 public:
  // `starters`: a folder of scenes to begin with; empty: there are none.
  ProjectCards(const Folder& folder, std::filesystem::path starters)
      : folder_(folder), starters_(std::move(starters)) {}

  // Without the number of takes.
  Json scenes();
  Json examples();
  Json starters();
  const std::filesystem::path& starters_folder() const { return starters_; }
  // The scene file of a starter; InputError when there is none of that name.
  std::filesystem::path starter(const std::string& name) const;
  // A picture of an example, by the name that its card has: "pictures:sph-drop.png".
  std::filesystem::path picture(const std::string& name) const;
  static bool is_picture(const std::string& name) { return name.starts_with("pictures:"); }

 private:
  Json cards_below(const std::filesystem::path& base);
  Json card_of(const std::filesystem::path& file);
  Json picture_of(const std::filesystem::path& file, const std::string& name) const;
  std::filesystem::path pictures() const;

  const Folder& folder_;
  const std::filesystem::path starters_;
  std::mutex mutex_;
  struct Known {
    std::filesystem::file_time_type time;
    std::optional<SceneSummary> summary;  // nothing: it is no scene
  };
  std::map<std::filesystem::path, Known> known_;
};

}  // namespace weir::studio
