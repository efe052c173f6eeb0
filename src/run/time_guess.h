// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// How long a run will take, from a few of its steps.

#pragma once

#include "weir/run/check.h"

namespace weir::run {

TimeGuess guess_time(const Plan& plan);

}  // namespace weir::run
