// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The director that makes liquid repeat recorded liquid (Schoentgen et al. 2020, "Particle-based Liquid Control using
// Animation Templates"). Start at TemplatesDirector in templates.cpp; instance.h is a template placed in the scene,
// control_frame.h has the sums of Eqs. 2 to 5, temporary.h Algorithms 1 and 2.

#pragma once

#include "weir/sim/director_kind.h"

namespace weir::templates {

// Its row in the registry.
DirectorKind director_kind();

}  // namespace weir::templates
