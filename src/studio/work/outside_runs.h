// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Runs that `weir run` has made without Studio, in out/NAME below the opened folder: shown beside the takes of their
// scene, and never changed.

#pragma once

#include <string>

#include "studio/work/take_store.h"

namespace weir::studio {

// Puts those of a scene into the store, and looks at their frames again.
void find_outside_runs(const Folder& folder, const std::string& scene, TakeStore& store);

}  // namespace weir::studio
