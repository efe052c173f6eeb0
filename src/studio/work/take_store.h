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

  // Takes of earlier Studios; those that are gone from the disk are forgotten. What their folders hold is not looked at
  // yet: there may be many, on a disk that is far away. Gives those that were not known and say that they are at work:
  // whether they are somebody has to find out.
  std::vector<std::string> find();
  // A new folder for a take of the scene, with its name: "takes/drop/003".
  std::string make_folder_for(const std::string& scene);
  // Looks at what the take's folder holds, where that was not done yet.
  void look_at(TakeRecord record);
  // Where takes of a scene lie, and nothing else does: takes/drop of drop.json, takes/shots/drop of shots/drop.json.
  // What would be the folder of a take or of the examples has a "_" behind it: shots/001.json has takes/shots/001_.
  static std::string place_of(const std::string& scene);
  // The scene whose takes lie there.
  static std::string scene_at(const std::string& place);

  void add(TakeRecord record);
  // The same without telling pages, for what a list is about to show.
  void put(TakeRecord record);
  void remove(const std::string& take);
  // InputError when there is no such take.
  TakeRecord get(const std::string& take) const;
  // The same of one that is asked for by an artist, who may have removed its folder by hand: it is forgotten then, and
  // the InputError says so.
  TakeRecord there(const std::string& take);
  bool has(const std::string& take) const;
  std::vector<TakeRecord> all() const;
  std::vector<TakeRecord> of_scene(const std::string& scene) const;  // in the order in which they were made

  size_t count(const std::string& scene) const;

  // Changes a record that is still there, and tells pages of it. `lasting`: take.json is written again; RunError when
  // it cannot be.
  enum class Keep { lasting, passing };
  void change(const std::string& take, Keep keep, const std::function<void(TakeRecord&)>& change);

  std::filesystem::path path_of(const std::string& take) const { return folder_.path() / take; }

 private:
  void find_in(const std::filesystem::path& folder, int depth, std::map<std::string, TakeRecord>& found) const;

  const Folder& folder_;
  Service& service_;
  mutable std::mutex mutex_;
  std::map<std::string, TakeRecord> takes_;
};

}  // namespace weir::studio
