// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Scenes made from other scenes: "include" and "set" (see node.h).

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/files.h"
#include "weir/base/error.h"
#include "weir/scene/node.h"
#include "weir/scene/scene_of_text.h"

namespace weir {

namespace {

namespace fs = std::filesystem;

bool same_kind(const Node& a, const Node& b) {
  const Node* x = a.find("kind");
  const Node* y = b.find("kind");
  return !y || (x && x->text == y->text);
}

void lay_over(Node& base, Node over) {
  if (base.type != Node::Type::object || over.type != Node::Type::object || !same_kind(base, over)) {
    base = std::move(over);
    return;
  }
  for (size_t i = 0; i < over.keys.size(); ++i) {
    if (Node* old = base.find(over.keys[i])) {
      lay_over(*old, std::move(over.items[i]));
    } else {
      base.set(over.keys[i], std::move(over.items[i]));
    }
  }
}

// The parts of "liquids[0].shape.radius": keys, and entries of lists in brackets.
struct Step {
  std::string text;
  bool entry;
};

std::vector<Step> steps_of(const std::string& path, const Node& where) {
  std::vector<Step> steps;
  size_t at = 0;
  while (at < path.size()) {
    if (path[at] == '[') {
      const size_t end = path.find(']', at);
      if (end == std::string::npos) throw InputError(where.location(), fmt::format("set: \"{}\" lacks a ]", path));
      steps.push_back({path.substr(at + 1, end - at - 1), true});
      at = end + 1;
    } else {
      if (path[at] == '.') ++at;
      const size_t end = std::min(path.find_first_of(".[", at), path.size());
      steps.push_back({path.substr(at, end - at), false});
      at = end;
    }
  }
  return steps;
}

Node empty_at(const Node& where) {
  Node empty;
  empty.file = where.file;
  empty.line = where.line;
  return empty;
}

Node& entry_of(Node& list, const Step& step, const std::string& path, const Node& where) {
  if (list.type == Node::Type::null) list.type = Node::Type::list;  // a part the base left out
  if (list.type != Node::Type::list) {
    throw InputError(where.location(), fmt::format("set: \"{}\": [{}] needs a list there", path, step.text));
  }
  size_t index = 0;
  const char* end = step.text.data() + step.text.size();
  const auto [stop, error] = std::from_chars(step.text.data(), end, index);
  if (error == std::errc() && stop == end) {
    if (index == list.items.size()) list.items.push_back(empty_at(where));
    if (index < list.items.size()) return list.items[index];
    throw InputError(where.location(),
                     fmt::format("set: \"{}\": the list has {} entries, counted from 0; [{}] adds one", path,
                                 list.items.size(), list.items.size()));
  }
  for (Node& item : list.items) {
    const Node* name = item.find("name") ? item.find("name") : item.find("preset");
    if (name && name->text == step.text) return item;
  }
  throw InputError(where.location(), fmt::format("set: \"{}\": no entry is named \"{}\"", path, step.text));
}

void set_value(Node& root, const std::string& path, Node value) {
  const Node where = value;
  const std::vector<Step> steps = steps_of(path, where);
  if (steps.empty()) throw InputError(where.location(), "set: a path like \"liquids[0].velocity\" is needed");
  Node* at = &root;
  for (const Step& step : steps) {
    if (step.entry) {
      at = &entry_of(*at, step, path, where);
      continue;
    }
    if (at->type == Node::Type::null) at->type = Node::Type::object;  // a part the base left at its defaults
    if (at->type != Node::Type::object) {
      throw InputError(where.location(),
                       fmt::format("set: \"{}\": there is no {} in {}", path, step.text, at->summary()));
    }
    if (!at->find(step.text)) at->set(step.text, empty_at(where));
    at = at->find(step.text);
  }
  lay_over(*at, std::move(value));
}

std::vector<std::string> include_names(const Node& include) {
  std::vector<std::string> names;
  if (include.type == Node::Type::text) names.push_back(include.text);
  for (const Node& item : include.items) names.push_back(item.text);
  if (names.empty() || std::any_of(names.begin(), names.end(), [](const auto& n) { return n.empty(); })) {
    throw InputError(include.location(),
                     "include: must be a file name or a list of file names, but is " + include.summary());
  }
  return names;
}

// `text`: that of the file.
Node load(const fs::path& file, std::string_view text, std::vector<fs::path>& open_files) {
  const fs::path canonical = fs::weakly_canonical(file);
  if (std::find(open_files.begin(), open_files.end(), canonical) != open_files.end()) {
    throw InputError(file.string(), "includes itself");
  }
  open_files.push_back(canonical);
  Node own = parse_node(text, file);
  if (own.type != Node::Type::object) {
    throw InputError(own.location(), "a scene must be an object in { }, but is " + own.summary());
  }
  Node result;
  result.type = Node::Type::object;
  result.file = own.file;
  result.line = own.line;
  if (const Node* include = own.find("include")) {
    for (const std::string& name : include_names(*include)) {
      try {
        const fs::path included = file.parent_path() / name;
        lay_over(result, load(included, read_file(included), open_files));
      } catch (const InputError& error) {
        std::vector<Problem> problems = error.problems();
        for (Problem& p : problems) p.what += fmt::format(" (included by {})", include->location());
        throw InputError(problems);
      }
    }
    own.erase("include");
  }
  Node set;
  if (const Node* given = own.find("set")) {
    set = *given;
    if (set.type != Node::Type::object) {
      throw InputError(set.location(), "set: must be an object of paths and values, but is " + set.summary());
    }
    own.erase("set");
  }
  lay_over(result, std::move(own));
  std::vector<Problem> problems;
  for (size_t i = 0; i < set.keys.size(); ++i) {
    try {
      set_value(result, set.keys[i], std::move(set.items[i]));
    } catch (const InputError& error) {
      problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
  }
  if (!problems.empty()) throw InputError(problems);
  open_files.pop_back();
  return result;
}

}  // namespace

Node load_node(const fs::path& file) { return load_node(file, read_file(file)); }

Node load_node(const fs::path& file, std::string_view text) {
  std::vector<fs::path> open_files;
  return load(file, text, open_files);
}

}  // namespace weir
