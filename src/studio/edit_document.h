// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// One scene that is open: its text with all that was done to it, and how that stands to its file and to the autosave
// beside it.

#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "studio/edit_history.h"
#include "studio/service.h"

namespace weir::studio {

// "shots/.drop.json.autosave"
std::filesystem::path autosave_of(const std::filesystem::path& scene_file);

class EditDocument {
 public:
  // Of the file, or of an autosave that an earlier Studio has left. InputError when it cannot be read.
  EditDocument(std::string name, std::filesystem::path file, bool readonly);

  const std::string& name() const { return name_; }
  const std::filesystem::path& file() const { return file_; }
  const std::string& text() const { return text_; }
  int version() const { return version_; }
  bool saved() const { return !gone_ && on_disk_ == text_; }
  Json json() const;  // a Document of the protocol

  // InputError says why it cannot be done. `base`: the version that the text was made from.
  void edit(int base, const std::string& text, const std::string& label, const std::string& merge);
  void undo();
  void redo();
  void revert();  // to the file; can be undone
  // Replaces the file, but not what another program has written without the artist being told.
  void save();
  void remove_autosave();

  // What the file has now, as it is written by others. Taken over where nothing would be lost. Answers whether there is
  // anything new to tell.
  bool see_file();

 private:
  void take(const std::string& text);
  void refuse_readonly() const;

  std::string name_;
  std::filesystem::path file_;
  bool readonly_;
  std::string text_;
  int version_;
  EditHistory history_;
  std::optional<std::string> on_disk_;  // as last read or written; nothing: there was no file
  std::optional<std::string> known_;    // the stamp of the file that was found to have it: it need not be read again
  bool gone_ = false;                   // it is no longer there, as on a disk that went away
  bool recovered_ = false;
  bool differs_ = false;  // another program has written the file since then, and that was told
};

}  // namespace weir::studio
