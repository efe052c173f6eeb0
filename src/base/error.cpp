// Copyright 2026 The Weir Authors
// SPDX-License-Identifier: Apache-2.0

#include "weir/base/error.h"

namespace weir {

static std::string all_sentences(const std::vector<Problem>& problems) {
  std::string text;
  for (const Problem& p : problems) text += (text.empty() ? "" : "\n") + p.sentence();
  return text;
}

InputError::InputError(std::vector<Problem> problems)
    : std::runtime_error(all_sentences(problems)), problems_(std::move(problems)) {}

InputError::InputError(std::string location, std::string what)
    : InputError(std::vector<Problem>{{std::move(location), std::move(what)}}) {}

}  // namespace weir
