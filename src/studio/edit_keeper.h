// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Keeps what is not saved yet in files beside the scenes, soon after each change, so that a crash loses no more than a
// second of work.

#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace weir::studio {

// A document, as far as the keeper needs to know it.
struct KeptText {
  std::filesystem::path file;  // of the scene
  int version;
  bool saved;
  std::string text;  // where it is not saved
};

class EditKeeper {
 public:
  struct Calls {
    std::function<std::vector<KeptText>()> texts;      // of all documents that may be written
    std::function<void(const std::string&)> complain;  // a sentence for the artist
    std::function<void()> every_second;
  };
  explicit EditKeeper(Calls calls);
  // Keeps what there is.
  ~EditKeeper();

  // Something has changed.
  void wake();
  // While it is held, no autosave is written or removed; before a document is saved.
  std::unique_lock<std::mutex> hold() { return std::unique_lock(files_); }

 private:
  void work(std::stop_token token);
  void keep_all();
  void keep(const KeptText& text);

  const Calls calls_;
  std::mutex files_;
  std::map<std::filesystem::path, int> kept_;  // the version that its autosave has; 0: there is none
  bool complained_ = false;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  bool awake_ = false;
  std::jthread thread_;
};

}  // namespace weir::studio
