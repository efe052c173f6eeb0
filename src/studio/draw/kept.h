// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Packed answers that stay in memory as long as there is room: those asked for last. Two who ask for the same at the
// same time wait for one making of it.
//
//   Kept kept(512 << 20);
//   std::shared_ptr<const std::string> bytes = kept.get("takes/drop/001 12 speed", [&] { return pack(12); });

#pragma once

#include <functional>
#include <future>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace weir::studio {

class Kept {
 public:
  using Bytes = std::shared_ptr<const std::string>;

  explicit Kept(size_t budget) : budget_(budget) {}

  // What `make` throws is thrown to all who wait for it, and nothing is kept.
  Bytes get(const std::string& key, const std::function<std::string()>& make);
  bool has(const std::string& key) const;
  size_t bytes() const;

 private:
  struct Entry {
    std::string key;
    Bytes bytes;
  };
  void keep(const std::string& key, const Bytes& bytes);

  const size_t budget_;
  mutable std::mutex mutex_;
  std::list<Entry> entries_;  // asked for last first
  std::map<std::string, std::list<Entry>::iterator> by_key_;
  std::map<std::string, std::shared_future<Bytes>> being_made_;
  size_t bytes_ = 0;
};

}  // namespace weir::studio
