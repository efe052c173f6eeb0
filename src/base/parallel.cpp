// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The only file of ours that names oneTBB.

#include "weir/base/parallel.h"

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

namespace weir {

ThreadLimit::ThreadLimit(int threads)
    : control_(new tbb::global_control(
          tbb::global_control::max_allowed_parallelism,
          threads > 0 ? static_cast<size_t>(threads) : static_cast<size_t>(tbb::info::default_concurrency()))) {}

ThreadLimit::~ThreadLimit() { delete static_cast<tbb::global_control*>(control_); }

void detail::run_blocks(size_t blocks, void (*run)(void*, size_t), void* context) {
  tbb::parallel_for(tbb::blocked_range<size_t>(0, blocks), [&](const tbb::blocked_range<size_t>& range) {
    for (size_t block = range.begin(); block != range.end(); ++block) run(context, block);
  });
}

void detail::run_alone(void (*run)(void*), void* context) {
  tbb::task_arena alone(1);
  alone.execute([&] { run(context); });
}

}  // namespace weir
