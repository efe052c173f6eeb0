// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Arrays that go with the particles, put into a new order, with one buffer a type that is kept from step to step.

#pragma once

#include <cstdint>
#include <span>
#include <tuple>
#include <vector>

#include "weir/base/parallel.h"
#include "weir/base/vec.h"
#include "weir/sim/particles.h"

namespace weir {

class Reorder {
 public:
  // array[i] becomes array[order[i]].
  template <class T>
  void apply(std::span<const uint32_t> order, std::vector<T>& array) {
    auto& buffer = std::get<std::vector<T>>(buffers_);
    buffer.resize(array.size());
    parallel_for(
        array.size(), [&](size_t i) { buffer[i] = array[order[i]]; }, 8192);
    array.swap(buffer);
  }

  // The same with every array of the particles.
  void apply(std::span<const uint32_t> order, Particles& particles) {
    for_each_array([&](const char*, auto& array) { apply(order, array); }, particles);
  }

 private:
  std::tuple<std::vector<Vec3f>, std::vector<uint64_t>, std::vector<float>, std::vector<uint8_t>> buffers_;
};

}  // namespace weir
