// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// For every particle the list of those within the kernel's support, without itself. A list is filled up to a whole
// number of vectors with the particle's own index: at distance zero the kernel's gradient vanishes, so passes that use
// gradients need no masks. Passes run over the same blocks of particles that the lists are kept in.
//
// The lists of a block do not name particles themselves, but places among those that are around the block. That takes
// 16 bits, and a pass that first copies what it needs of those around (nearby.h) then finds it in the processor's first
// cache. With a million particles, reading the lists is what limits a pass.

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

  // `position` in the order of the cells. RunError when more particles are around a block than 16 bits can tell apart:
  // at rest they are about 2000.
  void find(std::span<const Float4> position, const Cells& cells, float support);

  size_t size() const { return count_.size(); }
  uint32_t count(size_t i) const { return count_[i]; }

  // The lists of a block.
  struct Lists {
    std::span<const uint32_t> around;  // the particles that are named
    size_t first;                      // of the block
    const uint16_t* index;
    const uint32_t* begin;

    // Of a particle of the block, filled up: places in `around`.
    WEIR_INLINE std::span<const uint16_t> of(size_t i) const {
      const uint32_t* range = begin + (i - first);
      return {index + range[0], range[1] - range[0]};
    }
  };
  Lists lists_of_block(size_t i) const {
    const Block& block = blocks_[i / kBlock];
    return {block.around, i / kBlock * kBlock, block.index.data(), block.begin.data()};
  }

  // The list of one particle, filled up, for passes that are not in a hurry. It is valid until the thread asks for the
  // next one.
  std::span<const uint32_t> of(size_t i) const;

 private:
  struct Block {
    std::vector<uint32_t> around;
    std::vector<uint16_t> index;
    std::array<uint32_t, kBlock + 1> begin;
  };
  struct Scratch;
  void find_block(std::span<const Float4> position, size_t begin, const Cells& cells, float support, Scratch& scratch);

  std::vector<Block> blocks_;
  std::vector<uint32_t> count_;
};

// pass(begin, end) for the lists' blocks, pass(i) for every particle.
template <class Pass>
void for_each_block(size_t count, Pass&& pass) {
  parallel_for_blocks(count, pass, Neighbours::kBlock);
}
template <class Pass>
void for_each_particle(size_t count, Pass&& pass) {
  parallel_for(count, pass, Neighbours::kBlock);
}

}  // namespace weir::sph
