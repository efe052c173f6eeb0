// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview shows of a guide: its animated shape, and how deep below the surface the guide begins.

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/setup.h"

namespace weir::guide {

void preview(const DirectorPart& part, SetupMaker& maker);

}  // namespace weir::guide
