// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// For every particle the list of those within the kernel's support, without itself. A list is filled up to a whole
// number of vectors with the particle's own index: at distance zero the kernel's gradient vanishes, so passes that use
// gradients need no masks. Passes run over the same blocks of particles that the lists are kept in.

#pragma once

#include <span>
#include <vector>

#include "base/float4.h"
#include "sim/cells.h"
#include "weir/base/parallel.h"

namespace weir::sph {

class Neighbours {
 public:
  static constexpr size_t kBlock = 512;

  // `position` in the order of the cells.
  void find(std::span<const Float4> position, const Cells& cells, float support);

  size_t size() const { return count_.size(); }
  uint32_t count(size_t i) const { return count_[i]; }
  // Filled up.
  std::span<const uint32_t> of(size_t i) const {
    const Block& block = blocks_[i / kBlock];
    const size_t at = i % kBlock;
    return {block.index.data() + block.begin[at], block.begin[at + 1] - block.begin[at]};
  }

 private:
  struct Block {
    std::vector<uint32_t> index;
    std::array<uint32_t, kBlock + 1> begin;
  };
  struct Scratch;
  void find_block(size_t begin, size_t end, const Cells& cells, float support, Scratch& scratch);

  std::vector<Block> blocks_;
  std::vector<uint32_t> count_;
  std::vector<float> x_, y_, z_;  // positions, each with a vector to spare at the end
};

// pass(i) for every particle, in the lists' blocks.
template <class Pass>
void for_each_particle(size_t count, Pass&& pass) {
  parallel_for(count, pass, Neighbours::kBlock);
}

}  // namespace weir::sph
