// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "run/scene_templates.h"

#include <fmt/format.h>

#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "control/templates/library/library.h"

namespace weir::run {

namespace fs = std::filesystem;

namespace {

constexpr size_t kMostNames = 20;  // more would hide the sentence they stand in

std::string in_words(const std::vector<std::string>& names) {
  if (names.empty()) return "none";
  const size_t shown = std::min(names.size(), kMostNames);
  std::string words;
  for (size_t i = 0; i < shown; ++i) words += fmt::format("{}\"{}\"", i > 0 ? ", " : "", names[i]);
  return shown < names.size() ? fmt::format("{} and {} more", words, names.size() - shown) : words;
}

[[noreturn]] void not_found(const Scene& scene, const templates::Library& library, const std::string& name) {
  std::vector<std::string> recorded, kept;
  for (const RecordingSettings& recording : scene.recordings) {
    if (recording.scene) recorded.push_back(recording.name);
  }
  for (const templates::LibraryEntry& entry : library.list().entries) kept.push_back(entry.name);
  throw InputError("", fmt::format("there is no template \"{}\"; recordings of this scene: {}; in the library {}: {}",
                                   name, in_words(recorded), library.folder().string(), in_words(kept)));
}

}  // namespace

fs::path recording_file(const fs::path& run_folder, const std::string& name) {
  return run_folder / "recordings" / (name + templates::kTemplateExtension);
}

const RecordingSettings* find_recording(const Scene& scene, const std::string& name) {
  for (const RecordingSettings& recording : scene.recordings) {
    if (recording.scene && recording.name == name) return &recording;
  }
  return nullptr;
}

std::shared_ptr<const templates::Template> find_template(const Scene& scene, const TemplatesSettings& director,
                                                         const std::string& name, const fs::path& run_folder) {
  if (find_recording(scene, name)) {
    const fs::path file = recording_file(run_folder, name);
    if (fs::exists(file)) return templates::open_template(file);
    throw InputError("",
                     fmt::format("\"{}\" is a recording of this scene that is not made yet; weir run makes it", name));
  }
  const templates::Library library =
      templates::Library::chosen(director.library ? std::optional(director.library->path) : std::nullopt);
  const templates::LibraryList found = library.list({.text = {}, .tag = {}, .name = name});
  if (found.entries.empty() && found.unreadable.empty()) not_found(scene, library, name);
  try {
    return library.open(name);
  } catch (const InputError&) {
    if (!found.entries.empty()) throw;
    for (const Problem& problem : found.unreadable) {
      if (fs::path(problem.place).stem() == name) throw;  // there, but damaged
    }
    not_found(scene, library, name);
  }
}

uint64_t content_of(const templates::Template& source) {
  templates::TemplateAbout about = source.about();
  about.name.clear();
  about.tags.clear();
  about.source.clear();
  uint64_t hash = hash_bytes(templates::to_text(about));
  for (size_t frame = 0; frame < source.frames(); ++frame) {
    const templates::TemplateBlock* block = source.file().directory().find("particles", static_cast<int32_t>(frame));
    hash = mix_bits(hash ^ (block ? block->checksum : 0)) + frame;
  }
  return hash;
}

std::vector<UsedTemplate> used_templates(const Scene& scene, const fs::path& run_folder) {
  std::vector<UsedTemplate> used;
  for (size_t i = 0; i < scene.directors.size(); ++i) {
    const auto* director = std::get_if<TemplatesSettings>(&scene.directors[i].kind);
    if (!director) continue;
    std::set<std::string> names;
    for (const TemplateInstance& instance : director->instances) names.insert(instance.source);
    for (const std::string& name : names) {
      const auto found = find_template(scene, *director, name, run_folder);
      used.push_back({fmt::format("directors[{}]: template \"{}\"", i, name), content_of(*found)});
    }
  }
  return used;
}

}  // namespace weir::run
