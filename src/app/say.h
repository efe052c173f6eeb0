// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Text for standard output. Nothing is thrown when it cannot be written: main.cpp looks once, at the end.

#pragma once

#include <fmt/format.h>

#include <cstdio>
#include <string>

namespace weir::app {

template <class... Values>
void say(fmt::format_string<Values...> form, Values&&... values) {
  const std::string text = fmt::format(form, std::forward<Values>(values)...);
  std::fwrite(text.data(), 1, text.size(), stdout);
}

}  // namespace weir::app
