// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// The processes of jobs: a few quick ones at once, the others one after the other. A thread looks after them ten times
// a second and tells pages.

#pragma once

#include <list>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/scratch_folder.h"
#include "studio/work/process.h"
#include "studio/work/progress_tail.h"
#include "studio/work/work.h"

namespace weir::studio {

class JobQueue {
 public:
  JobQueue(const Folder& folder, Service& service, std::filesystem::path program);
  ~JobQueue();

  std::string add(JobOrder order);
  // InputError when there is no such job.
  void stop(const std::string& job);
  Json all() const;

 private:
  struct Job {
    std::string name;
    JobOrder order;
    std::string state;
    std::filesystem::path said;  // what it prints on its standard error
    ProgressTail tail;
    std::optional<Process> process = {};
    std::vector<std::string> results = {};
    std::string error = {};

    Json told() const;
    bool waits() const;
    bool runs() const { return process.has_value(); }
  };

  void watch(const std::stop_token& stop);
  void look_after_all();
  void start_what_can();
  void start(Job& job);
  void settle(Job& job, const Process::End& end);
  void tell(const Job& job) { service_.tell("job", job.told()); }
  std::vector<std::string> results_of(const Job& job) const;

  const Folder& folder_;
  Service& service_;
  const std::filesystem::path program_;
  const ScratchFolder scratch_;  // what processes print
  mutable std::mutex mutex_;
  std::list<Job> jobs_;
  int count_ = 0;
  std::jthread watcher_;  // the last
};

}  // namespace weir::studio
