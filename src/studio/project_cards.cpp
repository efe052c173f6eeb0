// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/project_cards.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "base/files.h"
#include "studio/edit_document.h"
#include "studio/work/take_store.h"
#include "weir/base/error.h"
#include "weir/scene/scene_of_text.h"

namespace weir::studio {

namespace fs = std::filesystem;

namespace {

constexpr int kDeepest = 6;
constexpr size_t kMost = 2000;                      // scenes
constexpr uintmax_t kLargest = uintmax_t{4} << 20;  // bytes of one

// Folders that hold what programs made: runs, takes, builds, packages.
bool holds_no_scenes(const fs::path& folder) {
  const std::string name = folder.filename().string();
  if (name.starts_with(".") || name == "takes" || name == "node_modules") return true;
  std::error_code error;
  return fs::exists(folder / "run.json", error) || fs::exists(folder / "CMakeCache.txt", error);
}

// What a link leads to is looked at where it is, if it is in the folder. `skipped`: looked at by themselves.
std::vector<fs::path> scene_files_below(const fs::path& base, const std::set<fs::path>& skipped) {
  std::vector<fs::path> files;
  std::error_code error;
  fs::recursive_directory_iterator at(base, fs::directory_options::skip_permission_denied, error), end;
  for (; !error && at != end && files.size() < kMost; at.increment(error)) {
    const fs::path& path = at->path();
    std::error_code gone;
    if (at->is_directory(gone)) {
      if (at.depth() + 1 >= kDeepest || skipped.contains(path) || holds_no_scenes(path)) at.disable_recursion_pending();
    } else if (path.extension() == ".json" && !path.filename().string().starts_with(".") && !at->is_symlink(gone) &&
               at->is_regular_file(gone) && at->file_size(gone) <= kLargest) {
      files.push_back(path);
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

// Scenes, also with mistakes, told from all else that ends in .json.
bool looks_like_scene(const std::string& text) {
  return text.find("\"solver\"") != std::string::npos || text.find("\"include\"") != std::string::npos;
}

std::string first_comment(const std::string& text) {
  std::string comment;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line(text.data() + at, end - at);
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r')) line.remove_suffix(1);
    if (!line.starts_with("//")) break;
    line.remove_prefix(std::min(line.find_first_not_of("/ "), line.size()));
    comment += (comment.empty() || line.empty() ? "" : " ") + std::string(line);
    at = end + 1;
  }
  return comment;
}

std::string text_in(const Node* node) { return node && node->type == Node::Type::text ? node->text : std::string(); }

std::string kind_in(const Node* node) { return node ? text_in(node->find("kind")) : std::string(); }

void add_way(const std::string& way, std::vector<std::string>& ways) {
  if (!way.empty() && std::find(ways.begin(), ways.end(), way) == ways.end()) ways.push_back(way);
}

// With what it includes, where that can be read.
Node node_of(const fs::path& file, const std::string& text) {
  try {
    return load_node(file, text);
  } catch (const InputError&) {
    return parse_node(text, file);
  }
}

// The last one that was made of any of its takes (work/work.h); empty where there is none.
fs::path newest_picture(const fs::path& exports) {
  fs::path newest;
  fs::file_time_type made{};
  std::error_code error;
  fs::recursive_directory_iterator at(exports, error), end;
  for (size_t looked_at = 0; !error && at != end && looked_at < kMost; at.increment(error), ++looked_at) {
    const fs::path& path = at->path();
    // 001/picture/images/0012.png; films have a picture of every frame.
    if (at.depth() == 1 && path.filename() != "picture") at.disable_recursion_pending();
    std::error_code gone;
    const auto time = path.extension() == ".png" ? fs::last_write_time(path, gone) : fs::file_time_type::min();
    if (path.extension() != ".png" || gone || (!newest.empty() && time <= made)) continue;
    newest = path;
    made = time;
  }
  return newest;
}

}  // namespace

SceneSummary summary_of(const fs::path& file, const std::string& text) {
  SceneSummary summary;
  summary.title = file.stem().string();
  summary.about = first_comment(text);
  try {
    const Node scene = node_of(file, text);
    if (const std::string title = text_in(scene.find("title")); !title.empty()) summary.title = title;
    const Node* dimensions = scene.find("dimensions");
    summary.flat = dimensions && dimensions->number == 2;
    add_way(kind_in(scene.find("solver")), summary.ways);
    if (const Node* directors = scene.find("directors")) {
      for (const Node& director : directors->items) add_way(kind_in(&director), summary.ways);
    }
    for (const char* alone : {"reversal", "visitors"}) {
      if (scene.find(alone)) add_way(alone, summary.ways);
    }
  } catch (const InputError&) {
    // It is shown all the same: the artist will want to mend it.
  }
  return summary;
}

Json ProjectCards::card_of(const fs::path& file) {
  std::error_code gone;
  const auto time = fs::last_write_time(file, gone);
  Known& known = known_[file];
  if (known.time != time) {
    known = {time, {}};
    try {
      const std::string text = read_file(file);
      if (looks_like_scene(text)) known.summary = summary_of(file, text);
    } catch (const InputError&) {
    }
  }
  if (!known.summary) return {};
  const std::string name = folder_.name_of(file);
  return {{"scene", name},
          {"title", known.summary->title},
          {"about", known.summary->about},
          {"picture", picture_of(file, name)},
          {"ways", known.summary->ways},
          {"flat", known.summary->flat},
          {"takes", 0},
          {"unsaved", fs::exists(autosave_of(file), gone)}};
}

Json ProjectCards::cards_below(const fs::path& base) {
  const std::lock_guard lock(mutex_);
  std::set<fs::path> skipped{folder_.examples(), folder_.examples() / "starters", folder_.examples() / "library",
                             folder_.path() / "exports"};
  Json cards = Json::array();
  for (const fs::path& file : scene_files_below(base, skipped)) {
    Json card = card_of(file);
    if (card.is_object()) cards.push_back(std::move(card));
  }
  return cards;
}

Json ProjectCards::scenes() { return cards_below(folder_.path()); }

Json ProjectCards::examples() { return folder_.examples().empty() ? Json::array() : cards_below(folder_.examples()); }

Json ProjectCards::starters() {
  constexpr std::array kOrder{"sph", "flip", "templates", "reversal", "meshes", "rig", "guide", "smoke"};
  Json list = Json::array();
  for (const char* name : kOrder) {
    const fs::path file = starters_ / fmt::format("{}.json", name);
    if (starters_.empty() || !fs::exists(file)) continue;
    const SceneSummary summary = summary_of(file, read_file(file));
    list.push_back({{"name", fmt::format("starter:{}", name)}, {"title", summary.title}, {"about", summary.about}});
  }
  return list;
}

fs::path ProjectCards::starter(const std::string& name) const {
  const std::string plain = name.substr(name.find(':') + 1);
  const fs::path file = starters_ / fmt::format("{}.json", plain);
  std::error_code error;
  if (starters_.empty() || plain.find('/') != std::string::npos || !fs::is_regular_file(file, error)) {
    throw InputError("", fmt::format("there is no starter \"{}\"", plain));
  }
  return file;
}

// Of the manual: beside the examples, or where the sources have it.
fs::path ProjectCards::pictures() const {
  if (folder_.examples().empty()) return {};
  for (const char* place : {"images", "docs/images"}) {
    const fs::path found = folder_.examples().parent_path() / place;
    if (fs::is_directory(found)) return found;
  }
  return {};
}

fs::path ProjectCards::picture(const std::string& name) const {
  const std::string plain = name.substr(name.find(':') + 1);
  const bool is_plain =
      std::all_of(plain.begin(), plain.end(), [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '.'; });
  if (!is_plain || plain.starts_with(".") || pictures().empty()) throw InputError("", "there is no such picture");
  return pictures() / plain;
}

// Beside the scene with its name, or the last one of its takes; of examples that of the manual.
Json ProjectCards::picture_of(const fs::path& file, const std::string& name) const {
  std::error_code error;
  if (Folder::is_example(name)) {
    const std::string picture = fmt::format("{}-{}.png", file.parent_path().filename().string(), file.stem().string());
    return fs::exists(pictures() / picture, error) ? Json("pictures:" + picture) : Json();
  }
  for (const char* end : {".png", ".jpg"}) {
    const fs::path beside = fs::path(file).replace_extension(end);
    if (fs::exists(beside, error)) return folder_.name_of(beside);
  }
  // exports/drop for takes/drop
  const std::string place = TakeStore::place_of(name);
  const fs::path made = newest_picture(folder_.path() / ("exports" + place.substr(place.find('/'))));
  return made.empty() ? Json() : Json(folder_.name_of(made));
}

}  // namespace weir::studio
