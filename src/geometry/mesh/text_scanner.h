// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Words and numbers out of text, line by line, without copies: for mesh files, which are mostly numbers.

#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

namespace weir {

class TextScanner {
 public:
  explicit TextScanner(std::string_view text) : text_(text) {}

  bool at_end() const { return text_.empty(); }
  std::string_view rest() const { return text_; }
  void drop(size_t bytes) { text_.remove_prefix(bytes); }

  // The rest of the line, without its end (\n or \r\n).
  std::string_view line() {
    const size_t end = std::min(text_.find('\n'), text_.size());
    std::string_view line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    return line;
  }

  // The next word, over line ends; empty at the end of the text.
  std::string_view word() {
    size_t begin = 0;
    while (begin < text_.size() && is_space(text_[begin])) ++begin;
    size_t end = begin;
    while (end < text_.size() && !is_space(text_[end])) ++end;
    const std::string_view word = text_.substr(begin, end - begin);
    text_.remove_prefix(end);
    return word;
  }

 private:
  static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

  std::string_view text_;
};

// The whole word as a number; nothing when it is not one or does not fit.
template <class T>
std::optional<T> number(std::string_view word) {
  if (word.size() > 1 && word[0] == '+' && word[1] != '-') word.remove_prefix(1);
  T value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace weir
