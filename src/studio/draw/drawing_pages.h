// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What the page draws, as packed answers: what a scene sets up, and of takes particles, surfaces, smoke, bodies and
// measures; and the templates of the library. The addresses are in studio/src/link/protocol.ts.

#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "studio/documents.h"
#include "studio/folder.h"
#include "studio/service.h"
#include "studio/takes.h"

namespace weir::studio {

class Drawing {
 public:
  Drawing(const Folder& folder, Service& service, Documents& documents, Takes& takes);
  ~Drawing();

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace weir::studio
