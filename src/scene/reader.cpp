// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/scene/reader.h"

#include <fmt/format.h>

#include <algorithm>

namespace weir {

Reader::Inside::Inside(Reader& reader, const std::string& key) : reader_(reader), length_(reader.path_.size()) {
  reader.path_ += (reader.path_.empty() ? "" : ".") + key;
}

Reader::Inside::Inside(Reader& reader, size_t index) : reader_(reader), length_(reader.path_.size()) {
  reader.path_ += fmt::format("[{}]", index);
}

void Reader::complain(const Node& at, const std::string& what) {
  std::string location = at.location();
  if (!path_.empty()) location += (location.empty() ? "" : ": ") + path_;
  problems_.push_back({at.file ? at.file->string() : "", at.line, {location, what}});
}

void Reader::refer_to_solid(const Node& at, const std::string& name) { solids_.push_back({&at, path_, name}); }

void Reader::check_solids(const std::vector<std::string>& known) {
  for (const Reference& reference : solids_) {
    if (std::find(known.begin(), known.end(), reference.name) != known.end()) continue;
    path_ = reference.path;
    complain(*reference.at, fmt::format("there is no solid \"{}\"{}", reference.name,
                                        known.empty() ? "" : "; there is " + either(known)));
  }
  path_.clear();
}

void Reader::finish() const {
  if (problems_.empty()) return;
  std::vector<Found> sorted = problems_;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Found& a, const Found& b) { return std::tie(a.file, a.line) < std::tie(b.file, b.line); });
  std::vector<Problem> problems;
  for (Found& found : sorted) problems.push_back(std::move(found.problem));
  throw InputError(std::move(problems));
}

// Edits (insert, delete, replace, swap of neighbours) that lead from a to b.
static size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<size_t>> d(a.size() + 1, std::vector<size_t>(b.size() + 1));
  for (size_t i = 0; i <= a.size(); ++i) {
    for (size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  }
  return d[a.size()][b.size()];
}

std::string nearest_word(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  size_t fewest = std::max<size_t>(2, word.size() / 3) + 1;
  if (word.size() > 100) return best;
  for (const std::string& candidate : known) {
    const size_t edits = edit_distance(word, candidate);
    if (edits < fewest) {
      fewest = edits;
      best = candidate;
    }
  }
  return best;
}

std::string either(const std::vector<std::string>& words) {
  std::string text;
  for (size_t i = 0; i < words.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + words[i];
  }
  return text;
}

}  // namespace weir
