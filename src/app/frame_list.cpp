// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "app/frame_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>

#include "base/numbered_files.h"
#include "weir/base/error.h"

namespace weir::app {

namespace {

struct Part {
  int first, last, step = 1;
};

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0) return {};
  return value;
}

std::optional<Part> part_of(std::string_view text, int last_there) {
  Part part{};
  const size_t colon = text.find(':');
  if (colon != std::string_view::npos) {
    const std::optional<int> step = whole_number(text.substr(colon + 1));
    if (!step || *step < 1) return {};
    part.step = *step;
    text = text.substr(0, colon);
  }
  const size_t dash = text.find('-');
  const std::optional<int> first = whole_number(text.substr(0, dash));
  std::optional<int> last = first;
  if (dash != std::string_view::npos) {
    last = dash + 1 == text.size() ? last_there : whole_number(text.substr(dash + 1));
  } else if (colon != std::string_view::npos) {
    return {};
  }
  if (!first || !last) return {};
  if (*last < *first) {
    throw InputError("--frames",
                     fmt::format("{}-{} ends before it begins; write the lower frame first", *first, *last));
  }
  part.first = *first;
  part.last = *last;
  return part;
}

void add(const Part& part, const std::vector<int>& there, std::vector<int>& frames) {
  // Long ranges end at the first frame that is missing.
  for (int64_t frame = part.first; frame <= part.last; frame += part.step) {
    const int number = static_cast<int>(frame);
    if (!std::binary_search(there.begin(), there.end(), number)) {
      throw InputError("--frames", fmt::format("frame {} is not there; there are {} frames from {} to {}", number,
                                               there.size(), there.front(), there.back()));
    }
    if (std::find(frames.begin(), frames.end(), number) == frames.end()) frames.push_back(number);
  }
}

}  // namespace

std::vector<int> listed_frames(const std::string& text, const std::vector<int>& there) {
  if (text.empty()) return there;
  std::vector<int> frames;
  std::string_view rest = text;
  while (true) {
    const size_t comma = rest.find(',');
    const std::optional<Part> part = part_of(rest.substr(0, comma), there.back());
    if (!part) {
      throw InputError("--frames", fmt::format("must be like 1-48, 1-48:5 or 1,10,20, but is \"{}\"", text));
    }
    add(*part, there, frames);
    if (comma == std::string_view::npos) return frames;
    rest.remove_prefix(comma + 1);
  }
}

std::string frames_in_words(const std::vector<int>& frames) {
  return (frames.size() == 1 ? "frame " : "frames ") + in_ranges(frames);
}

}  // namespace weir::app
