// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/net/target.h"

#include <charconv>

namespace weir::studio {

namespace {

std::optional<std::string> decoded(std::string_view text, bool plus_is_space) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '+' && plus_is_space) {
      c = ' ';
    } else if (c == '%') {
      unsigned code = 0;
      const char* begin = text.data() + i + 1;
      if (i + 2 >= text.size()) return {};
      const auto [end, error] = std::from_chars(begin, begin + 2, code, 16);
      if (error != std::errc() || end != begin + 2) return {};
      c = static_cast<char>(code);
      i += 2;
    }
    if (c == '\0') return {};
    plain += c;
  }
  return plain;
}

bool add_pair(std::string_view pair, Query& query) {
  const size_t equals = pair.find('=');
  const auto name = decoded(pair.substr(0, equals), true);
  const auto value = equals == std::string_view::npos ? std::string() : decoded(pair.substr(equals + 1), true);
  if (!name || !value) return false;
  return query.values.emplace(*name, *value).second;
}

}  // namespace

std::optional<Target> parse_target(std::string_view text) {
  if (!text.starts_with('/')) return {};
  const size_t question = text.find('?');
  const auto path = decoded(text.substr(0, question), false);
  if (!path) return {};
  Target target{*path, {}};
  if (question == std::string_view::npos) return target;
  std::string_view rest = text.substr(question + 1);
  while (!rest.empty()) {
    const size_t end = rest.find('&');
    const std::string_view pair = rest.substr(0, end);
    if (!pair.empty() && !add_pair(pair, target.query)) return {};
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
  }
  return target;
}

}  // namespace weir::studio
