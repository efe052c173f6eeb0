// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is found in a text as it is edited, for the page's event "checked": quickly, by reading it, and as a whole, by
// building what it says.

#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "studio/documents.h"
#include "studio/folder.h"
#include "studio/service.h"

namespace weir::studio {

// As far as it can be read; `before`: the last that could be, whose scene stands for a text that is no JSON.
std::shared_ptr<const ReadScene> read_text(const std::string& name, const std::filesystem::path& file, int version,
                                           const std::string& text, const ReadScene* before);

// The event of what reading has found; a few milliseconds.
Json quick_check(const Folder& folder, const ReadScene& read);
// The event of all that `weir check` finds. Interrupted where the thread is asked to stop.
Json whole_check(const Folder& folder, const ReadScene& read);

// The files that the scene is made from besides its own: those it includes, and those it names.
std::vector<std::filesystem::path> files_beside(const ReadScene& read);

}  // namespace weir::studio
