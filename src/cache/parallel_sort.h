// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Sorting on several threads: blocks on their own, then pairs of neighbours merged until one is left. For orders in
// which no two items are equal, so that the result does not depend on anything but the items.

#pragma once

#include <algorithm>
#include <vector>

#include "weir/base/parallel.h"

namespace weir::cache {

template <class T, class Less>
void parallel_sort(std::vector<T>& items, const Less& less) {
  constexpr size_t kRun = 1 << 15;
  const auto at = [&](size_t i) { return items.begin() + static_cast<std::ptrdiff_t>(std::min(i, items.size())); };
  parallel_for_blocks(
      items.size(), [&](size_t begin, size_t end) { std::sort(at(begin), at(end), less); }, kRun);
  for (size_t run = kRun; run < items.size(); run *= 2) {
    const size_t pairs = (items.size() + 2 * run - 1) / (2 * run);
    parallel_for(
        pairs,
        [&](size_t pair) {
          const size_t begin = 2 * run * pair;
          // Runs that are in order already, as they are when particles come sorted, need no merging.
          if (begin + run >= items.size() || less(items[begin + run - 1], items[begin + run])) return;
          std::inplace_merge(at(begin), at(begin + run), at(begin + 2 * run), less);
        },
        1);
  }
}

}  // namespace weir::cache
