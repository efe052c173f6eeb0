// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Tries something in a copy of this process first, to see whether it survives. For libraries that crash, hang or ask
// for absurd memory when a file is damaged, as OpenVDB does: in our fuzzing 1 damaged .vdb file in 200 ended the
// process.

#pragma once

#include <functional>
#include <string>

namespace weir::cache {

struct GuardLimits {
  unsigned seconds = 60;
  size_t bytes = 0;  // of memory, on top of what this process has
};

// Empty when `action` came to its end in a copy of this process; otherwise what it threw, or that it failed badly. The
// copy prints nothing and has one thread: `action` must not use parallel loops, ours or a library's, because what the
// other threads had locked when the copy was made stays locked in it.
std::string failure_under_guard(const std::function<void()>& action, const GuardLimits& limits);

}  // namespace weir::cache
