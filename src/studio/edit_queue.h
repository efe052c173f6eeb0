// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Work on scenes as they are edited, on a thread of its own: on the newest version of each, one after the other. What
// was edited again in the meantime is not worked on.

#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>

#include "studio/documents.h"

namespace weir::studio {

class EditQueue {
 public:
  using Read = std::shared_ptr<const ReadScene>;
  struct Manner {
    std::chrono::milliseconds pause{0};  // after the last edit
    bool stops = false;                  // work on an older version is asked to stop (weir/base/interrupt.h)
    bool gives_way = false;              // to everything else on the machine
  };
  EditQueue(const Manner& manner, std::function<void(const Read&)> work);
  // Asks what is under way to stop, and waits for it; what waits is not worked on.
  ~EditQueue();

  void add(Read read);

 private:
  using Clock = std::chrono::steady_clock;
  struct Waiting {
    Read read;
    Clock::time_point due;
  };
  void work_on(std::stop_token token);
  Read next(std::stop_token token);

  const Manner manner_;
  const std::function<void(const Read&)> work_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::map<std::string, Waiting> waiting_;  // by the names of scenes
  std::string under_way_;
  std::stop_source stop_;  // what is under way
  std::jthread thread_;
};

}  // namespace weir::studio
