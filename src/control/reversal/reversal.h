// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Shapes that the liquid takes (Gowthaman et al. 2022), as a director that has no part in a step: it plans other runs
// and makes the frames from them. The folder of such a run holds, besides what every run has:
//   source/                        the run of the source, unless that was made before
//   targets/NAME-FRAME/start.vdb   what a target simulation starts with
//   targets/NAME-FRAME/forward/    its halves, runs like any other
//   targets/NAME-FRAME/backward/
//   visitors/0001.vdb              mode interact: what the source feels of the targets,
//   interact/                      and the run of the source that feels it
// Its particles/ are the merged result. Runs in it that a change of the scene does not touch are used again.

#pragma once

#include "weir/sim/director_kind.h"

namespace weir::reversal {

// Its row in the registry.
DirectorKind director_kind();

}  // namespace weir::reversal
