// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The directors and solvers that come with Weir.

#pragma once

namespace weir::run {

// Before the first scene is read. Calling it again does nothing.
void register_built_in_kinds();

}  // namespace weir::run
