// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The processes of takes. At most one full run and one preview simulate at a time, the others wait: previews, which are
// there to be seen at once, have a place of their own and more of the machine. A thread looks after all of them ten
// times a second.

#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <memory>
#include <mutex>
#include <string>
#include <thread>

#include "studio/work/process.h"
#include "studio/work/progress_tail.h"
#include "studio/work/take_store.h"

namespace weir::studio {

class RunQueue {
 public:
  RunQueue(TakeStore& store, std::filesystem::path program, std::filesystem::path folder,
           std::chrono::milliseconds patience_at_end = std::chrono::seconds(5));
  // Asks all to stop, and waits for that as long as its patience lasts.
  ~RunQueue();

  // A take that is waiting in the store.
  void add(const std::string& take);
  // One of an earlier Studio that says it is at work: followed when it is, else settled.
  void take_up(const std::string& take);
  void stop(const std::string& take);
  // At once, without a checkpoint; afterwards nothing works in the take's folder.
  void end(const std::string& take);

 private:
  struct Run {
    std::string take;
    bool preview = false;
    Process process;
    ProgressTail tail;
    int rounds = 0;  // since its folder was looked at
  };

  void watch(const std::stop_token& stop);
  void look_after_all();
  void settle_ended();
  bool knows(const std::string& take) const;
  void start_what_can();
  void start(const std::string& take);
  bool has_place(bool preview) const;
  void follow(Run& run);
  void settle(const Run& run, const Process::End& end);
  void settle(const std::string& take, const Process::End& end, bool asked_to_stop);
  void note(const std::string& take, const std::function<void(TakeRecord&)>& change);
  void fail(const std::string& take, const std::string& why);
  std::vector<std::string> words_for(const TakeRecord& record) const;

  TakeStore& store_;
  std::filesystem::path program_, folder_;
  const std::chrono::milliseconds patience_at_end_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::list<std::string> waiting_;
  std::list<Run> running_;
  std::jthread watcher_;  // the last: it works with all of them
};

// Why the run of a take has failed, in one sentence: from how its process ended and what it said.
std::string failure_of(const std::filesystem::path& folder, const Process::End& end);

}  // namespace weir::studio
