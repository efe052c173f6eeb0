// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tests read scenes as the program does: with the directors and solvers that come with Weir.

#include "weir/run/built_in_kinds.h"

namespace {

[[maybe_unused]] const bool registered = (weir::run::register_built_in_kinds(), true);

}  // namespace
