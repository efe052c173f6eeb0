// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/findings.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>
#include <tuple>

#include "weir/scene/node.h"
#include "weir/scene/scene_of_text.h"

namespace weir {

namespace {

// "dam.json:12: solids[0].shape" taken apart; what is no place in a file is the name of one.
void take_apart(const std::string& location, Finding& finding) {
  const size_t end = location.find(": ");
  finding.file = location.substr(0, end);
  if (end != std::string::npos) finding.path = location.substr(end + 2);
  const size_t colon = finding.file.rfind(':');
  if (colon == std::string::npos) return;
  int line = 0;
  const char* last = finding.file.data() + finding.file.size();
  const auto [stop, error] = std::from_chars(finding.file.data() + colon + 1, last, line);
  if (error != std::errc() || stop != last) return;
  finding.line = line;
  finding.file.resize(colon);
}

// The deepest node on the way to a path ("directors[1].shape") that was written.
const Node* node_at(const Node& scene, const std::string& path) {
  const Node* at = &scene;
  for (size_t begin = 0; begin < path.size();) {
    const Node* next = nullptr;
    size_t end = path.find_first_of(".[", begin + 1);
    if (end == std::string::npos) end = path.size();
    if (path[begin] == '[') {
      size_t index = 0;
      std::from_chars(path.data() + begin + 1, path.data() + end, index);
      if (index < at->items.size()) next = &at->items[index];
    } else {
      const size_t name = begin + (path[begin] == '.');
      next = at->find(std::string_view(path).substr(name, end - name));
    }
    if (!next) break;
    at = next;
    begin = end;
  }
  return at;
}

std::optional<Node> read_again(const std::string& scene_file) {
  try {
    return load_node(scene_file);
  } catch (const InputError&) {
    return std::nullopt;  // a scene that was made in code
  }
}

bool is_same(const Finding& a, const Finding& b) { return a.path == b.path && a.what == b.what && a.file == b.file; }

void find_place(const Node* scene, const std::string& scene_file, Finding& finding) {
  finding.file = scene_file;
  const Node* at = scene && !finding.path.empty() ? node_at(*scene, finding.path) : nullptr;
  if (!at || at == scene || !at->file) return;
  finding.file = at->file->string();
  finding.line = at->line;
}

void add_files_of(const Node& node, std::set<std::string>& files) {
  if (node.file) files.insert(node.file->string());
  for (const Node& item : node.items) add_files_of(item, files);
}

void sort_by_place(std::vector<Finding>& findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    return std::tie(a.severity, a.file, a.line) < std::tie(b.severity, b.file, b.line);
  });
}

}  // namespace

const char* name_of(Severity severity) {
  return severity == Severity::error ? "error" : severity == Severity::warning ? "warning" : "hint";
}

std::string Finding::location() const {
  std::string location = file;
  if (line > 0) location += ":" + std::to_string(line);
  if (!path.empty()) location += (location.empty() ? "" : ": ") + path;
  return location;
}

std::string Finding::sentence() const {
  const std::string all = remedy.empty() ? what : what + "; " + remedy;
  const std::string where = location();
  return where.empty() ? all : where + ": " + all;
}

void Findings::warn(std::string path, std::string what, std::string remedy) {
  all_.push_back({Severity::warning, std::move(path), std::move(what), std::move(remedy)});
}

void Findings::hint(std::string path, std::string what, std::string remedy) {
  all_.push_back({Severity::hint, std::move(path), std::move(what), std::move(remedy)});
}

void Findings::refuse(std::string path, std::string what, std::string remedy) {
  all_.push_back({Severity::error, std::move(path), std::move(what), std::move(remedy)});
}

void Findings::refuse(const InputError& error, const std::string& scene_file) {
  for (const Problem& problem : error.problems()) {
    Finding finding{Severity::error, "", problem.what, ""};
    take_apart(problem.location, finding);
    if (finding.file == scene_file && finding.line == 0) finding.file.clear();  // as what is told by its path alone
    all_.push_back(std::move(finding));
  }
}

bool Findings::any(Severity severity) const {
  return std::any_of(all_.begin(), all_.end(), [&](const Finding& f) { return f.severity == severity; });
}

std::vector<Finding> Findings::sorted(const std::string& scene_file) const {
  const std::optional<Node> scene = read_again(scene_file);
  std::vector<Finding> result;
  for (Finding finding : all_) {
    if (finding.file.empty()) find_place(scene ? &*scene : nullptr, scene_file, finding);
    const auto same = [&](const Finding& earlier) { return is_same(earlier, finding); };
    if (std::none_of(result.begin(), result.end(), same)) result.push_back(std::move(finding));
  }
  sort_by_place(result);
  return result;
}

void place_in_text(std::vector<Finding>& findings, const std::filesystem::path& file, std::string_view text) {
  const Node scene = load_node(file, text);
  std::set<std::string> own{file.string()};
  add_files_of(scene, own);
  for (Finding& finding : findings) {
    // What is told of another scene stands there.
    if (!finding.path.empty() && own.contains(finding.file)) find_place(&scene, file.string(), finding);
  }
  sort_by_place(findings);
}

std::vector<Problem> problems_of(const std::vector<Finding>& findings) {
  std::vector<Problem> problems;
  for (const Finding& f : findings) {
    if (f.severity != Severity::error) continue;
    problems.push_back({f.location(), f.remedy.empty() ? f.what : f.what + "; " + f.remedy});
  }
  return problems;
}

}  // namespace weir
