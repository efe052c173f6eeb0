// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The pages that are open, to tell all of them what is new.

#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace weir::studio {

class OpenPage {
 public:
  virtual ~OpenPage() = default;
  // Does not wait for the page; from any thread.
  virtual void send(std::shared_ptr<const std::string> message) = 0;
};

class OpenPages {
 public:
  void add(const std::shared_ptr<OpenPage>& page);
  void send(const std::string& message);

 private:
  std::mutex mutex_;
  std::vector<std::weak_ptr<OpenPage>> pages_;
};

}  // namespace weir::studio
