// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/work/progress_tail.h"

#include <deque>
#include <fstream>

namespace weir::studio {

namespace {

// {"task":"simulating","frame":12,"first":1,"last":48,"seconds":1.5,"seconds_left":3.1,"particles":320,...}
Json progress_of(const Json& line) {
  if (line.size() < 6 || line.begin().key() != "task") return nullptr;
  const auto item = std::next(line.begin());
  Json progress{{"task", line.at("task")}, {"item", item.key()}, {"current", item.value()}};
  progress["first"] = line.value("first", 0);
  progress["last"] = line.value("last", 0);
  progress["seconds"] = line.value("seconds", 0.0);
  const double left = line.value("seconds_left", -1.0);
  progress["left"] = left < 0 ? Json() : Json(left);
  Json& numbers = progress["numbers"] = Json::object();
  for (const auto& [key, value] : line.items()) {
    if (!progress.contains(key) && key != "seconds_left" && key != item.key()) numbers[key] = value;
  }
  return progress;
}

}  // namespace

void ProgressTail::take(const std::string& line) {
  const Json json = Json::parse(line, nullptr, false);
  if (!json.is_object()) {
    if (!line.empty()) said_.push_back(line);
    return;
  }
  const Json progress = progress_of(json);
  (progress.is_null() ? answer_ : latest_) = progress.is_null() ? json : progress;
}

bool ProgressTail::read() {
  std::ifstream file(file_, std::ios::binary);
  if (!file) return false;
  file.seekg(static_cast<std::streamoff>(position_));
  const std::string added{std::istreambuf_iterator<char>(file), {}};
  position_ += added.size();
  const Json before = latest_;
  for (const char c : added) {
    if (c != '\n') {
      begun_ += c;
      continue;
    }
    take(begun_);
    begun_.clear();
  }
  return latest_ != before;
}

void ProgressTail::skip() {
  std::error_code error;
  const auto size = std::filesystem::file_size(file_, error);
  if (!error) position_ = size;
}

std::vector<std::string> last_lines(const std::filesystem::path& path, size_t count) {
  constexpr std::string_view kProgram = "weir: ";
  std::ifstream file(path);
  std::deque<std::string> lines;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with(kProgram)) line.erase(0, kProgram.size());
    if (!line.empty()) lines.push_back(line);
    if (lines.size() > count) lines.pop_front();
  }
  return {lines.begin(), lines.end()};
}

}  // namespace weir::studio
