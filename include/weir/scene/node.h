// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// A scene file as read: JSON with comments, every value knowing the file and line it came from, so that an error
// found later, even in an included scene, can name its location. Nothing is interpreted here.

#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace weir {

struct Node {
  enum class Type { null, boolean, number, text, list, object };

  Type type = Type::null;
  bool boolean = false;
  double number = 0;
  bool whole = false;            // written without point or exponent
  uint64_t unsigned_number = 0;  // exact, where number would round (seeds)
  std::string text;
  std::vector<Node> items;        // of a list, or the values of an object
  std::vector<std::string> keys;  // of an object, beside items

  std::shared_ptr<const std::filesystem::path> file;
  int line = 0;

  const Node* find(std::string_view key) const;
  Node* find(std::string_view key);
  // Replaces the value of the key or adds it.
  void set(const std::string& key, Node value);
  void erase(std::string_view key);
  // "dam.json:12"
  std::string location() const;
  // What it is, for error messages: "a number", "the text \"abc\"", "a list of 3", "an object".
  std::string summary() const;
};

// One file's text; InputError with line and reason when it is not JSON, or has a key twice.
Node parse_node(std::string_view text, const std::filesystem::path& file);

// A scene file with its includes and overrides worked in:
//   "include": "base.json" (or a list, later ones win)  the rest of the file is laid over the included scenes:
//       objects are merged key by key, everything else is replaced; an object with another "kind" is replaced too
//   "set": { "liquids[0].shape.radius": 0.2, "solids[blade].transform.spin": 90 }  changes single values deep inside;
//       an entry of a list is named by its number (from 0) or by its "name"
Node load_node(const std::filesystem::path& file);

}  // namespace weir
