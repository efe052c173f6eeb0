// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What a preview shows of control meshes: those that are given, at the frame, and the keys of morphs at their frames.
// The forms between keys are found when the director is built, which takes longer than a preview may (weir morph).

#pragma once

#include "weir/sim/director_kind.h"
#include "weir/sim/setup.h"

namespace weir::meshes {

void preview(const DirectorPart& part, SetupMaker& maker);

}  // namespace weir::meshes
