// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/director/find_template.h"

#include <fmt/format.h>

#include <set>

#include "base/hash.h"
#include "control/templates/library/library.h"
#include "weir/base/error.h"
#include "weir/scene/reader.h"

namespace weir::templates {

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

[[noreturn]] void not_found(const Scene& scene, const Library& library, const std::string& name) {
  std::vector<std::string> recorded, kept;
  for (const RecordingSettings& recording : scene.recordings) {
    if (recording.scene) recorded.push_back(recording.name);
  }
  for (const LibraryEntry& entry : library.list().entries) kept.push_back(entry.name);
  std::vector<std::string> all = recorded;
  all.insert(all.end(), kept.begin(), kept.end());
  if (const std::string meant = nearest_word(name, all); !meant.empty()) {
    throw InputError("", fmt::format("there is no template \"{}\"; did you mean \"{}\"?", name, meant));
  }
  const std::string library_holds =
      kept.empty() ? fmt::format("the library, {}, is empty", library.folder().string())
                   : fmt::format("in the library {}: {}", library.folder().string(), in_words(kept));
  throw InputError("", fmt::format("there is no template \"{}\"; recordings of this scene: {}; {}", name,
                                   in_words(recorded), library_holds));
}

}  // namespace

fs::path recording_file(const fs::path& run_folder, const std::string& name) {
  return run_folder / "recordings" / (name + kTemplateExtension);
}

const RecordingSettings* find_recording(const Scene& scene, const std::string& name) {
  for (const RecordingSettings& recording : scene.recordings) {
    if (recording.scene && recording.name == name) return &recording;
  }
  return nullptr;
}

std::shared_ptr<const Template> find_template(const DirectorPart& part, const std::string& name) {
  const Scene& scene = part.scene;
  const auto& director = part.settings<TemplatesSettings>();
  if (find_recording(scene, name)) {
    const fs::path file = recording_file(part.folder, name);
    if (fs::exists(file)) return open_template(file);
    throw InputError("",
                     fmt::format("\"{}\" is a recording of this scene that is not made yet; weir run makes it", name));
  }
  const Library library = Library::chosen(director.library ? std::optional(director.library->path) : std::nullopt);
  const LibraryList found = library.list({.text = {}, .tag = {}, .name = name});
  if (found.entries.empty() && found.unreadable.empty()) not_found(scene, library, name);
  try {
    return library.open(name);
  } catch (const InputError&) {
    if (!found.entries.empty()) throw;
    for (const Problem& problem : found.unreadable) {
      if (fs::path(problem.location).stem() == name) throw;  // there, but damaged
    }
    not_found(scene, library, name);
  }
}

uint64_t content_of(const Template& source) {
  TemplateMetadata metadata = source.metadata();
  metadata.name.clear();
  metadata.tags.clear();
  metadata.source.clear();
  uint64_t hash = hash_bytes(to_text(metadata));
  for (size_t frame = 0; frame < source.frames(); ++frame) {
    const TemplateBlock* block = source.file().directory().find("particles", static_cast<int32_t>(frame));
    hash = mix_bits(hash ^ (block ? block->checksum : 0)) + frame;
  }
  return hash;
}

std::vector<DirectorInput> used_templates(const DirectorPart& part) {
  const auto& director = part.settings<TemplatesSettings>();
  std::set<std::string> names;
  for (const TemplateInstance& instance : director.instances) names.insert(instance.source);
  std::vector<DirectorInput> used;
  for (const std::string& name : names) {
    const auto found = find_template(part, name);
    used.push_back({fmt::format("directors[{}]: template \"{}\"", part.index, name), content_of(*found)});
  }
  return used;
}

}  // namespace weir::templates
