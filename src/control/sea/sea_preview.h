// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview shows of a sea: its level, the zone along the open sides, and where its waves go.

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/setup.h"

namespace weir::sea {

void preview(const DirectorPart& part, SetupMaker& maker);

}  // namespace weir::sea
