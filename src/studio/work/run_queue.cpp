// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/run_queue.h"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/files.h"
#include "weir/base/error.h"

namespace weir::studio {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

namespace {

constexpr auto kRound = 100ms;
constexpr int kRoundsBetweenSizes = 20;
// A step of a large simulation can take minutes; only after it does a run heed the wish to stop.
constexpr std::chrono::seconds kPatience = 10min;
constexpr int kNiceOfFull = 5;
constexpr int kStoppedByRequest = 130;  // exit code

std::string state_after(const fs::path& folder, const Process::End& end, bool asked_to_stop) {
  if (end.code) return *end.code == 0 ? kDone : *end.code == kStoppedByRequest ? kStopped : kFailed;
  if (end.signal != 0) return asked_to_stop || end.signal == SIGINT || end.signal == SIGTERM ? kStopped : kFailed;
  // It ended while nobody looked.
  if (is_finished(folder)) return kDone;
  const std::vector<std::string> said = last_lines(folder / "said.txt", 1);
  return said.empty() || said.front().starts_with("stopped") ? kStopped : kFailed;
}

}  // namespace

RunQueue::RunQueue(TakeStore& store, fs::path program, fs::path folder, std::chrono::milliseconds patience_at_end)
    : store_(store), program_(std::move(program)), folder_(std::move(folder)), patience_at_end_(patience_at_end) {
  watcher_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

RunQueue::~RunQueue() {
  watcher_.request_stop();
  watcher_.join();
  for (const std::string& take : waiting_) settle(take, {kStoppedByRequest, 0}, true);
  for (Run& run : running_) run.process.ask_to_stop(kPatience);
  // One in the middle of a long step ends by itself, after it: the next Studio finds out.
  const auto end = std::chrono::steady_clock::now() + patience_at_end_;
  for (settle_ended(); !running_.empty() && std::chrono::steady_clock::now() < end; settle_ended()) {
    std::this_thread::sleep_for(kRound / 10);
  }
}

bool RunQueue::knows(const std::string& take) const {
  return std::find(waiting_.begin(), waiting_.end(), take) != waiting_.end() ||
         std::any_of(running_.begin(), running_.end(), [&](const Run& run) { return run.take == take; });
}

void RunQueue::add(const std::string& take) {
  const std::lock_guard lock(mutex_);
  if (knows(take)) return;  // two pages have resumed it
  waiting_.push_back(take);
  changed_.notify_all();
}

void RunQueue::take_up(const std::string& take) {
  const std::lock_guard lock(mutex_);
  if (!store_.has(take) || knows(take)) return;
  const TakeRecord record = store_.get(take);
  if (std::optional<Process> process = Process::found(record.process)) {
    running_.push_back({take, record.is_preview(), *process, ProgressTail(store_.path_of(take) / "progress.jsonl")});
  } else {
    settle(take, {}, true);
  }
}

void RunQueue::stop(const std::string& take) {
  const std::lock_guard lock(mutex_);
  if (std::erase(waiting_, take) > 0) return settle(take, {kStoppedByRequest, 0}, true);
  for (Run& run : running_) {
    if (run.take == take) run.process.ask_to_stop(kPatience);
  }
}

void RunQueue::end(const std::string& take) {
  const std::lock_guard lock(mutex_);
  std::erase(waiting_, take);
  std::erase_if(running_, [&](Run& run) {
    if (run.take != take) return false;
    run.process.kill();
    while (!run.process.ended()) std::this_thread::sleep_for(kRound / 100);
    return true;
  });
}

void RunQueue::watch(const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    std::unique_lock lock(mutex_);
    try {
      look_after_all();
      changed_.wait_for(lock, stop, kRound, [&] {
        return std::any_of(waiting_.begin(), waiting_.end(), [&](const std::string& take) {
          return store_.has(take) && has_place(store_.get(take).is_preview());
        });
      });
    } catch (const std::exception& error) {
      // No reason to leave the runs alone: the next round is soon.
      std::fputs(fmt::format("weir studio: looking after runs: {}\n", error.what()).c_str(), stderr);
      changed_.wait_for(lock, stop, kRound, [] { return false; });
    }
  }
}

void RunQueue::look_after_all() {
  start_what_can();
  for (Run& run : running_) {
    try {
      follow(run);
    } catch (const std::exception&) {
      // Its folder cannot be looked at now. That is no matter of the other runs.
    }
  }
  settle_ended();
}

void RunQueue::settle_ended() {
  std::erase_if(running_, [&](Run& run) {
    const std::optional<Process::End> end = run.process.ended();
    if (end) settle(run, *end);
    return end.has_value();
  });
}

// Pages are told even where take.json cannot be written: a later Studio finds out by itself what the run has come to.
void RunQueue::note(const std::string& take, const std::function<void(TakeRecord&)>& change) {
  try {
    store_.change(take, TakeStore::Keep::lasting, change);
  } catch (const std::exception&) {
  }
}

bool RunQueue::has_place(bool preview) const {
  return std::none_of(running_.begin(), running_.end(), [&](const Run& run) { return run.preview == preview; });
}

void RunQueue::start_what_can() {
  std::erase_if(waiting_, [&](const std::string& take) { return !store_.has(take); });
  for (const bool preview : {true, false}) {
    const auto next = std::find_if(waiting_.begin(), waiting_.end(),
                                   [&](const std::string& take) { return store_.get(take).is_preview() == preview; });
    if (next == waiting_.end() || !has_place(preview)) continue;
    const std::string take = *next;
    waiting_.erase(next);
    try {
      start(take);
    } catch (const std::exception& error) {
      fail(take, error.what());
    }
  }
}

std::vector<std::string> RunQueue::words_for(const TakeRecord& record) const {
  const fs::path folder = store_.path_of(record.take);
  std::vector<std::string> words{program_, "run", folder / "scene.json", "-o", folder, "--progress", "json"};
  if (fs::exists(folder / "run.json")) {
    words.push_back("--resume");
  } else if (record.from) {
    words.insert(words.end(),
                 {"--from", fmt::format("{}@{}", store_.path_of(record.from->take).string(), record.from->frame)});
  }
  return words;
}

void RunQueue::start(const std::string& take) {
  const TakeRecord record = store_.get(take);
  const fs::path folder = store_.path_of(take), progress = folder / "progress.jsonl", said = folder / "said.txt";
  remove_file(said);
  ProgressTail tail(progress);
  tail.skip();
  const int nice = record.is_preview() ? 0 : kNiceOfFull;
  Process process = Process::start({words_for(record), folder_, progress, said, nice});
  running_.push_back({take, record.is_preview(), process, std::move(tail)});
  note(take, [&](TakeRecord& changed) {
    changed.state = kRunning;
    changed.error.clear();
    changed.process = process.mark();
  });
}

void RunQueue::follow(Run& run) {
  const bool news = run.tail.read(), size_is_old = ++run.rounds % kRoundsBetweenSizes == 0;
  if (!news && !size_is_old) return;
  store_.change(run.take, TakeStore::Keep::passing, [&](TakeRecord& changed) {
    const fs::path folder = store_.path_of(run.take);
    if (news) {
      changed.progress = run.tail.latest();
      changed.progress["numbers"]["memory"] = run.process.memory();
    }
    look_at_frames(changed, folder);
    if (size_is_old) look_at_size(changed, folder);
  });
}

void RunQueue::settle(const Run& run, const Process::End& end) { settle(run.take, end, run.process.asked_to_stop()); }

void RunQueue::settle(const std::string& take, const Process::End& end, bool asked_to_stop) {
  const fs::path folder = store_.path_of(take);
  note(take, [&](TakeRecord& changed) {
    changed.process = {};
    changed.progress = nullptr;
    try {
      changed.state = state_after(folder, end, asked_to_stop);
      if (changed.state == kFailed) changed.error = failure_of(folder, end);
      look_at_frames(changed, folder);
      look_at_size(changed, folder);
    } catch (const std::exception& error) {  // its folder is gone, or cannot be read
      changed.state = kFailed;
      changed.error = error.what();
    }
  });
}

void RunQueue::fail(const std::string& take, const std::string& why) {
  note(take, [&](TakeRecord& changed) {
    changed.state = kFailed;
    changed.error = why;
  });
}

namespace {

// "…/takes/drop/001/scene.json:12: liquids[0]: is too small" without the name of the file.
std::string without_scene_file(std::string line, const std::string& scene) {
  if (!line.starts_with(scene)) return line;
  line.erase(0, scene.size());
  if (const size_t end = line.find(": "); end != std::string::npos && line.find_first_not_of(":0123456789") >= end) {
    line.erase(0, end + 2);
  }
  return line;
}

}  // namespace

std::string failure_of(const fs::path& folder, const Process::End& end) {
  constexpr size_t kMost = 100;
  const std::vector<std::string> said = last_lines(folder / "said.txt", kMost);
  if (end.signal != 0) {
    return fmt::format("the run was ended by {}{}; resume it to go on after its last finished frame",
                       signal_in_words(end.signal), end.signal == SIGKILL ? ", maybe for want of memory" : "");
  }
  if (said.empty()) return "the run has ended without saying why; resume it to go on after its last finished frame";
  return without_scene_file(said.front(), (folder / "scene.json").string());
}

}  // namespace weir::studio
