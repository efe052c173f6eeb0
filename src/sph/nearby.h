// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What is around a block of particles, side by side as the block's lists (neighbours.h) number it.

#pragma once

#include "sph/neighbours.h"

namespace weir::sph {

class Nearby {
 public:
  // `i` is any particle of the block.
  Nearby(const Neighbours& neighbours, size_t i) : lists_(neighbours.lists_of_block(i)) {}

  WEIR_INLINE std::span<const uint16_t> of(size_t i) const { return lists_.of(i); }

  // A copy for those around of an array over all particles. A thread has one copy for each place: the next one made
  // there takes its memory.
  template <int place, class T>
  const T* copy(std::span<const T> from) const {
    thread_local std::vector<T> to;
    const size_t count = lists_.around.size();
    if (to.size() < count) to.resize(count);
    for (size_t k = 0; k < count; ++k) to[k] = from[lists_.around[k]];
    return to.data();
  }

 private:
  Neighbours::Lists lists_;
};

}  // namespace weir::sph
