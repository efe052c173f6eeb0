// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "control/templates/library/library.h"

#include <fmt/format.h>

#include <cstdlib>

#include "base/files.h"
#include "control/templates/library/template_rewrite.h"
#include "weir/base/error.h"
#include "weir/scene/reader.h"

namespace weir::templates {

namespace fs = std::filesystem;

fs::path Library::default_folder(const fs::path& below) {
  const char* named = std::getenv(kVariable);
  return named != nullptr && *named != '\0' ? fs::path(named) : below / "library";
}

LibraryEntry Library::find(const std::string& name) const {
  const LibraryList found = list({.text = {}, .tag = {}, .name = name});
  if (found.entries.size() == 1 && !name.empty()) return found.entries.front();
  if (found.entries.size() > 1 && !name.empty()) {
    throw InputError(folder_.string(),
                     fmt::format("two templates are called \"{}\": {} and {}; remove one of the files", name,
                                 found.entries[0].file.filename().string(), found.entries[1].file.filename().string()));
  }
  // One that is there but damaged is more to the point than one that is missing.
  for (const Problem& problem : found.unreadable) {
    if (fs::path(problem.location).stem() == name) throw InputError(problem.location, problem.what);
  }
  if (const fs::path file = name; file.extension() == kTemplateExtension) {
    throw InputError(name,
                     fmt::format("is a file, where a name is needed; name it \"{}\" and give its folder with "
                                 "--library {}",
                                 file.stem().string(), file.has_parent_path() ? file.parent_path().string() : "."));
  }
  std::vector<std::string> names;
  for (const LibraryEntry& entry : list().entries) names.push_back(entry.name);
  const std::string nearest = nearest_word(name, names);
  throw InputError(folder_.string(),
                   fmt::format("holds no template \"{}\"{}", name,
                               nearest.empty() ? "" : fmt::format("; did you mean \"{}\"?", nearest)));
}

fs::path Library::file_for(const std::string& name, bool overwrite) const {
  TemplateMetadata metadata;
  metadata.name = name;
  metadata.spacing = 1;
  const std::string problem = problem_of(metadata);
  if (!problem.empty()) throw InputError("the template", problem);
  make_folder(folder_);
  for (const LibraryEntry& entry : list({.text = {}, .tag = {}, .name = name}).entries) {
    if (overwrite) return entry.file;
    throw InputError(folder_.string(), fmt::format("holds a template \"{}\" already", name));
  }
  const fs::path file = folder_ / (name + kTemplateExtension);
  if (fs::exists(file) && !overwrite) throw InputError(file.string(), "is there already");
  return file;
}

void Library::remove(const std::string& name) const { remove_file(find(name).file); }

void Library::rename(const std::string& from, const std::string& to) const {
  const fs::path old = find(from).file;
  const fs::path file = file_for(to);
  const Template source(old);
  TemplateMetadata metadata = source.metadata();
  metadata.name = to;
  rewrite_template(source, file, metadata);
  remove_file(old);
}

}  // namespace weir::templates
