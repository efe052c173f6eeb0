// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview shows of templates: the box of each where it is placed, with the particles that are recorded for the
// frame; without these, while a recording is still to be made.

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/setup.h"

namespace weir::templates {

void preview(const DirectorPart& part, SetupMaker& maker);

}  // namespace weir::templates
