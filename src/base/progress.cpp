// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

namespace weir {

static constexpr size_t kNumbersShown = 2;
static constexpr double kSecondsBetweenLines = 1;

static double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

std::string short_time(double seconds) {
  const long s = std::lround(std::max(0.0, seconds));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{}:{:02}", s / 60, s % 60);
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string short_count(double count) {
  if (std::abs(count) < 1e4) return fmt::format("{:.4g}", count);
  if (std::abs(count) < 1e6) return fmt::format("{:.1f}k", count / 1e3);
  return fmt::format("{:.2f}M", count / 1e6);
}

// The work matters more than its reports: a full disk or a closed pipe there must not end it.
static void print(std::FILE* out, const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), out);
  std::fflush(out);
}

Progress::Progress(std::string task, std::string item, int first, int last, ProgressSink sink, std::FILE* out,
                   std::function<double()> clock)
    : task_(std::move(task)),
      item_(std::move(item)),
      first_(first),
      last_(last),
      current_(first - 1),
      style_(sink.style()),
      function_(sink.function()),
      out_(out),
      clock_(clock ? std::move(clock) : steady_seconds) {
  if (!out_) out_ = style_ == ProgressStyle::json ? stdout : stderr;
  if (style_ == ProgressStyle::automatic) style_ = isatty(fileno(out_)) ? ProgressStyle::bar : ProgressStyle::plain;
  started_ = latest_ = clock_();
}

Progress::~Progress() { finish(); }

void Progress::begun(int item, const Numbers& numbers) {
  current_ = item;
  latest_ = clock_();
  show(numbers);
}

void Progress::done(int item, const Numbers& numbers) {
  const double now = clock_();
  const double took = (now - latest_) / std::max(1, item - current_);
  // An average that forgets: half of its weight lies on the latest seven items.
  pace_ = pace_ < 0 ? took : pace_ + 0.1 * (took - pace_);
  current_ = item;
  latest_ = now;
  show(numbers);
}

double Progress::seconds_left() const { return pace_ < 0 ? -1 : pace_ * (last_ - current_); }

void Progress::show(const Numbers& numbers) {
  if (function_) function_({task_, item_, current_, first_, last_, latest_ - started_, seconds_left(), numbers});
  if (style_ == ProgressStyle::none) return;
  if (style_ == ProgressStyle::json) {
    nlohmann::ordered_json line{{"task", task_}, {item_, current_}, {"first", first_}, {"last", last_}};
    line["seconds"] = latest_ - started_;
    line["seconds_left"] = seconds_left();
    for (const auto& [name, value] : numbers) line[name] = value;
    return print(out_, line.dump() + "\n");
  }
  if (style_ == ProgressStyle::verbose) return print(out_, line(numbers, numbers.size()) + "\n");
  if (style_ == ProgressStyle::bar) return draw_bar(line(numbers, kNumbersShown));
  if (shown_ && latest_ - *shown_ < kSecondsBetweenLines && current_ < last_) return;
  shown_ = latest_;
  print(out_, line(numbers, kNumbersShown) + "\n");
}

std::string Progress::line(const Numbers& numbers, size_t shown) const {
  std::string text = fmt::format("{}: {} {}/{}", task_, item_, current_, last_);
  if (current_ >= last_) {
    text += fmt::format(", {} in all", short_time(latest_ - started_));
  } else if (pace_ >= 0) {
    text += fmt::format(", {} left", short_time(seconds_left()));
  }
  for (size_t n = 0; n < std::min(shown, numbers.size()); ++n) {
    const auto& [name, value] = numbers[n];
    // Which one, not how many.
    text += name == "frame" ? fmt::format(", frame {}", value) : fmt::format(", {} {}", short_count(value), name);
  }
  return text;
}

void Progress::draw_bar(const std::string& text) {
  constexpr int kWidth = 24;
  const int filled = kWidth * (current_ - first_ + 1) / std::max(1, last_ - first_ + 1);
  print(out_, fmt::format("\r\033[K[{:=<{}}{:{}}] {}", "", filled, "", kWidth - filled, text));
  open_line_ = true;
}

void Progress::finish() {
  if (!open_line_) return;
  std::fputs("\n", out_);
  std::fflush(out_);
  open_line_ = false;
}

}  // namespace weir
