// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/scene_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "weir/base/error.h"

namespace weir {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kShown = 60;  // characters of a value

std::string on_one_line(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string name_of(const Json& thing) {
  if (!thing.is_object() || !thing.contains("name") || !thing["name"].is_string()) return {};
  return thing["name"].get<std::string>();
}

// Whether both are lists of things, rather than of numbers such as a vector's or of keyframes.
bool are_lists_of_things(const Json& before, const Json& after) {
  const auto is_one = [](const Json& json) {
    return json.is_array() && std::all_of(json.begin(), json.end(), [](const Json& item) { return item.is_object(); });
  };
  return is_one(before) && is_one(after);
}

class Comparison {
 public:
  std::vector<SceneChange> changes;

  void compare(const std::string& path, const Json& before, const Json& after) {
    if (before == after) return;
    if (before.is_object() && after.is_object() && of_one_kind(before, after)) {
      compare_objects(path, before, after);
    } else if (are_lists_of_things(before, after)) {
      compare_lists(path, before, after);
    } else {
      changes.push_back({path, on_one_line(before), on_one_line(after)});
    }
  }

 private:
  // Parameters of a box are none of a sphere's.
  static bool of_one_kind(const Json& before, const Json& after) {
    return before.value("kind", Json()) == after.value("kind", Json());
  }

  void compare_objects(const std::string& path, const Json& before, const Json& after) {
    const auto inside = [&](const std::string& key) { return path.empty() ? key : path + "." + key; };
    for (const auto& [key, value] : after.items()) {
      if (!before.contains(key)) {
        changes.push_back({inside(key), "", on_one_line(value)});
      } else {
        compare(inside(key), before[key], value);
      }
    }
    for (const auto& [key, value] : before.items()) {
      if (!after.contains(key)) changes.push_back({inside(key), on_one_line(value), ""});
    }
  }

  void compare_lists(const std::string& path, const Json& before, const Json& after) {
    std::vector<uint8_t> met(before.size(), 0);
    for (size_t i = 0; i < after.size(); ++i) {
      const std::string name = name_of(after[i]);
      size_t k = i;
      if (!name.empty()) {
        for (k = 0; k < before.size() && (met[k] || name_of(before[k]) != name); ++k) {
        }
      }
      const std::string there = fmt::format("{}[{}]", path, name.empty() ? std::to_string(i) : name);
      if (k >= before.size() || met[k] || (name.empty() && !name_of(before[k]).empty())) {
        changes.push_back({there, "", on_one_line(after[i])});
      } else {
        met[k] = 1;
        compare(there, before[k], after[i]);
      }
    }
    for (size_t k = 0; k < before.size(); ++k) {
      if (met[k]) continue;
      const std::string name = name_of(before[k]);
      changes.push_back(
          {fmt::format("{}[{}]", path, name.empty() ? std::to_string(k) : name), on_one_line(before[k]), ""});
    }
  }
};

// Not in the middle of a character.
std::string cut_short(const std::string& text) {
  if (text.size() <= kShown) return text;
  size_t end = kShown;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end) + " …";
}

Json parsed(const std::string& text) {
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    throw InputError("", fmt::format("this is no scene: {}", error.what()));
  }
}

}  // namespace

std::string SceneChange::sentence() const {
  if (before.empty()) return fmt::format("{}: new, {}", path, cut_short(after));
  if (after.empty()) return fmt::format("{}: gone", path);
  return fmt::format("{}: {} → {}", path, cut_short(before), cut_short(after));
}

std::vector<SceneChange> scene_changes(const std::string& before, const std::string& after) {
  Comparison comparison;
  comparison.compare("", parsed(before), parsed(after));
  return std::move(comparison.changes);
}

}  // namespace weir
