// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Finds a slot by a particle's id: in a table by id where ids lie close together, as they do mostly, by hash otherwise.

#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace weir::templates {

class IdTable {
 public:
  static constexpr uint32_t kNone = 0xffffffff;

  // Slot i is that of ids[i]; none of them twice.
  void build(std::span<const uint64_t> ids) {
    constexpr uint64_t kSparse = 16;  // times as many ids: then a hash takes less room
    slots_.clear();
    entries_.clear();
    if (ids.empty()) return;
    const auto [least, most] = std::minmax_element(ids.begin(), ids.end());
    first_ = *least;
    if (*most - *least < kSparse * ids.size()) {
      slots_.assign(*most - *least + 1, kNone);
      for (uint32_t i = 0; i < ids.size(); ++i) slots_[ids[i] - first_] = i;
      return;
    }
    size_t size = 16;
    while (size < 2 * ids.size()) size *= 2;
    entries_.assign(size, {0, kNone});
    for (uint32_t i = 0; i < ids.size(); ++i) entries_[index_of(ids[i])] = {ids[i], i};
  }

  uint32_t find(uint64_t id) const {
    if (entries_.empty()) return id - first_ < slots_.size() ? slots_[id - first_] : kNone;
    return entries_[index_of(id)].slot;
  }

 private:
  struct Entry {
    uint64_t id;
    uint32_t slot;
  };
  // Where the id is, or would go.
  size_t index_of(uint64_t id) const {
    const size_t mask = entries_.size() - 1;
    size_t at = (id * 0x9e3779b97f4a7c15u >> 24) & mask;
    while (entries_[at].slot != kNone && entries_[at].id != id) at = (at + 1) & mask;
    return at;
  }

  uint64_t first_ = 0;
  std::vector<uint32_t> slots_;  // by id - first_
  std::vector<Entry> entries_;   // the hash
};

}  // namespace weir::templates
