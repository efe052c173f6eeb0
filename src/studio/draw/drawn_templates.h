// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Templates as the page shows them: their recorded particles and small pictures of them. Besides those of the library,
// a name may be that of a recording which a scene makes, "recording:drop.json:splash": it lies in the takes of the
// scene.

#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "control/templates/library/template.h"
#include "studio/draw/kept.h"
#include "studio/draw/value_range.h"
#include "studio/folder.h"
#include "studio/service.h"

namespace weir::studio {

// Of the takes of a scene, the folder of the one in which recordings were made last; empty when there is none.
// InputError when that is no name of a scene.
std::filesystem::path run_with_recordings(const Folder& folder, const std::string& scene);

class DrawnTemplates {
 public:
  DrawnTemplates(const Folder& folder, Kept& kept) : folder_(folder), kept_(kept) {}

  // name, frame (from 1), by, limit: a packed ParticlesHeader, in the template's own space.
  Reply frame(const Query& query);
  // template, and maybe frame: a number, or "strip": twelve frames side by side. A PNG picture.
  Reply thumbnail(const Query& query);

 private:
  std::shared_ptr<const templates::Template> find(const std::string& name);

  const Folder& folder_;
  Kept& kept_;
  ValueRanges ranges_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const templates::Template>> open_;  // shown last, by their names
};

}  // namespace weir::studio
