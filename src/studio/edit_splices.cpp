// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "studio/edit_splices.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace weir::studio {

namespace {

using Text = std::string_view;

// How far ahead it is looked for where the texts are the same again: so many parts of them, since single ones, such as
// "0,", are the same in many places.
constexpr size_t kAhead = 32, kSure = 4;

// Of the values and lines of a scene: each part ends with a comma or a line.
std::vector<Text> parts_of(Text text) {
  std::vector<Text> parts;
  while (!text.empty()) {
    const size_t end = std::min(text.find_first_of(",\n"), text.size() - 1) + 1;
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return parts;
}

Text joined(const std::vector<Text>& parts, size_t first, size_t count) {
  if (count == 0) return {};
  const Text last = parts[first + count - 1];
  return {parts[first].data(), static_cast<size_t>(last.data() + last.size() - parts[first].data())};
}

void add_splice(Splices& splices, size_t at, Text removed, Text added) {
  const auto [head, ignored] = std::mismatch(removed.begin(), removed.end(), added.begin(), added.end());
  const auto same = static_cast<size_t>(head - removed.begin());
  removed.remove_prefix(same);
  added.remove_prefix(same);
  const auto [tail, unused] = std::mismatch(removed.rbegin(), removed.rend(), added.rbegin(), added.rend());
  const auto same_at_end = static_cast<size_t>(tail - removed.rbegin());
  removed.remove_suffix(same_at_end);
  added.remove_suffix(same_at_end);
  if (removed.empty() && added.empty()) return;
  splices.push_back({at + same, std::string(removed), std::string(added)});
}

bool are_same(const std::vector<Text>& before, size_t i, const std::vector<Text>& after, size_t j) {
  const size_t count = std::min({kSure, before.size() - i, after.size() - j});
  return count > 0 && std::equal(&before[i], &before[i] + count, &after[j]);
}

// How many parts have gone, and come, until they are the same again.
std::pair<size_t, size_t> difference(const std::vector<Text>& before, size_t i, const std::vector<Text>& after,
                                     size_t j) {
  const size_t left = before.size() - i, right = after.size() - j;
  for (size_t sum = 1; sum <= kAhead; ++sum) {
    for (size_t gone = 0; gone <= sum; ++gone) {
      const size_t come = sum - gone;
      if (gone < left && come < right && are_same(before, i + gone, after, j + come)) return {gone, come};
    }
  }
  return {std::min(left, kAhead), std::min(right, kAhead)};
}

}  // namespace

Splices splices_between(std::string_view before, std::string_view after) {
  // Most of the text is the same at both ends.
  const auto head = static_cast<size_t>(std::mismatch(before.begin(), before.end(), after.begin(), after.end()).first -
                                        before.begin());
  before.remove_prefix(head);
  after.remove_prefix(head);
  const auto tail = static_cast<size_t>(
      std::mismatch(before.rbegin(), before.rend(), after.rbegin(), after.rend()).first - before.rbegin());
  before.remove_suffix(tail);
  after.remove_suffix(tail);

  const std::vector<Text> was = parts_of(before), is = parts_of(after);
  Splices splices;
  for (size_t i = 0, j = 0, at = head; i < was.size() || j < is.size();) {
    size_t gone = 1, come = 1;
    if (i < was.size() && j < is.size() && was[i] == is[j]) {
      at += was[i].size();
    } else {
      std::tie(gone, come) = difference(was, i, is, j);
      const Text removed = joined(was, i, gone);
      add_splice(splices, at, removed, joined(is, j, come));
      at += removed.size();
    }
    i += gone;
    j += come;
  }
  splices.shrink_to_fit();
  return splices;
}

std::string carried_out(const std::string& before, const Splices& splices) {
  std::string after;
  size_t at = 0;
  for (const Splice& splice : splices) {
    after.append(before, at, splice.at - at).append(splice.added);
    at = splice.at + splice.removed.size();
  }
  return after.append(before, at);
}

std::string taken_back(const std::string& after, const Splices& splices) {
  std::string before;
  size_t at = 0;
  for (const Splice& splice : splices) {
    // As much as there was of the text before, which has the same between the splices.
    const size_t same = splice.at - before.size();
    before.append(after, at, same).append(splice.removed);
    at += same + splice.added.size();
  }
  return before.append(after, at);
}

}  // namespace weir::studio
