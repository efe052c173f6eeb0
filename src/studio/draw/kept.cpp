// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/kept.h"

namespace weir::studio {

Kept::Bytes Kept::get(const std::string& key, const std::function<std::string()>& make) {
  std::promise<Bytes> made;
  {
    std::unique_lock lock(mutex_);
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      entries_.splice(entries_.begin(), entries_, found->second);
      return found->second->bytes;
    }
    if (const auto found = being_made_.find(key); found != being_made_.end()) {
      const std::shared_future<Bytes> other = found->second;
      lock.unlock();
      return other.get();
    }
    being_made_.emplace(key, made.get_future().share());
  }
  try {
    const Bytes bytes = std::make_shared<const std::string>(make());
    keep(key, bytes);
    made.set_value(bytes);
    return bytes;
  } catch (...) {
    {
      const std::lock_guard lock(mutex_);
      being_made_.erase(key);
    }
    made.set_exception(std::current_exception());
    throw;
  }
}

void Kept::keep(const std::string& key, const Bytes& bytes) {
  const std::lock_guard lock(mutex_);
  being_made_.erase(key);
  entries_.push_front({key, bytes});
  by_key_[key] = entries_.begin();
  bytes_ += bytes->size();
  while (bytes_ > budget_ && entries_.size() > 1) {
    bytes_ -= entries_.back().bytes->size();
    by_key_.erase(entries_.back().key);
    entries_.pop_back();
  }
}

bool Kept::has(const std::string& key) const {
  const std::lock_guard lock(mutex_);
  return by_key_.contains(key) || being_made_.contains(key);
}

size_t Kept::bytes() const {
  const std::lock_guard lock(mutex_);
  return bytes_;
}

}  // namespace weir::studio
