// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/job_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/files.h"
#include "studio/work/take_record.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto kRound = 100ms;
constexpr std::chrono::seconds kPatience = 10s;
constexpr size_t kLinesShown = 20;
constexpr size_t kMostKept = 100;  // jobs that have ended
constexpr int kMostQuick = 4;      // that work at the same time
constexpr int kNice = 15, kNiceOfQuick = 5;
constexpr int kStoppedByRequest = 130;  // exit code

}  // namespace

JobQueue::JobQueue(const Folder& folder, Service& service, fs::path program)
    : folder_(folder), service_(service), program_(std::move(program)) {
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

JobQueue::~JobQueue() {
  watcher_.request_stop();
  watcher_.join();
  for (Job& job : jobs_) {
    if (job.process) job.process->kill();
  }
  for (Job& job : jobs_) {
    while (job.process && !job.process->ended()) std::this_thread::sleep_for(kRound / 100);
  }
}

bool JobQueue::Job::waits() const { return state == kWaiting; }

Json JobQueue::Job::told() const {
  std::vector<std::string> lines = tail.said();
  for (const std::string& line : last_lines(said, kLinesShown)) lines.push_back(line);
  if (lines.size() > kLinesShown) lines.erase(lines.begin(), lines.end() - kLinesShown);
  return {{"job", name},
          {"what", order.what},
          {"take", order.take.empty() ? Json() : Json(order.take)},
          {"state", state},
          {"progress", process ? tail.latest() : Json()},
          {"said", lines},
          {"error", error},
          {"answer", tail.answer()},
          {"results", results}};
}

std::string JobQueue::add(JobOrder order) {
  const std::lock_guard lock(mutex_);
  const std::string name = fmt::format("job-{}", ++count_);
  const fs::path base = scratch_.path() / name;
  jobs_.push_back({name, std::move(order), kWaiting, base.string() + ".said", ProgressTail(base.string() + ".jsonl")});
  if (jobs_.size() > kMostKept) {
    const auto oldest =
        std::find_if(jobs_.begin(), jobs_.end(), [](const Job& job) { return !job.waits() && !job.runs(); });
    if (oldest != jobs_.end()) jobs_.erase(oldest);
  }
  tell(jobs_.back());
  return name;
}

void JobQueue::stop(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const auto job = std::find_if(jobs_.begin(), jobs_.end(), [&](const Job& one) { return one.name == name; });
  if (job == jobs_.end()) throw InputError("", fmt::format("there is no job \"{}\"", name));
  if (job->process) return job->process->ask_to_stop(kPatience);
  if (!job->waits()) return;
  job->state = kStopped;
  tell(*job);
}

Json JobQueue::all() const {
  const std::lock_guard lock(mutex_);
  Json jobs = Json::array();
  for (const Job& job : jobs_) jobs.push_back(job.told());
  return jobs;
}

void JobQueue::watch(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    try {
      look_after_all();
    } catch (const std::exception& error) {
      std::fputs(fmt::format("weir studio: looking after jobs: {}\n", error.what()).c_str(), stderr);
    }
    std::this_thread::sleep_for(kRound);
  }
}

void JobQueue::look_after_all() {
  const std::lock_guard lock(mutex_);
  start_what_can();
  for (Job& job : jobs_) {
    if (!job.process) continue;
    const std::optional<Process::End> end = job.process->ended();
    if (job.tail.read() && !end) tell(job);
    if (end) settle(job, *end);
  }
}

void JobQueue::start_what_can() {
  for (Job& job : jobs_) {
    if (!job.waits()) continue;
    const bool quick = job.order.quick;
    const auto at_work = std::count_if(jobs_.begin(), jobs_.end(),
                                       [&](const Job& other) { return other.runs() && other.order.quick == quick; });
    if (at_work >= (quick ? kMostQuick : 1)) continue;
    try {
      start(job);
    } catch (const RunError& error) {
      job.state = kFailed;
      job.error = error.what();
    }
    tell(job);
  }
}

void JobQueue::start(Job& job) {
  std::vector<std::string> words{program_.string()};
  words.insert(words.end(), job.order.arguments.begin(), job.order.arguments.end());
  const fs::path output = scratch_.path() / (job.name + ".jsonl");
  job.process =
      Process::start({std::move(words), folder_.path(), output, job.said, job.order.quick ? kNiceOfQuick : kNice});
  job.state = kRunning;
}

std::vector<std::string> JobQueue::results_of(const Job& job) const {
  std::vector<std::string> names;
  if (!job.order.results) return names;
  try {
    for (const fs::path& file : job.order.results()) names.push_back(folder_.name_of(file));
  } catch (const std::exception&) {
    // Somebody has removed them, or is about to.
  }
  return names;
}

void JobQueue::settle(Job& job, const Process::End& end) {
  const bool asked = job.process->asked_to_stop();
  job.process.reset();
  if (end.code == 0) {
    job.state = kDone;
    job.results = results_of(job);
  } else if (asked || end.code == kStoppedByRequest) {
    job.state = kStopped;
  } else {
    job.state = kFailed;
    const std::vector<std::string> said = last_lines(job.said, kLinesShown);
    job.error = end.signal != 0 ? "it was ended by " + signal_in_words(end.signal)
                : said.empty()  ? "it has ended without saying why"
                                : said.front();
  }
  tell(job);
}

}  // namespace weir::studio
