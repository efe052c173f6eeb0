// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Progress of long work, with the time left: a bar on a terminal, elsewhere at most one plain line a second, a verbose
// line an item, JSON lines for other programs, reports to a function of the caller, or nothing. What cannot be written
// is passed over.
//
//   Progress progress("simulating", "frame", 1, 48, ProgressStyle::automatic);
//   progress.done(frame, {{"particles", 320000}, {"steps", 4}});
//   progress.finish();

#pragma once

#include <cstdio>
#include <functional>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace weir {

enum class ProgressStyle { automatic, bar, plain, verbose, json, none };

// Items `first` to `current` of a task are done, those up to `last` are still to come.
struct ProgressReport {
  std::string task;  // "simulating"
  std::string item;  // "frame"
  int current, first, last;
  double seconds, seconds_left;  // since its start; until the last item is done, negative where that is not known
  std::vector<std::pair<std::string, double>> numbers;  // what is known of the current item: particles, steps, ...
};

// Where progress is told: on standard output and error in one of the styles, or to a function. That may be called on
// another thread than the one that began the work, but never on two at once; what it throws ends the work.
class ProgressSink {
 public:
  using Function = std::function<void(const ProgressReport&)>;
  ProgressSink(ProgressStyle style = ProgressStyle::automatic) : style_(style) {}  // NOLINT: implicit
  template <class F>
  requires std::is_invocable_v<F&, const ProgressReport&> ProgressSink(F function)  // NOLINT: implicit
      : style_(ProgressStyle::none), function_(std::move(function)) {}

  ProgressStyle style() const { return style_; }
  const Function& function() const { return function_; }

 private:
  ProgressStyle style_;
  Function function_;
};

class Progress {
 public:
  using Numbers = std::vector<std::pair<std::string, double>>;

  // Items `first` to `last` are to be done. Bars and plain lines go to standard error, JSON lines to standard output;
  // tests give a file and a clock (seconds).
  Progress(std::string task, std::string item, int first, int last, ProgressSink sink, std::FILE* out = nullptr,
           std::function<double()> clock = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // `item` was no work like the others: what it took tells nothing about them.
  void begun(int item, const Numbers& numbers);
  // `item` is done; `numbers` are told with it, of which bars and plain lines show the first two.
  void done(int item, const Numbers& numbers);
  // Closes the bar. A message printed after it starts on a line of its own.
  void finish();

  // Seconds until the last item is done, by the pace of the latest items (liquids get slower as they splash, so the
  // pace of the whole run would be too hopeful); negative before the first item is done.
  double seconds_left() const;

 private:
  void show(const Numbers& numbers);
  std::string line(const Numbers& numbers, size_t shown) const;
  void draw_bar(const std::string& text);

  std::string task_, item_;
  int first_, last_, current_;
  ProgressStyle style_;
  ProgressSink::Function function_;
  std::FILE* out_;
  std::function<double()> clock_;
  double started_, latest_;
  std::optional<double> shown_;  // when the latest plain line was
  double pace_ = -1;             // seconds an item
  bool open_line_ = false;
};

// "1:05:09", "2:31", "4 s": short enough for a status line.
std::string short_time(double seconds);
// "512", "32.1k", "1.25M".
std::string short_count(double count);

}  // namespace weir
