// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Work in the background, one piece after the other. Each is for a place; of several that wait for the same place only
// the last one is done.

#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <thread>

namespace weir::studio {

class Background {
 public:
  Background();
  // Waits for what has begun; what waits is not done.
  ~Background();

  void later(const std::string& place, std::function<void()> work);

 private:
  void run(const std::stop_token& stop);

  std::mutex mutex_;
  std::condition_variable_any wakes_;
  std::map<std::string, std::function<void()>> waiting_;
  std::jthread thread_;
};

}  // namespace weir::studio
