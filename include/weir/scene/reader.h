// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Collects what is wrong with a scene while it is read: all of it, each with its file, line and path.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weir/base/error.h"
#include "weir/scene/node.h"

namespace weir {

class Reader {
 public:
  // While it lives, problems are inside `key`, or inside entry `index` of a list.
  class Inside {
   public:
    Inside(Reader& reader, const std::string& key);
    Inside(Reader& reader, size_t index);
    ~Inside() { reader_.path_.resize(length_); }
    Inside(const Inside&) = delete;
    Inside& operator=(const Inside&) = delete;

   private:
    Reader& reader_;
    size_t length_;
  };

  // "dam.json:12: liquids[1].radius: " + what
  void complain(const Node& at, const std::string& what);
  size_t problems() const { return problems_.size(); }
  // A solid is named, here; which solids there are is known later.
  void refer_to_solid(const Node& at, const std::string& name);
  // Complains of those that were named and are not among these.
  void check_solids(const std::vector<std::string>& known);
  // Throws InputError with every problem, in the order of the file.
  void finish() const;

 private:
  struct Found {
    std::string file;
    int line;
    Problem problem;
  };
  struct Reference {
    const Node* at;
    std::string path, name;
  };
  std::string path_;
  std::vector<Found> problems_;
  std::vector<Reference> solids_;
};

// The entry of `known` that `word` was probably meant to be; empty when none is close.
std::string nearest_word(std::string_view word, const std::vector<std::string>& known);
// "a, b or c"
std::string either(const std::vector<std::string>& words);

}  // namespace weir
