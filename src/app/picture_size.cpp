// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/picture_size.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "weir/base/error.h"

namespace weir::app {

PictureSize picture_size(const std::string& text) {
  constexpr int kSmallest = 16, kLargest = 8192;
  const char* end = text.data() + text.size();
  int width = 0, height = 0;
  const auto across = std::from_chars(text.data(), end, width);
  const bool parted = across.ec == std::errc() && across.ptr != end && *across.ptr == 'x';
  const auto down = parted ? std::from_chars(across.ptr + 1, end, height) : across;
  if (!parted || down.ec != std::errc() || down.ptr != end || std::min(width, height) < kSmallest ||
      std::max(width, height) > kLargest) {
    throw InputError("--size", fmt::format("must be like 640x360, each from {} to {} pixels, but is \"{}\"", kSmallest,
                                           kLargest, text));
  }
  return {width, height};
}

}  // namespace weir::app
