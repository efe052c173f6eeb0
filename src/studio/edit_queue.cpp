// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_queue.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "weir/base/error.h"
#include "weir/base/interrupt.h"

namespace weir::studio {

EditQueue::EditQueue(const Manner& manner, std::function<void(const Read&)> work)
    : manner_(manner), work_(std::move(work)), thread_([this](std::stop_token token) { work_on(std::move(token)); }) {}

EditQueue::~EditQueue() {
  thread_.request_stop();
  const std::lock_guard lock(mutex_);
  stop_.request_stop();
}

void EditQueue::add(Read read) {
  const std::lock_guard lock(mutex_);
  if (manner_.stops && under_way_ == read->name) stop_.request_stop();
  Waiting& waiting = waiting_[read->name];
  waiting = {std::move(read), Clock::now() + manner_.pause};
  changed_.notify_one();
}

// Waits for it; nothing at the end.
EditQueue::Read EditQueue::next(std::stop_token token) {
  std::unique_lock lock(mutex_);
  under_way_.clear();
  while (!token.stop_requested()) {
    const auto first = std::min_element(waiting_.begin(), waiting_.end(),
                                        [](const auto& a, const auto& b) { return a.second.due < b.second.due; });
    if (first == waiting_.end()) {
      changed_.wait(lock, token, [this] { return !waiting_.empty(); });
    } else if (const Clock::time_point due = first->second.due; due > Clock::now()) {
      // Until then, or until it is not the first any more.
      changed_.wait_until(lock, token, due, [&] { return false; });
    } else {
      Read read = std::move(first->second.read);
      under_way_ = first->first;
      waiting_.erase(first);
      stop_ = std::stop_source();
      return read;
    }
  }
  return {};
}

void EditQueue::work_on(std::stop_token token) {
  // Of this thread alone: Linux counts them as processes.
  if (manner_.gives_way) setpriority(PRIO_PROCESS, static_cast<id_t>(syscall(SYS_gettid)), 10);
  while (const Read read = next(token)) {
    std::stop_source stop;
    {
      const std::lock_guard lock(mutex_);
      stop = stop_;
    }
    const StopWith stopping(stop.get_token());
    try {
      work_(read);
    } catch (const Interrupted&) {
    } catch (const std::exception& error) {
      std::fputs(fmt::format("weir studio: {}: {}\n", read->name, error.what()).c_str(), stderr);
    }
  }
}

}  // namespace weir::studio
