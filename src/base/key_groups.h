// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Items sorted by a key that is a whole number, on several threads; items with the same key are a group and keep their
// order. With a key for every cell of space, groups are the points of a cell, and the order of keys is that of cells in
// memory.

#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "weir/base/parallel.h"

namespace weir {

class KeyGroups {
 public:
  // key_of(i) for every i < count; all of them fit into so many bits.
  template <class KeyOf>
  void sort(size_t count, int key_bits, const KeyOf& key_of) {
    key_bits <= 32 ? sort(count, key_bits, key_of, narrow_) : sort(count, key_bits, key_of, wide_);
  }

  // Slot i holds item order()[i].
  std::span<const uint32_t> order() const { return order_; }
  // Frees what only order() and another sort would need.
  void forget_order() {
    narrow_ = {};
    wide_ = {};
    order_ = {};
  }

  // Groups that have items, in the order of their keys.
  size_t size() const { return begin_.size() - 1; }
  uint32_t begin(size_t group) const { return begin_[group]; }  // slots
  uint32_t end(size_t group) const { return begin_[group + 1]; }
  // The group that holds a slot.
  size_t containing(uint32_t slot) const {
    return static_cast<size_t>(std::upper_bound(begin_.begin(), begin_.end(), slot) - begin_.begin()) - 1;
  }

 private:
  template <class Key>
  struct Keyed {
    Key key;
    uint32_t index;
  };
  // Items and room to sort them in. Keys of 32 bits do for most.
  template <class Key>
  struct Sorting {
    std::vector<Keyed<Key>> items, other;
  };

  template <class Key, class KeyOf>
  void sort(size_t count, int key_bits, const KeyOf& key_of, Sorting<Key>& sorting) {
    sorting.items.resize(count);
    sorting.other.resize(count);
    parallel_for(count, [&](size_t i) { sorting.items[i] = {static_cast<Key>(key_of(i)), static_cast<uint32_t>(i)}; });
    radix_sort(key_bits, sorting);
    collect(sorting.items);
  }

  // By digits from the lowest; every block of items counts its digits and later knows where its share begins.
  template <class Key>
  void radix_sort(int key_bits, Sorting<Key>& sorting) {
    const size_t count = sorting.items.size(), blocks = (count + kSortBlock - 1) / kSortBlock;
    histogram_.resize(blocks * kDigits);
    for (int shift = 0; shift < key_bits; shift += kDigitBits) {
      const auto digit = [shift](Key key) { return key >> shift & (kDigits - 1); };
      const auto count_digits = [&](size_t begin, size_t end) {
        uint32_t* histogram = &histogram_[begin / kSortBlock * kDigits];
        std::fill_n(histogram, kDigits, 0u);
        for (size_t i = begin; i < end; ++i) ++histogram[digit(sorting.items[i].key)];
      };
      parallel_for_blocks(count, count_digits, kSortBlock);
      sum_histogram(blocks);
      const auto distribute = [&](size_t begin, size_t end) {
        uint32_t* next = &histogram_[begin / kSortBlock * kDigits];
        for (size_t i = begin; i < end; ++i) sorting.other[next[digit(sorting.items[i].key)]++] = sorting.items[i];
      };
      parallel_for_blocks(count, distribute, kSortBlock);
      sorting.items.swap(sorting.other);
    }
  }

  // From how often a digit occurs in a block to where its items go.
  void sum_histogram(size_t blocks) {
    uint32_t sum = 0;
    for (size_t d = 0; d < kDigits; ++d) {
      for (size_t b = 0; b < blocks; ++b) {
        const uint32_t n = histogram_[b * kDigits + d];
        histogram_[b * kDigits + d] = sum;
        sum += n;
      }
    }
  }

  template <class Key>
  void collect(const std::vector<Keyed<Key>>& sorted) {
    order_.resize(sorted.size());
    parallel_for(sorted.size(), [&](size_t i) { order_[i] = sorted[i].index; });
    begin_.clear();
    for (size_t i = 0; i < sorted.size(); ++i) {
      if (i == 0 || sorted[i].key != sorted[i - 1].key) begin_.push_back(static_cast<uint32_t>(i));
    }
    begin_.push_back(static_cast<uint32_t>(sorted.size()));
  }

  static constexpr size_t kSortBlock = 16384;
  static constexpr int kDigitBits = 8;
  static constexpr size_t kDigits = size_t{1} << kDigitBits;

  Sorting<uint32_t> narrow_;
  Sorting<uint64_t> wide_;
  std::vector<uint32_t> histogram_;
  std::vector<uint32_t> order_;
  std::vector<uint32_t> begin_{0};  // of every group, and the end of the last
};

}  // namespace weir
