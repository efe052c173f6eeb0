// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What pages are told, for tests of the server.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "studio/service.h"

namespace weir::studio {

// Keeps the events, and waits for those that come from other threads.
class Heard {
 public:
  explicit Heard(Service& service) {
    service.listen([this](const std::string& message) {
      const std::lock_guard lock(mutex_);
      events_.push_back(Json::parse(message));
      changed_.notify_all();
    });
  }
  // The last event of which this is true, waiting up to ten seconds.
  Json wait(const std::function<bool(const Json&)>& is) {
    std::unique_lock lock(mutex_);
    Json found;
    changed_.wait_for(lock, std::chrono::seconds(10), [&] {
      for (const Json& event : events_) {
        if (is(event)) found = event;
      }
      return found.is_object();
    });
    return found;
  }
  Json wait(const std::string& event) {
    return wait([&](const Json& heard) { return heard["event"] == event; });
  }
  Json whole_check(int version) {
    return wait([&](const Json& heard) {
      return heard["event"] == "checked" && heard["whole"] == true && heard["version"] == version;
    });
  }
  // Null where there was none.
  Json last(const std::string& event, const std::string& scene = "") {
    const std::lock_guard lock(mutex_);
    for (auto at = events_.rbegin(); at != events_.rend(); ++at) {
      if ((*at)["event"] == event && (scene.empty() || (*at)["scene"] == scene)) return *at;
    }
    return {};
  }
  void forget() {
    const std::lock_guard lock(mutex_);
    events_.clear();
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Json> events_;
};

}  // namespace weir::studio
