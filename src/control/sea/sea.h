// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Open water (docs/sea.md): in a zone along the sides of the domain the liquid's velocity and its surface are relaxed
// towards given linear waves (Jacobsen, Fuhrman & Fredsoe 2012, "A wave generation toolbox for the open-source CFD
// library OpenFoam"). What is to come in comes in there, and everything else leaves.

#pragma once

#include "weir/sim/director_kind.h"

namespace weir::sea {

// Its row in the registry.
DirectorKind director_kind();

}  // namespace weir::sea
