// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Whether a run can be gone on with under a changed scene: its state must mean the same there.

#pragma once

#include "weir/scene/scene.h"

namespace weir::run {

// InputError that names all changes that cannot be, with what was and what is. `frame`: where it would go on.
void check_can_go_on(const Scene& before, const Scene& after, int frame);

}  // namespace weir::run
