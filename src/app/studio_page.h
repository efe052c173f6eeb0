// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The page of Studio, which the program carries (cmake/studio_page.cmake).

#pragma once

#include "studio/net/asset.h"

namespace weir::app {

// Empty where the program was built without it.
studio::Assets studio_page();

}  // namespace weir::app
