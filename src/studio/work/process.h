// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A process that Studio started: in a group of its own, so that Ctrl-C in Studio's terminal is not for it, with nothing
// on its standard input and what it prints in files. A Studio that was started anew finds it by its number and the
// moment it began.
//
//   Process process = Process::start({.words = {weir, "run", "drop.json"}, .output = "progress.jsonl", ...});
//   while (!process.ended()) wait();

#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace weir::studio {

struct Command {
  std::vector<std::string> words;
  std::filesystem::path folder;          // in which it works
  std::filesystem::path output, errors;  // files, which are added to
  int nice = 0;
};

class Process {
 public:
  // Where a process of an earlier Studio is found again.
  struct Mark {
    int number = 0;
    uint64_t began = 0;  // ticks since the machine was started
  };
  struct End {
    std::optional<int> code;  // none: ended by a signal, or it was not ours to wait for
    int signal = 0;
  };

  // RunError when the machine cannot.
  static Process start(const Command& command);
  // None when it does not live any more.
  static std::optional<Process> found(const Mark& mark);

  const Mark& mark() const { return mark_; }
  // Once it has ended nothing of it is left in the machine. None while it lives.
  std::optional<End> ended();
  // As Ctrl-C does; one that does not heed it for `patience` is killed by a later ended().
  void ask_to_stop(std::chrono::seconds patience);
  void kill();
  bool asked_to_stop() const { return killed_at_.has_value(); }
  double memory() const;  // bytes

 private:
  Process(Mark mark, bool ours) : mark_(mark), ours_(ours) {}
  void signal(int number) const;

  Mark mark_;
  bool ours_;
  std::optional<End> end_;
  std::optional<std::chrono::steady_clock::time_point> killed_at_;
};

// "signal 9 (Killed)"
std::string signal_in_words(int number);

}  // namespace weir::studio
