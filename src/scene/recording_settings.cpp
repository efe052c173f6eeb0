// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Parameters of recordings.

#include "weir/scene/recording_settings.h"

#include <fmt/format.h>

#include <algorithm>

#include "scene/blocks.h"
#include "weir/scene/codec.h"

namespace weir {

static constexpr size_t kLongestName = 100;

// A name is that of a file too.
std::string template_name_problem(const std::string& name) {
  if (name.empty()) return "its name must not be empty";
  if (name.size() > kLongestName) return fmt::format("its name must have at most {} bytes", kLongestName);
  const bool odd =
      std::any_of(name.begin(), name.end(), [](char c) { return c == '/' || (c >= 0 && c < 32) || c == 127; });
  if (odd || name[0] == '.' || name[0] == '-' || name.front() == ' ' || name.back() == ' ') {
    return fmt::format("\"{}\" cannot be its name: that must do for a file, without / and not beginning with . or -",
                       name);
  }
  return {};
}

std::string template_tag_problem(const std::string& tag) {
  const bool odd =
      std::any_of(tag.begin(), tag.end(), [](char c) { return c == ',' || (c >= 0 && c <= 32) || c == 127; });
  if (tag.empty() || odd) return fmt::format("\"{}\" cannot be a tag: tags are words without spaces or commas", tag);
  return {};
}

static void check_recording(const Node& node, const RecordingSettings& recording, Reader& reader) {
  const auto complain = [&](const char* key, const std::string& problem) {
    const Node* at = node.find(key);
    if (problem.empty() || !at) return;
    const Reader::Inside inside(reader, key);
    reader.complain(*at, problem);
  };
  complain("name", template_name_problem(recording.name));
  for (const std::string& tag : recording.tags) complain("tags", template_tag_problem(tag));
  if (recording.first && recording.last && *recording.last < *recording.first) {
    complain("last", fmt::format("must not be before first ({}), but is {}", *recording.first, *recording.last));
  }
  const Node* region = node.find("region");
  if (region && region->type == Node::Type::object && !region->find("size")) complain("region", "size is missing");
}

template <>
const Block& block_of<RecordingSettings>() {
  using R = RecordingSettings;
  static const Block block =
      BlockOf<R>("recording", "A template that is recorded: a region of a liquid, frame by frame.")
          .add("name", &R::name, {.help = "Of the template; directors name it.", .required = true})
          .add("scene", &R::scene,
               {.help = "Scene file that is run first and recorded. Without one, this scene is recorded into the "
                        "library when it is finished."})
          .add("region", &R::region, {.help = "What is recorded; all of the liquid without one."})
          .add("first", &R::first,
               {.help = "Frame of that scene with which it begins.", .unit = "frame", .min = 0, .max = 1e6})
          .add("last", &R::last,
               {.help = "Frame of that scene with which it ends.", .unit = "frame", .min = 0, .max = 1e6})
          .add("tags", &R::tags, {.help = "Words to find it by in a library."})
          .check(check_recording);
  return block;
}

}  // namespace weir
