// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/draw/background.h"

namespace weir::studio {

Background::Background() : thread_([this](const std::stop_token& stop) { run(stop); }) {}

Background::~Background() = default;

void Background::later(const std::string& place, std::function<void()> work) {
  const std::lock_guard lock(mutex_);
  waiting_[place] = std::move(work);
  wakes_.notify_one();
}

void Background::run(const std::stop_token& stop) {
  while (true) {
    std::function<void()> work;
    {
      std::unique_lock lock(mutex_);
      if (!wakes_.wait(lock, stop, [&] { return !waiting_.empty(); }) || stop.stop_requested()) return;
      work = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
    }
    try {
      work();
    } catch (const std::exception&) {  // whoever asks for the result is told
    }
  }
}

}  // namespace weir::studio
