// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The scenes that are open, as text: edits, undo without end, autosave beside the file (".drop.json.autosave"), saving.
// All pages see the same text. Every edit is read and checked quickly at once and as a whole when there is time; pages
// get both as "checked" events.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "studio/folder.h"
#include "studio/service.h"
#include "weir/base/error.h"
#include "weir/scene/scene.h"

namespace weir::studio {

// A scene read from its text, as it is edited.
struct ReadScene {
  std::string name;                           // by which the page knows it
  int version = 0;                            // of its text
  std::string text;                           // as written
  std::filesystem::file_time_type when = {};  // it was read, with what it includes
  Scene scene;                                // as far as it can be read
  std::vector<Problem> problems;
  bool readable = false;  // false: the text is no JSON at all, and the scene is empty

  bool good() const { return readable && problems.empty(); }
};

class Documents {
 public:
  Documents(const Folder& folder, Service& service);
  ~Documents();

  // Opens it where it is not open yet. InputError when there is no such file.
  std::shared_ptr<const ReadScene> read(const std::string& scene);
  // A step of undo by itself: a take's text put back, a template placed by the library.
  int change(const std::string& scene, const std::string& text, const std::string& label);
  // Called after every change, with what was read of it; on a thread of its own, one after the other. Of changes that
  // follow each other faster than that, only the last is told.
  void on_change(std::function<void(std::shared_ptr<const ReadScene>)> told);
  // When it returns, none of those is called any more: before they end.
  void forget_listeners();

 private:
  class Open;
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
