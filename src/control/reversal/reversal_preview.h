// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview shows of a reversal: the targets, each as it is at its frame, and where their water is looked for.

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/setup.h"

namespace weir::reversal {

void preview(const DirectorPart& part, SetupMaker& maker);

}  // namespace weir::reversal
