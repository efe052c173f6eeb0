// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What takes long to make, kept for the next who asks for the same: so many of them, those asked for last.
//
//   static KeptLast<std::string, FieldPtr> fields(8);
//   FieldPtr field = fields.get(key, [&] { return build(shape); });

#pragma once

#include <algorithm>
#include <list>
#include <mutex>
#include <utility>

namespace weir {

template <class Key, class Made>
class KeptLast {
 public:
  explicit KeptLast(size_t most) : most_(most) {}

  // Others are not held up while it is made. What `make` throws is thrown, and nothing is kept.
  template <class Make>
  Made get(const Key& key, Make&& make) {
    {
      const std::lock_guard lock(mutex_);
      const auto there = std::find_if(kept_.begin(), kept_.end(), [&](const auto& kept) { return kept.first == key; });
      if (there != kept_.end()) {
        kept_.splice(kept_.begin(), kept_, there);
        return there->second;
      }
    }
    Made made = make();
    const std::lock_guard lock(mutex_);
    kept_.emplace_front(key, made);
    if (kept_.size() > most_) kept_.pop_back();
    return made;
  }

 private:
  const size_t most_;
  std::mutex mutex_;
  std::list<std::pair<Key, Made>> kept_;
};

}  // namespace weir
