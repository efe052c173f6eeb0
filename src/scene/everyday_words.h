// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0
//
// Words that artists use for what a scene file calls otherwise.

#pragma once

#include <string>
#include <vector>

namespace weir {

// The entry of `known` that says the same as `word`, or is spelt nearly like it; empty when there is none.
std::string meant_word(const std::string& word, const std::vector<std::string>& known);
// How to say what the parameter `key` would, among parameters that have another way for it; empty where they have none.
std::string other_way(const std::string& key, const std::vector<std::string>& parameters);

}  // namespace weir
