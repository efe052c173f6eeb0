// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// All takes below the opened folder: found on the disk, kept, told to pages. Whoever changes a record does it here, so
// that what is in memory, in take.json and on the pages is the same.

#pragma once

#include <functional>
#include <map>
#include <mutex>

#include "studio/folder.h"
#include "studio/service.h"
#include "studio/work/take_record.h"

namespace weir::studio {

class TakeStore {
 public:
  TakeStore(const Folder& folder, Service& service) : folder_(folder), service_(service) {}

  // Takes of earlier Studios; those that are gone from the disk are forgotten. Gives those that were not known and say
  // that they are at work: whether they are somebody has to find out.
  std::vector<std::string> find();
  // A new folder for a take of the scene, with its name: "takes/drop/003".
  std::string make_folder_for(const std::string& scene);
  // Where takes of a scene lie: "takes/drop".
  static std::string place_of(const std::string& scene);

  void add(TakeRecord record);
  // The same without telling pages, for what a list is about to show.
  void put(TakeRecord record);
  void remove(const std::string& take);
  // InputError when there is no such take.
  TakeRecord get(const std::string& take) const;
  bool has(const std::string& take) const;
  std::vector<TakeRecord> all() const;
  std::vector<TakeRecord> of_scene(const std::string& scene) const;  // in the order in which they were made

  // Changes a record that is still there, and tells pages of it. `lasting`: take.json is written again; RunError when
  // it cannot be.
  enum class Keep { lasting, passing };
  void change(const std::string& take, Keep keep, const std::function<void(TakeRecord&)>& change);

  std::filesystem::path path_of(const std::string& take) const { return folder_.path() / take; }

 private:
  std::string scene_at(const std::filesystem::path& place) const;
  void find_in(const std::filesystem::path& folder, int depth, std::map<std::string, TakeRecord>& found) const;

  const Folder& folder_;
  Service& service_;
  mutable std::mutex mutex_;
  std::map<std::string, TakeRecord> takes_;
};

}  // namespace weir::studio
