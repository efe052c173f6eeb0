// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A fresh folder for one test, removed with all it holds at the end.

#pragma once

#include "base/scratch_folder.h"

namespace weir {

class TempFolder : public ScratchFolder {
 public:
  std::filesystem::path operator/(const std::string& name) const { return path() / name; }
};

}  // namespace weir
