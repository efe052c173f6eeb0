// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// What differs between two texts, which may be little though it is in many places: a bar of a timeline moves the keys
// of all clips in it.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weir::studio {

// At one place of the text as it was before, `removed` gave way to `added`.
struct Splice {
  size_t at;
  std::string removed, added;
};
using Splices = std::vector<Splice>;  // in order

// Empty when the texts are the same.
Splices splices_between(std::string_view before, std::string_view after);
// The text after, from the one before; and back.
std::string carried_out(const std::string& before, const Splices& splices);
std::string taken_back(const std::string& after, const Splices& splices);

}  // namespace weir::studio
