// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The templates of the opened folder: those of $WEIR_LIBRARY, or else of library/ below it. Answers library, record,
// fit and remove_template; tells pages when another program has changed the library as well.

#pragma once

#include <filesystem>
#include <memory>

#include "studio/work/work.h"

namespace weir::studio {

// Sets $WEIR_LIBRARY, so that the scenes of the folder find its templates wherever the program was started. For the
// beginning, when there is only one thread.
void use_library_of(const Folder& folder);

class Shelf {
 public:
  Shelf(const Folder& folder, Service& service, Documents& documents, Takes& takes, Work& work);
  ~Shelf();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
