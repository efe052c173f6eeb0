// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Morton codes: the bits of two or three coordinates taken in turn, so that what is close in space is close in order.

#pragma once

#include <cstdint>

namespace weir {

// Bits 0, 1, 2... moved to 0, 3, 6...
constexpr uint64_t spread3(uint64_t v) {
  v &= 0x1fffff;
  v = (v | v << 32) & 0x001f00000000ffff;
  v = (v | v << 16) & 0x001f0000ff0000ff;
  v = (v | v << 8) & 0x100f00f00f00f00f;
  v = (v | v << 4) & 0x10c30c30c30c30c3;
  return (v | v << 2) & 0x1249249249249249;
}

// Bits 0, 1, 2... moved to 0, 2, 4...
constexpr uint64_t spread2(uint64_t v) {
  v &= 0xffffffff;
  v = (v | v << 16) & 0x0000ffff0000ffff;
  v = (v | v << 8) & 0x00ff00ff00ff00ff;
  v = (v | v << 4) & 0x0f0f0f0f0f0f0f0f;
  v = (v | v << 2) & 0x3333333333333333;
  return (v | v << 1) & 0x5555555555555555;
}

}  // namespace weir
