// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "run/look_over_scene.h"
#include "scene/blocks.h"

namespace weir::run {

namespace {

// The frame of an entry of "keys": [12, value], or {"frame": 12, …}.
std::optional<double> frame_of(const Json& key) {
  const Json* frame = key.is_array() && key.size() == 2          ? &key[0]
                      : key.is_object() && key.contains("frame") ? &key["frame"]
                                                                 : nullptr;
  return frame && frame->is_number() ? std::optional(frame->get<double>()) : std::nullopt;
}

// Where the scene itself has a director that older scenes give by a key of its own.
std::string path_in_file(const Scene& scene, std::string path) {
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const std::string listed = fmt::format("directors[{}]", i);
    if (path.rfind(listed, 0) == 0) return scene.director_path(i) + path.substr(listed.size());
  }
  return path;
}

void look_over_keys(const Json& keys, const std::string& path, const LookOver& seen) {
  if (!keys.is_array() || keys.size() < 2) return;
  const std::optional<double> first = frame_of(keys.front()), last = frame_of(keys.back());
  if (!first || !last) return;
  const Frames& frames = seen.scene.frames;
  const std::string where = path_in_file(seen.scene, path);
  if (*first >= frames.last) {
    seen.findings.warn(where,
                       fmt::format("has its first key at frame {:g}, but the run ends at frame {}: it never changes",
                                   *first, frames.last),
                       "let the keys be earlier, or frames.last later");
  } else if (*last <= frames.first) {
    seen.findings.warn(
        where,
        fmt::format("has its last key at frame {:g}, but the run begins at frame {}: it never changes", *last,
                    frames.first),
        frames.first > 1 ? fmt::format("count the frames of its keys from {}", frames.first) : "let the keys be later");
  }
}

// Whatever is keyframed, wherever it stands, is written with "keys".
void look_for_keys(const Json& part, const std::string& path, const LookOver& seen) {
  if (part.is_object()) {
    for (const auto& [name, value] : part.items()) {
      if (name == "keys") {
        look_over_keys(value, path, seen);
      }
      look_for_keys(value, path.empty() ? name : path + "." + name, seen);
    }
  } else if (part.is_array()) {
    for (size_t i = 0; i < part.size(); ++i) look_for_keys(part[i], fmt::format("{}[{}]", path, i), seen);
  }
}

}  // namespace

void look_over_frames(const LookOver& seen) {
  look_for_keys(block_of<Scene>().write(&seen.scene), "", seen);
  const std::vector<Emitter>& emitters = seen.scene.emitters;
  for (size_t i = 0; i < emitters.size(); ++i) {
    warn_outside_run(emitters[i].first, emitters[i].last, fmt::format("emitters[{}]", i), seen);
  }
}

}  // namespace weir::run
